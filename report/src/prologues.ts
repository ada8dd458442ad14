// Lines that say nothing new one after the other: what a graph takes, and its checks.

/** Lines, both counted from 1, that a reader opens when they look for one of them. */
export interface Prologue { first: number; last: number; label: string }

const FEWEST = 8; // lines that are worth folding
const KINDS: readonly [RegExp, string][] = [
  // `model.layers[0].weight,` in a call; `primals_1: "f32[8]",` where it is defined.
  [/^\s+\*{0,2}[A-Za-z_][\w.]*(?:\[[^\]\n]*\][\w.]*)*(?:\s*:[^=\n]+)?(?:\s*=[^=\n]+)?,\s*(?:#.*)?$/,
    "parameters"],
  // The same on three lines: `model.layers[`, `0`, `].weight,`.
  [/^\s+[A-Za-z_][\w.]*(?:\[[^\]\n]*\][\w.]*)*\[$|^\s+\d+$|^\s+\](?:[\w.]|\[[^\]\n]*\])*,$/, "parameters"],
  [/^\s+(?:const )?\w+\*? \w+,$/, "parameters"],
  [/^\s+[\w]+ = args\[\d+\]$|^\s+assert_size_stride\(/, "checks of sizes"],
  [/^\s+del \w+$/, "values that are freed"],
];

const OPENS = /^\s+[rRuU]?("""|\'\'\')/;

/** Returns of each line whether it is in the documentation of a function or class. */
export function documentationOf(lines: readonly string[]): boolean[] {
  let quotes = "";
  let last = ":"; // what the last line with a statement ends with
  return lines.map((line) => {
    const isWithin = quotes !== "";
    const opened = isWithin ? null : OPENS.exec(line);
    if (opened !== null && last.endsWith(":")) {
      quotes = opened[1] ?? "";
      if (line.slice(opened[0].length).includes(quotes)) quotes = "";
      return true;
    }
    if (isWithin && line.includes(quotes)) quotes = "";
    else if (!isWithin && line.trim() !== "") last = line.replace(/#.*$/, "").trimEnd();
    return isWithin;
  });
}

/** Returns the runs of such lines, without those that are `marked`. */
export function prologuesOf(text: string, first: number,
  marked: ReadonlyMap<number, unknown>): Prologue[] {
  const found: Prologue[] = [];
  let run: Prologue | null = null;
  const lines = text.split("\n");
  const isDocumentation = documentationOf(lines);
  lines.forEach((line, at) => {
    const number = first + at;
    const label = marked.has(number) ? "" : isDocumentation[at] ? "documentation"
      : KINDS.find(([form]) => form.test(line))?.[1] ?? "";
    if (run !== null && label === run.label) run.last = number;
    else {
      run = label === "" ? null : { first: number, last: number, label };
      if (run !== null) found.push(run);
    }
  });
  return found.filter((one) => one.last - one.first + 1 >= FEWEST)
    .map((one) => ({ ...one, label: `${one.last - one.first + 1} lines of ${one.label}` }));
}
