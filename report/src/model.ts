// Questions that several panels ask of the data; pure functions.
import type { Span } from "./contract";
import { resizedToo } from "./alsoDiffers";
import { LIMIT } from "./recompiles/limit";
import type { Annotation, CodeLine, Compilation, CompilationDetails, Data, Frame,
  FrameDetails } from "./data";

/** The data with its frames by id. */
export interface Model { data: Data; byId: ReadonlyMap<string, Frame> }

/** One compilation of a frame: what most panels show. */
export interface Context {
  model: Model;
  frame: Frame;
  root: Frame;
  at: number;
  compilation: Compilation;
  details: CompilationDetails;
  /** Of the frame: its source, and what torch made of it for a resume function. */
  info: FrameDetails;
}

const NO_DETAILS: CompilationDetails = { titles: {} };
export const NOTHING = "# nothing to show here";

export function modelOf(data: Data): Model {
  return { data, byId: new Map(data.frames.map((frame) => [frame.id, frame])) };
}

export function contextOf(model: Model, id: string, at: number): Context | null {
  const frame = model.byId.get(id);
  const info = model.data.details[id];
  if (frame === undefined || info === undefined) return null;
  if (at > 0 && frame.compilations?.[at] === undefined) return null;
  return {
    model, frame, at, info,
    root: model.byId.get(info.root) ?? frame,
    compilation: frame.compilations?.[at] ?? { id: "" },
    details: info.compilations[at] ?? NO_DETAILS,
  };
}

const COMPILERS: Readonly<Record<string, string>> =
  { cpp: "C++ compiler", triton: "Triton compiler" };
const spans = new WeakMap<Data, Span[]>();

/** The spans of a run; the compiler of kernels is named where all have one language. */
export function spansOf({ data }: Model): Span[] {
  let found = spans.get(data);
  if (found === undefined) {
    const languages = new Set(data.frames.flatMap((one) => one.compilations ?? [])
      .flatMap((one) => one.kernels ?? []).map((one) => one.language).filter(Boolean));
    const [only = ""] = languages;
    const name = languages.size === 1 ? COMPILERS[only] : undefined;
    found = data.spans.map((one) =>
      name !== undefined && COMPILER.test(one.name) ? { ...one, name } : one);
    spans.set(data, found);
  }
  return found;
}
const COMPILER = /^the .+ compiler$/;

export const count = (n: number, noun: string): string =>
  `${n} ${noun}${n === 1 ? "" : "s"}`;
export const base = (file: string | undefined): string =>
  (file ?? "").split(/[\\/]/).pop() ?? "";
export const place = (file?: string, line?: number | null): string =>
  line ? `${base(file)}:${line}` : base(file);
/** Where a line is, and what it says. */
export const lineText = (line: CodeLine): string =>
  `${place(line.file, line.line)} ${line.text ?? ""}`.trimEnd();
export const isResume = (frame: Frame): boolean => Boolean(frame.resumes);
/** Tells by the id of a frame that of the function of which it is the rest, or its own. */
function rootsOf(frames: readonly Frame[]): (id: string) => string {
  const above = new Map(frames.map((one) => [one.id, one.resumes]));
  return (id) => {
    const seen = new Set<string>();
    let at = id;
    for (let next = above.get(at); next && !seen.has(at); next = above.get(at)) {
      seen.add(at);
      at = next;
    }
    return at;
  };
}
export const titleOf = (frame: Frame): string => isResume(frame)
  ? `resume at ${place(frame.file, frame.first_line)}`
  : frame.title || frame.qualified_name || frame.co_name;
/** The name of a function without the decorator whose code torch compiled. */
export const bareTitle = (frame: Frame): string => titleOf(frame).replace(/, (inside|around) .*/, "");

/** Whether a function is a decorator's code, which stands for itself: it is around several functions. */
export const isAround = (frame: Frame): boolean => !isResume(frame) && titleOf(frame).includes(", around ");

/** Where a function is; of one inside a decorator also where the decorator's code is. */
export function whereOf(frame: Frame): string {
  const { owners: [only, other] = [], owners = [], decorator = "", compilations = [] } = frame;
  const code = place(frame.file, frame.first_line);
  if (decorator === "" || isResume(frame)) return code;
  if (isAround(frame) && only !== undefined)
    return `around ${only}${other === undefined ? "" : ` and ${owners.length - 1} more`} (${code})`;
  const own = other !== undefined ? undefined : compilations.flatMap((one) => one.captured_places ?? [])
    .find((one) => one.function === only && one.first_line !== undefined);
  return `${own === undefined ? "" : `${place(own.file, own.first_line)}, `}inside ${decorator} (${code})`;
}
/** A module as people read it; the compiled function's own code has an empty path. */
export const ownerName = (frame: Frame, path: string): string =>
  path || `${bareTitle(frame)} (own code)`;
/** What an attempt of compiling came to: `entry 0`. */
export const entryName = ({ entry, reason, skipped = "" }: Compilation): string =>
  entry ? `entry ${entry.index}` : reason === undefined ? "not compiled" : LIMIT.test(skipped) ? "recompile refused" : "recompile failed";
/** The same with the function that it was compiled for, of those that share the entries of a decorator's code. */
export const entryTitle = (compilation: Compilation): string =>
  [entryName(compilation), forWrapped(compilation)].filter(Boolean).join(" ");
export const forWrapped = ({ wrapped }: Pick<Compilation, "wrapped">): string => wrapped === undefined ? "" : `for ${wrapped}`;
export const plain = (text: string | undefined): string => (text ?? "").replace(/`/g, "");
export const secondsOf = (compilation: Compilation): number =>
  (compilation.metrics ?? []).reduce((all, one) => all + (one.seconds ?? 0), 0);
export const prefixesOf = (compilation: Compilation): string[] => [...new Set(
  [...(compilation.graphs ?? []), ...(compilation.kernels ?? [])].map((one) => one.prefix))];
/** The user's line that an event came from. */
export const innermost = (event: { user_stack?: CodeLine[] }): CodeLine | undefined =>
  event.user_stack?.at(-1);
export const textAt = (data: Data, number: number | null | undefined): string =>
  (typeof number === "number" ? data.texts[number] : undefined) ?? NOTHING;

/** Lines as people write them: `4-5, 9`. */
export function ranges(lines: readonly number[]): string {
  const found: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else found.push([line, line]);
  }
  return found.map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(", ");
}

/** The lines that `ranges` wrote. */
export function linesOf(text: string): number[] {
  return text.split(", ").flatMap((part) => {
    const [first = NaN, last = first] = part.split("-").map(Number);
    return first <= last
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [];
  });
}

export const capturedText = (compilation: Compilation): string =>
  Object.entries(compilation.captured_lines ?? {})
    .map(([file, lines]) => `${base(file)}:${ranges(lines)}`).join(", ");

export function entriesOf(frame: Frame): { compilation: Compilation; at: number }[] {
  return (frame.compilations ?? []).map((compilation, at) => ({ compilation, at }))
    .filter((item) => item.compilation.entry !== undefined);
}

/** A function and all that resumes it, whichever of these `id` is. */
export function familyOf(frames: readonly Frame[], id: string): Frame[] {
  const rootOf = rootsOf(frames);
  const root = rootOf(id);
  return frames.filter((one) => rootOf(one.id) === root);
}

/** The compilations of a function, and of what resumes it, that captured a line. */
export function capturedAt(model: Model, of: Frame, file: string, line: number):
  { frame: Frame; at: number; compilation: Compilation }[] {
  return familyOf(model.data.frames, of.id).flatMap((frame) =>
    (frame.compilations ?? []).flatMap((compilation, at) =>
      compilation.captured_lines?.[file]?.includes(line)
        ? [{ frame, at, compilation }] : []));
}

/** Why there is an entry, or was to be one: which guard failed. */
export function recompiledWords(frame: Frame, compilation: Compilation): string {
  const words = failedWords(frame, compilation);
  return words === "" ? "" : `${compilation.entry === undefined ? entryName(compilation) : "recompiled"}, ${words}`;
}

/** Which guard failed, and of which entry: alone it reads as a fact about this one. */
export function failedWords({ compilations = [] }: Frame, { reason, wrapped, difference }: Compilation): string {
  if (reason === undefined) return "";
  const failed = compilations.find((one) => one.id === reason.failed);
  // Then the guard alone reads as if the arguments of one function had changed.
  const isOther = failed?.wrapped !== wrapped;
  const of = failed === undefined ? "a guard" : `guard of ${isOther ? entryTitle(failed) : entryName(failed)}`;
  const also = failed === undefined || isOther ? "" : resizedToo(difference ?? "", entryName(failed), reason.text);
  return `${isOther && wrapped !== undefined ? `for another function (${wrapped}): ` : ""}${of} failed: ${reason.text}${also}`;
}

/** How an entry differs from the nearest one: as entry 0 but `x: [4, 8] → [s0, 8]`. */
export const differenceOf = ({ difference = "" }: Pick<Compilation, "difference">): string => difference.replace(/ -> /g, " → ");

/** Where a resume function takes over: all lines, for a tooltip. */
export const resumeNote = (frame: Frame): string => goesOn(linesBy(frame, wholeLines));

/** Where a resume function takes over, in a few words. */
export const resumeWords = (frame: Frame): string => goesOn(resumeLines(frame));

const goesOn = (lines: string): string => lines === "" ? "" : `goes on at ${lines}`;

/** The lines that a resume function captured, which tell it from others behind one line. */
export function resumeLines(frame: Frame): string {
  const whole = linesBy(frame, wholeLines);
  if (whole.length <= LONGEST_LINES) return whole;
  const found = capturedIn(frame);
  const all = found.reduce((sum, { lines }) => sum + lines.length, 0);
  return found.length < 2 ? linesBy(frame, briefLines) : `${count(all, "line")} of ${found.length} files`;
}
const LONGEST_LINES = 24; // characters: more would leave no room for the name

interface FileLines { /** Empty for the function's own file. */ file: string; lines: number[] }

/** The captured lines of all entries: of the function's own file, else of each file. */
function capturedIn(frame: Frame): FileLines[] {
  const all = new Map<string, Set<number>>();
  for (const { compilation } of entriesOf(frame))
    for (const [file, lines] of Object.entries(compilation.captured_lines ?? {}))
      all.set(file, new Set([...all.get(file) ?? [], ...lines]));
  const own = all.get(frame.file ?? "");
  return own !== undefined ? [{ file: "", lines: [...own] }]
    : [...all].map(([file, lines]) => ({ file, lines: [...lines] }));
}

const linesBy = (frame: Frame, written: (of: FileLines) => string): string =>
  capturedIn(frame).map(written).join(", ");
const wholeLines = ({ file, lines }: FileLines): string =>
  `${file === "" ? "line " : `${base(file)}:`}${ranges(lines)}`;

/** Of a list that is too long, how many lines it has, and the ends: `33 lines, 365-1286`. */
function briefLines(of: FileLines): string {
  const { file, lines } = of;
  if (!ranges(lines).includes(",")) return wholeLines(of);
  return file === "" ? `${lines.length} lines, ${Math.min(...lines)}-${Math.max(...lines)}`
    : `${lines.length} lines of ${base(file)}`;
}

/** What tells two resume functions behind one line apart: `→ line 28-29`, or `no graph`. */
export function whichResume(frame: Frame): string {
  if (!isResume(frame)) return "";
  const lines = resumeLines(frame);
  return lines !== "" ? `→ ${lines}` : hasNoGraph(frame) ? "no graph" : "";
}

const hasNoGraph = (frame: Frame): boolean => entriesOf(frame).length > 0
  && entriesOf(frame).every(({ compilation }) => (compilation.graphs ?? []).length === 0);

/**
 * Where the missing numbers are: `entry 1: no graph`. Resume functions behind one line of a
 * function share a name, and their entries are numbered together. Empty if none is missing.
 */
export function otherNumbers(frames: readonly Frame[], frame: Frame): string {
  if (!isResume(frame)) return "";
  const numbers = (of: Frame) => entriesOf(of).flatMap(({ compilation }) => compilation.entry?.index ?? []);
  const own = numbers(frame);
  const last = Math.max(...own);
  return familyOf(frames, frame.id).filter((one) => one !== frame && one.co_name === frame.co_name)
    .flatMap((one) => {
      const before = numbers(one).filter((number) => number < last && !own.includes(number));
      return before.length === 0 ? []
        : [`${before.length === 1 ? "entry" : "entries"} ${ranges(before)}: ${whichResume(one) || titleOf(one)}`];
    }).join("; ");
}

/** Why the numbers of a resume function's entries have gaps. */
export const NUMBERED_TOGETHER = "The entries of all resume functions behind one line are numbered together.";

/** The title of a frame, and which of several resume functions it is. */
export const wholeTitle = (frame: Frame): string =>
  [titleOf(frame), whichResume(frame)].filter(Boolean).join(resumeLines(frame) === "" ? ", " : " ");

/** What a backend noted, one item each. */
export const notesOf = (notes: readonly Annotation[]): [string, string, string][] =>
  notes.flatMap((note) => Object.entries(note.metadata ?? {}).map(([name, value]) =>
    [name, String(value), note.graph ?? ""] as [string, string, string]));

/** What a file of the directory is, for a reader. */
export function stageOf(data: Data, file: string): string {
  if (isOfProgram(file)) return "of your program, as it was when the run ended";
  const stage = Object.keys(data.stages).find((name) => file.includes(`.${name}.`));
  const about = stage !== undefined ? data.stages[stage] ?? ""
    : file.includes(".kernel_") ? "generated code" : "";
  const backward = stage !== "Backward_graph" && backwardFiles(data).has(file);
  return backward ? `${about}, of the backward` : about;
}

const BACKWARD = new WeakMap<Data, ReadonlySet<string>>();

function backwardFiles(data: Data): ReadonlySet<string> {
  let known = BACKWARD.get(data);
  if (known === undefined) {
    const made = data.frames.flatMap((frame) => frame.compilations ?? [])
      .flatMap((one) => [...one.graphs ?? [], ...one.kernels ?? []]);
    known = new Set(made.filter((one) => one.backward).map((one) => one.file));
    BACKWARD.set(data, known);
  }
  return known;
}

/** Whether a file of the page is of the program, not of the dump. */
export const isOfProgram = (file: string): boolean => /[\\/]/.test(file);
