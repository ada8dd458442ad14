// What is known of a line that is in no graph: torch broke the graph there, or compiled nothing of it.  Pure.
import type { Compilation, Frame, GraphBreak } from "./data";
import { breaksAt, stackIn } from "./happened";
import { leadingLines } from "./leads";
import { type Context, familyOf, isResume, textAt } from "./model";
import { documentationOf } from "./prologues";
import { functionAt, type Line } from "./whereShown";

type Within = Pick<Context, "model" | "frame" | "info" | "root">;
interface Entry { frame: Frame; at: number; compilation: Compilation }

/** Why a line runs as Python: torch did not compile the function, or nothing after a break. */
export interface AsPython {
  /** The line of the function that has the break, or leads to it; none if torch compiled no line of the function. */
  after?: number;
  /** What torch did not compile, or what has the break. */
  frame: Frame;
  at: number;
}

const entriesIn = ({ model, frame }: Pick<Context, "model" | "frame">): Entry[] =>
  familyOf(model.data.frames, frame.id).flatMap((one) =>
    (one.compilations ?? []).map((compilation, at) => ({ frame: one, at, compilation })));

/** A graph break that a line has or leads to, of any entry of the function and of what resumes it. */
export function brokenElsewhere(context: Context, line: Line): Entry & { event: GraphBreak } | undefined {
  return entriesIn(context).flatMap((one) =>
    breaksAt(context.model, one.compilation, line).slice(0, 1).map((event) => ({ ...one, event }))).at(0);
}

/** Why a line of the function that is shown runs as Python; nothing if that is not known. */
export function asPython(context: Within, { file, line }: Line): AsPython | undefined {
  const { model, info, root } = context;
  const [first, last] = functionAt(model, { file, line }) ?? [];
  if (first === undefined || last === undefined || file !== root.file || first !== info.source_line) return undefined;
  const all = entriesIn(context);
  // A line that is compiled behind the start: not all behind it is Python.
  const compiled = Math.max(0, ...all.flatMap(({ frame, at, compilation }) => [
    ...compilation.captured_lines?.[file] ?? [],
    ...leadingLines(model.data.details[frame.id]?.compilations[at] ?? { titles: {} }, file),
  ]).filter((one) => one >= first && one <= last));
  return [...all.flatMap(uncompiled), ...all.flatMap((one) => unresumed(context, one, { file, first, last }, all))]
    .filter(({ after = first - 1 }) => line > after && compiled <= after)
    .sort((a, b) => (b.after ?? 0) - (a.after ?? 0))[0];
}

/** A function, or the rest of one, of which torch made no entry. */
function uncompiled({ frame, at }: Entry): AsPython[] {
  const none = (frame.compilations ?? []).every(({ entry, skipped }) => entry === undefined && skipped !== undefined);
  if (!none || at > 0) return [];
  return !isResume(frame) ? [{ frame, at }] : frame.first_line === undefined ? []
    : [{ frame, at, after: frame.first_line }];
}

/** The last break of an entry whose resume functions torch did not compile, in any entry that breaks there. */
function unresumed({ model }: Within, { frame, at, compilation }: Entry,
  range: { file: string; first: number; last: number }, all: readonly Entry[]): AsPython[] {
  const linesOf = ({ graph_breaks: breaks = [] }: Compilation): number[] =>
    breaks.flatMap((event) => stackIn(model, event, range).slice(-1)).map((one) => one.line);
  const after = linesOf(compilation).at(-1);
  const same = all.filter((one) => after !== undefined && linesOf(one.compilation).includes(after))
    .map((one) => one.compilation);
  const isResumed = ({ resume_functions: resumed = [] }: Compilation) => resumed.length === 0
    || resumed.some((one) => one.frame !== undefined);
  return after === undefined || same.some((one) => one.entry !== undefined && isResumed(one)) || isResumed(compilation)
    ? [] : [{ frame, at, after }];
}

/** The text of the function around a line, and the first line of it. */
function textAround({ model, info, root }: Pick<Context, "model" | "info" | "root">, { file, line }: Line):
  { lines: string[]; first: number } | undefined {
  const [first] = functionAt(model, { file, line }) ?? [];
  if (first === undefined) return undefined;
  const isOwn = file === root.file && first === info.source_line;
  return { first, lines: textAt(model.data, isOwn ? info.source : model.data.sources[`${file}:${first}`]?.text).split("\n") };
}

/** What a line of a function is that has no code; empty if it has some. */
export function noCode(context: Pick<Context, "model" | "info" | "root">, line: Line): string {
  const { lines = [], first = 1 } = textAround(context, line) ?? {};
  const text = lines[line.line - first];
  return text === undefined ? "" : /^\s*#/.test(text) ? "a comment"
    : documentationOf(lines)[line.line - first] ? "documentation" : /^\s*$/.test(text) ? "an empty line" : "";
}

const STRING_OR_COMMENT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*/g;

/** The line where the statement begins that a line goes on with inside brackets. */
export function statementOf(context: Pick<Context, "model" | "info" | "root">, line: Line): number | undefined {
  const { lines = [], first = 1 } = textAround(context, line) ?? {};
  const documented = documentationOf(lines);
  let [depth, start] = [0, first];
  for (let at = 0; at < line.line - first; at++) {
    if (depth === 0) start = first + at;
    const code = documented[at] ? "" : (lines[at] ?? "").replace(STRING_OR_COMMENT, "");
    for (const one of code) depth += "([{".includes(one) ? 1 : ")]}".includes(one) ? -1 : 0;
  }
  return depth > 0 ? start : undefined;
}
