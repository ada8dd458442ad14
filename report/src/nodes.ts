// The nodes of a graph as the page works with them, made of the columns it is given.
import type { Place, SavedValue, StoredGraph } from "./contract";

/** What a graph's node is: an input, an operation, or what is returned. */
export type NodeKind = "input" | "operator" | "output";

export interface GraphNode {
  /** Of the value it makes, as in the printed graph. */
  name: string;
  kind: NodeKind;
  /** What is done: `linear`, `x + 1`, `return`. */
  label: string;
  /** dtype and shape as torch prints them, empty where it does not. */
  type: string;
  /** Positions, in `nodes`, of the values it takes (parameters are not among them). */
  takes: number[];
  /** The parameters and buffers it takes, with their shapes. */
  parameters: string[];
  /** The module it runs in, as people write it: `self.layers.0.norm`; empty if none. */
  module: string;
  /** Like `module`, where it is drawn if elsewhere: in the body of a branch or loop. */
  home?: string;
  /** Of `home` the last step that is no module but such a body, or the node of one. */
  body?: string;
  /** The line of the printed graph, from 1. */
  shown: number;
  /** The user's lines, innermost last. */
  places: Place[];
  /** Bytes at the sizes of the first call, 0 for a view; absent where not known. */
  bytes?: number;
  /** Position in `nodes` of its last use, or of the last use of a view of it. */
  until?: number;
}

/** One stage of one graph. */
export interface GraphData {
  /** The file in the directory that shows it as text. */
  file: string;
  /** `__compiled_fn_3`. */
  prefix: string;
  /** `Captured_Graph`, `Joint_graph`, `Forward_graph`, `Backward_graph`, ... */
  stage: string;
  backward: boolean;
  nodes: GraphNode[];
  /** Names of the values that are saved for backward, with bytes where known. */
  saved: SavedValue[];
}

/** Puts the columns of a graph together into nodes. */
export function graphOf(stored: StoredGraph): GraphData {
  const { nodes: all, ...graph } = stored;
  let shown = 0;
  const nodes = all.name.map((name, at): GraphNode => {
    const [bytes, until, body] = [all.bytes[at], all.until[at], all.bodies?.[at]];
    shown += all.shown[at] ?? 0;
    return {
      name, shown,
      kind: all.kind[at] ?? "operator",
      label: all.label[at] ?? "",
      type: all.type[at] ?? "",
      module: all.module[at] ?? "",
      parameters: all.parameters[at] ?? [],
      takes: (all.takes[at] ?? []).map((back) => at - back),
      places: all.place_lists[all.places[at] ?? -1] ?? [],
      ...(body === undefined ? {} : { home: body[0] ?? "", body: body[1] ?? "" }),
      ...(bytes == null ? {} : { bytes }),
      ...(until == null ? {} : { until: at + until }),
    };
  });
  return { ...graph, nodes };
}
