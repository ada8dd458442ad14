// How long a piece is at least, in characters: what is coloured in some milliseconds. And
// what has to be read as a whole to know what is inside of a string or a comment and what
// is not; then the ends of lines at which a text may well be cut, then all others.
const HOW = {
  python: { long: 15_000, read:
    /#.*|'''(?:\\[\s\S]|(?!''')[^\\])*(?:'''|$)|"""(?:\\[\s\S]|(?!""")[^\\])*(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|(?<good>\n(?=\S))|(?<any>\n)/g },
  cpp: { long: 4_000, read:
    /\/\/(?:.|(?<=\\)\n)*|\/\*[\s\S]*?(?:\*\/|$)|R"(?<mark>[^\s()\\]{0,16})\([\s\S]*?(?:\)\k<mark>"|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|\\\n|(?<good>(?<=[;{}])\n|\n(?=\n))|(?<any>\n)/g },
};
const LONGEST = 4; // times as long, and any line will do

/** Cuts code at ends of lines, of statements if it can: joined by newlines it is the text. */
export function pieces(text: string, language: keyof typeof HOW): string[] {
  const { long, read } = HOW[language];
  if (text.length <= long) return [text];
  const found: string[] = [];
  let start = 0;
  for (const { groups, index } of text.matchAll(read)) {
    const least = groups?.["good"] !== undefined ? long
      : groups?.["any"] !== undefined ? LONGEST * long : Infinity;
    if (index - start < least) continue;
    found.push(text.slice(start, index));
    start = index + 1;
  }
  found.push(text.slice(start));
  return found;
}
