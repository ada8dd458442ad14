// Sentences of depyf's, in which code is between backticks.

/** Shows a sentence with its code as code. */
export function Ticked({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/`([^`]*)`/)
        .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
    </>
  );
}
