import { useEffect, useRef } from "preact/hooks";
import { howToRead } from "../panels/overview";
import { WORDS } from "../words";

const KEYS: readonly [string, string][] = [
  ["/", "search everything; Enter opens the first place, ↓ goes to the list"],
  ["↑ ↓", "in the tree: move; in code: select the next line"],
  ["→ ←", "in the tree: open and close; in tabs: the next one; between panes: wider"],
  ["Enter", "go there; between panes: widths as at first"],
  ["m", "maximize or restore this pane; a double click on its title does the same"],
  ["Shift", "with a click on a line: is it fused with the line that is selected?"],
  ["[ ]", "the entry before, the entry after"],
  ["Esc", "leave a field, and empty that of the search; clear the selection; close this"],
  ["?", "these keys and words"],
];

/** Where the glossary has words that are written otherwise there. */
const HEADINGS: Readonly<Record<string, string>> = { "0/1": "compile id (`0/1`)", "≈": "inferred",
  exact: "quality (`exact`, `structured`, `dispatch`, `listing`)" };

/** The anchor that GitHub gives a heading. */
export const anchorOf = (word: string): string => `#${(HEADINGS[word] ?? word).toLowerCase()
  .replace(/[^\w\- ]/g, "").replaceAll(" ", "-")}`;

const GLOSSARY = "https://github.com/thuml/depyf/blob/HEAD/docs/glossary.md";

/** The keys of the page, and the words that it uses. */
export function Keys({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close?.();
  }, [open]);
  return <dialog ref={dialog} onClose={onClose} aria-labelledby="keys">
    <h2 id="keys">Keys, words, how to read this</h2>
    <dl>{KEYS.map(([key, what]) =>
      <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
    <h2>Words</h2>
    <dl class="words">{WORDS.map(([word, what]) =>
      <div key={word}><dt><a href={GLOSSARY + anchorOf(word)} rel="noreferrer">{word}</a></dt>
        <dd>{what}</dd></div>)}</dl>
    <p><a href={GLOSSARY} rel="noreferrer">All terms</a> (online)</p>
    <h2>How to read this</h2>
    {howToRead()}
    <form method="dialog"><button class="plain">Close</button></form>
  </dialog>;
}
