// What of a graph is to be seen: groups that are open, groups that are closed, nodes.

import type { GraphData } from "../contract";
import { withoutEdgeToOutput } from "./inputs";
import { at } from "./lists";
import type { Outline, Part } from "./outline";

/** How a group is open: as a module, as one of equal layers, or as all of them. */
export type Opening = "module" | "one" | "all";
export type Openings = ReadonlyMap<string, Opening>;

/** A node, or a closed group; with all nodes that are seen as it. */
export interface Leaf {
  id: string;
  part: Part | null;
  node: number;
  nodes: number[];
}

/** An open group. */
export interface Box {
  id: string;
  part: Part;
  opening: Opening;
  items: Item[];
}

export type Item = Leaf | Box;

export function isBox(item: Item): item is Box {
  return "items" in item;
}

/** The first node or closed group in an open one. */
export function firstLeaf(box: Box): Leaf | undefined {
  let item: Item | undefined = box;
  while (item !== undefined && isBox(item)) item = item.items[0];
  return item;
}

export interface Wire {
  source: Leaf;
  target: Leaf;
}

export interface Scene {
  root: Box;
  /** What each node is seen as; nothing for inputs that are written in operators. */
  leafOf: ReadonlyMap<number, Leaf>;
  wires: Wire[];
  /** The open groups around each item, outermost first. */
  around: ReadonlyMap<string, Box[]>;
}

export const ROOT_ID = "";

/** Returns what is seen of a graph where some groups are open. */
export function sceneOf(graph: GraphData, outline: Outline, open: Openings): Scene {
  return new SceneBuilder(graph, outline, open).scene();
}

/** How many nodes and closed groups are seen. */
export function leavesIn(part: Part, open: Openings): number {
  const opening = part.id === ROOT_ID ? "module" : open.get(part.id);
  if (opening === undefined) return 1;
  const inside = insideOf(part, opening);
  return inside.parts.reduce((sum, one) => sum + leavesIn(one, open), inside.direct.length);
}

function insideOf(part: Part, opening: Opening): { parts: readonly Part[]; direct: number[] } {
  if (opening === "all") return { parts: part.members, direct: [] };
  const one = part.members.length > 0 ? at(part.members, 0) : part;
  return one;
}

/** The group that holds what is equal in an open group. */
export function openingOf(part: Part): Opening {
  return part.members.length > 0 ? "one" : "module";
}

/**
 * Opens groups from the outermost on, as long as no more than so many leaves are seen.
 * Groups of one depth are open together, so that what is alike looks alike.
 */
export function openAtFirst(root: Part, most: number): Map<string, Opening> {
  let open = new Map<string, Opening>();
  let depth: readonly Part[] = root.parts;
  while (depth.length > 0) {
    const next = new Map(open);
    for (const part of depth) next.set(part.id, openingOf(part));
    if (leavesIn(root, next) > most) return open;
    open = next;
    depth = depth.flatMap((part) => insideOf(part, openingOf(part)).parts);
  }
  return open;
}

/** Opens whatever a node is hidden in; a layer that is folded is opened to all. */
export function openedTo(root: Part, node: number, open: Openings): Map<string, Opening> {
  const result = new Map(open);
  let part: Part = root;
  for (;;) {
    const opening = part.id === ROOT_ID ? "module" : result.get(part.id) ?? openingOf(part);
    const hidden = opening === "one" && !at(part.members, 0).nodes.includes(node);
    const used = hidden ? "all" : opening;
    if (part.id !== ROOT_ID) result.set(part.id, used);
    const next = insideOf(part, used).parts.find((one) => one.nodes.includes(node));
    if (next === undefined) return result;
    part = next;
  }
}

/**
 * Opens what holds some nodes, and nothing else.  Of equal layers one is opened, which
 * stands for all of them, unless it holds none of the nodes itself.
 */
export function openedFor(root: Part, nodes: readonly number[]): Map<string, Opening> {
  const wanted = new Set(nodes);
  const holds = (part: Part): boolean => part.nodes.some((node) => wanted.has(node));
  const open = new Map<string, Opening>();
  const visit = (part: Part, opening: Opening): void => {
    for (const child of insideOf(part, opening).parts.filter(holds)) {
      const first = child.members[0];
      const how = first === undefined ? "module" : holds(first) ? "one" : "all";
      open.set(child.id, how);
      visit(child, how);
    }
  };
  visit(root, "module");
  return open;
}

class SceneBuilder {
  private readonly leafOf = new Map<number, Leaf>();
  private readonly around = new Map<string, Box[]>();
  // For each group of equal layers of which one is shown: the layer of each node.
  private readonly layerOf: Map<number, number>[] = [];

  constructor(
    private readonly graph: GraphData,
    private readonly outline: Outline,
    private readonly open: Openings,
  ) {}

  scene(): Scene {
    const root = this.box(this.outline.root, "module", []);
    return { root, leafOf: this.leafOf, wires: this.wires(), around: this.around };
  }

  private box(part: Part, opening: Opening, around: Box[]): Box {
    const box: Box = { id: part.id, part, opening, items: [] };
    const inside = insideOf(part, opening);
    const within = [...around, box];
    const first = new Map<Item, number>();
    for (const node of inside.direct) {
      const leaf: Leaf = { id: `=${at(this.graph.nodes, node).name}`, part: null, node, nodes: [node] };
      this.leafOf.set(node, leaf);
      this.around.set(leaf.id, within);
      first.set(leaf, node);
    }
    for (const child of inside.parts) {
      const how = this.open.get(child.id);
      const item = how === undefined ? this.closed(child) : this.box(child, how, within);
      this.around.set(item.id, within);
      first.set(item, at(child.nodes, 0));
    }
    box.items = [...first.keys()].sort((one, other) => (first.get(one) ?? 0) - (first.get(other) ?? 0));
    if (opening === "one") this.showOthersAs(part);
    return box;
  }

  private closed(part: Part): Leaf {
    const leaf: Leaf = { id: part.id, part, node: at(part.nodes, 0), nodes: part.nodes };
    for (const node of part.nodes) this.leafOf.set(node, leaf);
    return leaf;
  }

  /** Equal layers and repeats that are not shown are seen as the one that is. */
  private showOthersAs(part: Part): void {
    const layers = new Map<number, number>();
    const shown = at(part.members, 0);
    // Equal layers within a repeat: the layers of the other repeats are as those.
    const within = this.layerOf.filter((one) => shown.nodes.some((node) => one.has(node)));
    part.members.forEach((member, number) => {
      member.nodes.forEach((node, position) => {
        layers.set(node, number);
        const leaf = this.leafOf.get(at(shown.nodes, position));
        if (number === 0 || leaf === undefined) return;
        for (const one of within) {
          const layer = one.get(at(shown.nodes, position));
          if (layer !== undefined) one.set(node, layer);
        }
        this.leafOf.set(node, leaf);
        if (leaf.part === null) leaf.nodes.push(node);
      });
    });
    this.layerOf.push(layers);
  }

  private wires(): Wire[] {
    const unseen = withoutEdgeToOutput(this.graph);
    const seen = new Set<string>();
    const wires: Wire[] = [];
    this.graph.nodes.forEach((node, position) => {
      const target = this.leafOf.get(position);
      if (target === undefined) return;
      for (const taken of node.takes) {
        const source = this.leafOf.get(taken);
        if (source === undefined || source === target) continue;
        if (node.kind === "output" && unseen.has(taken)) continue;
        if (this.goesToTheNextLayer(taken, position)) continue;
        const key = JSON.stringify([source.id, target.id]);
        if (seen.has(key)) continue;
        seen.add(key);
        wires.push({ source, target });
      }
    });
    return wires;
  }

  /** From one of equal layers to another would be a cycle in the one that is shown. */
  private goesToTheNextLayer(source: number, target: number): boolean {
    return this.layerOf.some((layers) => {
      const [one, other] = [layers.get(source), layers.get(target)];
      return one !== undefined && other !== undefined && one !== other;
    });
  }
}
