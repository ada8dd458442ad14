// A small run by hand: one function that breaks at line 5, and the rest of it.
import type { GraphData, GraphNode, KernelData, Place, StoredGraph } from "../src/contract";
import { type Base, type Data, expanded } from "../src/data";
import { merge, type Part } from "../src/parts";

const FILE = "/home/user/toy.py";
const HELPER = "/home/user/helper.py";
export const TEXTS = {
  source: "@torch.compile\ndef f(a):\n    x = g(a)\n    if x.sum() < 0:\n        x = -x\n    return x\n",
  shown: "def __transformed(a):\n    out = __compiled_fn_1(a)\n    x = out[0]\n    return x\n",
  helper: "def g(a):\n    return a.abs()\n",
  kernel: "import torch\n\nk_abs = async_compile.cpp('''\n#include <x.h>\nint x;\n''')\n\ndef call(a):\n    k_abs(a)\n    return a\n",
};

const PREFIX = "__compiled_fn_1";
const node = (name: string, places: Place[], takes: number[] = []): GraphNode =>
  ({ name, kind: places.length === 0 ? "input" : "operator", label: name, type: "f32[2]",
    takes, parameters: [], module: "", shown: 1, places });
/** A graph as it is handed to the page; its words and names are added to `texts`. */
export function storedGraph({ nodes, ...graph }: GraphData, texts: string[]): StoredGraph {
  const words: string[] = [];
  const number = (word = "") => {
    if (!words.includes(word)) words.push(word);
    return words.indexOf(word);
  };
  const column = (key: "kind" | "label" | "type" | "module" | "home" | "body") =>
    nodes.map((one) => number(one[key]));
  const stored = {
    kind: column("kind"), label: column("label"), type: column("type"),
    module: column("module"), home: column("home"),
    owner: nodes.map((one) => one.owner === undefined ? null : number(one.owner)), body: column("body"),
    parameters: nodes.map((one) => one.parameters.map(number)),
    takes: nodes.map((one, at) => one.takes.map((position) => at - position)),
    shown: nodes.map((one, at) => one.shown - (nodes[at - 1]?.shown ?? 0)),
    places: nodes.map((_, at) => at),
    place_lists: nodes.map((one) => one.places),
    bytes: nodes.map((one) => one.bytes ?? null),
    until: nodes.map((one, at) => one.until === undefined ? null : one.until - at),
    source: nodes.map((one) => one.source ?? null),
    perhaps: nodes.map((one, at) => one.perhaps === undefined ? null : at),
    perhaps_lists: nodes.map((one) => [...one.perhaps ?? []]),
  };
  texts.push(nodes.map((one) => one.name).join("\n"), words.join("\n"));
  return { ...graph, nodes: { ...stored, names: texts.length - 2, words: texts.length - 1 } };
}
const CALLED: Place[] = [{ file: FILE, line: 4 }, { file: HELPER, line: 2 }];
const graph = (stage: string, nodes: GraphNode[]): GraphData =>
  ({ file: `${PREFIX}.${stage}.0.py`, prefix: PREFIX, stage, backward: false, nodes,
    saved: [], saved_bytes: 0 });
const GRAPHS = [
  graph("Captured_Graph", [node("a", []), node("abs_1", CALLED, [0]),
    node("lt", [{ file: FILE, line: 5 }], [1])]),
  graph("Forward_graph", [node("a", []), node("abs_1", CALLED, [0]),
    node("less", [{ file: FILE, line: 5 }], [1])]),
];
const KERNELS: KernelData[] = [{ file: `${PREFIX}.kernel_0.py`, kernel: "k_abs",
  graph: `${PREFIX}.Forward_graph.0.py`, nodes: ["abs_1"], places: CALLED,
  how: "inferred", shown: [3, 9], calls: 1, launches: [], modules: { "model.block": [0] } }];

/** Returns the data of the run, in which guards are shared as in a real one. */
export function run(): Data {
  const texts = [TEXTS.source, TEXTS.shown, TEXTS.helper, TEXTS.kernel, "graph text",
    "def guard(): pass"];
  const stored = {
    schema: 2, program: "/home/user/toy.py", torch: "2.13", python: "3.11", depyf: "1",
    rank: null,
    totals: { graphs: 1, graph_breaks: 1, recompiles: 0, compile_seconds: 1.5 },
    findings: [{ subject: "f", title: "breaks the graph: `if` on a tensor", what: "breaks",
      why: "Torch breaks the `graph`.", cost: "0.2 s (40 % of compiling) for the code after it, met in 2 compilations", edit: "y = 1",
      trials: ["0.2 s -> 0.1 s compiling, same output"],
      line: { file: FILE, line: 5, function: "f", text: "if x.sum() < 0:" } }],
    expected: [],
    frames: [
      { id: "f0", co_name: "f", title: "f", file: FILE, first_line: 2, compilations: [{
        id: "0/0", hits: 3, guards_known: true, guards: [[0, 1]],
        entry: { index: 0, file: "__transformed.py", quality: "exact", diagnostics: [],
          hidden_instructions: 0, total_instructions: 9 },
        graphs: [{ prefix: "__compiled_fn_1", full_name: "", stage: "Captured_Graph",
          file: "__compiled_fn_1.Captured_Graph.0.py", backward: false }],
        kernels: [{ prefix: "__compiled_fn_1", full_name: "", backward: false,
          file: "__compiled_fn_1.kernel_0.py", language: "cpp", names: ["k_abs"],
          origins: [{ kernel: "k_abs", nodes: ["abs_1"], how: "inferred",
            lines: { [FILE]: [4], [HELPER]: [2] } }] }],
        graph_breaks: [{ reason: "Data-dependent branching",
          user_stack: [{ file: FILE, line: 5, text: "if x.sum() < 0:" }] }],
        resume_functions: [{ name: "__resume", full_name: "", co_name: "r", frame: "f1" }],
        captured_lines: { [FILE]: [4, 5], [HELPER]: [2] },
        captured_places: [{ file: HELPER, lines: "2", function: "g", first_line: 1,
          nodes: 1 }],
        metrics: [{ seconds: 1 }],
      }, { id: "0/1", skipped: "the limit" }] },
      { id: "f1", co_name: "r", file: FILE, first_line: 5, resumes: "f0", compilations: [{
        id: "1/0", entry: { index: 0, file: "", quality: "exact", diagnostics: [],
          hidden_instructions: 0, total_instructions: 1 },
        captured_lines: { [FILE]: [6, 7] }, metrics: [{ seconds: 0.5 }] }] },
    ],
    shared: {
      guards: [{ expression: "a.size()[0] == 10", user_line: 0 }, { expression: "G_ok" }],
      lines: [{ file: FILE, line: 4, text: "x = g(a)" }],
    },
    not_here: [], failures: [], spans: [],
    overview: [
      { frame: "f0", entries: 1, breaks: 1, recompiles: 0, hits: 3, seconds: 1 },
      { frame: "f1", entries: 1, breaks: 0, recompiles: 0, hits: null, seconds: 0.5 },
    ],
    functions: { [FILE]: [[2, 7]], [HELPER]: [[1, 2]] },
    compile_calls: { f0: { file: FILE, line: 1, text: "@torch.compile" } },
    recompiles: { reasons: {}, findings: [[]], expected: [], saved_seconds: 0 },
    stages: { Captured_Graph: "as written" }, recompile_rules: ["varying-size"],
    files: { "__compiled_fn_1.Captured_Graph.0.py": 4, "__compiled_fn_1.kernel_0.py": 3 },
    sources: { [`${HELPER}:1`]: { text: 2, changed: false } },
    details: {
      f0: { root: "f0", source: 0, source_line: 2, own_source: null, full_code: null,
        compilations: [
          { titles: { Captured_Graph: "Captured" }, text: 1, guard_text: 5,
            guard_groups: [], lines: { 3: [6] }, arms: { __resume: "true" },
            graph_data: GRAPHS.map((one) => storedGraph(one, texts)), kernel_data: KERNELS },
          { titles: {} }] },
      f1: { root: "f0", source: 0, source_line: 2, own_source: 5, full_code: null,
        compilations: [{ titles: {}, text: 1 }] },
    },
    texts,
  };
  const { files, sources, details, texts: all, ...base } = stored;
  const data = expanded(base as unknown as Base);
  merge(data, { files, sources, details, texts: all } as Part);
  return data;
}

export { FILE, HELPER };
