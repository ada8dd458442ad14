import type { GraphNode } from "../contract";
import { at } from "./lists";

const WORD = /[A-Za-z_]\w*(?:\.\w+|\[\d+\])*/g;
const OVERLOAD = /\.(?:default|Tensor|Scalar|int|dim|self|correction|out|Tensor_\w+|Scalar_\w+|dim_\w+)(?=$|\()/;
const NAMESPACES = /^(?:aten|prims|torch)\./;

/**
 * What a node does, whatever its values are called: names of values are told by
 * their positions.
 *
 * `add + linear_3` and `add_7 + linear_9` are the same: `$0 + $1`.
 */
export function labelUpToNames(node: GraphNode, nodes: readonly GraphNode[]): string {
  const names = new Map<string, string>();
  node.takes.forEach((taken, position) => {
    const one = at(nodes, taken);
    names.set(one.name, `$${position}`);
    // Within a body, values are named without it.
    if (one.body !== undefined) names.set(one.name.slice(one.name.lastIndexOf(".") + 1), `$${position}`);
    if (one.kind === "input") names.set(one.label, `$${position}`);
  });
  return node.label.replace(WORD, (word) => {
    const known = names.get(word);
    if (known !== undefined) return known;
    const first = /^\w+/.exec(word)?.[0] ?? "";
    const root = names.get(first);
    return root === undefined ? word : root + word.slice(first.length);
  });
}

const SIGNS: [RegExp, string][] = [
  [/^\w+(?:\.[\w.]+)?(?:\[\d+\])* ?(\*\*|\/\/|<<|>>|[-+*/%@&|^]) /, "$1"],
  [/ (\*\*|\/\/|<<|>>|[-+*/%@&|^]) [\w.]+$/, "$1"],
];

/** The kind of an operator, to be counted: `linear`, `mul`, `+`, `[…]`. */
export function kindOf(label: string): string {
  const call = /^\.?([A-Za-z_][\w.]*)(?=\(|$)/.exec(label.replace(OVERLOAD, ""));
  if (call !== null) return at(call, 1).replace(NAMESPACES, "");
  for (const [sign] of SIGNS) {
    const found = sign.exec(label);
    if (found !== null) return at(found, 1);
  }
  return label.endsWith("]") ? "[…]" : label;
}

/** A label without what every operator of the stage carries. */
export function shortLabel(label: string): string {
  return label.replace(OVERLOAD, "").replace(/^aten\./, "");
}
