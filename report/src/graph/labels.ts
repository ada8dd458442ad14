import type { GraphNode } from "../contract";
import { at } from "./lists";

const WORD = /[A-Za-z_]\w*(?:\.\w+|\[(?:\d+|'[^']*')\])*/g;
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
  const named = (one: GraphNode, position: number): void => {
    for (const name of namesOf(one)) if (!names.has(name)) names.set(name, `$${position}`);
  };
  node.takes.forEach((taken, position) => named(at(nodes, taken), position));
  // The label has the name that a value had before it was changed in place.
  node.takes.forEach((taken, position) => {
    for (let one = changedBy(at(nodes, taken), nodes); one !== undefined; one = changedBy(one, nodes)) named(one, position);
  });
  return node.label.replace(WORD, (word) => {
    const start = startsOf(word).find((one) => names.has(one));
    return start === undefined ? word : `${names.get(start)}${word.slice(start.length)}`;
  });
}

/** A path and the paths that it begins with, the longest first: an input may be named by one. */
const startsOf = (word: string): string[] =>
  [...word.matchAll(/[.[]|$/g)].map(({ index }) => word.slice(0, index)).reverse();

function namesOf(one: GraphNode): string[] {
  // Within a body, values are named without it.
  return [one.name, ...one.body === undefined ? [] : [one.name.slice(one.name.lastIndexOf(".") + 1)],
    ...one.kind === "input" ? [one.label] : []];
}

/** `x -= 1`, `x[0] = y`: what it changes is before the sign. */
const CHANGE = /^\w[\w.]*(\[.*\])? ((?:\*\*|\/\/|<<|>>|[-+*/%@&|^])?=) /;
/** `.add_(1)`, `aten.copy_`. */
const IN_PLACE = /^\.?(?:[A-Za-z]\w*\.)*\w*[^\W_]_(?:\.\w+)?(?=\(|$)/;

/** Whether an operation changes its first value in place. */
export const changes = (label: string): boolean => CHANGE.test(label) || IN_PLACE.test(label);

/** The value that a node changes in place, which is the first that it takes. */
function changedBy({ label, takes, kind }: GraphNode, nodes: readonly GraphNode[]): GraphNode | undefined {
  const [first] = takes;
  return kind === "operator" && changes(label) && first !== undefined ? at(nodes, first) : undefined;
}

const SIGNS: [RegExp, string][] = [
  [/^\w+(?:\.[\w.]+)?(?:\[\d+\])* ?(\*\*|\/\/|<<|>>|[-+*/%@&|^]) /, "$1"],
  [/ (\*\*|\/\/|<<|>>|[-+*/%@&|^]) [\w.]+$/, "$1"],
];

/** The kind of an operator, to be counted: `linear`, `mul`, `+`, `[…]`. */
export function kindOf(label: string): string {
  const call = /^\.?([A-Za-z_][\w.]*)(?=\(|$)/.exec(label.replace(OVERLOAD, ""));
  if (call !== null) return at(call, 1).replace(NAMESPACES, "");
  const [, item, change] = CHANGE.exec(label) ?? [];
  if (change !== undefined) return item === undefined ? change : `[…] ${change}`;
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
