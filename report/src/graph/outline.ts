// A graph as a tree of modules. A module that is left and entered again, by a value
// that comes back to it, is one part for each visit: drawn as one it would be a cycle.

import type { GraphData } from "../contract";
import { homesOf } from "./homes";
import { inputsOf, usersOf } from "./inputs";
import type { Inputs } from "./inputs";
import { foldedLayers, isGroup } from "./layers";
import { at, push } from "./lists";
import { isNumber } from "./paths";
import { visitsOf } from "./visits";

/** A module's part of a graph, or layers that are shown as one of them, or one repeat. */
export interface Part {
  id: string;
  title: string;
  /** The way to it, with the visit; what layers are compared by. */
  base: string;
  number: number | null;
  /** Positions of all nodes in it, in order. */
  nodes: number[];
  /** Those in none of its parts. */
  direct: number[];
  parts: Part[];
  /** The equal layers, or repeats of layers, that it stands for; empty for a module. */
  members: Part[];
  /** How many layers each of the members is; 0 for a module. */
  period: number;
}

export interface Outline {
  root: Part;
  inputs: Inputs;
  users: number[][];
}

/** Returns the tree of a graph's modules, equal layers folded. */
export function outlineOf(graph: GraphData): Outline {
  const users = usersOf(graph.nodes);
  const inputs = inputsOf(graph, users);
  const builder = new Builder(graph, homesOf(graph, users, inputs));
  const all = graph.nodes.map((_, position) => position);
  const drawn = all.filter((position) => !inputs.writtenIn.has(position));
  return { root: builder.part(drawn, 0, "", "", "", null), inputs, users };
}

class Builder {
  constructor(
    private readonly graph: GraphData,
    private readonly homes: readonly string[][],
  ) {}

  part(
    nodes: number[],
    depth: number,
    id: string,
    title: string,
    base: string,
    number: number | null,
  ): Part {
    const direct: number[] = [];
    const children = new Map<string, number[]>();
    for (const node of nodes) {
      const key = this.keyOf(node, depth);
      if (key === "") direct.push(node);
      else push(children, key, node);
    }
    const parts = [...children].flatMap(([key, inside]) => this.visits(key, inside, depth, id));
    const folded = foldedLayers(parts, this.graph);
    const kept = folded.filter((one) => isGroup(one, this.graph));
    for (const one of folded) if (!kept.includes(one)) direct.push(...one.nodes);
    direct.sort((one, other) => one - other);
    return { id, title, base, number, nodes, direct, parts: kept, members: [], period: 0 };
  }

  /** The step below a depth, with the numbers that follow: `layers.0`. */
  private keyOf(node: number, depth: number): string {
    const way = at(this.homes, node);
    let end = depth + 1;
    while (isNumber(way[end])) end += 1;
    return way.slice(depth, end).join(".");
  }

  private visits(key: string, nodes: number[], depth: number, parent: string): Part[] {
    const visits = new Map<number, number[]>();
    visitsOf(this.graph.nodes, nodes).forEach((visit, position) => {
      push(visits, visit, at(nodes, position));
    });
    return [...visits]
      .sort((one, other) => one[0] - other[0])
      .map(([visit, inside]) => this.child(key, inside, depth, parent, visit));
  }

  private child(key: string, nodes: number[], depth: number, parent: string, visit: number): Part {
    let way = key;
    let below = depth + key.split(".").length;
    for (;;) {
      const keys = new Set(nodes.map((node) => this.keyOf(node, below)));
      const only = keys.size === 1 ? [...keys][0] : undefined;
      if (only === undefined || only === "" || isNumber(way.split(".").pop())) break;
      way += `.${only}`;
      below += only.split(".").length;
    }
    const again = visit > 0 ? ` (${visit + 1})` : "";
    const last = way.split(".").pop();
    const number = isNumber(last) ? Number(last) : null;
    const stem = number === null ? way : way.slice(0, way.lastIndexOf("."));
    return this.part(nodes, below, `${parent}/${way}${again}`, way + again, stem + again, number);
  }
}
