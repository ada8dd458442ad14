// What a stage changed against the one before.

import type { GraphData, GraphNode } from "../contract";
import { labelUpToNames, shortLabel } from "./labels";
import { push } from "./lists";

export interface Changes {
  /** Names of the operators that are new. */
  added: Set<string>;
  /** The operators of the stage before that are gone. */
  gone: GraphNode[];
  unchanged: number;
  /** Hardly an operator is left as it was: the stage speaks of others. */
  rewritten: boolean;
}

const HARDLY_ANY = 0.1;

/** Compares the operators of two stages: by name, then by what is done where. */
export function changesBetween(before: GraphData, after: GraphData): Changes {
  const old = operatorsOf(before);
  const fresh = operatorsOf(after);
  const byName = new Map(old.map((one) => [one.node.name, one]));
  const kept = new Set<Told>();
  const left: Told[] = [];
  for (const one of fresh) {
    const same = byName.get(one.node.name);
    if (same !== undefined && same.label === one.label) kept.add(same);
    else left.push(one);
  }
  const rest = new Map<string, Told[]>();
  for (const one of old) if (!kept.has(one)) push(rest, one.key, one);
  const added = left.filter((one) => {
    const same = rest.get(one.key)?.shift();
    if (same !== undefined) kept.add(same);
    return same === undefined;
  });
  return {
    added: new Set(added.map((one) => one.node.name)),
    gone: old.filter((one) => !kept.has(one)).map((one) => one.node),
    unchanged: kept.size,
    rewritten: old.length > 0 && kept.size < HARDLY_ANY * Math.min(old.length, fresh.length),
  };
}

interface Told {
  node: GraphNode;
  label: string;
  /** What is done, and where. */
  key: string;
}

function operatorsOf(graph: GraphData): Told[] {
  return graph.nodes
    .filter((node) => node.kind === "operator")
    .map((node) => {
      const label = labelUpToNames(node, graph.nodes);
      return { node, label, key: JSON.stringify([whereOf(node), label]) };
    });
}

/** The user's line an operator comes from, or its module where no line is known. */
export function whereOf(node: GraphNode): string {
  const place = node.places[node.places.length - 1];
  return place === undefined ? node.module : `${place.file}:${place.line}`;
}

export interface GoneHere {
  /** The way to the module; `*` where the same is gone in many layers. */
  where: string;
  times: number;
  operators: { label: string; count: number }[];
}

const LAYER = /\[\d+\]|(?<=\.)\d+(?=\.|$)/;

/** What is gone, by module; what is gone alike in layers is told once. */
export function goneByPlace(gone: readonly GraphNode[]): GoneHere[] {
  const places = new Map<string, Map<string, number>>();
  for (const node of gone) {
    const where = node.module === "" ? whereOf(node) : node.module;
    const here = places.get(where) ?? new Map<string, number>();
    const label = shortLabel(node.label);
    places.set(where, here.set(label, (here.get(label) ?? 0) + 1));
  }
  const alike = new Map<string, [string, Map<string, number>][]>();
  for (const [where, here] of places) {
    push(alike, JSON.stringify([where.replace(LAYER, "*"), ...here]), [where, here]);
  }
  return [...alike.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const [where, here] = first;
    return {
      where: group.length > 1 ? where.replace(LAYER, (step) => (step.startsWith("[") ? "[*]" : "*")) : where,
      times: group.length,
      operators: [...here].map(([label, count]) => ({ label, count })),
    };
  });
}
