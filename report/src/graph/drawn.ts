// All that is derived from a graph for its picture.

import { useMemo } from "preact/hooks";
import type { GraphData } from "../contract";
import { changesBetween } from "./changes";
import type { Changes } from "./changes";
import { Faces } from "./faces";
import { layoutOf } from "./layout";
import type { Layout } from "./layout";
import { marksOf } from "./marks";
import { memoryOf } from "./memory";
import type { Memory } from "./memory";
import { useGroups } from "./openings";
import type { Groups } from "./openings";
import { outlineOf } from "./outline";
import { sceneOf } from "./scene";
import type { Scene } from "./scene";

export interface Drawn {
  changes: Changes | null;
  memory: Memory;
  groups: Groups;
  scene: Scene;
  layout: Layout;
  /** The selected nodes, in order. */
  picked: readonly number[];
  /** The position of what a node is drawn in: its own, or that of its only user. */
  drawnAs: (node: number) => number;
  /** Ids of the leaves that nodes are seen as; undefined is none. */
  leavesAt: (nodes: Iterable<number | undefined>) => Set<string>;
  positionOf: (name: string) => number | undefined;
}

/** Derives the picture of a graph, each step anew only where what it needs changed. */
export function useDrawn(graph: GraphData, before: GraphData | undefined, selected: ReadonlySet<string>,
  held?: ReadonlySet<string>): Drawn {
  const outline = useMemo(() => outlineOf(graph), [graph]);
  const changes = useMemo(() => (before === undefined ? null : changesBetween(before, graph)), [before, graph]);
  const memory = useMemo(() => memoryOf(graph.nodes, held), [graph, held]);
  const faces = useMemo(
    () => new Faces(graph, marksOf(graph, changes), outline.inputs),
    [graph, changes, outline],
  );
  const positions = useMemo(() => new Map(graph.nodes.map((node, index) => [node.name, index])), [graph]);
  const drawnAs = (node: number): number => outline.inputs.writtenIn.get(node) ?? node;
  const picked = useMemo(() => [...new Set([...selected].map((name) => positions.get(name))
    .filter((node) => node !== undefined).map(drawnAs))].sort((one, other) => one - other),
  [positions, selected]);
  const groups = useGroups(outline, picked);
  const scene = useMemo(() => sceneOf(graph, outline, groups.open), [graph, outline, groups.open]);
  const layout = useMemo(() => layoutOf(scene, (leaf) => faces.of(leaf)), [scene, faces]);
  const leafAt = (node: number | undefined): string | undefined =>
    node === undefined ? undefined : scene.leafOf.get(drawnAs(node))?.id;
  return {
    changes, memory, groups, scene, layout, picked, drawnAs,
    leavesAt: (nodes) => new Set([...nodes].map(leafAt).filter((id) => id !== undefined)),
    positionOf: (name) => positions.get(name),
  };
}
