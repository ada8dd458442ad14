// Graphs as the page works with them: one object for each node, made of columns.
import type { NodeKind, Place, StoredGraph, StoredNodes } from "./contract";

/** A node; positions are those in its graph's `nodes`. */
export interface GraphNode {
  name: string;
  kind: NodeKind;
  label: string;
  type: string;
  /** Positions of the values it takes. */
  takes: number[];
  parameters: string[];
  module: string;
  /** The module as people write it, empty for the compiled function itself. */
  owner?: string;
  home?: string;
  body?: string;
  /** The line of the printed graph, from 1. */
  shown: number;
  /** The user's lines, innermost last. */
  places: Place[];
  bytes?: number;
  /** Position of the last use of it, or of a view of it. */
  until?: number;
  /** Position in the captured graph of what a lowered node was made from, if that is certain. */
  source?: number;
  /** Positions of several, if it was made from some of them. */
  perhaps?: readonly number[];
}

/** One stage of one graph. */
export type GraphData = Omit<StoredGraph, "nodes"> & { nodes: GraphNode[] };

/** Makes a graph of what is stored; `texts` are those of its part. */
export function graphOf(graph: StoredGraph, texts: readonly string[]): GraphData {
  return { ...graph, nodes: nodesOf(graph.nodes, texts) };
}

function nodesOf(stored: StoredNodes, texts: readonly string[]): GraphNode[] {
  const words = (texts[stored.words] ?? "").split("\n");
  const word = (number: number | undefined) => words[number ?? 0] ?? "";
  const names = (texts[stored.names] ?? "").split("\n");
  let shown = 0;
  return stored.kind.map((kind, at) => {
    shown += stored.shown[at] ?? 0;
    const node: GraphNode = {
      name: names[at] ?? "",
      kind: word(kind) as NodeKind,
      label: word(stored.label[at]),
      type: word(stored.type[at]),
      takes: (stored.takes[at] ?? []).map((by) => at - by),
      parameters: (stored.parameters[at] ?? []).map(word),
      module: word(stored.module[at]),
      shown,
      places: stored.place_lists[stored.places[at] ?? -1] ?? [],
    };
    const owner = stored.owner[at] ?? null;
    if (owner !== null) node.owner = word(owner);
    const home = word(stored.home[at]);
    const bytes = stored.bytes[at] ?? null;
    const until = stored.until[at] ?? null;
    if (home !== "") Object.assign(node, { home, body: word(stored.body[at]) });
    if (bytes !== null) node.bytes = bytes;
    if (until !== null) node.until = at + until;
    const source = stored.source[at] ?? null;
    if (source !== null) node.source = source;
    const perhaps = stored.perhaps_lists[stored.perhaps[at] ?? -1];
    if (perhaps !== undefined) node.perhaps = perhaps;
    return node;
  });
}
