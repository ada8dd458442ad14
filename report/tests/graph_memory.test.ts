import { expect, test } from "vitest";
import { sizeOf } from "../src/graph/marks";
import { heldBy, memoryOf, notCounted } from "../src/graph/memory";
import { ownerAtPeak } from "../src/panels/memory";
import { input, node } from "./graph_samples";

test("a value counts from where it is made to its last use, an input not at all", () => {
  const nodes = [
    input("x", { bytes: 100, until: 1 }),
    node("a", "relu", [0], { bytes: 10, until: 2 }),
    node("b", "exp", [1], { bytes: 1, until: 3 }),
    node("return", "return", [2], { kind: "output", type: "" }),
  ];
  const memory = memoryOf(nodes);
  expect(memory.live).toEqual([0, 10, 11, 1]);
  expect(memory.peak).toBe(2);
  expect(memory.atPeak).toEqual([{ name: "a", bytes: 10 }, { name: "b", bytes: 1 }]);
});

test("a view takes no memory, and what it is a view of lives as long as it", () => {
  const nodes = [
    node("a", "aten.mm.default", [], { bytes: 10, until: 3 }),
    node("v", "aten.view.default([2])", [0], { bytes: 0, until: 3 }),
    node("b", "aten.exp.default", [], { bytes: 5, until: 2 }),
    node("c", "relu", [1], { bytes: 1 }),
  ];
  expect(memoryOf(nodes).live).toEqual([10, 10, 15, 11]);
});

test("a part of what returns several values is a value of its own", () => {
  const nodes = [
    node("pair", "aten.var_mean", [], { type: "", until: 1 }),
    node("one", "pair[0]", [0], { bytes: 8, until: 2 }),
    node("c", "relu", [1], { bytes: 1 }),
  ];
  expect(memoryOf(nodes).live).toEqual([0, 8, 9]);
});

test("what is saved is held by the backward, and left out by the captured graph", () => {
  const tensor = (name: string, more = {}) => ({ name, type: "f32[2]", bytes: 8, ...more });
  const saving = { saved_for_backward: [{ prefix: "__compiled_fn_1", own_bytes: 8, all_bytes: 16,
    tensors: [tensor("a"), tensor("b", { view_of: "a" }), tensor("x", { argument: "x" })] }] };
  const stage = (name: string, backward: boolean) =>
    ({ file: "", prefix: "__compiled_fn_1", stage: name, backward, nodes: [], saved: [], saved_bytes: 0 });
  expect([...heldBy(saving, stage("AFTER_POST_GRAD", true))]).toEqual(["a"]);
  expect([...heldBy(saving, stage("Forward_graph", false))]).toEqual([]);
  expect(notCounted(saving, stage("Captured_Graph", false))).toBe(8);
  expect(notCounted(saving, stage("Forward_graph", false))).toBe(0);
});

test("an input that is copied for the backward is memory of the forward and of the backward", () => {
  const saving = { saved_for_backward: [{ prefix: "fn", own_bytes: 8, all_bytes: 16, tensors: [
    { name: "w", type: "f32[2]", bytes: 8, argument: "w", copied: true },
    { name: "x", type: "f32[2]", bytes: 8, argument: "x" }] }] };
  const stage = (name: string, backward: boolean) =>
    ({ file: "", prefix: "fn", stage: name, backward, nodes: [], saved: [], saved_bytes: 0 });
  expect([...heldBy(saving, stage("Forward_graph", false))]).toEqual(["w"]);
  expect([...heldBy(saving, stage("Backward_graph", true))]).toEqual(["w"]);
  expect([...heldBy(saving, stage("Captured_Graph", false))]).toEqual([]);
});

test("values of unknown size are counted as such", () => {
  const memory = memoryOf([node("a", "relu", [])]);
  expect([memory.peak, memory.unknown]).toEqual([-1, 1]);
});

test.each([[0, "0 B"], [999, "999 B"], [2048, "2.0 kB"], [123_456, "123 kB"], [5_250_000_000, "5.3 GB"]])(
  "%d bytes are %s", (bytes, text) => expect(sizeOf(bytes)).toBe(text),
);

test("a saved value has one module, in the table of what was saved and at the peak", () => {
  expect(ownerAtPeak("net.mlp[1]", "net.mlp[2]")).toBe("net.mlp[1]");
  expect([ownerAtPeak("", "net.mlp[2]"), ownerAtPeak(undefined, "net"), ownerAtPeak(undefined, undefined)])
    .toEqual(["net.mlp[2]", "net", ""]);
});
