// The lines of functions below their `def`: what a click on a `def` stands for.  Pure.
import { leadingLines } from "./leads";
import { type Context, linesOf, textAt } from "./model";
import { lineKey } from "./web";

/** A function as it is shown: its file, its first line, and its text. */
interface Shown { file: string; first: number; text: string; lines: readonly number[] }

/** By the line of each `def`, and of what belongs to it, the lines of its body in graphs. */
export function bodiesOf(context: Context): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { file, first, text, lines } of shownIn(context)) {
    const rows = text.trimEnd().split("\n");
    const head = headLines(rows);
    const within = [...new Set([...lines, ...leadingLines(context.details, file)])]
      .filter((line) => line >= first + head && line < first + rows.length)
      .map((line) => lineKey(file, line));
    for (let at = 0; at < head; at += 1) found.set(lineKey(file, first + at), within);
  }
  return found;
}

function shownIn({ model: { data }, root, info, compilation }: Context): Shown[] {
  const own: Shown[] = root.file === undefined || info.source_line === null ? []
    : [{ file: root.file, first: info.source_line, text: textAt(data, info.source),
      lines: compilation.captured_lines?.[root.file] ?? [] }];
  return [...own, ...(compilation.captured_places ?? []).flatMap(({ file, first_line: first, lines }) => {
    const found = first === undefined ? undefined : data.sources[`${file}:${first}`];
    return first === undefined || found === undefined ? []
      : [{ file, first, text: textAt(data, found.text), lines: linesOf(lines) }];
  })];
}

const DEF = /^\s*(?:async\s+)?def\b/;
const ENDS = /:\s*(?:#.*)?$/;

/** How many lines, from the decorators on, are not yet the body. */
function headLines(rows: readonly string[]): number {
  const def = rows.findIndex((row) => DEF.test(row));
  const end = rows.findIndex((row, at) => at >= def && ENDS.test(row));
  return def < 0 || end < 0 ? 0 : end + 1;
}
