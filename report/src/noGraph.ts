// What becomes of a line of the program that has no operation in a graph.  Pure.
import { conditionOf, filesOf } from "./guards/conditions";
import { leadingLines } from "./leads";
import { type Context, isResume, textAt } from "./model";
import { documentationOf } from "./prologues";
import { functionAt, type Line } from "./whereShown";

/** The groups of guards whose conditions may have decided what a line did. */
const DECIDING: ReadonlySet<string> = new Set(["Python values", "sizes"]);
const LONGEST = 60; // characters of a condition in a row

/** The guards that a line needs: how many, and the conditions on its numbers and sizes. */
export interface Checked { conditions: readonly string[]; guards: number }

/** Finds the guards of an entry that a line needs. */
export function checkedAt({ compilation, details }: Pick<Context, "compilation" | "details">,
  { file, line }: Line): Checked {
  const isHere = (one: Line | undefined) => one?.file === file && one.line === line;
  const all = compilation.guards ?? [];
  const files = filesOf(all);
  const conditions = (details.guard_groups ?? []).filter(({ title }) => DECIDING.has(title))
    .flatMap(({ own, common }) => [...own, ...common]).map((text) => conditionOf(text, files))
    .filter(({ text, places }) => places.some(isHere) && text.length <= LONGEST)
    .map(({ text }) => text);
  return { conditions, guards: all.filter((one) => isHere(one.user_line)).length };
}

/** What a line changes after the graph has run. */
export interface Stored {
  /** The lines of the transformed code that do it; none if these are not known. */
  shown: readonly number[];
  /** The objects that change, in words. */
  words: readonly string[];
}

/** Finds what a line changes after the graph: torch notes it while compiling, and Python does it. */
export function storedAt({ compilation, details }: Pick<Context, "compilation" | "details">,
  { file, line }: Line): Stored {
  const isHere = (one: Line) => one.file === file && one.line === line;
  return {
    shown: Object.entries(details.stores ?? {}).filter(([, one]) => isHere(one)).map(([at]) => Number(at)),
    words: [...new Set((compilation.side_effects ?? []).filter(({ user_lines: lines = [] }) => lines.some(isHere))
      .map(({ words }) => words))],
  };
}

/** What starts no statement that runs: the next part of one, a comment, the end of a call. */
const NO_STATEMENT = /^\s*(?:(?:else|elif|except|finally|case)\b|[@#)\]}"']|$)/;

/** What may leave a block before its end. */
const LEAVES = /^\s*(?:return|raise|break|continue)\b/;

/** The text of a function, by the line, and which of its lines are in the graph. */
interface Seen { first: number; last: number; text: (at: number) => string; isIn: (at: number) => boolean }

/**
 * Whether torch ran a line while compiling this entry: a later line of the same block is in the
 * graph, and what comes first in a block runs first.  So did the lines at the end of a block that
 * the graph goes on behind.
 */
export function isTraced({ model, frame, root, info, compilation, details }: Context, { file, line }: Line): boolean {
  const [first, last] = functionAt(model, { file, line }) ?? [];
  if (first === undefined || last === undefined) return false;
  const isOwn = file === root.file && first === info.source_line;
  const lines = textAt(model.data, isOwn ? info.source : model.data.sources[`${file}:${first}`]?.text).split("\n");
  const text = (at: number) => lines[at - first] ?? "";
  if (NO_STATEMENT.test(text(line)) || documentationOf(lines)[line - first]) return false;
  const captured = new Set([...compilation.captured_lines?.[file] ?? [], ...leadingLines(details, file)]
    .filter((one) => one >= first && one <= last));
  // A resume function begins behind a line, and what is before that line ran elsewhere.
  if (isOwn && isResume(frame) && ![...captured].some((one) => one < line)) return false;
  const seen = { first, last, text, isIn: (at: number) => captured.has(at) };
  return isBeforeCaptured(seen, line) || (isAfterCaptured(seen, line) && isLeft(seen, line));
}

const isBlank = (text: string): boolean => /^\s*(?:#|$)/.test(text);
const indentOf = (text: string): number => text.search(/\S/);

/** Whether a later line of the same block is in the graph. */
function isBeforeCaptured({ last, text, isIn }: Seen, line: number): boolean {
  for (let at = line + 1; at <= last; at++) {
    if (isBlank(text(at))) continue;
    if (indentOf(text(at)) < indentOf(text(line))) return false;
    if (indentOf(text(at)) === indentOf(text(line)) && isIn(at)) return true;
  }
  return false;
}

/** Whether an earlier line of the same block is in the graph, and nothing between leaves the block. */
function isAfterCaptured({ first, text, isIn }: Seen, line: number): boolean {
  for (let at = line - 1; at > first; at--) {
    if (isBlank(text(at))) continue;
    if (indentOf(text(at)) < indentOf(text(line)) || LEAVES.test(text(at))) return false;
    if (indentOf(text(at)) === indentOf(text(line)) && isIn(at)) return true;
  }
  return false;
}

/** Whether a line behind the block of a line is in the graph: the block was run to its end. */
function isLeft({ last, text, isIn }: Seen, line: number): boolean {
  let indent = indentOf(text(line));
  for (let at = line + 1; at <= last; at++) {
    if (isBlank(text(at))) continue;
    if (indentOf(text(at)) < indent) {
      if (NO_STATEMENT.test(text(at))) return false; // an `else` is not behind it
      indent = indentOf(text(at));
      if (isIn(at)) return true;
    } else if (indent < indentOf(text(line)) && indentOf(text(at)) === indent && isIn(at)) return true;
  }
  return false;
}
