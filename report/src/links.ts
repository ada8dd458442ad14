// What lights up with a selection: lines, nodes of all stages, kernels.  Pure: panes only
// draw it.  The same relation as `tests.model.node_links`, which the tests compare.
import type { GraphNode, KernelData } from "./contract";
import { counterparts, perhapsOf } from "./counterparts";
import { viewsRead } from "./readViews";
import type { Selection } from "./state";
import { lineKey, linesOf, named, ownLine, type Web } from "./web";

/** What is lit. */
export interface Lit {
  /** By file. */
  source: ReadonlyMap<string, ReadonlySet<number>>;
  shown: ReadonlySet<number>;
  /** Names as `named` makes them. */
  nodes: ReadonlySet<string>;
  kernels: ReadonlySet<string>;
  /** Kernels of a node's line, of which it is not known that they run the node: dark. */
  ofLine: ReadonlySet<string>;
  /** Of the lit kernels the lines of calls that are not lit, as they run for something else. */
  others: ReadonlyMap<string, ReadonlySet<number>>;
  guards: ReadonlySet<number>;
}

/** Kernels, as texts, and their calls that are left out. */
interface Ran { kernels: Set<string>; others: Map<string, Set<number>>; ofLine?: Set<string> }
/** Lines, nodes and kernels, as texts. */
interface Found extends Ran { lines: Set<string>; nodes: Set<string> }

const NONE: ReadonlySet<never> = new Set<never>();
export const DARK: Lit = { source: new Map(), shown: NONE, nodes: NONE, kernels: NONE, ofLine: NONE,
  others: new Map(), guards: NONE };

/** What lights up with a selection: itself, and what it stands for in other panes. */
export function lit(web: Web, selection: Selection | null): Lit {
  if (selection === null || selection.kind === "check") return DARK;
  if (selection.kind === "guard") return ofGuard(web, selection.at);
  const found = foundBy(web, selection);
  const shown = shownOf(web, found);
  if (selection.kind === "shown") shown.add(selection.line);
  return { source: byFile(found.lines), shown, nodes: found.nodes,
    kernels: found.kernels, ofLine: found.ofLine ?? NONE, others: found.others, guards: guardsAt(web, found.lines) };
}

/** The lines to bring into view: the innermost of what is selected. */
export function focused(web: Web, selection: Selection | null): Lit["source"] {
  if (selection?.kind === "node") {
    const own = web.nodes.get(named(selection.file, selection.name));
    return byFile(new Set(own === undefined ? [] : [ownLine(own.of)]));
  }
  if (selection?.kind === "kernel") {
    const key = named(selection.file, selection.name);
    const own = web.kernels.find((one) => one.key === key);
    return byFile(new Set(own === undefined ? [] : linesOf(own.of).slice(-1)));
  }
  return lit(web, selection).source;
}

function foundBy(web: Web, selection: Exclude<Selection, { kind: "guard" | "check" }>): Found {
  switch (selection.kind) {
    case "source": {
      const all = [selection, ...selection.also === undefined ? [] : [selection.also]];
      return ofLines(web, new Set(all.flatMap(({ file = web.file, line }) => {
        const key = lineKey(file, line);
        return [key, ...web.bodies.get(key) ?? []];
      })));
    }
    case "shown": return ofShown(web, selection.line);
    case "node": return ofNode(web, named(selection.file, selection.name));
    case "kernel": return ofKernel(web, named(selection.file, selection.name));
  }
}

function ofGuard(web: Web, at: number): Lit {
  const line = web.guards[at]?.user_line;
  const guards = new Set([at]);
  return line === undefined ? { ...DARK, guards }
    : { ...DARK, guards, source: new Map([[line.file, new Set([line.line])]]) };
}

function ofLines(web: Web, lines: Set<string>): Found {
  const nodes = new Set([...lines].flatMap((line) =>
    (web.nodesAt.get(line) ?? []).map((node) => node.key)));
  return { lines, nodes, ...ranBy(web, (of) => linesOf(of).some((line) => lines.has(line))
    || madeOf(of).some((key) => nodes.has(key))
    || viewsOf(web, of).some((view) => lines.has(ownLine(view)))) };
}

/** The views through which a kernel reads what it computes with. */
function viewsOf(web: Web, { graph, file, nodes }: KernelData): GraphNode[] {
  const own = graph ?? file;
  const found = web.graphs.get(web.prefixes.get(own) ?? "")?.find((one) => one.file === own);
  return found === undefined ? [] : viewsRead(found, nodes);
}

/** The kernels that fit, and their calls that by themselves do not. */
function ranBy(web: Web, fits: (of: KernelData) => boolean): Ran {
  const kernels = new Set<string>();
  const others = new Map<string, Set<number>>();
  for (const { key, of } of web.kernels) {
    if (!fits(of)) continue;
    kernels.add(key);
    const strange = of.launches.filter((one) => !fits({ ...of,
      nodes: one.nodes.flatMap((at) => of.nodes[at] ?? []),
      places: one.places.flatMap((at) => of.places[at] ?? []) }));
    // Where no call fits by itself, nothing tells which one it is.
    if (strange.length < of.launches.length)
      others.set(key, new Set(strange.map(({ line }) => line)));
  }
  return { kernels, others };
}

/** A line that calls a graph stands for all of the graph. */
function ofShown(web: Web, line: number): Found {
  const called = (web.calls.get(line) ?? []).flatMap((prefix) =>
    web.graphs.get(prefix) ?? []);
  const nodes = called.flatMap((graph) => graph.nodes.map((node) =>
    ({ key: named(graph.file, node.name), lines: linesOf(node) })));
  const found = ofLines(web, new Set([...(web.shown.get(line) ?? []),
    ...nodes.flatMap((node) => node.lines)]));
  for (const { key } of nodes) found.nodes.add(key);
  return found;
}

function ofNode(web: Web, key: string): Found {
  const own = web.nodes.get(key);
  if (own === undefined) return { lines: new Set(), nodes: new Set(), kernels: new Set(), others: new Map() };
  const nodes = new Set([key, ...counterparts(web, own)]);
  const perhaps = new Set(perhapsOf(web, own));
  const line = ownLine(own.of);
  const isBare = ({ nodes: made }: KernelData) => made.length === 0;
  const found = ranBy(web, (of) => madeOf(of).some((one) => nodes.has(one)));
  const { kernels } = ranBy(web, (of) => isBare(of) ? linesOf(of).includes(line)
    : madeOf(of).some((one) => perhaps.has(one)));
  return { lines: new Set(linesOf(own.of)), nodes, ...found,
    ofLine: new Set([...kernels].filter((one) => !found.kernels.has(one))) };
}

function ofKernel(web: Web, key: string): Found {
  const lines = new Set<string>();
  const nodes = new Set<string>();
  for (const { key: own, of } of web.kernels) {
    if (own !== key) continue;
    const places = linesOf(of);
    const made = of.nodes.length > 0 ? madeOf(of)
      : places.flatMap((line) => (web.nodesAt.get(line) ?? [])
        .filter((node) => ownLine(node.of) === line).map((node) => node.key));
    for (const line of places) lines.add(line);
    for (const node of made) nodes.add(node);
  }
  for (const name of [...nodes]) {
    const node = web.nodes.get(name);
    if (node === undefined) continue;
    for (const line of linesOf(node.of)) lines.add(line);
    for (const other of counterparts(web, node)) nodes.add(other);
  }
  return { lines, nodes, kernels: new Set([key]), others: new Map() };
}

const madeOf = ({ graph, file, nodes }: KernelData): string[] =>
  nodes.map((name) => named(graph ?? file, name));

function shownOf(web: Web, { lines, nodes }: Found): Set<number> {
  const prefixes = new Set([...nodes].map((key) =>
    web.prefixes.get(web.nodes.get(key)?.file ?? "") ?? ""));
  return new Set([
    ...[...web.shown].filter(([, own]) => [...own].some((line) => lines.has(line))),
    ...[...web.calls].filter(([, called]) => called.some((one) => prefixes.has(one))),
  ].map(([line]) => line));
}

function guardsAt(web: Web, lines: ReadonlySet<string>): Set<number> {
  return new Set(web.guards.flatMap(({ user_line: line }, at) =>
    line !== undefined && lines.has(lineKey(line.file, line.line)) ? [at] : []));
}

function byFile(lines: ReadonlySet<string>): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const key of lines) {
    if (key === "") continue;
    const cut = key.lastIndexOf(":");
    const file = key.slice(0, cut);
    found.set(file, (found.get(file) ?? new Set()).add(Number(key.slice(cut + 1))));
  }
  return found;
}
