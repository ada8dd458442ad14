// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { render } from "preact";
import { expect, test } from "vitest";
import { App } from "../src/App";
import type { Data } from "../src/data";
import { FILE, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

/** The sample run, in which line 4 has three operations, and it is not recorded which node is of which one. */
function withSeveral(kernels: Readonly<Record<string, readonly string[]>>): Data {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [captured, lowered] = details.graph_data!;
  const [sample] = captured!.nodes.filter(({ kind }) => kind === "operator");
  const places = [{ file: FILE, line: 4 }];
  const node = (name: string, label: string) => ({ ...sample!, name, label, places, takes: [], owner: "block", bytes: 8 });
  captured!.nodes = [node("x_1", "silu"), node("x_2", "softmax(-1)"), node("x_3", "gelu")];
  lowered!.nodes = ["aten.exp", "aten.amax", "aten.neg"].map((label, at) => ({ ...node(`n${at}`, label), perhaps: [0, 1, 2] }));
  const [kernel] = details.kernel_data!;
  details.kernel_data = Object.entries(kernels).map(([name, nodes], at) => ({ ...kernel!, kernel: name, how: "recorded",
    nodes: [...nodes], places, shown: [at + 1], modules: { block: nodes.map((_, position) => position) } }));
  return data;
}

async function answers(data: Data, ...typed: string[]): Promise<(string | null)[]> {
  await act(() => render(null, app));
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "kernels" });
  const fields = [...app.querySelectorAll<HTMLInputElement>('input[list="kernel-choices"]')];
  for (const [at, text] of typed.entries()) await act(() => {
    fields[at]!.value = text;
    fields[at]!.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return [...app.querySelectorAll('main [role="status"] p')].map((one) => one.textContent);
}

test("Fused? does not deny what it cannot know, and says where two operations may be", async () => {
  const split = { cpp_fused_silu_0: ["n0"], cpp_fused_softmax_1: ["n1"], cpp_fused_2: ["n2"] };
  expect(await answers(withSeveral(split), "silu", "softmax"))
    .toEqual(["Forward: not known: both may be in cpp_fused_0, cpp_fused_1, cpp_fused_2"]);
  expect(await answers(withSeveral(split), "gelu", "silu"))
    .toEqual(["Forward: not known: both may be in cpp_fused_0, cpp_fused_1, cpp_fused_2"]);
  const both = { cpp_fused_silu_softmax_0: ["n0", "n1", "n2"] };
  expect(await answers(withSeveral(both), "F.silu", "softmax")).toEqual(["Forward: yes, in one kernel: cpp_fused_0"]);
});

test("Fused? says that an operation is only in the names of kernels", async () => {
  expect(await answers(withSeveral({ cpp_fused__safe_softmax_norm_0: ["n0"], cpp_fused_silu_1: ["n1"] }), "norm", "exp")).toEqual([
    "norm stands for the kernels that have it in their names: the graphs have no such operation.",
    "Forward: yes, in one kernel: cpp_fused_0≈ (≈: inferred from the kernel's name)"]);
});

test("Fused? says of a backward in one sentence in which kernels both may be, and names some", async () => {
  const said = async (kernels: Readonly<Record<string, readonly string[]>>) => {
    const data = withSeveral({ cpp_fused_silu_softmax_gelu_0: ["n0", "n1", "n2"] });
    const [compilation] = data.frames[0]!.compilations!;
    const details = data.details["f0"]!.compilations[0]!;
    const [, lowered] = details.graph_data!;
    const [kernel] = details.kernel_data!;
    const graph = { ...lowered!, file: "backward_graph.py", nodes: [[0], [1], [0, 1], [0, 1], [0, 1], [0, 1], [0, 1], [0, 1]]
      .map((perhaps, at) => ({ ...lowered!.nodes[0]!, name: `b${at}`, perhaps })) };
    details.graph_data = [...details.graph_data!, graph];
    const file = "backward.py";
    compilation!.kernels = [...compilation!.kernels ?? [], { ...compilation!.kernels![0]!, file, backward: true }];
    details.kernel_data = [...details.kernel_data!, ...Object.entries(kernels).map(([name, nodes], at) => ({ ...kernel!,
      kernel: name, file, graph: graph.file, nodes: [...nodes], shown: [at + 1], modules: {} }))];
    return (await answers(data, "silu", "softmax")).find((one) => one?.startsWith("Backward"));
  };
  expect(await said({ cpp_fused_0: ["b0"], cpp_fused_1: ["b1"] }))
    .toBe("Backward: not known: silu may be in cpp_fused_0, and softmax may be in cpp_fused_1");
  expect(await said({ cpp_fused_0: ["b0"], cpp_fused_1: ["b2"] })).toBe("Backward: not known: both may be in cpp_fused_1");
  const many = Object.fromEntries([2, 3, 4, 5, 6, 7].map((at) => [`cpp_fused_${at}`, [`b${at}`]]));
  expect(await said(many)).toBe("Backward: not known: both may be in cpp_fused_2, cpp_fused_3, cpp_fused_4, cpp_fused_5 and 2 more");
});

test("Fused? says of operations that the backward has none of them, as it does of lines", async () => {
  const data = withSeveral({ cpp_fused_silu_0: ["n0"], cpp_fused_softmax_1: ["n1"] });
  const [compilation] = data.frames[0]!.compilations!;
  const details = data.details["f0"]!.compilations[0]!;
  const [, lowered] = details.graph_data!;
  for (const [at, node] of lowered!.nodes.entries()) Object.assign(node, { source: at, perhaps: undefined });
  const graph = { ...lowered!, file: "backward_graph.py", backward: true, nodes: [{ ...lowered!.nodes[2]!, name: "b0", source: 2 }] };
  details.graph_data = [...details.graph_data!, graph];
  compilation!.kernels = [...compilation!.kernels ?? [], { ...compilation!.kernels![0]!, file: "backward.py", backward: true }];
  const [kernel] = details.kernel_data!;
  details.kernel_data = [...details.kernel_data!, { ...kernel!, kernel: "cpp_fused_0", file: "backward.py", graph: graph.file, nodes: ["b0"], modules: {} }];
  expect((await answers(data, "silu", "softmax")).find((one) => one?.startsWith("Backward")))
    .toBe("Backward: silu has no operation there; softmax has no operation there");
});

test("the table below the answer has the kernels that may run one of the two", async () => {
  const split = { cpp_fused_silu_0: ["n0"], cpp_fused_softmax_1: ["n1"], cpp_fused_2: ["n2"], cpp_fused_3: [] };
  const data = withSeveral(split);
  const [file] = data.frames[0]!.compilations![0]!.kernels!;
  file!.origins = Object.keys(split).map((kernel) => ({ ...file!.origins[0]!, kernel, how: "recorded" }));
  for (const asked of [["silu", "softmax"], ["gelu"]]) { // no kernel surely runs the last one
    await answers(data, ...asked);
    const names = [...app.querySelectorAll("main tbody tr td:first-child")].map((one) => one.textContent);
    expect(names).toEqual(["cpp_fused_0", "cpp_fused_1", "cpp_fused_2"]);
  }
});

test("Fused? has an answer for each direction of an operation that may be in kernels of the same name", async () => {
  const data = withSeveral({ cpp_fused_0: ["n0", "n1", "n2"], cpp_fused_mul_2: ["n3"] });
  const [compilation] = data.frames[0]!.compilations!;
  const details = data.details["f0"]!.compilations[0]!;
  const [captured, lowered] = details.graph_data!;
  const other = { places: [{ file: FILE, line: 5 }], owner: "other" };
  captured!.nodes.push({ ...captured!.nodes[0]!, ...other, name: "x_4", label: "x * 2" });
  const { perhaps: _perhaps, ...certain } = lowered!.nodes[0]!;
  lowered!.nodes.push({ ...certain, ...other, name: "n3", label: "aten.mul.Tensor", source: 3 });
  Object.assign(details.kernel_data![1]!, { ...other, modules: { other: [0] } });
  details.graph_data = [captured!, lowered!, { ...lowered!, file: "backward_graph.py", backward: true, nodes: [{ ...lowered!.nodes[0]!, name: "b0" }] }];
  compilation!.kernels = [...compilation!.kernels ?? [], { ...compilation!.kernels![0]!, file: "backward.py", backward: true }];
  details.kernel_data!.push({ ...details.kernel_data![0]!, file: "backward.py", graph: "backward_graph.py", nodes: ["b0"], modules: {} });
  expect(await answers(data, "gelu", "toy.py:5")).toEqual(["Forward: no: toy.py:5 is in cpp_fused_2; gelu can only be in cpp_fused_0",
    "Backward: toy.py:5 has no operation there; not known: gelu may be in cpp_fused_0"]);
});
