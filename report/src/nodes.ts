// Graphs as the page works with them: each node has its places, which are stored once.
import type { Place, StoredGraph, StoredNode } from "./contract";

/** A node; `places` are the user's lines, innermost last. */
export type GraphNode = Omit<StoredNode, "places"> & { places: Place[] };

/** One stage of one graph. */
export type GraphData = Omit<StoredGraph, "nodes" | "place_lists"> & { nodes: GraphNode[] };

export function graphOf({ place_lists: lists, ...graph }: StoredGraph): GraphData {
  const nodes = graph.nodes.map((node) => ({ ...node, places: lists[node.places] ?? [] }));
  return { ...graph, nodes };
}
