import { expect, test } from "vitest";
import type { GraphData, GraphNode } from "../src/contract";
import { graphOf } from "../src/nodes";
import { storedGraph } from "./run";

const node = (name: string, more: Partial<GraphNode> = {}): GraphNode =>
  ({ name, kind: "operator", label: name, type: "f32[2]", takes: [], parameters: [],
    module: "self.a", shown: 1, places: [], ...more });
const GRAPH: GraphData = { file: "g.py", prefix: "g", stage: "Joint_graph",
  backward: false, saved: [{ name: "b", bytes: 8 }], saved_bytes: 8, nodes: [
    node("a", { kind: "input", shown: 4, bytes: 0, until: 0 }),
    node("b", { takes: [0, 0], bytes: 8, places: [{ file: "m.py", line: 3 }] }),
  ] };

test("nodes come back from columns", () => {
  const texts = ["another's"];
  const { nodes, ...graph } = graphOf(storedGraph(GRAPH, texts), texts);
  expect({ ...graph, nodes }).toEqual(GRAPH);
});

test("a node whose places are not there has none", () => {
  const texts: string[] = [];
  const stored = storedGraph(GRAPH, texts);
  const without = { ...stored, nodes: { ...stored.nodes, place_lists: [] } };
  expect(graphOf(without, texts).nodes.map((one) => one.places)).toEqual([[], []]);
});

test("a graph without nodes has none", () => {
  const texts: string[] = [];
  expect(graphOf(storedGraph({ ...GRAPH, nodes: [] }, texts), texts).nodes).toEqual([]);
});
