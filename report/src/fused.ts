// Which kernels two modules or lines are in, and what runs between them.  Pure.
import type { GraphData, GraphNode, KernelData, NodeKind } from "./contract";
import type { CapturedPlace } from "./data";
import { base, linesOf, place } from "./model";
import { lastOf, operationMeant } from "./operationNames";
import { isInName } from "./perhaps";
import { named } from "./web";
import { sidesOf, type Work, worksOf } from "./work";

/** A kernel, or one of its calls: then `call` is which, from 1. */
export interface Ran extends KernelData { call?: number }

/** What of one direction runs both, or one of each and the kernels between. */
export interface Fused { backward: boolean; both: Ran[]; first: Ran[];
  second: Ran[]; between: KernelData[];
  /** Whether of both it is known which call is meant, so that nothing else is between. */
  isExact: boolean;
  /** Whether more kernels run one or the other than the nearest two. */
  isPart: boolean;
  /** The layer that both run for, where calls of two layers are nearer to each other. */
  layer?: string;
  /** Whether no graph has kernels of both. */
  isOfGraphs?: true;
  /** Which of the two is a part of the other: then this is about the rest of the other. */
  inner?: 0 | 1 | "same" }

/** The calls of a kernel, each with what is its own of it. */
export const callsApart = (kernel: KernelData): Ran[] => kernel.launches.map((one) => {
  const own = new Map(one.nodes.map((node, at) => [node, at] as const));
  const modules = Object.entries(kernel.modules).map(([name, nodes]) =>
    [name, nodes.flatMap((node) => own.get(node) ?? [])] as const);
  const { reads: _reads, writes: _writes, ...known } = kernel;
  return { ...known, shown: [one.line], calls: 1, launches: [],
    call: callLines(kernel).indexOf(one.line) + 1,
    nodes: one.nodes.map((node) => kernel.nodes[node] ?? ""),
    places: one.places.flatMap((place) => kernel.places[place] ?? []),
    modules: Object.fromEntries(modules.filter(([, nodes]) => nodes.length > 0)) };
});

/** Whether what was guessed of a kernel holds for the first of its calls only. */
export const isOfFirst = ({ how, calls, nodes, launches }: KernelData): boolean =>
  how === "inferred" && calls > 1 && nodes.length > 0
  && !(launches.length > 0 && launches.every((one) => one.nodes.length > 0));

/**
 * Kernels with their calls apart, if of all of these it is known what they do: of some
 * kernels lines are recorded and no nodes.
 */
const apart = (kernels: readonly KernelData[]): Ran[] => kernels.flatMap((kernel): Ran[] =>
  kernel.launches.length === kernel.calls && kernel.launches.length > 1
  && kernel.launches.every(({ nodes, places }) => nodes.length > 0
    || (kernel.nodes.length === 0 && places.length > 0)) ? callsApart(kernel) : [kernel]);

/** Everything that can be asked for: modules with those around them, and lines. */
export function choices(kernels: readonly KernelData[]): string[] {
  const found = new Set<string>();
  for (const { modules, places } of kernels) {
    for (const module of Object.keys(modules))
      for (const part of around(module)) found.add(part);
    for (const { file, line } of places) found.add(place(file, line));
  }
  return [...found].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** A path and the paths that it lies in: `layers`, `layers[0]`, `layers[0].mlp`. */
export const around = (path: string): string[] =>
  [...path.matchAll(/[.[]|$/g)].map(({ index }) => path.slice(0, index))
    .filter((one) => one !== "");

/** Begins what stands for all modules of a name: `*.conv1`. */
const ALL = "*.";

/** Whether a path is of the module, or of one of the modules, that a name stands for. */
const isNamed = (path: string, wanted: string): boolean =>
  path === wanted || (wanted.startsWith(ALL) && path.endsWith(wanted.slice(1)));

/** Whether a kernel runs some of a module, of a line, or of some lines of a file. */
export const isOf = ({ modules, places }: Pick<KernelData, "modules" | "places">, wanted: string): boolean =>
  Object.keys(modules).some((module) => around(module).some((part) => isNamed(part, wanted)))
  || places.some(({ file, line }) => isAt(wanted, file, line));

/** Whether a line is one of those that `wanted` names: `unet.py:18`, `unet.py:18-20, 23`. */
function isAt(wanted: string, file: string, line: number): boolean {
  const start = `${base(file)}:`;
  return wanted.startsWith(start) && linesOf(wanted.slice(start.length)).includes(line);
}

/** What a name may mean: what was captured, beside the kernels. */
export interface Names { kernels: readonly KernelData[]; captured: readonly CapturedPlace[];
  /** The names of the operations of the graphs. */
  operations: readonly string[];
  /** The base name of the shown file. */
  file: string }

/** What was typed, in the form of one of the `choices`, if it names one; else as it is. */
export function meant(names: Names, typed: string): string {
  return meantExactly(names, typed) ?? meantInOtherCase(names, typed) ?? typed;
}

function meantExactly(names: Names, typed: string): string | undefined {
  const [, line] = /^(?:line )?(\d+)$/.exec(typed) ?? [];
  if (line !== undefined) return lineMeant(names, Number(line));
  const known = choices(names.kernels);
  const path = pathOf(typed);
  const found = known.filter((one) => one.endsWith(`.${path}`));
  return [typed, path].find((one) => known.includes(one))
    ?? (found.length === 1 ? found[0] : undefined) ?? functionMeant(names.captured, typed)
    ?? operationMeant(names.operations, typed) ?? (found.length > 1 ? `${ALL}${path}` : undefined) ?? (path !== typed && known.includes(around(path)[0] ?? "") ? path : undefined)
    ?? [lastOf(typed.replace(/\(.*$/s, ""))].find((one) => names.kernels.some(({ kernel }) => isInName(kernel, one)));
}

/** What the only name means that was typed in other letters, upper and lower case: `attention` for the class `Attention`. */
function meantInOtherCase(names: Names, typed: string): string | undefined {
  const called = typed.replace(/\(.*$/s, "");
  const [path, ...code] = [pathOf(typed), lastOf(called), lastOf(called.toLowerCase())].map((one) => one.toLowerCase());
  const paths = [...choices(names.kernels).flatMap(ends), ...names.captured.flatMap(({ function: name = "" }) => [...ends(name), ...around(name)])];
  const all = [...paths.filter((one) => one.toLowerCase() === path), ...names.operations.filter((one) => code.includes(one.toLowerCase())),
    ...code.filter((one) => names.kernels.some(({ kernel }) => isInName(kernel, one)))];
  const [only, other] = new Set(all.flatMap((one) => meantExactly(names, one) ?? []));
  return other === undefined ? only : undefined;
}

/** A path, and its ends: `mid[0].attn`, `attn`. */
const ends = (path: string): string[] => [path, ...[...path.matchAll(/\./g)].map(({ index }) => path.slice(index + 1))];

/** The modules that a name such as `*.conv1` stands for; none for other names. */
export const modulesNamed = (kernels: readonly KernelData[], wanted: string): string[] =>
  !wanted.startsWith(ALL) ? [] : choices(kernels).filter((one) => isNamed(one, wanted));

/** A module's path as the page writes it: PyTorch prints `layers.0.mlp` for `layers[0].mlp`. */
export const pathOf = (typed: string): string => typed
  .replace(/^(?:self\.|_orig_mod\.)+/, "").replace(/\.(\d+)(?=[.[]|$)/g, "[$1]");

/** A bare number is a line of the shown file, or else of the only file that has this line. */
function lineMeant({ kernels, captured, file }: Names, line: number): string {
  const ran = kernels.flatMap(({ places }) => places).filter((one) => one.line === line);
  const seen = captured.filter(({ lines }) => linesOf(lines).includes(line));
  for (const places of [ran, seen]) {
    const found = [...new Set(places.map((one) => place(one.file, line)))];
    const own = `${file}:${line}`;
    if (found.includes(own)) return own;
    if (found.length === 1) return found[0] ?? own;
  }
  return `${file}:${line}`;
}

/** The lines of the only function that a name may mean: `Norm`, `Norm.forward`, `rotate`. */
export function functionMeant(captured: readonly CapturedPlace[], typed: string): string | undefined {
  const [only, other] = captured.filter(({ function: name = "" }) => name === typed
    || name.startsWith(`${typed}.`) || name.endsWith(`.${typed}`));
  return only === undefined || other !== undefined ? undefined
    : `${base(only.file)}:${only.lines}`;
}

const MOST_NEAR = 3;

/** The choices and operations that hold what was typed, and else the lines of operations that do. */
export function nearTo({ kernels, captured, operations }: Names, graphs: readonly GraphData[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const has = (one: string) => one.toLowerCase().includes(wanted);
  const parts = [...choices(kernels), ...captured.flatMap((one) => one.function ?? [])].filter(has);
  const works = worksOf(graphs);
  const run = operations.filter((one) => has(one) && kernels.some((kernel) => works.has(kernel, one)));
  // Many modules with such a name leave one place to an operation.
  const named = [...parts.slice(0, MOST_NEAR - 1), ...run.slice(0, MOST_NEAR), ...parts.slice(MOST_NEAR - 1)];
  const [first] = graphs;
  const ran = named.length > 0 || first === undefined ? [] : first.nodes
    .filter(({ kind, label, name }) => kind === "operator" && (has(label) || has(name)))
    .flatMap(({ places }) => places.slice(-1)).map((one) => place(one.file, one.line))
    .filter((one) => kernels.some((kernel) => isOf(kernel, one)));
  return [...new Set([...named, ...ran])].slice(0, MOST_NEAR);
}

/** A module and a line that can be asked for, the innermost and the first. */
export function examples(kernels: readonly KernelData[]): string[] {
  const all = choices(kernels);
  const depth = (one: string) => one.split(/[.[]/).length;
  const [modules, lines] = [false, true].map((isLine) =>
    all.filter((one) => /:\d+$/.test(one) === isLine)) as [string[], string[]];
  return [...modules.sort((a, b) => depth(b) - depth(a)).slice(0, 1), ...lines.slice(0, 1)];
}

/** Of the modules around one the nearest that a kernel is recorded for, not for parts of it. */
export const nearestKnown = (kernels: readonly KernelData[], wanted: string): string | undefined =>
  around(wanted).reverse().find((part) => kernels.some(({ modules }) => part in modules));

/** Says for each direction whether two are fused; views count as none of them. */
export function fused(kernels: readonly KernelData[], backward: ReadonlySet<string>,
  one: string, other: string, graphs: readonly GraphData[] = []): Fused[] {
  const works = worksOf(graphs);
  const each = apart(kernels);
  // A part is one in both directions.
  const all = sidesOf(works, each, [one, other]);
  return [false, true].flatMap((way): Fused[] => {
    const isOfWay = ({ file }: KernelData) => backward.has(file) === way;
    const [first, second, both] = [all.first, all.second, all.both].map((some) =>
      some.filter(isOfWay)) as [Ran[], Ran[], Ran[]];
    const inner = all.inner === undefined ? {} : { inner: all.inner };
    if (first.length === 0 || second.length === 0) return [];
    if (both.length > 0) return [{ backward: way, both, first, second, between: [],
      isExact: true, isPart: false, ...inner }];
    if (!first.some(({ file }) => second.some((ran) => ran.file === file)))
      return [{ backward: way, both, first, second, between: [], isExact: false, isPart: false,
        isOfGraphs: true, ...inner }];
    const near = nearest(first.map((ran) => partsOf(ran, works.of(ran, one, !all.callers[0]))),
      second.map((ran) => partsOf(ran, works.of(ran, other, !all.callers[1]))), kernels);
    return [{ backward: way, both, first: [near.first], second: [near.second],
      isExact: [near.first, near.second].every(isOneCall),
      isPart: first.length + second.length > 2,
      ...(near.layer === undefined ? {} : { layer: near.layer }),
      between: runBetween(kernels.filter(isOfWay), near), ...inner }];
  });
}

/** The kernels that run between two calls, in the order in which they are first called there. */
const runBetween = (kernels: readonly KernelData[], { first, from, to }: ReturnType<typeof nearest>): KernelData[] =>
  kernels.flatMap((kernel) => {
    const lines = kernel.file !== first.file ? [] : callLines(kernel).filter((line) => line > from && line < to);
    return lines.length === 0 ? [] : [{ kernel, line: Math.min(...lines) }];
  }).sort((a, b) => a.line - b.line).map(({ kernel }) => kernel);

/** Whether it is recorded what this call of a kernel does, or the only one that there is. */
const isOneCall = ({ call, calls, how }: Ran): boolean =>
  how !== "inferred" && (call !== undefined || calls === 1);

/** The lines of a generated module that call a kernel: a made one has a line more. */
const callLines = ({ shown, calls }: KernelData): number[] =>
  shown.slice(Math.max(0, shown.length - calls));

/** A kernel, and the layers that operations of it lie in: items of lists, such as `up[0]`. */
interface Parts { ran: Ran; layers: ReadonlySet<string>; modules: ReadonlySet<string> }

function partsOf(ran: Ran, works: readonly Work[]): Parts {
  const modules = new Set(works.flatMap((one) => one.modules).flatMap(around));
  return { ran, modules, layers: new Set([...modules].filter((part) => part.endsWith("]"))) };
}

/** The innermost layer that both lie in, if any. */
const sharedLayer = (a: Parts, b: Parts): string =>
  [...a.layers].filter((part) => b.layers.has(part)).sort((x, y) => y.length - x.length)[0] ?? "";

/** The number of each call in its module, by the lines of the calls. */
const orderOf = (kernels: readonly KernelData[], file: string): ReadonlyMap<number, number> =>
  new Map([...new Set(kernels.filter((one) => one.file === file).flatMap(callLines))]
    .sort((a, b) => a - b).map((line, at) => [line, at]));

/** A call of each of two kernels, the layer of both, the number of calls between, and of modules that both run for. */
interface Pair { first: Ran; second: Ran; from: number; to: number; layer: string; apart: number; shared: number }

/**
 * Of two sets of kernels the two calls with the fewest calls between.  Calls for the same
 * layer go first: between two layers the end of one is nearer to the start of the next than
 * to its own.  Of equally near pairs the one with the most modules in common is taken.
 */
function nearest(first: readonly Parts[], second: readonly Parts[], kernels: readonly KernelData[]):
  Omit<Pair, "layer" | "apart" | "shared"> & { layer?: string } {
  const orders = new Map([...new Set(kernels.map(({ file }) => file))].map((file) => [file, orderOf(kernels, file)]));
  const all = first.flatMap((a) => second.filter(({ ran }) => ran.file === a.ran.file).flatMap((b): Pair[] => {
    const layer = sharedLayer(a, b);
    const shared = [...a.modules].filter((part) => b.modules.has(part)).length;
    const at = (line: number) => orders.get(a.ran.file)?.get(line) ?? 0;
    return callLines(a.ran).flatMap((x) => callLines(b.ran).map((y) => ({ first: a.ran, second: b.ran,
      from: Math.min(x, y), to: Math.max(x, y), layer, shared, apart: Math.abs(at(x) - at(y)) })));
  }));
  const depth = ({ layer }: Pair) => layer === "" ? 0 : around(layer).length;
  const found = [...all].sort((a, b) => depth(b) - depth(a) || a.apart - b.apart || b.shared - a.shared || a.from - b.from)[0];
  if (found === undefined) return { first: first[0]?.ran as Ran, second: second[0]?.ran as Ran, from: 0, to: 0 };
  const { layer, apart, shared: _shared, ...near } = found;
  return layer !== "" && all.some((one) => one.apart < apart) ? { ...near, layer } : near;
}

/** The nodes of one kind that a kernel was made from, of the graph that was lowered. */
function ownNodes(graphs: readonly GraphData[], { graph, nodes }: KernelData, wanted: NodeKind): GraphNode[] {
  const own = new Set(nodes);
  return graphs.find(({ file }) => file === graph)?.nodes
    .filter(({ kind, name }) => kind === wanted && own.has(name)) ?? [];
}

/** The operations that a kernel was made from. */
export const operatorsOf = (graphs: readonly GraphData[], kernel: KernelData): GraphNode[] =>
  ownNodes(graphs, kernel, "operator");

/** The inputs that a kernel copies, as a call wants other strides. */
export const copiedBy = (graphs: readonly GraphData[], kernel: KernelData): GraphNode[] =>
  ownNodes(graphs, kernel, "input");

/** A kernel's name without what was fused: `cpp_fused_3`. */
export const shortName = (kernel: string): string =>
  kernel.replace(/^(\w*?fused)_\w+?_(\d+)$/, "$1_$2");

/** Of many kernels `most`: one of each kind is among them, and kinds of few kernels, such as library calls, go first. */
export function eachKindOf<T>(all: readonly T[], nameOf: (one: T) => string, most: number): T[] {
  const kinds = new Map<string, T[]>();
  for (const one of all) {
    const kind = shortName(nameOf(one)).replace(/_\d+$/, "");
    kinds.set(kind, [...kinds.get(kind) ?? [], one]);
  }
  const groups = [...kinds.values()].sort((a, b) => a.length - b.length);
  const chosen = new Set([...new Set([...groups.flatMap((group) => group.slice(0, 1)), ...all])].slice(0, most));
  return groups.flatMap((group) => group.filter((one) => chosen.has(one)));
}

export const keyOf = ({ file, kernel }: KernelData): string => named(file, kernel);
