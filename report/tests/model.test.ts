import { expect, test } from "vitest";
import type { Data } from "../src/data";
import { stageOf } from "../src/model";

// Two graphs of one stage, told apart; a kernel of each.
const graph = (number: number, backward: boolean) => ({ backward,
  file: `__compiled_fn_1.AFTER_POST_GRAD.${number}.py` });
const kernel = (number: number, backward: boolean) => ({ backward,
  file: `__compiled_fn_1.kernel_${number}.py` });
const data = {
  stages: { AFTER_POST_GRAD: "the graph that Inductor lowers",
    Backward_graph: "the backward graph" },
  frames: [{ compilations: [{
    graphs: [graph(0, false), graph(1, true),
      { file: "__compiled_fn_1.Backward_graph.0.py", backward: true }],
    kernels: [kernel(0, false), kernel(1, true)],
  }] }],
} as unknown as Data;

test("what a file is says whether it is of the backward, once", () => {
  expect([0, 1].map((n) => stageOf(data, `__compiled_fn_1.AFTER_POST_GRAD.${n}.py`)))
    .toEqual(["the graph that Inductor lowers",
      "the graph that Inductor lowers, of the backward"]);
  expect(stageOf(data, "__compiled_fn_1.Backward_graph.0.py")).toBe("the backward graph");
  expect([0, 1].map((n) => stageOf(data, `__compiled_fn_1.kernel_${n}.py`)))
    .toEqual(["generated code", "generated code, of the backward"]);
  expect(stageOf(data, "journal.jsonl")).toBe("");
});
