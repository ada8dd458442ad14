// Why an entry has graphs and no kernels, in words.  Pure.
import type { GraphData, GraphNode } from "./contract";
import type { Compilation } from "./data";
import { base, type Context, type Model } from "./model";
import { isView } from "./work";

/** The stages that every backend with AOTAutograd has; others are Inductor's. */
const NOT_INDUCTORS = new Set(["Captured_Graph", "Joint_graph", "Forward_graph", "Backward_graph"]);
/** `eager`, `aot_eager`, `aot_eager_decomp_partition`: they run PyTorch's own operations. */
const EAGER = /(?:^|_)eager(?:_|$)/;
const INDUCTOR = "inductor";

/** Whether Inductor left something else than kernels: a stage, a cache, a time. */
export const hasInductor = ({ graphs = [], caches = [], phases = [] }: Compilation): boolean =>
  graphs.some(({ stage }) => !NOT_INDUCTORS.has(stage)) || caches.length > 0
  || phases.some((one) => Object.keys(one).some((name) => name.includes(INDUCTOR)));

/** Why there are no kernels; empty where there are, or where there is no graph either. */
export function noKernels({ model, frame, compilation }: Pick<Context, "model" | "frame" | "compilation">):
  string {
  if ((compilation.kernels ?? []).length > 0 || (compilation.graphs ?? []).length === 0) return "";
  const backend = model.data.compile_calls[frame.id]?.backend;
  if (backend !== undefined && EAGER.test(backend))
    return `the backend \`${backend}\` makes no kernels`;
  if (backend === INDUCTOR || hasInductor(compilation)) return "no kernels are recorded";
  return `no kernels are recorded: ${backend === undefined ? "the backend"
    : `the backend \`${backend}\``} is not Inductor`;
}

/** The same for a whole run; empty where some entry has kernels. */
export function noKernelsOf(model: Model): string[] {
  const all = model.data.frames.flatMap((frame) => (frame.compilations ?? [])
    .map((compilation) => ({ model, frame, compilation })));
  return all.some(({ compilation }) => (compilation.kernels ?? []).length > 0) ? []
    : [...new Set(all.map(noKernels).filter(Boolean))];
}

/** Graphs of Dynamo's operations, before AOTAutograd decomposes them. */
const CAPTURED = "Captured_Graph";
/** The graph that kernels are made from. */
const LOWERED = "AFTER_POST_GRAD";
const NOT_DECOMPOSED = new Set([CAPTURED, "BEFORE_PRE_GRAD", "AFTER_PRE_GRAD"]);
/** Operations that return what they were given if its type is the one that was asked for. */
const MAY_DO_NOTHING = /^\.(?:to|type|type_as|float|half|bfloat16|double|contiguous|expand|reshape|view)\(/;

/** Why a line of the captured graph is in no kernel. */
export function inNoKernel(context: Context, file: string, line: number): string {
  const graphs = context.details.graph_data ?? [];
  const later = graphs.filter(({ stage }) => !NOT_DECOMPOSED.has(stage));
  const at = ({ nodes }: GraphData) => nodes.filter(({ kind, places }) => kind === "operator"
    && places.some((one) => one.line === line && (one.file === file || base(one.file) === file)));
  const none = noKernels(context);
  if (none !== "") return `in this entry's graph: ${none}`;
  const captured = graphs.filter(({ stage }) => stage === CAPTURED);
  const own = captured.flatMap(at);
  const lowered = later.filter(({ stage }) => stage === LOWERED).flatMap(at);
  if (lowered.length > 0 && lowered.every((node) => isView(node, true)))
    return "in no kernel: it only makes views, which compute nothing";
  if (later.length === 0 || own.length === 0 || later.some((graph) => at(graph).length > 0))
    return "in this entry's graph, in no kernel";
  return captured.every((graph) => at(graph).every((node) => doesNothing(graph, node)))
    ? "it does nothing here, as its input has this type already: a later stage removed it"
    : "in the captured graph only: later stages removed or replaced it";
}

function doesNothing({ nodes }: GraphData, { label, takes, type }: GraphNode): boolean {
  const given = takes.map((one) => nodes[one]?.type);
  return MAY_DO_NOTHING.test(label) && type !== "" && given.length === 1 && given[0] === type;
}
