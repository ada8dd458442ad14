// Where a line of the program is shown: in an entry of its function, or in its file.
import type { CodeLine, Compilation, Frame } from "./data";
import { innermost, isResume, type Model } from "./model";
import type { State } from "./state";

/** A place in the program, as findings name it. */
export type Line = Pick<CodeLine, "file" | "line">;
/** An entry, or what was not compiled, by its frame and its position in it. */
type At = Pick<State, "frame" | "at">;
/** A function of the program: its first and its last line. */
type Function = readonly [first: number, last: number];

/**
 * The address of a line of the program: in the entry that it is best looked at in, else in
 * its file; null where the dump has no text of it.  Of several entries `here` is the best.
 */
export function whereShown(model: Model, { file, line }: Line, here?: At): Partial<State> | null {
  const found = entryOf(model, { file, line }, here);
  if (found !== null) {
    const root = rootOf(model, found.frame);
    return { frame: found.frame.id, at: found.at, panel: "code", selection: { kind: "source", line,
      ...(root.file === file ? {} : { file }) } };
  }
  return file in model.data.files
    ? { panel: "files", file, selection: { kind: "source", line } } : null;
}

/** What a link of an entry to a line changes in the address. */
export const shownFrom = (here: At, model: Model, line: Line): Partial<State> =>
  ({ frame: null, file: null, ...whereShown(model, line, here)
    ?? { ...here, panel: "code", selection: { kind: "source", file: line.file, line: line.line } } });

interface Shown { frame: Frame; at: number; compilation: Compilation }

// What makes an entry the better one for a line.
const WORTH = { here: 8, broken: 4, captured: 2, own: 1 };

/** The entry whose panes have the line, if any does. */
function entryOf(model: Model, line: Line, here?: At): Shown | null {
  const around = functionAt(model, line);
  if (around === undefined) return null;
  const worth = ({ frame, at, compilation }: Shown): number =>
    (here?.frame === frame.id && here.at === at ? WORTH.here : 0)
    + (isBrokenAt(compilation, line) ? WORTH.broken : 0)
    + (compilation.captured_lines?.[line.file]?.includes(line.line) ? WORTH.captured : 0)
    + (isOwn(rootOf(model, frame), line.file, around) ? WORTH.own : 0);
  return model.data.frames.flatMap((frame) => shownBy(model, frame, line.file, around))
    .map((one) => ({ one, worth: worth(one) }))
    .reduce<{ one: Shown | null; worth: number }>((best, next) =>
      next.worth > best.worth ? next : best, { one: null, worth: -1 }).one;
}

/** The innermost of the functions that are shown whose lines have one among them. */
export function functionAt({ data }: Model, { file, line }: Line): Function | undefined {
  return (data.functions[file] ?? []).filter(([first, last]) => first <= line && line <= last)
    .sort(([a], [b]) => b - a)[0];
}

/** The entries of a frame that show a function: as their own, or as captured with it. */
function shownBy(model: Model, frame: Frame, file: string, around: Function): Shown[] {
  const own = isOwn(rootOf(model, frame), file, around);
  const all = (frame.compilations ?? []).map((compilation, at) => ({ frame, at, compilation }));
  return all.filter(({ compilation }) => own || (compilation.captured_places ?? [])
    .some((one) => one.file === file && one.first_line === around[0]));
}

const isOwn = (root: Frame, file: string, [first]: Function): boolean =>
  root.file === file && root.first_line === first;

function isBrokenAt({ graph_breaks: breaks = [] }: Compilation, { file, line }: Line): boolean {
  return breaks.map(innermost).some((one) => one?.file === file && one.line === line);
}

/** The function of which a frame is the rest, or itself. */
export function rootOf({ byId }: Model, frame: Frame): Frame {
  const seen = new Set<Frame>();
  let at = frame;
  while (isResume(at) && !seen.has(at)) {
    seen.add(at);
    at = byId.get(at.resumes ?? "") ?? at;
  }
  return at;
}
