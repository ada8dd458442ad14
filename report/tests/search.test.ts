import { expect, test } from "vitest";
import { modelOf } from "../src/model";
import { search } from "../src/search";
import { stateOf } from "../src/state";
import { FILE, HELPER, run, TEXTS } from "./run";

const found = (words: string) => search(modelOf(run()), words)
  .map(({ kind, href }) => ({ kind, ...stateOf(href) }));

test("a function that was captured is found, and its line is where the entry shows it", () => {
  const [hit] = found("return a.abs").filter(({ kind }) => kind === "you wrote");
  expect(hit).toMatchObject({ frame: "f0", at: 0, panel: "code",
    selection: { kind: "source", line: 2, file: HELPER } });
  const [head] = found("def g(a)").filter(({ kind }) => kind === "you wrote");
  expect(head).toMatchObject({ frame: "f0", selection: { line: 1, file: HELPER } });
});

test("a line that the user wrote is found in the entry that captured it", () => {
  expect(found("x = g(a)").find(({ kind }) => kind === "you wrote"))
    .toMatchObject({ frame: "f0", selection: { kind: "source", line: 4 } });
  expect(FILE).not.toBe(HELPER);
});

test("each line of the user's that holds the words is a place", () => {
  const { source, source_line: first } = run().details["f0"] ?? {};
  const lines = (run().texts[source ?? -1] ?? "").split("\n");
  const own = lines.flatMap((line, at) => line.includes("x") ? [at + (first ?? 1)] : []);
  expect(own.length).toBeGreaterThan(1);
  expect(found("x").filter(({ kind }) => kind === "you wrote").map(({ selection }) =>
    selection?.kind === "source" ? selection.line : 0)).toEqual(own);
});

test("a line of the program that no entry shows is a hit in its file, others are none", () => {
  const data = run();
  const whole = `import torch\n${TEXTS.source}\nprint(f(torch.ones(2)), a)\n`;
  data.files[FILE] = data.texts.push(whole) - 1;
  const model = modelOf(data);
  const hits = search(model, "torch").filter(({ kind }) => kind === "your program");
  expect(hits.map(({ line }) => line)).toEqual(["import torch", "print(f(torch.ones(2)), a)"]);
  expect(hits[1]?.href).toContain("#files/");
  expect(hits[1]?.href).toContain("line=9");
  expect(search(model, "x.sum()").map(({ kind }) => kind)).not.toContain("your program");
});

test("a function that no entry shows is a hit in its file, and none without it", () => {
  const data = run();
  const init = "    def __init__(self):\n        self.act = Gelu()\n";
  data.sources[`${FILE}:9`] = { text: data.texts.push(init) - 1, changed: false };
  expect(search(modelOf(data), "gelu")).toEqual([]);
  data.files[FILE] = data.texts.push(`${"\n".repeat(8)}${init}`) - 1;
  const [hit, ...more] = search(modelOf(data), "gelu");
  expect(hit).toMatchObject({ name: "toy.py:10", kind: "your program" });
  expect(hit?.href).toContain("#files/");
  expect(more).toEqual([]);
});

test("what a finding says and what was tried is found, and its card is opened", () => {
  const [hit] = found("Tried: 0.2 s");
  expect(hit).toMatchObject({ kind: "finding", panel: "overview", file: "finding-0" });
});

test("a file and a number name a line, which is found first", () => {
  const [first] = found("helper.py:2");
  expect(first).toMatchObject({ kind: "this line", frame: "f0", at: 0,
    selection: { kind: "source", line: 2, file: HELPER } });
  const [own] = search(modelOf(run()), "toy.py:4");
  expect(own).toMatchObject({ name: "toy.py:4", line: "x = g(a)" });
  expect(found("helper.py:99").filter(({ kind }) => kind === "this line")).toEqual([]);
});

/** The sample run with what the page prints of larger ones: paths, classes, kernels. */
function named() {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [, abs, lt] = details.graph_data![0]!.nodes;
  abs!.owner = "model.layers[0].mlp.gate";
  lt!.owner = "model.layers[0].norm";
  details.kernel_data![0]!.kernel = "cpp_fused_abs_lt_3";
  data.frames[0]!.compilations![0]!.captured_places![0]!.function = "Gate.g";
  const model = modelOf(data);
  return (words: string) => search(model, words).map(({ kind, line, href }) => ({ kind, line, ...stateOf(href) }));
}

test("what was captured is named with its line", () => {
  const [hit] = search(modelOf(run()), "return a.abs");
  expect(hit).toMatchObject({ kind: "you wrote", name: "helper.py:2" });
});

test("a kernel is found by the short name that the page prints", () => {
  expect(named()("cpp_fused_3")).toMatchObject([{ kind: "kernel", line: "cpp_fused_3", frame: "f0", at: 0,
    selection: { kind: "kernel", name: "cpp_fused_abs_lt_3" } }]);
});

test("a module is found by its path, as the page and as PyTorch writes it, without those in it", () => {
  const find = named();
  for (const words of ["layers[0].mlp.gate", "model.layers.0.mlp.gate", "LAYERS.0.mlp.gate"])
    expect(find(words)).toMatchObject([{ kind: "module", line: "model.layers[0].mlp.gate", panel: "code",
      selection: { kind: "node", name: "abs_1" } }]);
  expect(find("layers[0]").map(({ line }) => line)).toEqual(["model.layers[0]"]);
  expect(find("layers[0].norm")).toMatchObject([{ selection: { name: "lt" } }]);
});

test("many modules of one name are one row of their entry, which leads to the first", () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [graph] = details.graph_data!;
  const [node] = graph!.nodes.filter(({ kind }) => kind === "operator");
  const all = (many: number) => {
    graph!.nodes = Array.from({ length: many }, (_, at) => ({ ...node!, name: `n${at}`, owner: `blocks[${at}].conv1` }));
    details.graph_data = [graph!];
    return search(modelOf({ ...data }), "conv1").filter(({ kind }) => kind === "module")
      .map(({ line, from, to, href }) => [line, line.slice(from, to), stateOf(href).selection]);
  };
  expect(all(4)).toEqual([["blocks[0].conv1 to blocks[3].conv1: 4 modules", "conv1",
    { kind: "node", file: graph!.file, name: "n0" }]]);
  expect(all(3).map(([line]) => line)).toEqual(["blocks[0].conv1", "blocks[1].conv1", "blocks[2].conv1"]);
});

test("a captured function is found by its class", () => {
  expect(named()("gate.g")).toMatchObject([{ kind: "function", line: "Gate.g", frame: "f0",
    selection: { kind: "source", line: 1, file: HELPER } }]);
  expect(named()("def g").map(({ kind }) => kind)).not.toContain("function");
});

test("a number alone is a line of each function that is shown", () => {
  expect(found("5").filter(({ kind }) => kind === "this line")).toMatchObject([
    { frame: "f0", panel: "code", selection: { kind: "source", line: 5 } }]);
  expect(found("2").filter(({ kind }) => kind === "this line")).toHaveLength(2);
  expect(found("99").filter(({ kind }) => kind === "this line")).toEqual([]);
});

test("a line that runs in a graph is found before others that hold the words", () => {
  const data = run();
  data.texts[data.details["f0"]!.source!] = "@torch.compile\ndef f(a):\n    size = a\n    x = g(a)\n";
  const lines = search(modelOf(data), "a)").filter(({ kind }) => kind === "you wrote").map(({ line }) => line.trim());
  expect(lines).toEqual(["x = g(a)", "def f(a):", "def g(a):"]);
});

test("an operation is found by its class's name, and leads to its line", () => {
  const data = run();
  const node = data.details["f0"]!.compilations[0]!.graph_data![0]!.nodes[1]!;
  node.label = "group_norm";
  const init = `${"\n".repeat(8)}def __init__(self):\n    self.norm = GroupNorm(2)\n`;
  data.files[FILE] = data.texts.push(init) - 1;
  const kinds = search(modelOf(data), "GroupNorm").map(({ kind, line, name }) => [kind, line, name]);
  expect(kinds[0]).toEqual(["operation", "group_norm", "helper.py:2"]);
  expect(kinds.slice(1).map(([kind]) => kind)).toContain("your program");
});

test("the name of a function leads to it before lines that call it", () => {
  const [first] = found("g");
  expect(first).toMatchObject({ kind: "function", selection: { line: 1, file: HELPER } });
  expect(found("f")[0]).toMatchObject({ kind: "function", frame: "f0", selection: { line: 2 } });
});

test("of lines with one number those that run in a graph come first", () => {
  const data = run();
  data.functions[HELPER] = [[1, 2]];
  const [first, second] = search(modelOf(data), "2").filter(({ kind }) => kind === "this line");
  expect(first?.name).toBe("helper.py:2");
  expect(second?.name).toBe("toy.py:2");
});

test("of lines in no graph a call comes first and a comment last, and a line that runs as Python says so", () => {
  const data = run();
  data.frames[0]!.compilations![0]!.resume_functions = [{ name: "__resume", full_name: "", co_name: "r" }];
  data.frames = data.frames.slice(0, 1);
  data.texts[data.details["f0"]!.source!] = `def f(a):
    # ctc_loss of all
    x = g(a)
    if a:
        by = ctc_loss_reduction
        return ctc_loss(a)
`;
  const hits = search(modelOf(data), "ctc_loss").filter(({ kind }) => kind === "you wrote");
  expect(hits.map(({ line, ran }) => [line.trim(), ran])).toEqual([["return ctc_loss(a)", "runs as Python"],
    ["by = ctc_loss_reduction", "runs as Python"], ["# ctc_loss of all", ""]]);
  expect(search(modelOf(data), "if a:").find(({ kind }) => kind === "you wrote")?.ran).toBe("in a graph, has a graph break");
});

test("a comment comes after findings, also in a function with a graph", () => {
  const data = run();
  data.texts[data.details["f0"]!.source!] = "def f(a):\n    # it would break\n    x = g(a)\n";
  expect(search(modelOf(data), "break").map(({ kind }) => kind)).toEqual(expect.arrayContaining(["finding", "you wrote"]));
  const kinds = search(modelOf(data), "break").map(({ kind }) => kind);
  expect(kinds.indexOf("finding")).toBeLessThan(kinds.indexOf("you wrote"));
});

test("a compiled function is found by a part of its name, and a library call as a kernel", () => {
  const data = run();
  data.frames[0] = { ...data.frames[0]!, title: "ToyNorm.forward" };
  const [hit] = search(modelOf(data), "ToyNor");
  expect(hit).toMatchObject({ kind: "function", line: "ToyNorm.forward" });
  expect(search(modelOf(data), "ToyNor").filter(({ kind }) => kind === "function")).toHaveLength(1);
  const known = data.details["f0"]!.compilations[0]!.kernel_data!;
  known.push({ ...known[0]!, kernel: "extern_kernels.mm" });
  const [kernel] = search(modelOf(data), "extern_kernels.mm");
  expect(kernel).toMatchObject({ kind: "kernel", line: "extern_kernels.mm" });
  expect(stateOf(kernel!.href).selection).toMatchObject({ kind: "kernel", name: "extern_kernels.mm" });
});

test("a line in a graph that has a graph break says both", () => {
  const data = run();
  const found = () => search(modelOf(data), "if x.sum").find(({ kind }) => kind === "you wrote")?.ran;
  expect(found()).toBe("in a graph, has a graph break");
  data.frames[0]!.compilations![0]!.graph_breaks = [];
  expect(found()).toBe("in a graph");
});

test("code of a library is not said to be the user's, and each line is one place", () => {
  const data = run();
  const installed = "/venv/lib/python3.11/site-packages/models/toy.py";
  const text = JSON.stringify(data).replaceAll(FILE, installed);
  const moved = JSON.parse(text) as typeof data;
  moved.sources[`${installed}:2`] = { text: moved.details["f0"]!.source!, changed: false };
  const hits = search(modelOf(moved), "x = g(a)").filter(({ name }) => name === "toy.py:4");
  expect(hits.map(({ kind }) => kind)).toEqual(["library code"]);
  expect(search(modelOf(run()), "x = g(a)").map(({ kind }) => kind)).toContain("you wrote");
});
