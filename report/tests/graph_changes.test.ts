import { expect, test } from "vitest";
import { changesBetween, goneByPlace } from "../src/graph/changes";
import { graphOf, input, node } from "./graph_samples";

const x = input("x");
const at = (line: number): { places: { file: string; line: number }[] } => ({ places: [{ file: "m.py", line }] });
const names = (nodes: { name: string }[]): string[] => nodes.map((one) => one.name);

test("the same names with the same labels are unchanged", () => {
  const graph = graphOf([x, node("a", "relu", [0]), node("b", "a + x", [1, 0])]);
  const changes = changesBetween(graph, graph);
  expect([changes.added.size, changes.gone, changes.unchanged]).toEqual([0, [], 2]);
});

test("another name for what is done on the same line is no change", () => {
  const before = graphOf([x, node("a", "relu", [0], at(3)), node("b", "a + x", [1, 0], at(4))]);
  const after = graphOf([x, node("relu", "relu", [0], at(3)), node("add", "relu + x", [1, 0], at(4))]);
  expect(changesBetween(before, after).unchanged).toBe(2);
});

test("of several alike on a line, as many are gone as there are fewer", () => {
  const view = (name: string) => node(name, "view", [0], at(3));
  const changes = changesBetween(graphOf([x, view("a"), view("b"), view("c")]), graphOf([x, view("d")]));
  expect(changes.gone).toHaveLength(2);
  expect(changes.added.size).toBe(0);
});

test("the same on another line is gone here and new there", () => {
  const changes = changesBetween(
    graphOf([x, node("a", "relu", [0], at(3)), node("k", "exp", [0], at(1))]),
    graphOf([x, node("b", "relu", [0], at(9)), node("k", "exp", [0], at(1))]),
  );
  expect([names(changes.gone), [...changes.added]]).toEqual([["a"], ["b"]]);
});

test("without lines, the module tells where", () => {
  const changes = changesBetween(
    graphOf([x, node("a", "relu", [0], { module: "self.one" })]),
    graphOf([x, node("b", "relu", [0], { module: "self.two" })]),
  );
  expect([names(changes.gone), [...changes.added]]).toEqual([["a"], ["b"]]);
});

test("a name that does something else is gone and new", () => {
  const changes = changesBetween(graphOf([x, node("a", "view", [0])]), graphOf([x, node("a", "reshape", [0])]));
  expect([names(changes.gone), [...changes.added]]).toEqual([["a"], ["a"]]);
  expect(changes.rewritten).toBe(true);
});

test("inputs and the output are no operators that come or go", () => {
  const changes = changesBetween(graphOf([x, node("a", "relu", [0])]), graphOf([input("z"), node("a", "relu", [0])]));
  expect([changes.gone, changes.added.size]).toEqual([[], 0]);
});

test("what is gone alike in layers is told once", () => {
  const gone = [0, 1, 2].map((layer) => node(`v${layer}`, "aten.view", [], { module: `self.layers[${layer}].q` }));
  expect(goneByPlace([...gone, node("m", "aten.mm", [], { module: "self.head" })])).toEqual([
    { where: "self.layers[*].q", times: 3, operators: [{ label: "view", count: 1 }] },
    { where: "self.head", times: 1, operators: [{ label: "mm", count: 1 }] },
  ]);
});
