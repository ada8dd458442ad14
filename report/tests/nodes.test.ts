import { expect, test } from "vitest";
import type { GraphData, GraphNode } from "../src/contract";
import { graphOf } from "../src/nodes";
import { storedGraph } from "./run";

const node = (name: string, more: Partial<GraphNode> = {}): GraphNode =>
  ({ name, kind: "operator", label: name, type: "f32[2]", takes: [], parameters: [],
    module: "self.a", shown: 1, places: [], ...more });

test("columns are put together into the nodes that they were", () => {
  const graph: GraphData = { file: "g.py", prefix: "g", stage: "Joint_graph",
    backward: false, saved: [{ name: "b", bytes: 8 }], nodes: [
      node("a", { kind: "input", shown: 4, bytes: 0, until: 0 }),
      node("b", { takes: [0, 0], shown: 9, bytes: 8, until: 3,
        places: [{ file: "m.py", line: 3 }], parameters: ["weight [2]"] }),
      node("c", { takes: [1], shown: 7, home: "self.a.cond", body: "cond" }),
      node("return", { kind: "output", type: "", takes: [1, 2], shown: 12 }),
    ] };
  expect(graphOf(storedGraph(graph))).toEqual(graph);
});

test("a part of the page that lacks a column still has its nodes", () => {
  const stored = storedGraph({ file: "g.py", prefix: "g", stage: "s", backward: false,
    saved: [], nodes: [node("a"), node("b", { shown: 2 })] });
  stored.nodes.label = [];
  expect(graphOf(stored).nodes.map(({ name, label, shown }) => [name, label, shown]))
    .toEqual([["a", "", 1], ["b", "", 2]]);
});
