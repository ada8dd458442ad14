// Small graphs for tests.

import type { GraphData, GraphNode } from "../src/contract";

export function node(name: string, label: string, takes: number[], more: Partial<GraphNode> = {}): GraphNode {
  return {
    name, label, takes, kind: "operator", type: "float32 [2, 8]", parameters: [], module: "",
    shown: 1, places: [], ...more,
  };
}

export function input(name: string, more: Partial<GraphNode> = {}): GraphNode {
  return node(name, name, [], { kind: "input", ...more });
}

export function graphOf(nodes: GraphNode[], more: Partial<GraphData> = {}): GraphData {
  return {
    file: "a.py", prefix: "__compiled_fn_1", stage: "Captured_Graph", backward: false, nodes,
    saved: [], saved_bytes: 0, ...more,
  };
}

export interface Stack {
  layers: number;
  /** Layers that use another activation. */
  odd?: number[];
  /** The activation of each layer: of `aba` there are two kinds. */
  kinds?: string | readonly string[];
  /** Whether paths are written `layers.0` or `layers[0]`. */
  dotted?: boolean;
}

/** A model of layers, `x + linear(relu(linear(x)))` each, with a residual. */
export function stack({ layers, odd = [], kinds = "", dotted = true }: Stack): GraphData {
  const nodes = [input("x")];
  let value = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    const module = `self.model.layers${dotted ? `.${layer}` : `[${layer}]`}`;
    const first = nodes.length;
    const act = kinds[layer] ?? (odd.includes(layer) ? "gelu" : "relu");
    nodes.push(
      node(`linear_${first}`, "linear", [value], { module: `${module}.up`, parameters: ["weight [8, 8]"] }),
      node(`act_${first}`, act, [first], { module: `${module}.act` }),
      node(`linear_${first + 1}`, "linear", [first + 1], { module: `${module}.down`, parameters: ["weight [8, 8]"] }),
      node(`add_${first}`, `${nodes[value]?.name} + linear_${first + 1}`, [value, first + 2], { module }),
    );
    value = nodes.length - 1;
  }
  nodes.push(node("y", "layer_norm", [value], { module: "self.norm" }));
  nodes.push(node("return", "return", [nodes.length - 1], { kind: "output", type: "" }));
  return graphOf(nodes);
}

/** Activations of which no two are the same. */
export const unlike = (layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => `gelu${layer}`);
