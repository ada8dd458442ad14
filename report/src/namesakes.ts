// Nodes of a backward with the name of a captured operation that they are not of.  Pure.
import type { GraphData, GraphNode } from "./contract";
import { operationName } from "./operationNames";

interface Known { names: ReadonlySet<string>; ofLine: ReadonlyMap<string, ReadonlySet<string>> }
const read = new WeakMap<GraphData, Known>();

const lineOf = ({ places }: GraphNode): string => places.slice(-1).map(({ file, line }) => `${file}:${line}`).join("");

function knownOf(captured: GraphData): Known {
  let known = read.get(captured);
  if (known === undefined) {
    const ofLine = new Map<string, Set<string>>();
    for (const node of captured.nodes.filter(({ kind }) => kind === "operator"))
      ofLine.set(lineOf(node), new Set([...ofLine.get(lineOf(node)) ?? [], operationName(node.label)]));
    read.set(captured, known = { ofLine, names: new Set([...ofLine.values()].flatMap((some) => [...some])) });
  }
  return known;
}

/** Whether an operation of this name was captured. */
export const hasCaptured = (captured: GraphData | undefined, name: string): boolean =>
  captured !== undefined && knownOf(captured).names.has(name);

/** The positions of the captured operations that a lowered node is or may be of. */
export const sourcesOf = ({ source, perhaps = [] }: GraphNode): readonly number[] => source === undefined ? perhaps : [source];

/**
 * Whether a node of a backward has the name of a captured operation, but comes from other ones:
 * the backward of `stack` has a `cat`, which is no backward of a `cat` elsewhere.
 */
export function isNamesake(captured: GraphData | undefined, { backward }: GraphData, node: GraphNode): boolean {
  const name = operationName(node.label);
  if (!backward || captured === undefined || !hasCaptured(captured, name)) return false;
  const sources = sourcesOf(node);
  if (sources.length > 0) return !sources.some((at) => operationName(captured.nodes[at]?.label ?? "") === name);
  const there = knownOf(captured).ofLine.get(lineOf(node));
  return there !== undefined && !there.has(name);
}
