// Operations of a line that torch lowered together: which lowered node is of which one is not recorded.  Pure.
import type { GraphData, GraphNode } from "./contract";
import type { Ran } from "./fused";
import { libraryCall, operationName } from "./operationNames";
import { isView, type Work } from "./work";

const CAPTURED = "Captured_Graph";
const FUSED = /fused_(\w+)_\d+$/;

/** Whether the name of a generated kernel has an operation: `silu` of `cpp_fused_native_group_norm_silu_2`. */
export const isInName = (kernel: string, operation: string): boolean =>
  libraryCall(kernel) === "" && operation !== "" && `_${FUSED.exec(kernel)?.[1] ?? ""}_`.includes(`_${operation}_`);

/** Whether a node only takes an item of a result: `var_mean[0]`. */
const isItem = ({ label }: GraphNode): boolean => /^\w+\[\d+\]$/.test(label);

/** What a kernel runs of such operations: surely, or as its name has it; `perhaps` is what it may run. */
export interface OfSeveral { runs: Work[]; perhaps: Work[] }

interface Counted { captured: GraphData; nodes: Map<string, GraphNode>; all: ReadonlyMap<number, number>;
  certain: ReadonlySet<number> }

/** Finds the operations of kernels whose nodes may be of several operations, of each graph once. */
export class Perhaps {
  private readonly counts = new Map<string, Counted | undefined>();

  constructor(private readonly graphs: readonly GraphData[]) {}

  of(kernel: Ran): OfSeveral {
    const found: OfSeveral = { runs: [], perhaps: [] };
    const known = kernel.graph === null ? undefined : this.countsOf(kernel.graph);
    if (known === undefined) return found;
    const own = kernel.nodes.flatMap((name) => known.nodes.get(name) ?? []);
    for (const [position, times] of timesOf(own)) {
      const of = known.captured.nodes[position];
      if (of === undefined || own.some(({ source }) => source === position)) continue;
      const operation = operationName(of.label);
      const isNamed = isInName(kernel.kernel, operation);
      // All nodes that may be of it are here.  But an operation that changes nothing, such as a cast, has no node.
      const isWhole = isNamed && times === known.all.get(position) && !known.certain.has(position);
      const work: Work = { modules: of.owner === undefined ? [] : [of.owner], places: of.places.slice(-1),
        calls: of.places.slice(0, -1), names: [of.name, operation] };
      // Of several modules, the name does not say which one has the operation here.
      if (isNamed) found.runs.push(isWhole ? work : { ...work, modules: [], isFromName: true });
      if (!isWhole) found.perhaps.push(work);
    }
    return found;
  }

  private countsOf(file: string): Counted | undefined {
    if (this.counts.has(file)) return this.counts.get(file);
    const graph = this.graphs.find((one) => one.file === file);
    const captured = this.graphs.find(({ stage, prefix }) => stage === CAPTURED && prefix === graph?.prefix);
    const computing = (graph?.nodes ?? []).filter((one) => one.kind === "operator" && !isView(one, true) && !isItem(one));
    const found = graph === undefined || captured === undefined || graph === captured ? undefined
      : { captured, nodes: new Map(computing.map((one) => [one.name, one])), all: timesOf(computing),
        certain: new Set(computing.flatMap(({ source }) => source ?? [])) };
    this.counts.set(file, found);
    return found;
  }
}

/** How many nodes may be of each captured operation, by its position. */
function timesOf(nodes: readonly GraphNode[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const position of nodes.flatMap(({ perhaps = [] }) => perhaps)) times.set(position, (times.get(position) ?? 0) + 1);
  return times;
}
