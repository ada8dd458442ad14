const LONG = 15_000; // characters of a piece, or more where no place to cut is nearer
// What has to be read as a whole to know what is inside of a string and what is not, and
// the beginnings of lines at which a text may be cut.
const READ = /#.*|(?:'''(?:\\[\s\S]|(?!''')[^\\])*(?:'''|$))|(?:"""(?:\\[\s\S]|(?!""")[^\\])*(?:"""|$))|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|\n(?=\S)/g;

/** Cuts Python at lines that begin a statement: joined by newlines they are the text. */
export function pieces(text: string): string[] {
  if (text.length <= LONG) return [text];
  const found: string[] = [];
  let start = 0;
  for (const { 0: read, index } of text.matchAll(READ))
    if (read === "\n" && index - start >= LONG) {
      found.push(text.slice(start, index));
      start = index + 1;
    }
  found.push(text.slice(start));
  return found;
}
