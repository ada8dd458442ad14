// Layers that do the same are shown as one, and of repeated layers one repeat.

import type { GraphData } from "../contract";
import { labelUpToNames } from "./labels";
import { at, push } from "./lists";
import type { Part } from "./outline";
import { steps } from "./paths";
import { repeatsIn } from "./repeats";
import { visitsOf } from "./visits";

/** As few operators are shown themselves, without a group around them. */
const FEWEST = 3;

/** Whether a part is shown as a group: it stands for several, is a body, or holds enough. */
export function isGroup(part: Part, graph: GraphData): boolean {
  if (part.members.length > 0) return true;
  const own = part.title.replace(/ \(\d+\)$/, "").split(".").pop();
  if (part.nodes.some((node) => at(graph.nodes, node).body === own)) return true;
  let operators = 0;
  for (const node of part.nodes) if (at(graph.nodes, node).kind === "operator") operators += 1;
  return operators >= FEWEST;
}

/**
 * Puts one part in the place of consecutive layers that are equal up to names, or that
 * repeat a sequence of layers.
 */
export function foldedLayers(parts: readonly Part[], graph: GraphData): Part[] {
  const families = new Map<string, Part[]>();
  for (const one of parts) if (one.number !== null) push(families, one.base, one);
  if (families.size === 0) return [...parts];
  const folder = new Folder(graph);
  const into = new Map<Part, Part>();
  for (const family of families.values()) {
    for (const fold of folder.folds(family)) {
      for (const member of fold.members) for (const layer of folder.layersOf(member)) into.set(layer, fold);
    }
  }
  return [...new Set(parts.map((one) => into.get(one) ?? one))];
}

type Layers = readonly Part[];

class Folder {
  // Of repeats of several layers: what they are made of.
  private readonly repeated = new Map<Part, Layers>();
  private readonly shapeOfPart = new Map<Part, number>();
  private readonly saved: ReadonlySet<string>;
  private readonly shapes = new Map<string, number>();

  constructor(private readonly graph: GraphData) {
    this.saved = new Set(graph.saved.map((one) => one.name));
  }

  layersOf(member: Part): Layers {
    return this.repeated.get(member) ?? [member];
  }

  folds(family: Layers): Part[] {
    const sorted = [...family].sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
    return rowsOf(sorted).flatMap((row) => this.foldsOfRow(row));
  }

  private foldsOfRow(row: Layers): Part[] {
    const shapes = row.map((layer) => this.shapeOf(layer));
    return repeatsIn(shapes).flatMap(({ start, period, times }) => {
      if (times < 2) return [];
      const members = Array.from({ length: times }, (_, number) =>
        this.member(row.slice(start + number * period, start + (number + 1) * period)));
      return period === 1 ? this.foldOf(members, 1) : this.alike(members).flatMap((run) => {
        const found = run.length > 1 ? this.foldOf(run, period) : [];
        return found.length > 0 ? found : run.flatMap((one) => this.folds(this.layersOf(one)));
      });
    });
  }

  /** Repeats of several layers may differ in what their layers take from each other. */
  private alike(members: readonly Part[]): Part[][] {
    const runs: Part[][] = [];
    let before = -1;
    for (const member of members) {
      const shape = this.shapeOf(member);
      if (shape === before) at(runs, runs.length - 1).push(member);
      else runs.push([member]);
      before = shape;
    }
    return runs;
  }

  private shapeOf(part: Part): number {
    const known = this.shapeOfPart.get(part);
    if (known !== undefined) return known;
    const signature = signatureOf(part, this.graph, this.saved);
    const shape = this.shapes.get(signature) ?? this.shapes.size;
    this.shapes.set(signature, shape);
    this.shapeOfPart.set(part, shape);
    return shape;
  }

  /** What is repeated: a layer itself, or a group of several. */
  private member(layers: Layers): Part {
    const first = at(layers, 0);
    if (layers.length === 1) return first;
    const folds = this.folds(layers);
    const inFolds = new Set(folds.flatMap((one) => one.members.flatMap((member) => this.layersOf(member))));
    const parts = [...folds, ...layers.filter((one) => !inFolds.has(one))];
    const groups = parts.filter((one) => isGroup(one, this.graph));
    const direct = parts.filter((one) => !groups.includes(one)).flatMap((one) => one.nodes);
    const last = at(layers, layers.length - 1);
    const part: Part = {
      ...first,
      id: `${first.id}…${last.title}`,
      title: `${first.title} … ${last.title}`,
      number: null,
      // Layer by layer, so that nodes of equal repeats are at equal positions.
      nodes: executed(layers).flatMap((one) => one.nodes),
      direct: direct.sort((one, other) => one - other),
      parts: groups,
      members: [],
    };
    this.repeated.set(part, layers);
    return part;
  }

  private foldOf(members: readonly Part[], period: number): Part[] {
    const first = at(this.layersOf(at(members, 0)), 0);
    const last = this.layersOf(at(members, members.length - 1)).at(-1) ?? first;
    const nodes = members.flatMap((one) => one.nodes).sort((one, other) => one - other);
    // What is done between two of the layers would be before and after them.
    if (visitsOf(this.graph.nodes, nodes).some((visit) => visit > 0)) return [];
    return [{
      id: `${first.id}…${last.title}`,
      title: `${first.title} … ${last.title}`,
      base: first.base,
      number: null,
      nodes,
      direct: [],
      parts: [],
      members: executed(members),
      period,
    }];
  }
}

/** Backward goes through the layers from the last to the first. */
function executed(parts: Layers): Part[] {
  return [...parts].sort((one, other) => at(one.nodes, 0) - at(other.nodes, 0));
}

/** Layers whose numbers follow each other. */
function rowsOf(sorted: Layers): Part[][] {
  const rows: Part[][] = [];
  for (const part of sorted) {
    const row = rows[rows.length - 1];
    const before = row?.[row.length - 1]?.number ?? null;
    if (row !== undefined && before !== null && part.number === before + 1) row.push(part);
    else rows.push([part]);
  }
  return rows;
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
      steps(node.home ?? node.module).slice(depth),
      saved.has(node.name),
    ]);
  });
  return lines.join("\n");
}

// What torch keeps beside the graph, by number: a constant, a body.
const KEPT = /^(self\.\w*?)\d+$/;

/**
 * A label may name a parameter by its way, which tells the layer's number; or something
 * that the graph has, by a number of its own.
 */
function withoutWays(label: string, module: string): string {
  if (KEPT.test(label)) return label.replace(KEPT, "$1");
  const way = steps(module).join(".");
  return way === "" ? label
    : label.replace(/\[(\d+)\]/g, ".$1").split(way).join("~");
}
