// What depyf hands to the page, beside the run's summary (see `render/json.py`).
// The Python side is `render/page_data.py`; a test holds both against one schema.
import type { NodeKind } from "./nodes";

/** A place in a file of the user's or a library's; `line` counts from 1. */
export interface Place {
  file: string;
  line: number;
}

export type { GraphData, GraphNode, NodeKind } from "./nodes";

/** One stage of one graph; `nodes.ts` makes a `GraphData` of it. */
export interface StoredGraph {
  /** The file in the directory that shows it as text. */
  file: string;
  /** `__compiled_fn_3`. */
  prefix: string;
  /** `Captured_Graph`, `Joint_graph`, `Forward_graph`, `Backward_graph`, ... */
  stage: string;
  backward: boolean;
  nodes: NodeColumns;
  /** Names of the values that are saved for backward, with bytes where known. */
  saved: SavedValue[];
}

/** The nodes of a graph, column by column: thousands of them are packed well so. */
export interface NodeColumns {
  name: string[];
  kind: NodeKind[];
  label: string[];
  type: string[];
  module: string[];
  parameters: string[][];
  /** How many nodes before it those stand that it takes. */
  takes: number[][];
  /** How far its line of the printed graph is from that of the node before. */
  shown: number[];
  /** Positions in `place_lists`. */
  places: number[];
  place_lists: Place[][];
  bytes: (number | null)[];
  /** How many nodes after it its last use stands. */
  until: (number | null)[];
  /** By position: `home` and `body`. */
  bodies?: Record<string, string[]>;
}

export interface SavedValue {
  name: string;
  bytes?: number;
}

/** An estimate of what a graph needs, by its file in the payload's `memory`. */
export interface GraphMemory {
  /** Bytes of inputs and parameters, which the caller holds anyway. */
  given: number;
  /** The most bytes of other values that exist at once. */
  peak: number;
  /** Where that is: a position in the graph's `nodes`. */
  at: number;
  /** The names of the values that exist there, largest first. */
  alive: string[];
  /** How many values are of a size that is not known, and not counted. */
  unknown: number;
}

/** A kernel of a generated module, and what it was made from. */
export interface KernelData {
  file: string;
  kernel: string;
  /** The graph's file, and names of its nodes. */
  graph: string | null;
  nodes: string[];
  places: Place[];
  /** `recorded` by Inductor, read in its `comment`s, or `inferred` from the name. */
  how: string;
  /** Lines, from 1, of its definition and of its calls in the generated module. */
  shown: number[];
}

/** A part of compiling, for the timeline; seconds from the first one's start. */
export interface Span {
  name: string;
  start: number;
  seconds: number;
  /** 0 for the whole of a compilation, 1 for what is within it, ... */
  depth: number;
  /** torch's id of the compilation: `0/1`. */
  compilation: string;
  /** The frame and the position of the compilation in it, where known. */
  frame: string | null;
  at: number;
  /** `hit`, `miss` or `bypass` of a cache that was asked within it. */
  cache?: string;
}

/** A condition of an entry that a call, as `depyf.check` was told it, does not meet. */
export interface FailingCondition {
  /** The position of the answer in the frame's `checks`. */
  check: number;
  /** The group that it stands in, and its text there. */
  title: string;
  text: string;
}
