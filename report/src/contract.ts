// What depyf hands to the page, beside the run's summary (see `render/json.py`).
// The Python side is `render/page_data.py`; a test holds both against one schema.
/** A place in a file of the user's or a library's; `line` counts from 1. */
export interface Place {
  file: string;
  line: number;
}

export type { GraphData, GraphNode } from "./nodes";

/** One stage of one graph; `nodes.ts` makes a `GraphData` of it. */
export interface StoredGraph {
  /** The file in the directory that shows it as text. */
  file: string;
  /** `__compiled_fn_3`. */
  prefix: string;
  /** `Captured_Graph`, `Joint_graph`, `Forward_graph`, `Backward_graph`, ... */
  stage: string;
  backward: boolean;
  nodes: StoredNode[];
  /** The lists of the user's lines that nodes come from, innermost last. */
  place_lists: Place[][];
  /** Names of the values that are saved for backward, with bytes where known. */
  saved: SavedValue[];
}

/** What a graph's node is: an input, an operation, or what is returned. */
export type NodeKind = "input" | "operator" | "output";

/** A node of a graph; positions are those in its `nodes`. */
export interface StoredNode {
  /** Of the value it makes, as in the printed graph. */
  name: string;
  kind: NodeKind;
  /** What is done: `linear`, `x + 1`, `return`. */
  label: string;
  /** dtype and shape as torch prints them, empty where it does not. */
  type: string;
  /** Positions of the values it takes (parameters are not among them). */
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
  /** The user's lines: a position in the graph's `place_lists`. */
  places: number;
  /** Bytes at the sizes of the first call, 0 for a view; absent where not known. */
  bytes?: number;
  /** Position of its last use, or of the last use of a view of it. */
  until?: number;
}

export interface SavedValue {
  name: string;
  bytes?: number;
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
