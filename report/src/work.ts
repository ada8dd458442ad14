// What a kernel does, operation by operation, without views: these move no bytes.  Pure.
import type { GraphData, GraphNode, Place } from "./contract";
import { around, isOf, type Ran } from "./fused";
import { changes, kindOf } from "./graph/labels";
import { linesOf, place } from "./model";
import { hasCaptured, isNamesake, sourcesOf } from "./namesakes";
import { libraryCall, operationName, operationsIn } from "./operationNames";
import { isInName, type OfSeveral, Perhaps } from "./perhaps";
import { viewsRead } from "./readViews";

/**
 * What belongs together of a kernel: an operation, or a line or module of which no more is
 * known.  `calls` are the lines whose calls lead to it.
 */
export interface Work { modules: string[]; places: Place[]; calls: Place[];
  /** The name of the captured operation, if it is certain, and the functions of both. */
  names?: string[];
  /** The function that was captured, if this is another one: `silu` of a `mul`. */
  madeOf?: { lowered: string; captured: string };
  /** Whether the kernel's name has it, and it is not recorded which nodes are of it. */
  isFromName?: true }

/** In a lowered graph a `reshape` is a view: one that copies is a `clone`. */
export const isView = ({ kind, bytes, label }: GraphNode, isLowered: boolean): boolean =>
  kind === "operator" && ((bytes === 0 && !changes(label))
    || (isLowered && kindOf(label) === "reshape"));

/** Whether a value is a number, such as a size: the generated code computes it in Python. */
export const isNumber = ({ type, kind }: GraphNode): boolean => kind === "operator" && type.startsWith("Sym(");

const CAPTURED = "Captured_Graph";

/** The lines of a lowered graph whose operations are all views. */
function viewedLines(graph: GraphData): ReadonlySet<string> {
  const own = graph.nodes.filter(({ kind }) => kind === "operator");
  const [views, others] = [true, false].map((is) => new Set(own.filter((node) => isView(node, true) === is).flatMap(lineOf))) as
    [Set<string>, Set<string>];
  return new Set([...views].filter((line) => !others.has(line)));
}

type Known = ReadonlyMap<string, GraphNode>;

/** Tells the operations of kernels, of whose graphs each is read once. */
export class Works {
  private readonly nodes = new Map<string, Known>();
  private readonly known = new Map<Ran, Work[]>();
  private readonly calling = new Map<string, boolean>();
  private readonly reading = new Map<Ran, Map<string, boolean>>();
  private readonly several = new Map<Ran, OfSeveral>();
  private readonly perhaps: Perhaps;
  private readonly byName = new Map<string, Work>();
  private readonly viewing = new Map<GraphData, ReadonlySet<string>>();
  private words: ReadonlySet<string> | undefined;

  constructor(private readonly graphs: readonly GraphData[]) {
    this.perhaps = new Perhaps(graphs);
  }

  /** The operations of a kernel that belong to a module or a line; `isWide`: and to what the line calls. */
  of(kernel: Ran, wanted: string, isWide = false): Work[] {
    let all = this.known.get(kernel);
    if (all === undefined) this.known.set(kernel, all = [...this.all(kernel).map((work) => this.namedByCall(work, kernel)),
      ...this.severalOf(kernel).runs]);
    const own = all.filter((work) => this.isWanted(work, wanted, isWide));
    return own.length === 0 && this.isOnlyInNames(wanted) ? this.named(kernel, wanted) : own;
  }

  /** Whether a word is no operation of a graph and no module: then it may be an operation that only names of kernels have. */
  isOnlyInNames(wanted: string): boolean {
    this.words ??= new Set([...operationsIn(this.graphs), ...this.graphs.flatMap(({ nodes }) =>
      nodes.flatMap(({ name, owner }) => [name, ...owner === undefined ? [] : around(owner)]))]);
    return /^[a-z_]\w*$/.test(wanted) && !this.words.has(wanted);
  }

  private named(kernel: Ran, wanted: string): Work[] {
    const key = `${kernel.kernel}:${wanted}`;
    let work = this.byName.get(key);
    if (work === undefined)
      this.byName.set(key, work = { modules: [], places: [], calls: [], names: [wanted], isFromName: true });
    return isInName(kernel.kernel, wanted) ? [work] : [];
  }

  /** Whether a kernel may run an operation or a module: some of its nodes are of one of several operations. */
  mayRun(kernel: Ran, wanted: string): boolean {
    return this.severalOf(kernel).perhaps.some((work) => this.isWanted({ ...work, places: [], calls: [] }, wanted))
      && this.of(kernel, wanted).length === 0;
  }

  /** Whether a kernel's name alone tells that the kernel runs an operation. */
  isFromName(kernel: Ran, wanted: string): boolean {
    const own = this.of(kernel, wanted);
    return own.length > 0 && own.every((one) => one.isFromName);
  }

  private isWanted({ modules, places, calls, names = [] }: Work, wanted: string, isWide = false): boolean {
    return names.includes(wanted) || isOf({ places: isWide ? [...places, ...calls] : this.isCall(wanted) ? calls : places,
      modules: Object.fromEntries(modules.map((one) => [one, []])) }, wanted);
  }

  private severalOf(kernel: Ran): OfSeveral {
    let found = this.several.get(kernel);
    if (found === undefined) this.several.set(kernel, found = this.perhaps.of(kernel));
    return found;
  }

  /** Whether a kernel runs some of a module, a line or an operation. */
  has(kernel: Ran, wanted: string): boolean {
    return isOf(kernel, wanted) || this.of(kernel, wanted).length > 0;
  }

  /** Whether a name is that of operations, and of no module or line: no kernel has a line that only calls functions. */
  isOperation(kernels: readonly Ran[], wanted: string): boolean {
    return !this.isCall(wanted) && !kernels.some((one) => isOf(one, wanted)) && kernels.some((one) => this.of(one, wanted).length > 0
      || this.severalOf(one).perhaps.some(({ names = [] }) => names.includes(wanted)));
  }

  /** What was captured where the operations of a name were lowered from other ones. */
  othersOf(kernels: readonly Ran[], wanted: string): string[] {
    return [...new Set(kernels.flatMap((one) => this.of(one, wanted)).flatMap(({ madeOf }) =>
      madeOf?.lowered === wanted ? [madeOf.captured] : []))];
  }

  /** Whether a kernel computes nothing of lines, but reads a value through a view that they make. */
  isReader(kernel: Ran, wanted: string): boolean {
    const known = this.reading.get(kernel) ?? new Map<string, boolean>();
    this.reading.set(kernel, known);
    let is = known.get(wanted);
    if (is === undefined) {
      const graph = this.graphs.find(({ file }) => file === kernel.graph);
      const nodes = this.nodesOf(graph);
      const reads = [...kernel.nodes.map((name) => nodes.get(name)?.places ?? []),
        kernel.places.filter((one) => this.isViewed(graph, one)),
        ...graph === undefined ? [] : viewsRead(graph, kernel.nodes).map(({ places }) => places.slice(-1))];
      is = this.of(kernel, wanted, true).length === 0
        && reads.some((places) => isOf({ modules: {}, places }, wanted));
      known.set(wanted, is);
    }
    return is;
  }

  /** Whether a kernel of some lines only copies inputs for them, such as a weight for the strides that a call wants. */
  isCopier(kernel: Ran, wanted: string): boolean {
    const nodes = this.nodesOf(this.graphs.find(({ file }) => file === kernel.graph));
    return kernel.nodes.some((name) => nodes.get(name)?.kind === "input")
      && this.of(kernel, wanted, true).length === 0 && !this.isReader(kernel, wanted);
  }

  /** Whether a kernel has some of these nodes, and computes none of them: all are views. */
  isReaderOf(kernel: Ran, isMeant: (name: string) => boolean): boolean {
    const graph = this.graphs.find(({ file }) => file === kernel.graph);
    const nodes = this.nodesOf(graph);
    const meant = kernel.nodes.filter(isMeant).map((name) => nodes.get(name));
    return meant.length > 0 && meant.every((one) =>
      one !== undefined && isView(one, graph?.stage !== CAPTURED));
  }

  /** Whether a line computes nothing itself, but calls functions that have operations. */
  isCall(wanted: string): boolean {
    let is = this.calling.get(wanted);
    if (is === undefined) {
      const lowered = this.graphs.filter(({ stage }) => STAGES.includes(stage));
      const nodes = (lowered.length > 0 ? lowered : this.graphs).flatMap((one) => one.nodes);
      const has = (some: Place[]) => isOf({ modules: {}, places: some }, wanted);
      is = !nodes.some((one) => has(one.places.slice(-1)) && !(lowered.length > 0 && isView(one, true)))
        && nodes.some((one) => has(one.places.slice(0, -1)));
      this.calling.set(wanted, is);
    }
    return is;
  }

  /** Whether a line with an operation of its own also calls functions that have operations. */
  isCaller(kernels: readonly Ran[], line: string): boolean {
    return !this.isCall(line) && kernels.some((one) => this.of(one, line, true).length > this.of(one, line).length);
  }

  /** Whether something else is a part of what such a line calls. */
  isCallerOf(kernels: readonly Ran[], line: string, other: string): boolean {
    return !this.isCall(line) && kernels.some((one) => {
      const [own, all] = [this.of(one, line), this.of(one, line, true)];
      return this.of(one, other).some((work) => all.includes(work) && !own.includes(work));
    });
  }

  private all(kernel: Ran): Work[] {
    const graph = this.graphs.find(({ file }) => file === kernel.graph);
    const known = this.nodesOf(graph);
    const modules = Object.entries(kernel.modules);
    const isLowered = graph?.stage !== CAPTURED;
    const placeOf = (name: string) => known.get(name)?.places.at(-1);
    const works = kernel.nodes.flatMap((name, at): Work[] => {
      const node = known.get(name);
      const own = modules.filter(([, positions]) => positions.includes(at)).map(([one]) => one);
      const place = placeOf(name);
      // An input is only copied, for a call that wants other strides.
      return node !== undefined && (node.kind === "input" || isView(node, isLowered)) ? []
        : [{ modules: own, places: place === undefined ? [] : [place],
          calls: node?.places.slice(0, -1) ?? [], ...this.namesOf(graph, node) }];
    });
    // What is copied for a call is no part of the call: that two inputs are copied together is no fusion.
    if (kernel.nodes.some((name) => known.get(name)?.kind === "input")) return works;
    const rest = kernel.places.filter((one) => !this.isViewed(graph, one) && !kernel.nodes.some((name) => {
      const place = placeOf(name);
      return place?.file === one.file && place.line === one.line;
    }));
    const bare = modules.filter(([, positions]) => positions.length === 0).map(([one]) => one);
    const [only, other] = works;
    if (only !== undefined && other === undefined)
      return [{ ...only, modules: [...only.modules, ...bare], places: [...only.places, ...rest] }];
    return [...works, ...rest.map((place) => ({ modules: [], places: [place], calls: [] })),
      ...bare.map((one) => ({ modules: [one], places: [], calls: [] }))];
  }

  /** How a reader may call a node: as its own operation, and as the captured one. */
  private namesOf(graph: GraphData | undefined, node: GraphNode | undefined): Pick<Work, "names" | "madeOf"> {
    const of = graph?.stage === CAPTURED ? node : this.capturedOf(graph)?.nodes[node?.source ?? -1];
    const lowered = node === undefined ? "" : operationName(node.label);
    if (graph !== undefined && node !== undefined && isNamesake(this.capturedOf(graph), graph, node))
      return { names: of === undefined ? [] : [of.name, operationName(of.label)] };
    const captured = of === undefined ? lowered : operationName(of.label);
    return { names: [...new Set([...of === undefined ? [] : [of.name], captured, lowered])],
      ...(captured === lowered ? {} : { madeOf: { lowered, captured } }) };
  }

  /** An operation of a library call: it also has the name of the function, which a graph of captured operations lacks. */
  private namedByCall(work: Work, { kernel, graph: file }: Ran): Work {
    const [called, { names = [] }] = [libraryCall(kernel), work];
    const graph = this.graphs.find((one) => one.file === file);
    if (called === "" || names.includes(called) || (graph?.backward === true && hasCaptured(this.capturedOf(graph), called))) return work;
    const captured = names.at(-1);
    return { ...work, names: [...names, called],
      ...(captured === undefined || work.madeOf !== undefined ? {} : { madeOf: { lowered: called, captured } }) };
  }

  private capturedOf(graph: GraphData | undefined): GraphData | undefined {
    return this.graphs.find(({ stage, prefix }) => stage === CAPTURED && prefix === graph?.prefix);
  }

  /** Whether all operations of a line are views in this lowered graph: a kernel with the line only reads through them. */
  private isViewed(graph: GraphData | undefined, { file, line }: Place): boolean {
    if (graph === undefined || graph.stage === CAPTURED) return false;
    let lines = this.viewing.get(graph);
    if (lines === undefined) this.viewing.set(graph, lines = viewedLines(graph));
    return lines.has(place(file, line));
  }

  private nodesOf(graph: GraphData | undefined): Known {
    if (graph === undefined) return new Map();
    let known = this.nodes.get(graph.file);
    if (known === undefined)
      this.nodes.set(graph.file, known = new Map(graph.nodes.map((one) => [one.name, one])));
    return known;
  }
}

const read = new WeakMap<readonly GraphData[], Works>();

/** The operations of the kernels of these graphs, which are read once. */
export function worksOf(graphs: readonly GraphData[]): Works {
  let works = read.get(graphs);
  if (works === undefined) read.set(graphs, works = new Works(graphs));
  return works;
}

/** What a name does in a direction: views compute nothing. */
export type Role = "computes" | "views" | "nothing";
const STAGES = ["AFTER_POST_GRAD", "Forward_graph", "Backward_graph"];

/** What belongs to a name in the lowered graph of a direction, `isWide`: and to what a line calls; undefined without a graph. */
export function roleOf(graphs: readonly GraphData[], wanted: string, backward: boolean, isWide = false): Role | undefined {
  const stage = STAGES.find((one) => graphs.some((graph) => graph.stage === one && graph.backward === backward));
  if (stage === undefined) return undefined;
  const own = graphs.filter((graph) => graph.stage === stage && graph.backward === backward)
    .flatMap(({ nodes }) => nodes).filter((node) => node.kind === "operator" && isNodeOf(node, wanted, isWide));
  return own.length === 0 ? "nothing" : own.every((node) => isView(node, true)) ? "views" : "computes";
}

/** The same for operations of a name; undefined also where some nodes of their lines may be of anything. */
export function roleOfOperation(graphs: readonly GraphData[], wanted: string, backward: boolean): Role | undefined {
  const stage = STAGES.find((one) => graphs.some((graph) => graph.stage === one && graph.backward === backward));
  const own = graphs.filter((graph) => graph.stage === stage && graph.backward === backward);
  if (own.length === 0) return undefined;
  const found = own.flatMap((graph) => nodesOfOperation(graphs.find((one) => one.stage === CAPTURED && one.prefix === graph.prefix), graph, wanted));
  return found.includes(undefined) ? undefined : found.length === 0 ? "nothing"
    : found.every((node) => node !== undefined && isView(node, true)) ? "views" : "computes";
}

/** The lowered nodes that are or may be of an operation; undefined is one of its line that may be of any. */
function nodesOfOperation(captured: GraphData | undefined, graph: GraphData, wanted: string): (GraphNode | undefined)[] {
  const isNamed = ({ kind, label, name }: GraphNode) => kind === "operator" && (name === wanted || operationName(label) === wanted);
  const made = new Map((captured?.nodes ?? []).flatMap((node, at) => isNamed(node) ? [[at, node] as const] : []));
  const lines = new Set([...made.values()].flatMap(lineOf));
  return graph.nodes.filter(({ kind }) => kind === "operator").flatMap((node): (GraphNode | undefined)[] => {
    const sources = sourcesOf(node);
    if ((operationName(node.label) === wanted && !isNamesake(captured, graph, node)) || sources.some((at) => made.has(at))) return [node];
    return sources.length === 0 && lineOf(node).some((line) => lines.has(line)) ? [undefined] : [];
  });
}

const lineOf = ({ places }: GraphNode): string[] => places.slice(-1).map(({ file, line }) => place(file, line));

/** Whether a module may have operations in a direction: nodes there may be of an operation of it, but have an outer module or none. */
export function isHidden(graphs: readonly GraphData[], wanted: string, backward: boolean): boolean {
  const stage = STAGES.find((one) => graphs.some((graph) => graph.stage === one && graph.backward === backward));
  const own = graphs.filter((graph) => graph.stage === CAPTURED).flatMap(({ nodes }) => nodes)
    .filter((node) => node.kind === "operator" && node.owner !== undefined && isOf({ places: [], modules: { [node.owner]: [] } }, wanted));
  const owners = new Map<string, Set<string>>();
  for (const { places, owner = "" } of own) for (const { file, line } of places.slice(-1)) {
    const key = place(file, line);
    owners.set(key, new Set([...owners.get(key) ?? [], "", ...around(owner)]));
  }
  return graphs.some((graph) => graph.stage === stage && graph.backward === backward && graph.nodes.some((node) => {
    const at = node.places.at(-1);
    return node.kind === "operator" && at !== undefined && !isView(node, true)
      && (owners.get(place(at.file, at.line))?.has(node.owner ?? "") ?? false);
  }));
}

const isNodeOf = ({ places, owner }: GraphNode, wanted: string, isWide = false): boolean =>
  isOf({ places: isWide ? places : places.slice(-1), modules: owner === undefined ? {} : { [owner]: [] } }, wanted);

/** Whether all operations that belong to a name compute numbers, such as sizes. */
export function isOnlyNumbers(graphs: readonly GraphData[], wanted: string): boolean {
  const own = graphs.filter(({ stage }) => STAGES.includes(stage)).flatMap(({ nodes }) => nodes)
    .filter((node) => node.kind === "operator" && isNodeOf(node, wanted));
  return own.length > 0 && own.every(isNumber);
}

/** Whether what belongs to a name does nothing but views, so that no kernel computes it. */
export function isOnlyViews(graphs: readonly GraphData[], kernels: readonly Ran[], wanted: string): boolean {
  const own = kernels.filter((one) => isOf(one, wanted));
  const roles = [false, true].map((backward) => roleOf(graphs, wanted, backward));
  return !roles.includes("computes") && (own.length > 0 || roles.includes("views"))
    && !kernels.some((one) => worksOf(graphs).of(one, wanted).length > 0);
}

/** The kernels of two names; of a whole and a part of it, those of the rest of the whole. */
export interface Sides { first: Ran[]; second: Ran[]; both: Ran[];
  /** Which of the two is a part of the other, or whether both are the same. */
  inner?: 0 | 1 | "same";
  /** Which of the two lines call what the other is a part of: these stand for their own operations. */
  callers: readonly [boolean, boolean] }

/** Whether both are lines, and none of the other: one operation may have been made of both. */
function areApart(works: Works, names: readonly [string, string]): boolean {
  const [one, other] = names.map((name) => /^(.+?):(\d[\d, -]*)$/.exec(name));
  if (!one || !other || names.some((name) => works.isCall(name))) return false;
  const own = new Set(linesOf(one[2] ?? ""));
  return one[1] !== other[1] || !linesOf(other[2] ?? "").some((line) => own.has(line));
}

/** Divides kernels into those of one name and of another. */
export function sidesOf(works: Works, kernels: readonly Ran[], names: readonly [string, string]): Sides {
  const [one, other] = names;
  const callers = [works.isCallerOf(kernels, one, other), works.isCallerOf(kernels, other, one)] as const;
  const each = kernels.map((kernel) => {
    // As for one line alone, a line stands for what it calls, too: unless the other is a part of that.
    // All calls of the other count, from other lines as well: it is in those kernels, and of some
    // operations the calling line is not recorded.
    const [a, b] = [works.of(kernel, one, !callers[0]), works.of(kernel, other, !callers[1])];
    return { kernel, a, b, onlyA: a.filter((one) => !b.includes(one)),
      onlyB: b.filter((one) => !a.includes(one)) };
  });
  const hasA = each.some(({ onlyA }) => onlyA.length > 0);
  const hasB = each.some(({ onlyB }) => onlyB.length > 0);
  const areNested = !areApart(works, names);
  const isIn = (has: boolean) => !has && areNested && each.some(({ a, b }) => a.some((one) => b.includes(one)));
  const inner = isIn(hasA) && isIn(hasB) ? "same" : isIn(hasA) ? 0 : isIn(hasB) ? 1 : undefined;
  const first = each.filter(({ a, onlyA }) => (inner === 1 ? onlyA : a).length > 0);
  const second = each.filter(({ b, onlyB }) => (inner === 0 ? onlyB : b).length > 0);
  const kernelsOf = (some: typeof each) => some.map(({ kernel }) => kernel);
  return { first: kernelsOf(first), second: kernelsOf(second),
    both: kernelsOf(first.filter((one) => second.includes(one))), callers,
    ...(inner === undefined ? {} : { inner }) };
}
