// Which kernels two modules or lines are in, and what runs between them.  Pure.
import type { GraphData, GraphNode, KernelData } from "./contract";
import { place } from "./model";
import { named } from "./web";

/** A kernel, or one of its calls: then `call` is which, from 1. */
export interface Ran extends KernelData { call?: number }

/** What of one direction runs both, or one of each and the kernels between. */
export interface Fused { backward: boolean; both: Ran[]; first: Ran[];
  second: Ran[]; between: KernelData[] }

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
const around = (path: string): string[] =>
  [...path.matchAll(/[.[]|$/g)].map(({ index }) => path.slice(0, index))
    .filter((one) => one !== "");

/** Whether a kernel runs some of a module or line. */
export const isOf = ({ modules, places }: KernelData, wanted: string): boolean =>
  Object.keys(modules).some((module) => around(module).includes(wanted))
  || places.some(({ file, line }) => place(file, line) === wanted);

/**
 * What was typed, in the form of one of the `choices`. A bare number is a line of `file`, the
 * base name of the shown file, or else of the only file that has this line.
 */
export function meant(kernels: readonly KernelData[], file: string, typed: string): string {
  if (!/^\d+$/.test(typed)) return typed;
  const lines = [...new Set(kernels.flatMap(({ places }) => places)
    .filter(({ line }) => line === Number(typed)).map((one) => place(one.file, one.line)))];
  const own = `${file}:${typed}`;
  return lines.length === 1 && !lines.includes(own) ? lines[0] ?? own : own;
}

/** A module and a line that can be asked for, the innermost and the first. */
export function examples(kernels: readonly KernelData[]): string[] {
  const all = choices(kernels);
  const depth = (one: string) => one.split(/[.[]/).length;
  const [modules, lines] = [false, true].map((isLine) =>
    all.filter((one) => /:\d+$/.test(one) === isLine)) as [string[], string[]];
  return [...modules.sort((a, b) => depth(b) - depth(a)).slice(0, 1), ...lines.slice(0, 1)];
}

/** Of the modules around one that no kernel is known to run the nearest that some do. */
export const nearestKnown = (kernels: readonly KernelData[], wanted: string): string | undefined =>
  around(wanted).reverse().find((part) => kernels.some((kernel) => isOf(kernel, part)));

/** Says for each direction whether two are fused. */
export function fused(kernels: readonly KernelData[], backward: ReadonlySet<string>,
  one: string, other: string): Fused[] {
  return [false, true].flatMap((way) => {
    const own = kernels.filter(({ file }) => backward.has(file) === way);
    const each = apart(own);
    const [first, second] = [one, other].map((wanted) =>
      each.filter((kernel) => isOf(kernel, wanted))) as [Ran[], Ran[]];
    if (first.length === 0 || second.length === 0) return [];
    const both = first.filter((kernel) => second.includes(kernel));
    if (both.length > 0) return [{ backward: way, both, first, second, between: [] }];
    const near = nearest(first, second);
    return [{ backward: way, both, first: [near.first], second: [near.second],
      between: own.filter((kernel) => kernel.file === near.first.file
        && callLines(kernel).some((line) => line > near.from && line < near.to)) }];
  });
}

/** The lines of a generated module that call a kernel: a made one has a line more. */
const callLines = ({ shown, calls }: KernelData): number[] =>
  shown.slice(Math.max(0, shown.length - calls));

/** Of two sets the kernels whose calls stand nearest to each other. */
function nearest(first: readonly Ran[], second: readonly Ran[]) {
  const all = first.flatMap((a) => second.flatMap((b) => callLines(a).flatMap((x) =>
    callLines(b).map((y) => ({ first: a, second: b, from: Math.min(x, y), to: Math.max(x, y) })))));
  const found = all.sort((a, b) => (a.to - a.from) - (b.to - b.from))[0];
  return found ?? { first: first[0] as Ran, second: second[0] as Ran,
    from: 0, to: 0 };
}

/** The operations that a kernel was made from, of the graph that was lowered. */
export function operatorsOf(graphs: readonly GraphData[], { graph, nodes }: KernelData): GraphNode[] {
  const own = new Set(nodes);
  return graphs.find(({ file }) => file === graph)?.nodes
    .filter(({ kind, name }) => kind === "operator" && own.has(name)) ?? [];
}

/** A kernel's name without what was fused: `cpp_fused_3`. */
export const shortName = (kernel: string): string =>
  kernel.replace(/^(\w*?fused)_\w+?_(\d+)$/, "$1_$2");

export const keyOf = ({ file, kernel }: KernelData): string => named(file, kernel);
