// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { render } from "preact";
import { expect, test } from "vitest";
import { App } from "../src/App";
import type { Data, PlainMode } from "../src/data";
import { FILE, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

const LOWERED = "AFTER_POST_GRAD";

/** The sample run, in which line 5 makes a view, and in the backward a sum. */
function withViews(isRead: boolean): Data {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  details.kernel_data = details.kernel_data!.map((one) => ({ ...one }));
  const [, graph] = details.graph_data!;
  const [kernel] = details.kernel_data;
  const at5 = [{ file: FILE, line: 5 }];
  graph!.stage = LOWERED;
  graph!.nodes.forEach((node) => { node.bytes = node.name === "less" ? 0 : 8; });
  const view = graph!.nodes.find(({ name }) => name === "less")!;
  if (isRead) Object.assign(kernel!, { nodes: ["abs_1", "less"], places: [...kernel!.places, ...at5] });
  const back = { ...graph!, file: "__compiled_fn_1.LOWERED.1.py", backward: true,
    nodes: [{ ...view, name: "sum_1", takes: [], bytes: 8 }] };
  details.graph_data!.push(back);
  details.kernel_data.push({ ...kernel!, file: "__compiled_fn_1.kernel_1.py", kernel: "k_sum", how: "buffers",
    graph: back.file, nodes: ["sum_1"], places: at5, modules: {} });
  const [file] = data.frames[0]!.compilations![0]!.kernels!;
  data.frames[0]!.compilations![0]!.kernels!.push({ ...file!, file: "__compiled_fn_1.kernel_1.py", backward: true });
  return data;
}

const show = async (data: Data) => {
  await act(() => render(null, app));
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
};

const ask = async (...typed: string[]) => {
  const fields = [...app.querySelectorAll<HTMLInputElement>('input[list="kernel-choices"]')];
  for (const [at, text] of typed.entries()) await act(() => {
    fields[at]!.value = text;
    fields[at]!.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return [...app.querySelectorAll('main [role="status"] p')].map((one) => one.textContent);
};

test("for each direction, Fused? says which of the two is a view or has no operation", async () => {
  await show(withViews(true));
  await see({ frame: "f0", panel: "kernels" });
  expect(await ask("toy.py:5", "helper.py:2")).toEqual([
    "Forward: toy.py:5 only makes views there, which compute nothing",
    "Backward: helper.py:2 has no operation there"]);
});

test("a line that only calls a function has no operation where that function has none", async () => {
  const data = withViews(true);
  const { graph_data: graphs, kernel_data: kernels } = data.details["f0"]!.compilations[0]!;
  const called = graphs![1]!.nodes.find(({ name }) => name === "abs_1")!;
  called.places = [{ file: FILE, line: 4 }, { file: "/w/helper.py", line: 2 }];
  kernels![0]!.places = [{ file: "/w/helper.py", line: 2 }];
  const answer = async () => {
    await show(data);
    await see({ frame: "f0", panel: "kernels" });
    return (await ask("toy.py:5", "toy.py:4")).at(-1);
  };
  expect(await answer()).toBe("Backward: toy.py:4 has no operation there");
  graphs!.at(-1)!.nodes.push({ ...called, name: "abs_2", bytes: 8 });
  expect(await answer()).toBe("Backward: not known: no kernel is recorded for toy.py:4 there");
});

test("of two that are fused in part, Fused? says which kernels run only one", async () => {
  const data = run();
  const [kernel] = data.details["f0"]!.compilations[0]!.kernel_data!;
  const places = (...lines: number[]) => lines.map((line) => ({ file: FILE, line }));
  data.details["f0"]!.compilations[0]!.graph_data = [];
  data.details["f0"]!.compilations[0]!.kernel_data = [["k_both", [4, 5]], ["k_four", [4]], ["k_five", [5]]]
    .map(([name, lines]) => ({ ...kernel!, kernel: name as string, how: "recorded", nodes: [], modules: {},
      places: places(...lines as number[]) }));
  await show(data);
  await see({ frame: "f0", panel: "kernels" });
  expect(await ask("toy.py:4", "toy.py:5")).toEqual([
    "Forward: in part: both are in k_both; only toy.py:4 is in k_four; only toy.py:5 is in k_five"]);
});

test("a line that makes views, and has kernels in the backward only, says so of the forward", async () => {
  await show(withViews(false));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(app.querySelector(".told")?.textContent).toContain("forward: only makes views; backward: k_sum");
});

test("the row of a line that only makes views says so, as Fused? does", async () => {
  const data = withViews(true);
  data.details["f0"]!.compilations[0]!.kernel_data!.pop();
  data.details["f0"]!.compilations[0]!.graph_data!.pop();
  data.frames[0]!.compilations![0]!.kernels!.pop();
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(app.querySelector(".told")?.textContent).toContain("only makes views; read in k_abs");
  await see({ frame: "f0", panel: "kernels" });
  expect(await ask("toy.py:5", "helper.py:2"))
    .toEqual(["No kernel computes toy.py:5: it only makes views, which compute nothing."]);
});

test("a view that no kernel names is still known as a view", async () => {
  const data = withViews(false);
  data.details["f0"]!.compilations[0]!.kernel_data!.pop();
  data.details["f0"]!.compilations[0]!.graph_data!.pop();
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(app.querySelector(".told")?.textContent).toContain("in no kernel: it only makes views");
  await see({ frame: "f0", panel: "kernels" });
  expect(await ask("toy.py:5", "helper.py:2"))
    .toEqual(["No kernel computes toy.py:5: it only makes views, which compute nothing."]);
});

test("a kernel that only reads a line's result through a view is named apart", async () => {
  const data = withViews(true);
  const details = data.details["f0"]!.compilations[0]!;
  const [first] = details.kernel_data!;
  const [file] = data.frames[0]!.compilations![0]!.kernels!;
  const graph = details.graph_data![1]!;
  // Line 5 is computed by `k_less`, which `k_abs` reads through a view.
  graph.nodes.push({ ...graph.nodes.find(({ name }) => name === "less")!, name: "less_1", bytes: 8 });
  details.kernel_data!.splice(1, 0, { ...first!, kernel: "k_less", nodes: ["less_1"], places: [{ file: FILE, line: 5 }], modules: {} });
  file!.names!.push("k_less");
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(app.querySelector(".told")?.textContent)
    .toContain("in 2 kernels: forward 1: k_less≈ (read through a view in k_abs≈); backward 1: k_sum");
  const menu = [...app.querySelectorAll<HTMLElement>(".told button, .told summary")].find((one) => one.textContent === "By module ▾");
  await act(() => menu?.click());
  expect([...app.querySelectorAll(".told dd div")].map((one) => one.textContent)).toEqual(["k_abs≈ (view)", "k_less≈", "k_sum (backward)"]);
  await act(() => menu?.click());
  // The same of the operation, which is a node of an earlier graph.
  const [captured] = details.graph_data!;
  await see({ frame: "f0", panel: "code", selection: { kind: "node", file: captured!.file, name: "lt" } });
  expect(app.querySelector(".told")?.textContent)
    .toContain("in 2 kernels: forward 1: k_less≈ (read through a view in k_abs≈); backward 1: k_sum");
  await see({ frame: "f0", panel: "code", selection: { kind: "node", file: graph.file, name: "less" } });
  expect(app.querySelector(".told")?.textContent).toContain("only makes views; read in k_abs≈");
});

test("a direction that only reads through a view says so before the other", async () => {
  const data = withViews(true);
  // The forward computes line 5 too, in no kernel that is recorded.
  const graph = data.details["f0"]!.compilations[0]!.graph_data![1]!;
  graph.nodes.push({ ...graph.nodes.find(({ name }) => name === "less")!, name: "less_1", bytes: 8 });
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(app.querySelector(".told")?.textContent)
    .toContain("forward: read through a view in k_abs≈; backward: k_sum");
});

test("of a `def` line Fused? says for which lines it stands, and names the kernels of each direction", async () => {
  await show(withViews(true));
  const also = { line: 4 };
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 2, also } });
  const told = () => app.querySelector(".told")?.textContent;
  expect(told()).toContain("toy.py:2 stands for the body of its function: toy.py:4-5.");
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 2, also: { line: 3 } } });
  expect(told()).toContain("toy.py:3 stands for the body of its function: toy.py:4-5.");
  expect(told()).toContain("The same operations, in k_abs≈; backward: k_sum.");
});

test("the memory of an entry without a backward says that nothing is saved", async () => {
  const nothing = "Nothing is saved for backward: torch compiled this graph without a backward.";
  const data = run();
  const entry = data.frames[0]!.compilations![0]!;
  const graphs = data.details["f0"]!.compilations[0]!.graph_data!;
  graphs.forEach(({ nodes }) => nodes.forEach((node) => { node.bytes = 8; }));
  await show(data);
  await see({ frame: "f0", panel: "memory" });
  expect(app.querySelector("main")?.textContent).toContain(nothing);
  expect(app.querySelector("main")?.textContent).not.toContain("plain Python");
  // What runs without compiled code in the other mode is told: of the whole model, or of this function.
  const shownOf = async (...plain: PlainMode[]) => {
    await show({ ...data, plain_modes: plain });
    await see({ frame: "f0", panel: "memory" });
    return [...app.querySelectorAll("main section p a")].map((one) => [one.closest("p")?.textContent, one.getAttribute("href")]);
  };
  const told = (name: string) => `In the other gradient mode, ${name} runs as plain Python: the recompile limit is reached.`;
  expect(await shownOf({ frame: "f9", name: "Net.forward", is_root: true, finding: 2 }, { frame: "f9", name: "far", is_root: false },
    { frame: "f0", name: "f", is_root: false })).toEqual([[told("Net.forward"), "#overview/finding-2"], [told("f"), "#f0/0/recompiles"]]);
  // A joint graph has a backward, whatever is recorded of it; without a forward graph nothing is known.
  for (const stage of ["Joint_graph", "Captured_Graph"]) {
    const other = run();
    other.details["f0"]!.compilations[0]!.graph_data = [graphs[0]!, ...stage === "Joint_graph" ? [graphs[1]!] : [], { ...graphs[1]!, stage }];
    await show(other);
    await see({ frame: "f0", panel: "memory" });
    expect(app.querySelector("main")?.textContent).toContain("While the forward runs");
    expect(app.querySelector("main")?.textContent).not.toContain(nothing);
  }
  entry.saved_for_backward = [{ prefix: "__compiled_fn_1", own_bytes: 0, all_bytes: 0, tensors: [] }];
  await show(data);
  await see({ frame: "f0", panel: "memory" });
  expect(app.querySelector("main")?.textContent).not.toContain(nothing);
});

test("a copy of an argument is made here, and each argument has the module that it belongs to", async () => {
  const data = run();
  const entry = data.frames[0]!.compilations![0]!;
  const details = data.details["f0"]!.compilations[0]!;
  const [first] = details.graph_data!;
  const given = [
    { name: "primals_1", bytes: 8, module: "up[0].conv1", argument: "up[0].conv1.weight" },
    { name: "primals_2", bytes: 4, module: "norm", argument: "norm.weight" },
    { name: "primals_3", bytes: 2, argument: "x" }];
  details.graph_data = [{ ...first!, stage: "Forward_graph", saved: given, saved_bytes: 14 }];
  entry.saved_for_backward = [{ prefix: first!.prefix, own_bytes: 8, all_bytes: 14, tensors: given.map((one) => (
    { name: one.name, type: "f32[2]", bytes: one.bytes, argument: "L_", ...(one.bytes === 8 ? { copied: true } : {}) })) }];
  await show(data);
  await see({ frame: "f0", panel: "memory" });
  expect(app.querySelector("main")?.textContent)
    .toContain("8 B made here, 14 B with arguments, which live anyway. 8 B made here are copies of 1 argument with other strides.");
  const cells = () => [...app.querySelectorAll("main tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent!.trim()));
  expect(cells()).toContainEqual(["up[0].conv1", "primals_1", "f32[2]", "8 B", "copy of argument up[0].conv1.weight"]);
  app.querySelector("main details")!.setAttribute("open", "");
  app.querySelector("main details")!.dispatchEvent(new Event("toggle"));
  await new Promise((done) => { setTimeout(done); });
  expect(cells()).toContainEqual(["norm", "primals_2", "f32[2]", "4 B", "argument norm.weight"]);
  expect(cells()).toContainEqual(["graph input", "primals_3", "f32[2]", "2 B", "argument x"]);
});

test("conditions on sizes have Python's operators, and two reports of one guard are one", async () => {
  const data = run();
  const guard = { expression: "Ne(s0, 4)", user_line: { file: FILE, line: 4 } };
  data.frames[0]!.compilations![0]!.shape_guards = [guard, { ...guard, expression: "Ne(4, s0)" },
    { expression: "Eq(s1, 8)" }];
  data.details["f0"]!.compilations[0]!.conditions = ["s0 != 4", "s0 != 4", "s1 == 8"];
  await show(data);
  await see({ frame: "f0", panel: "details" });
  const shown = [...app.querySelectorAll("main li")].map((one) => one.textContent).filter((text) => /s[01]/.test(text));
  expect(shown.map((text) => text.split(" needed")[0])).toEqual(["s0 != 4", "s1 == 8"]);
});

test("the table of kernels marks the lines that a kernel only reads through a view", async () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [kernel] = details.kernel_data!;
  const [, graph] = details.graph_data!;
  graph!.stage = LOWERED;
  graph!.nodes.forEach((node) => { node.bytes = node.name === "less" ? 0 : 8; });
  details.kernel_data = [{ ...kernel!, nodes: ["abs_1", "less"], places: [...kernel!.places, { file: FILE, line: 5 }] }];
  data.frames[0]!.compilations![0]!.kernels![0]!.origins[0]!.lines = { [FILE]: [4, 5] };
  await show(data);
  await see({ frame: "f0", panel: "kernels" });
  // No line is broken before the note, which would stand before another number.
  expect([...app.querySelectorAll("main tbody td")][2]?.textContent?.trim()).toBe("toy.py:4 5\u00a0(view)");
});
