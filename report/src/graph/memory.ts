// The bytes that are alive while each node runs: what the page is told of the nodes
// (`model/graph_nodes.py` says how), laid over their order.  What operations need for
// themselves, what an allocator rounds up, what Inductor fuses or copies is not in it,
// except the copies of inputs that a backward gets.

import type { GraphData, GraphNode } from "../contract";
import type { Compilation, SavedTensor } from "../data";
import { at } from "./lists";

export interface Memory {
  /** Bytes alive while each node runs, in the order of nodes; inputs are not counted. */
  live: number[];
  /** The first position where most are alive; -1 where no size is known. */
  peak: number;
  /** What is alive at the peak, the largest first. */
  atPeak: { name: string; bytes: number }[];
  /** How many values have no size, and count as nothing. */
  unknown: number;
}

const NONE: ReadonlySet<string> = new Set();

type Saving = Pick<Compilation, "saved_for_backward">;

const savedOf = ({ saved_for_backward: all }: Saving, { prefix }: GraphData) =>
  all?.find((one) => one.prefix === prefix);

/** Whether only the backward keeps a saved tensor in memory: it is no input, or a copy of one. */
export const isOwn = ({ argument, copied }: Pick<SavedTensor, "argument" | "copied">): boolean =>
  argument === undefined || copied === true;

/**
 * The inputs that take memory of their own: of a backward what the forward saved, of a
 * forward those that it copies for the backward.
 */
export function heldBy(compilation: Saving, graph: GraphData): ReadonlySet<string> {
  if (graph.stage === "Captured_Graph") return NONE;
  const tensors = savedOf(compilation, graph)?.tensors ?? [];
  const names = new Set(tensors.map(({ name }) => name));
  return new Set(tensors.filter((one) => (graph.backward ? isOwn(one) : one.copied)
    && !names.has(one.view_of ?? "")).map(({ name }) => name));
}

/** The bytes that stay alive for the backward, which a captured graph knows nothing of. */
export const notCounted = (compilation: Saving, graph: GraphData): number =>
  graph.stage === "Captured_Graph" ? savedOf(compilation, graph)?.own_bytes ?? 0 : 0;

/**
 * Adds up the values of a graph over time.  A view has no bytes of its own: `until` of
 * what it is a view of reaches to the view's last use.  Of inputs only those in `held`
 * count: others live anyway.
 */
export function memoryOf(nodes: readonly GraphNode[], held: ReadonlySet<string> = NONE): Memory {
  const made = nodes.map((node, position) => ({ name: node.name, from: position,
    until: Math.max(position, node.until ?? position),
    bytes: node.kind === "input" && !held.has(node.name) ? 0 : node.bytes ?? 0 }));
  const change = new Array<number>(nodes.length + 1).fill(0);
  for (const { from, until, bytes } of made) {
    change[from] = at(change, from) + bytes;
    change[until + 1] = at(change, until + 1) - bytes;
  }
  let sum = 0;
  const live = nodes.map((_, position) => (sum += at(change, position)));
  const highest = live.reduce((one, other) => Math.max(one, other), 0);
  const peak = highest > 0 ? live.indexOf(highest) : -1;
  const atPeak = made.filter(({ from, until, bytes }) =>
    bytes > 0 && from <= peak && until >= peak)
    .map(({ name, bytes }) => ({ name, bytes }))
    .sort((one, other) => other.bytes - one.bytes);
  const unknown = nodes.filter((node) => node.kind !== "input" && node.type !== ""
    && node.bytes === undefined).length;
  return { live, peak, atPeak, unknown };
}
