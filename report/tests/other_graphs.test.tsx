// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { render } from "preact";
import { expect, test } from "vitest";
import { App } from "../src/App";
import type { Compilation, Data, Frame } from "../src/data";
import { modelOf } from "../src/model";
import { breaksBetween } from "../src/otherGraphs";
import { FILE, HELPER, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

/** The sample run, in which the code after the break has a kernel of line 6, and is compiled twice. */
function withKernels(): Data {
  const data = run();
  const [after] = data.frames[1]!.compilations!;
  after!.kernels = [{ prefix: "__compiled_fn_3", full_name: "", backward: false, file: "__compiled_fn_3.kernel_0.py",
    language: "cpp", names: [], origins: [{ kernel: "cpp_fused_neg_0", nodes: ["neg"], how: "buffers", lines: { [FILE]: [6] } }] }];
  data.frames[1]!.compilations!.push({ ...after!, id: "1/1", entry: { ...after!.entry!, index: 1 } });
  return data;
}

const both = async (data: Data, frame: string, line: number, other: number) => {
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame, panel: "code", selection: { kind: "source", line, also: { line: other } } });
  return [...app.querySelectorAll(".told .says p")].map((one) => one.textContent);
};

test("two lines on both sides of a break are in different graphs: the kernels of each and the break are named", async () => {
  expect(await both(withKernels(), "f0", 4, 6)).toEqual(["No, they are in different graphs.",
    "toy.py:4 is in k_abs≈, in this entry.",
    "toy.py:6 is in cpp_fused_0, in resume at toy.py:5, entry 0 and 1 more.",
    "The graph break at toy.py:5 lies between."]);
  expect([...app.querySelectorAll(".told .says a")].map((one) => one.getAttribute("href")))
    .toEqual(["#f1/0/code?line=4&also=6", "#f0/0/code?line=5"]);
});

test("from the other side the answer is the same, and a line in no kernel says so", async () => {
  const data = withKernels();
  data.details["f1"]!.compilations[0]!.kernel_data = [{ file: "__compiled_fn_3.kernel_0.py", kernel: "cpp_fused_neg_0",
    graph: null, nodes: [], places: [{ file: FILE, line: 6 }], how: "buffers", shown: [1, 2], calls: 1, launches: [], modules: {} }];
  expect(await both(data, "f1", 6, 4)).toEqual(["No, they are in different graphs.",
    "toy.py:6 is in cpp_fused_0, in this entry.", "toy.py:4 is in k_abs≈, in f, entry 0.",
    "The graph break at toy.py:5 lies between."]);
  expect((await both(data, "f1", 7, 4)).slice(0, 2)).toEqual(["No, they are in different graphs.",
    "toy.py:7 is in no kernel, in this entry."]);
  expect((await both(data, "f0", 4, 7))[2]).toBe("toy.py:7 is in no kernel, in resume at toy.py:5, entry 0 and 1 more.");
});

test("two lines that another entry has lead there", async () => {
  expect(await both(withKernels(), "f0", 6, 7))
    .toEqual(["Neither is in this entry. Both are in resume at toy.py:5, entry 0."]);
});

test("the break in a called function is between the caller's code, the function's, and what goes on behind", () => {
  const data = run();
  const inner = { file: HELPER, line: 2 };
  const broken = { graph_breaks: [{ user_stack: [{ file: FILE, line: 4 }, inner] }] } as unknown as Compilation;
  const [f, rest] = data.frames as [Frame, Frame];
  f.compilations = [broken];
  const g: Frame = { id: "g", co_name: "g", file: HELPER, first_line: 1,
    compilations: [{ ...broken, id: "", resume_functions: [{ name: "", full_name: "", co_name: "", frame: "h" }] }] };
  const h: Frame = { id: "h", co_name: "h", file: HELPER, first_line: 2, resumes: "g" };
  const model = modelOf({ ...data, frames: [f, rest, g, h] });
  const lines = (a: Frame, b: Frame) => breaksBetween(model, a, b).map(({ line }) => line);
  expect([lines(f, g), lines(f, h), lines(h, rest), lines(g, h)]).toEqual([[2], [2], [2], [2]]);
  expect([lines(f, f), lines(g, { ...f, id: "other", file: "/far.py" })]).toEqual([[], []]);
});
