// Layers that do the same are shown as one.

import type { GraphData } from "../contract";
import { labelUpToNames } from "./labels";
import { at, push } from "./lists";
import type { Part } from "./outline";
import { steps } from "./paths";
import { visitsOf } from "./visits";

/** Puts one part in the place of consecutive layers that are equal up to names. */
export function foldedLayers(parts: readonly Part[], graph: GraphData): Part[] {
  const families = new Map<string, Part[]>();
  for (const one of parts) if (one.number !== null) push(families, one.base, one);
  const into = new Map<Part, Part>();
  for (const family of families.values()) {
    for (const run of runsOfEqual(family, graph)) {
      if (run.length < 2) continue;
      const fold = foldOf(run);
      // What is done between two of the layers would be before and after them.
      if (visitsOf(graph.nodes, fold.nodes).some((visit) => visit > 0)) continue;
      for (const member of run) into.set(member, fold);
    }
  }
  return [...new Set(parts.map((one) => into.get(one) ?? one))];
}

function runsOfEqual(family: readonly Part[], graph: GraphData): Part[][] {
  const sorted = [...family].sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
  const saved = new Set(graph.saved.map((one) => one.name));
  const runs: Part[][] = [];
  let before = "";
  for (const part of sorted) {
    const signature = signatureOf(part, graph, saved);
    const run = runs[runs.length - 1];
    const previous = run?.[run.length - 1]?.number ?? null;
    const follows = previous !== null && part.number === previous + 1;
    if (run !== undefined && follows && signature === before) run.push(part);
    else runs.push([part]);
    before = signature;
  }
  return runs;
}

function foldOf(run: readonly Part[]): Part {
  const first = at(run, 0);
  const last = at(run, run.length - 1);
  // As executed: backward goes through the layers from the last to the first.
  const members = [...run].sort((one, other) => at(one.nodes, 0) - at(other.nodes, 0));
  return {
    id: `${first.id}…${last.title}`,
    title: `${first.title} … ${last.title}`,
    base: first.base,
    number: null,
    nodes: run.flatMap((one) => one.nodes).sort((one, other) => one - other),
    direct: [],
    parts: [],
    members,
  };
}

/** What a layer does, as text: equal for layers that are equal up to names. */
export function signatureOf(
  part: Pick<Part, "nodes" | "title" | "id">,
  graph: GraphData,
  saved: ReadonlySet<string>,
): string {
  const inside = new Map(part.nodes.map((node, position) => [node, position]));
  const outside = new Map<number, number>();
  const depth = part.id.split("/").join(".").split(".").length - 1;
  const lines = part.nodes.map((position) => {
    const node = at(graph.nodes, position);
    const takes = node.takes.map((taken) => {
      const own = inside.get(taken);
      if (own !== undefined) return own;
      if (!outside.has(taken)) outside.set(taken, outside.size);
      return `outside ${outside.get(taken)} ${at(graph.nodes, taken).type}`;
    });
    return JSON.stringify([
      node.kind,
      node.kind === "input" ? "" : withoutWays(labelUpToNames(node, graph.nodes), node.module),
      node.type,
      takes,
      node.parameters,
      steps(node.module).slice(depth),
      saved.has(node.name),
    ]);
  });
  return lines.join("\n");
}

/** A label may name a parameter by its way, which tells the layer's number. */
function withoutWays(label: string, module: string): string {
  const way = module.replace(/^self\./, "");
  return way === "" ? label : label.split(way).join("~");
}
