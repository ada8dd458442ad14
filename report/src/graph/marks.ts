// What is to be said of a node besides what it does.

import type { GraphData } from "../contract";
import type { Changes } from "./changes";
import { withoutEdgeToOutput } from "./inputs";
import { at } from "./lists";

export interface Marks {
  saved: ReadonlyMap<string, number | undefined>;
  returned: ReadonlySet<number>;
  added: ReadonlySet<string>;
}

/** Gathers what is marked at the nodes of a graph. */
export function marksOf(graph: GraphData, changes: Changes | null): Marks {
  const saved = new Map(graph.saved.map((one) => [one.name, one.bytes]));
  const returned = [...withoutEdgeToOutput(graph)];
  return {
    saved,
    returned: new Set(returned.filter((one) => !saved.has(at(graph.nodes, one).name))),
    added: changes === null || changes.rewritten ? new Set() : changes.added,
  };
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Bytes as people read them: `1.5 MB`. */
export function sizeOf(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${at(UNITS, unit)}`;
}

/** `1 operator`, `3 operators`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
