// What ties the parts of one compilation together, looked up quickly.
import type { GraphData, GraphNode, KernelData } from "./contract";
import type { Guard } from "./data";

/** What is known of a compilation. */
export interface Told {
  /** The file that the shown function is in. */
  file: string;
  /** The transformed code. */
  text: string;
  /** The user's lines that lines of the transformed code stand for. */
  lines: Readonly<Record<string, readonly number[]>>;
  graphs: readonly GraphData[];
  kernels: readonly KernelData[];
  guards: readonly Guard[];
  /** Of lines with a `def`, by `lineKey`: the lines of its body that are in graphs. */
  bodies?: ReadonlyMap<string, readonly string[]>;
}

/** A node or a kernel, and the file that it is in. */
export interface Member<T> { key: string; file: string; of: T }

/** The relation of one compilation, for many selections. */
export interface Web {
  file: string;
  guards: readonly Guard[];
  /** Of lines of the transformed code: the user's lines, by `lineKey`. */
  shown: ReadonlyMap<number, ReadonlySet<string>>;
  /** Of lines of the transformed code that call graphs: their prefixes. */
  calls: ReadonlyMap<number, readonly string[]>;
  nodes: ReadonlyMap<string, Member<GraphNode>>;
  nodesAt: ReadonlyMap<string, readonly Member<GraphNode>[]>;
  /** By prefix. */
  graphs: ReadonlyMap<string, readonly GraphData[]>;
  prefixes: ReadonlyMap<string, string>;
  kernels: readonly Member<KernelData>[];
  bodies: ReadonlyMap<string, readonly string[]>;
}

/** A node or kernel within its file, as one text. */
export const named = (file: string, name: string): string => `${file}:${name}`;
/** The file and the name that `named` put together. */
export function unnamed(key: string): [file: string, name: string] {
  const cut = key.indexOf(":");
  return [key.slice(0, cut), key.slice(cut + 1)];
}
/** A line of a file, as one text. */
export const lineKey = (file: string, line: number): string => `${file}:${line}`;

/** Makes the look-ups of a compilation. */
export function webOf({ file, text, lines, graphs, kernels, guards, bodies = new Map() }: Told): Web {
  const nodes = graphs.flatMap((graph) => graph.nodes.map((of) =>
    ({ key: named(graph.file, of.name), file: graph.file, of })));
  const prefixes = [...new Set(graphs.map((graph) => graph.prefix))];
  return {
    file, guards, bodies,
    shown: new Map(Object.entries(lines).map(([at, own]) =>
      [Number(at), new Set(own.map((line) => lineKey(file, line)))])),
    calls: callsIn(text, prefixes),
    nodes: new Map(nodes.map((node) => [node.key, node])),
    nodesAt: grouped(nodes.flatMap((node) => linesOf(node.of).map((key) =>
      [key, node] as const))),
    graphs: grouped(graphs.map((graph) => [graph.prefix, graph] as const)),
    prefixes: new Map(graphs.map((graph) => [graph.file, graph.prefix])),
    kernels: kernels.map((of) => ({ key: named(of.file, of.kernel), file: of.file, of })),
  };
}

/** The lines that something comes from, each once, by `lineKey`. */
export const linesOf = ({ places }: GraphNode | KernelData): string[] =>
  [...new Set(places.map(({ file, line }) => lineKey(file, line)))];

/** The innermost line that a node comes from; empty for none. */
export const ownLine = ({ places }: GraphNode): string => {
  const last = places.at(-1);
  return last === undefined ? "" : lineKey(last.file, last.line);
};

/** The graphs that lines of code call. */
export function callsIn(
  text: string, prefixes: readonly string[],
): Map<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  text.split("\n").forEach((line, at) => {
    const called = prefixes.filter((prefix) => line.includes(`${prefix}(`));
    if (called.length > 0) found.set(at + 1, called);
  });
  return found;
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const [key, one] of pairs) {
    const there = found.get(key);
    if (there === undefined) found.set(key, [one]);
    else there.push(one);
  }
  return found;
}
