// Which other entries have the kernels of a name, and which graph breaks lie between.  Pure.
import type { CodeLine, Compilation, CompilationDetails, Frame, KernelFile } from "./data";
import { functionMeant, isOf } from "./fused";
import { familyOf, innermost, isResume, type Model, place } from "./model";
import { functionAt, rootOf } from "./whereShown";
import { worksOf } from "./work";

/** A kernel, as an answer names it. */
export interface NamedKernel { kernel: string; backward: boolean; isGuessed: boolean }

/** An entry whose graph has something of a name; in no kernel if there are none. */
export interface There { frame: Frame; at: number; compilation: Compilation; kernels: NamedKernel[] }

/** The entries that captured a name or have kernels of it: those of the function first, those with kernels first. */
export function entriesWith(model: Model, here: Frame, wanted: string): There[] {
  const family = familyOf(model.data.frames, here.id);
  const all = [...family, ...model.data.frames.filter((one) => !family.includes(one))];
  const found = all.flatMap((frame) => (frame.compilations ?? []).flatMap((compilation, at): There[] => {
    const name = functionMeant(compilation.captured_places ?? [], wanted) ?? wanted;
    const kernels = kernelsOf(compilation, model.data.details[frame.id]?.compilations[at], name);
    return kernels.length > 0 || isCaptured(compilation, name) ? [{ frame, at, compilation, kernels }] : [];
  }));
  return [...found.filter(({ kernels }) => kernels.length > 0), ...found.filter(({ kernels }) => kernels.length === 0)];
}

/** Whether lines are in the captured graph of an entry. */
export const isCaptured = ({ captured_lines: captured = {} }: Compilation, wanted: string): boolean =>
  isOf({ modules: {}, places: Object.entries(captured).flatMap(([file, lines]) =>
    lines.map((line) => ({ file, line }))) }, wanted);

/** The kernels of a name in an entry: if its details are not read yet, by the lines of the kernels. */
export function kernelsOf({ kernels: files = [] }: Compilation, details: CompilationDetails | undefined,
  wanted: string): NamedKernel[] {
  const { kernel_data: known, graph_data: graphs = [] } = details ?? {};
  const isBackward = (file: string) => files.some((one) => one.file === file && one.backward);
  return known === undefined ? files.flatMap((file) => byLines(file, wanted))
    : known.filter((one) => worksOf(graphs).of(one, wanted).length > 0).map(({ file, kernel, how }) =>
      ({ kernel, backward: isBackward(file), isGuessed: how === "inferred" }));
}

const byLines = ({ origins, backward }: KernelFile, wanted: string): NamedKernel[] =>
  origins.filter(({ lines }) => isOf({ modules: {}, places: Object.entries(lines).flatMap(([file, own]) =>
    own.map((line) => ({ file, line }))) }, wanted))
    .map(({ kernel, how }) => ({ kernel, backward, isGuessed: how === "inferred" }));

/** A frame, and the breaks because of which torch compiled it apart from the next of its chain. */
interface Step { frame: Frame; breaks: CodeLine[] }

/** The lines of the graph breaks between the graphs of two frames, each once. */
export function breaksBetween(model: Model, one: Frame, other: Frame): CodeLine[] {
  const [first, second] = [one, other].map((frame) => chainOf(model, frame)) as [Step[], Step[]];
  const meeting = first.find(({ frame }) => second.some((step) => step.frame === frame))?.frame;
  if (meeting === undefined) return [];
  const lines = [first, second].flatMap((chain) => chain.slice(0, chain.findIndex(({ frame }) => frame === meeting)))
    .flatMap(({ breaks }) => breaks);
  return [...new Map(lines.map((line) => [place(line.file, line.line), line])).values()]
    .sort((a, b) => a.file === b.file ? a.line - b.line : 0);
}

/** A frame, what it resumes or what has a break in it, and so on. */
function chainOf(model: Model, frame: Frame): Step[] {
  const chain: Step[] = [];
  for (let at: Frame | undefined = frame; at !== undefined && !chain.some((step) => step.frame === at);) {
    const above: { frame?: Frame; breaks: CodeLine[] } = isResume(at) ? resumed(model, at) : broken(model, at);
    chain.push({ frame: at, breaks: above.breaks });
    at = above.frame;
  }
  return chain;
}

const linesOf = (all: readonly Compilation[]): CodeLine[] =>
  all.flatMap((one) => one.graph_breaks ?? []).flatMap((event) => innermost(event) ?? []);

/** What a resume function goes on with, and the breaks before it. */
function resumed({ byId }: Model, frame: Frame): { frame?: Frame; breaks: CodeLine[] } {
  const above = byId.get(frame.resumes ?? "");
  if (above === undefined) return { breaks: [] };
  const all = above.compilations ?? [];
  const own = all.filter((one) => (one.resume_functions ?? []).some((each) => each.frame === frame.id));
  return { frame: above, breaks: linesOf(own.length > 0 ? own : all) };
}

/** What calls a function and has a break inside it: so torch compiles the function by itself. */
function broken(model: Model, called: Frame): { frame?: Frame; breaks: CodeLine[] } {
  const isIn = ({ file, first_line: first }: Frame) => (line: CodeLine) =>
    line.file === file && functionAt(model, line)?.[0] === first;
  for (const frame of model.data.frames) {
    const root = rootOf(model, frame);
    if (root.file === called.file && root.first_line === called.first_line) continue;
    const breaks = (frame.compilations ?? []).flatMap((one) => one.graph_breaks ?? [])
      .filter(({ user_stack: stack = [] }) => {
        // The stack begins with the callers of the compiled function.
        const own = stack.map(isIn(root)).lastIndexOf(true);
        return own >= 0 && stack.slice(own + 1).some(isIn(called));
      }).flatMap((event) => innermost(event) ?? []);
    if (breaks.length > 0) return { frame, breaks };
  }
  return { breaks: [] };
}
