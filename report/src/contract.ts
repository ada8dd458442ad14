// What depyf hands to the page, beside the run's summary (see `render/json.py`).
// The Python side is `render/page_data.py`; a test holds both against one schema.
/** A place in a file of the user's or a library's; `line` counts from 1. */
export interface Place {
  file: string;
  line: number;
}

/** What a frame came to, without what resumes it. */
export interface CostRow {
  /** The `id` of the frame. */
  frame: string;
  entries: number;
  /** Places: a break that every compilation of the frame meets is one. */
  breaks: number;
  recompiles: number;
  /** How often its entries ran; null where nobody counted. */
  hits: number | null;
  seconds: number;
}

/** What compiles a function: a call of `torch.compile` or a decorator. */
export interface CompileCall {
  file: string;
  line: number;
  /** Its source in one line. */
  text: string;
  /** The backend that it names, if any. */
  backend?: string;
}

/** What ties recompiles to their reasons and findings. */
export interface Recompiles {
  /** By id of a compilation, which of its reasons tells it from the nearest entry. */
  reasons: Record<string, number>;
  /** For each finding the ids of the compilations that it is the reason of. */
  findings: string[][];
  /** The same for each that is expected. */
  expected: string[][];
  /** The causes of recompiles that only findings of another kind name, such as of graph breaks. */
  behind_others: OwnReason[];
  /** Seconds of compiling that the edits of what is expected save. */
  saved_seconds: number;
}

/** The cause of recompiles, and the ids of these. */
export interface OwnReason { subject: string; what: string; edit?: string; note?: string; compilations: string[] }

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
  nodes: StoredNodes;
  /** Names of the values that are saved for backward, with bytes where known. */
  saved: SavedValue[];
  /** The bytes of all of them, memory that several share counted once. */
  saved_bytes: number;
}

/** What a graph's node is: an input, an operation, or what is returned. */
export type NodeKind = "input" | "operator" | "output";

/** The nodes of a graph as columns, each in the order of the nodes. */
export interface StoredNodes {
  /** A text, of which each line is the name of a value, as in the printed graph. */
  names: number;
  /** A text, of which each line is a word; what nodes have is told as its number, from 0. */
  words: number;
  /** Words: what each is (`NodeKind`). */
  kind: number[];
  /** Words: what is done: `linear`, `x + 1`, `return`. */
  label: number[];
  /** Words: dtype and shape as torch prints them, empty where it does not. */
  type: number[];
  /** Words: the module it runs in, as torch writes it: `self.layers.0.norm`; or empty. */
  module: number[];
  /** Words: the same as people write it: `layers[0].norm`, of lowered operations, too;
   * empty for what the compiled function does itself, null where not known. */
  owner: (number | null)[];
  /** Words: where it is drawn if elsewhere, in the body of a branch or loop; or empty. */
  home: number[];
  /** Words: of `home` the last step that is no module but such a body, or its node. */
  body: number[];
  /** Words: the parameters and buffers it takes, with their shapes. */
  parameters: number[][];
  /** How far before it the values stand that it takes (no parameters). */
  takes: number[][];
  /** How many lines of the printed graph it stands below the node before; the first, its line. */
  shown: number[];
  /** The user's lines: a position in `place_lists`. */
  places: number[];
  /** The lists of the user's lines that nodes come from, innermost last. */
  place_lists: Place[][];
  /** Bytes at the sizes of the first call, 0 for a view; null where not known. */
  bytes: (number | null)[];
  /** How far behind it the last use is, of a view of it, too; null where there is none. */
  until: (number | null)[];
  /** Of lowered nodes the position in the captured graph of what each was made from; null where not certain. */
  source: (number | null)[];
  /** Of lowered nodes made from some of several operations a position in `perhaps_lists`; null for others. */
  perhaps: (number | null)[];
  /** Lists of positions in the captured graph. */
  perhaps_lists: number[][];
}

export interface SavedValue {
  name: string;
  bytes?: number;
  /** As the `owner` of a node; of an argument, the module whose parameter or buffer it is. */
  module?: string;
  /** The path of the argument that it is, or that it is a view or copy of. */
  argument?: string;
}

/** A kernel of a generated module, and what it was made from. */
export interface KernelData {
  file: string;
  kernel: string;
  /** The graph's file, and names of its nodes. */
  graph: string | null;
  nodes: string[];
  places: Place[];
  /** `recorded` by Inductor, read in its `comment`s, told by the `buffers` that it uses, or
   * `inferred` from the name. */
  how: string;
  /** Lines, from 1, of its definition and of its calls in the generated module. */
  shown: number[];
  /** How often the generated module calls it. */
  calls: number;
  /** Its calls, if there are several, of which it is known what each was made from. */
  launches: Launch[];
  /** The positions of nodes by their `owner`. */
  modules: Record<string, number[]>;
  /** Bytes of the values that go in and come out, over all calls, where known. */
  reads?: number;
  writes?: number;
}

/** One of several calls of a kernel. */
export interface Launch {
  /** Of the generated module. */
  line: number;
  /** Positions in the kernel's `nodes` and `places`. */
  nodes: number[];
  places: number[];
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
