// Why an entry has graphs and no kernels, in words.  Pure.
import type { GraphData, GraphNode } from "./contract";
import type { Compilation } from "./data";
import { kindOf, labelUpToNames } from "./graph/labels";
import { base, type Context, type Model, place as placeText } from "./model";
import { isNumber, isView } from "./work";

/** The stages that every backend with AOTAutograd has; others are Inductor's. */
const NOT_INDUCTORS = new Set(["Captured_Graph", "Joint_graph", "Forward_graph", "Backward_graph"]);
/** `eager`, `aot_eager`, `aot_eager_decomp_partition`: they run PyTorch's own operations. */
const EAGER = /(?:^|_)eager(?:_|$)/;
const INDUCTOR = "inductor";

/** Whether Inductor left something else than kernels: a stage, a cache, a time. */
export const hasInductor = ({ graphs = [], caches = [], phases = [] }: Compilation): boolean =>
  graphs.some(({ stage }) => !NOT_INDUCTORS.has(stage)) || caches.length > 0
  || phases.some((one) => Object.keys(one).some((name) => name.includes(INDUCTOR)));

/** Whether an entry cannot have kernels: its backend makes none. */
export const makesNone = ({ model, frame, compilation }: Pick<Context, "model" | "frame" | "compilation">): boolean =>
  (compilation.kernels ?? []).length === 0 && (compilation.graphs ?? []).length > 0
  && EAGER.test(model.data.compile_calls[frame.id]?.backend ?? "");

/** Why there are no kernels; empty where there are, or where there is no graph either. */
export function noKernels({ model, frame, compilation }: Pick<Context, "model" | "frame" | "compilation">):
  string {
  if ((compilation.kernels ?? []).length > 0 || (compilation.graphs ?? []).length === 0) return "";
  const backend = model.data.compile_calls[frame.id]?.backend;
  if (makesNone({ model, frame, compilation }))
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
/** Operations that return what they were given if its type is the one that was asked for. */
const MAY_DO_NOTHING = /^\.(?:to|type|type_as|float|half|bfloat16|double|contiguous|expand|reshape|view)\(/;

/** `dropout(p=0.0, training=True)`, `dropout(p=0.1, training=False)`: with either nothing is dropped. */
const DROPS_NOTHING = /^(?:\w+_)?dropout\((?=.*(?:\bp=0(?:\.0)?[,)]|\btraining=False))/;
/** The graphs after decomposing, in the order in which they are made. */
const LEVELS = [["Joint_graph"], ["Forward_graph", "Backward_graph"], [LOWERED]];
const NOT_KNOWN = "in this entry's graph, in no kernel; why is not known";

/** Of what is in the graph of an entry without kernels: the same words for a line and for the body of a `def`. */
export const inGraphWithout = (context: Context): string => `in this entry's graph: ${noKernels(context)}`;

/** Why a line of the captured graph is in no kernel. */
export function inNoKernel(context: Context, file: string, line: number): string {
  const graphs = context.details.graph_data ?? [];
  const at = ({ nodes }: GraphData) => nodes.filter(({ kind, places }) => kind === "operator"
    && places.some((one) => one.line === line && (one.file === file || base(one.file) === file)));
  if (noKernels(context) !== "") return inGraphWithout(context);
  const levels = LEVELS.map((stages) => graphs.filter(({ stage }) => stages.includes(stage)));
  const last = levels.map((level) => level.some((graph) => at(graph).length > 0)).lastIndexOf(true);
  const captured = graphs.filter(({ stage }) => stage === CAPTURED);
  if (last >= 0) return removedWords(levels[last] ?? [], levels.slice(last + 1).flat(), at) || NOT_KNOWN;
  if (levels.every((level) => level.length === 0) || captured.flatMap(at).length === 0) return NOT_KNOWN;
  const doesNothing = captured.every((graph) => at(graph).every((node) => hasType(graph, node) || dropsNothing(node)));
  return !doesNothing ? "in the captured graph only: later stages removed or replaced it"
    : captured.some((graph) => at(graph).some(dropsNothing)) ? `${NOTHING}, as dropout drops nothing: ${REMOVED}`
      : `${NOTHING}, as its input has this type already: ${REMOVED}`;
}

const NOTHING = "it does nothing here";
const REMOVED = "a later stage removed it";

/** What operations of the last graphs that have a line come to; empty if that is not known. */
function removedWords(own: readonly GraphData[], later: readonly GraphData[], at: (graph: GraphData) => GraphNode[]): string {
  const found = own.flatMap((graph) => at(graph).map((node) => fateOf(graph, node, later)));
  const fates = new Set(found);
  if (fates.has("unknown")) return "";
  const merged = [...fates].filter((one) => one.startsWith(MERGED)).map((one) => one.slice(MERGED.length));
  if (merged.length > 0) return `a later stage merged it with an equal operation, that of ${
    merged.map((one) => `\`${one}\``).join(", ")}`;
  if ([...fates].every((one) => one === "number" || one === "view") && fates.has("number"))
    return `in no kernel: it only ${fates.has("view") ? "makes views and computes" : "computes"} sizes and other numbers, in Python`;
  if (fates.size > 1) return "in no kernel: it only makes views and values that are equal to its input or not used";
  return fates.has("view") ? "in no kernel: it only makes views, which compute nothing"
    : fates.has("unused") ? `its result is not used: ${REMOVED}` : `${NOTHING}, as its result is its input: ${REMOVED}`;
}

const MERGED = "merged with ";

/** Why a node of a graph is in no later one: what reads it there reads its input, or an equal node of a line. */
type Fate = "number" | "view" | "same" | "unused" | "unknown" | `${typeof MERGED}${string}`;

function fateOf(graph: GraphData, node: GraphNode, later: readonly GraphData[]): Fate {
  if (isNumber(node)) return "number";
  if (isView(node, graph.stage === LOWERED)) return "view";
  if (later.length === 0) return "unknown"; // of the last graph all is computed
  const position = graph.nodes.indexOf(node);
  const readers = graph.nodes.filter(({ takes }) => takes.includes(position));
  // A node such as `copy_` is there for what it changes.
  if (readers.length === 0) return kindOf(node.label).endsWith("_") ? "unknown" : "unused";
  const names = new Set(sources(graph, position, later));
  const instead = readers.flatMap((reader) => later.flatMap(({ nodes }) => {
    const now = nodes.find(({ name, kind }) => name === reader.name && kind === reader.kind);
    const read = nodes[now?.takes[reader.takes.indexOf(position)] ?? -1];
    return now?.takes.length === reader.takes.length && read !== undefined ? [{ read, nodes }] : [];
  }));
  if (instead.some(({ read }) => names.has(read.name))) return "same";
  const label = labelUpToNames(node, graph.nodes);
  const line = instead.find(({ read, nodes }) => read.kind === node.kind && read.type === node.type
    && labelUpToNames(read, nodes) === label)?.read.places.at(-1);
  return line === undefined ? "unknown" : `${MERGED}${placeText(line.file, line.line)}`;
}

/** The names of what a node takes: if that is in no later graph either, of what that takes. */
function sources(graph: GraphData, position: number, later: readonly GraphData[]): string[] {
  const { nodes } = graph;
  const [only, other] = nodes[position]?.takes ?? [];
  const name = nodes[only ?? -1]?.name;
  if (only === undefined || name === undefined || other !== undefined) return [];
  const isKept = later.some((one) => one.nodes.some((each) => each.name === name));
  return [name, ...isKept ? [] : sources(graph, only, later)];
}

const dropsNothing = ({ label }: GraphNode): boolean => DROPS_NOTHING.test(label);

/** Whether an operation that changes types is asked for the type that its input has. */
function hasType({ nodes }: GraphData, { label, takes, type }: GraphNode): boolean {
  const given = takes.map((one) => nodes[one]?.type);
  return MAY_DO_NOTHING.test(label) && type !== "" && given.length === 1 && given[0] === type;
}
