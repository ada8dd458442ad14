// Which nodes of the stages of a graph are one operation.  Pure.
import type { GraphData, GraphNode } from "./contract";
import { type Member, named, ownLine, type Web } from "./web";
import { isView } from "./work";

const CAPTURED = "Captured_Graph";
const JOINT = "Joint_graph";

/** The graphs of one prefix, and the one that was captured. */
interface Stages { all: readonly GraphData[]; captured: GraphData | undefined }

const stagesOf = (web: Web, file: string): Stages => {
  const all = web.graphs.get(web.prefixes.get(file) ?? "") ?? [];
  return { all, captured: all.find(({ stage }) => stage === CAPTURED) };
};

/** Whether it is told of a graph which captured operations its nodes were made from. */
const isMatched = ({ nodes }: GraphData): boolean => nodes.some(({ source }) => source !== undefined);

/** The same node at other stages, as far as that is certain. */
export function counterparts(web: Web, node: Member<GraphNode>): string[] {
  const { all, captured } = stagesOf(web, node.file);
  const own = all.find(({ file }) => file === node.file);
  if (own === undefined) return [];
  const isTold = captured !== undefined && all.some(isMatched);
  return all.filter((graph) => graph !== own).flatMap((graph) => {
    const found = !isTold ? nearIn(graph, node.of)
      : isMatched(own) && isMatched(graph) ? lowered(own, graph, node.of)
        : throughCaptured(captured, own, graph, node.of);
    return found.map((one) => named(graph.file, one.name));
  });
}

const sameIn = ({ nodes }: GraphData, node: GraphNode): GraphNode[] => {
  const line = ownLine(node);
  return nodes.filter((one) => one.name === node.name && ownLine(one) === line);
};

/** Lowered nodes keep their names; a node that a pass made has the source of those that it replaced. */
function lowered(own: GraphData, graph: GraphData, node: GraphNode): GraphNode[] {
  const same = sameIn(graph, node);
  if (same.length > 0 || node.source === undefined || own.backward !== graph.backward) return same;
  const names = new Set(own.nodes.map(({ name }) => name));
  return graph.nodes.filter(({ name, source }) => source === node.source && !names.has(name));
}

function throughCaptured(captured: GraphData, own: GraphData, graph: GraphData, node: GraphNode): GraphNode[] {
  if (ownLine(node) === "") return sameIn(graph, node);
  const of = own === captured ? node : isMatched(own) ? captured.nodes[node.source ?? -1]
    : sameIn(captured, node)[0];
  if (of === undefined || graph === captured) return of === undefined ? [] : [of];
  if (!isMatched(graph)) return sameIn(graph, of);
  const position = captured.nodes.indexOf(of);
  return graph.nodes.filter(({ source }) => source === position);
}

/** Without a told source: by name and line, or else all of its line and module. */
function nearIn(graph: GraphData, node: GraphNode): GraphNode[] {
  const line = ownLine(node);
  const same = graph.nodes.filter((one) => ownLine(one) === line);
  const exact = same.filter((one) => one.name === node.name);
  const near = same.filter((one) => mayBeOf(one.owner, node.owner));
  return exact.length > 0 || line === "" ? exact : near.length > 0 ? near : same;
}

/** Whether one module may be the other: of some nodes only the module around is known. */
const mayBeOf = (one = "", other = ""): boolean => one === "" || other === "" || one === other
  || [[one, other] as const, [other, one] as const].some(([outer, inner]) =>
    inner.startsWith(outer) && ".[".includes(inner.charAt(outer.length)));

/**
 * The nodes that a captured operation may have been lowered to, in the directions where no
 * node is certain: all of its line and module that were not made from another operation.
 */
export function perhapsOf(web: Web, node: Member<GraphNode>): string[] {
  const { all, captured } = stagesOf(web, node.file);
  const line = ownLine(node.of);
  const at = captured?.nodes.indexOf(node.of) ?? -1;
  if (captured?.file !== node.file || line === "" || isView(node.of, false)) return [];
  const forward = new Set(all.filter(({ backward }) => !backward).flatMap(({ stage, nodes }) =>
    stage === JOINT ? [] : nodes.map(({ name }) => name)));
  return [false, true].flatMap((way) => {
    const graphs = all.filter((one) => one.backward === way && one.stage !== JOINT && isMatched(one));
    // A backward that computes a value again has forward nodes, too.
    const isSure = graphs.some(({ nodes }) => nodes.some(({ name, source }) => source === at && !(way && forward.has(name))));
    return isSure ? [] : graphs.flatMap(({ file, nodes }) => nodes
      .filter((one) => one.source === undefined && ownLine(one) === line && mayBeOf(one.owner, node.of.owner))
      .map(({ name }) => named(file, name)));
  });
}
