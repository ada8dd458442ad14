// The views through which kernels read values: a kernel has none of them as its own.  Pure.
import type { GraphData, GraphNode } from "./contract";
import { isNumber, isView } from "./work";

const CAPTURED = "Captured_Graph";
const byName = new WeakMap<GraphData, ReadonlyMap<string, number>>();

function positionsOf(graph: GraphData): ReadonlyMap<string, number> {
  let known = byName.get(graph);
  if (known === undefined) byName.set(graph, known = new Map(graph.nodes.map(({ name }, at) => [name, at])));
  return known;
}

/** What a view is taken from: its other inputs are sizes, which no kernel reads through it. */
const viewed = (graph: GraphData, { takes }: GraphNode): number[] =>
  takes.filter((at) => graph.nodes[at] !== undefined && !isNumber(graph.nodes[at])).slice(0, 1);

/** The views between what some nodes compute and the values in memory that they read. */
export function viewsRead(graph: GraphData, names: readonly string[]): GraphNode[] {
  const found = new Map<number, GraphNode>();
  const takes = (at: number | undefined) => at === undefined ? [] : graph.nodes[at]?.takes ?? [];
  const left = names.flatMap((name) => takes(positionsOf(graph).get(name)));
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const node = graph.nodes[at];
    if (node === undefined || found.has(at) || isNumber(node) || !isView(node, graph.stage !== CAPTURED)) continue;
    found.set(at, node);
    left.push(...viewed(graph, node));
  }
  return [...found].sort(([a], [b]) => a - b).map(([, node]) => node);
}
