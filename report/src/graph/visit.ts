// Where the reader is in a graph, and how they move in it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { GraphData } from "../contract";
import { centred, isMeasured, showing, withOthers } from "./camera";
import type { Moves, Size } from "./camera";
import type { Drawn } from "./drawn";
import type { Frame, Layout, Placed } from "./layout";
import { at } from "./lists";
import { boundsOf } from "./Picture";
import { firstLeaf } from "./scene";
import type { Leaf } from "./scene";

export interface Visit {
  /** Where the arrow keys go on from. */
  current: string | null;
  /** The same, unless it is only there for what was selected before. */
  marked: string | null;
  /** Goes to a node, opening what hides it. */
  go: (node: number) => void;
  focus: (id: string) => void;
  pick: (placed: Placed) => void;
  /** Opens equal layers one by one. */
  all: (what: Pick<Leaf, "id" | "part">) => void;
  close: (frame: Pick<Frame, "box">) => void;
  point: (placed: Placed | null) => void;
}

export interface VisitGiven {
  graph: GraphData;
  drawn: Drawn;
  view: Size;
  move: Moves["move"];
  /** Whether there is something else selected than before. */
  selected: ReadonlySet<string>;
  element: RefObject<Element | null>;
  onPoint: (name: string | null) => void;
  onPick: (name: string) => void;
}

/** The current node, and what changes it. */
export function useVisit(given: VisitGiven): Visit {
  const { graph, drawn, view, move, selected, element } = given;
  const { layout, groups } = drawn;
  const [current, put] = useState<string | null>(null);
  const [marked, mark] = useState<string | null>(null);
  const setCurrent = (id: string | null): void => {
    put(id);
    mark(id);
  };
  const clicked = useRef<string | null>(null);
  const before = useRef(selected);
  // After the next layout: what has to stay in its place, or to come into view.
  const after = useRef<((layout: Layout) => void) | null>(null);
  useLayoutEffect(() => {
    after.current?.(layout);
    after.current = null;
  }, [layout]);
  const nameOf = (placed: Placed): string => at(graph.nodes, placed.leaf.node).name;
  const show = (id: string | undefined, within: Layout = layout, how = showing): void => {
    const one = within.placed.find((placed) => placed.leaf.id === id);
    if (one !== undefined) move((camera) => how(camera, boundsOf(one), view));
  };
  useEffect(() => {
    const [first] = drawn.picked;
    // What is not selected any more loses its mark. The keys go on from there all the same.
    const old = before.current;
    before.current = selected;
    if (first === undefined) mark((id) => id !== null && old.has(id.slice(1)) ? null : id);
    const isOwn = clicked.current !== null && selected.has(clicked.current);
    clicked.current = null;
    // What was clicked here stays under the mouse; where to go is not known before the first measure.
    if (first === undefined || !isMeasured(view) || (isOwn && element.current?.matches(":hover") === true)) return;
    // Where all of them are seen already, nothing opens or closes.
    const isSeen = (node: number): boolean => drawn.scene.leafOf.get(node)?.part === null;
    const opens = !drawn.picked.every(isSeen);
    if (opens) groups.show(drawn.picked);
    reach(opens, `=${at(graph.nodes, first).name}`);
  }, [selected, isMeasured(view)]);
  const reach = (opens: boolean, id: string): void => {
    const ids = new Set(drawn.picked.map((node) => `=${at(graph.nodes, node).name}`));
    const showAll = (within: Layout): void => {
      const others = !ids.has(id) ? [] : within.placed.filter(({ leaf }) => ids.has(leaf.id)).map(boundsOf);
      show(id, within, (camera, one, room) => withOthers(centred(camera, one, room), one, others, room));
    };
    setCurrent(id);
    showAll(layout);
    if (opens) after.current = showAll;
  };
  const stay = (id: string): void => {
    const old = placeOf(layout, id);
    after.current = (next) => {
      const now = placeOf(next, id);
      if (old === undefined || now === undefined) return;
      move((one) => ({ ...one, x: one.x + (old.x - now.x) * one.zoom, y: one.y + (old.y - now.y) * one.zoom }));
      const opened = next.frames.find((one) => one.box.id === id);
      if (opened === undefined) return;
      setCurrent(firstLeaf(opened.box)?.id ?? null);
      move((camera) => showing(camera, opened, view));
    };
  };
  const point = (placed: Placed | null): void =>
    given.onPoint(placed === null || placed.leaf.part !== null ? null : nameOf(placed));
  return {
    current,
    marked,
    point,
    go: (node) => {
      const target = drawn.drawnAs(node);
      groups.reveal(target);
      reach(true, `=${at(graph.nodes, target).name}`);
    },
    focus: (id) => {
      setCurrent(id);
      show(id);
      point(layout.placed.find((one) => one.leaf.id === id) ?? null);
    },
    pick: (placed) => {
      setCurrent(placed.leaf.id);
      if (placed.leaf.part === null) {
        clicked.current = nameOf(placed);
        return given.onPick(clicked.current);
      }
      stay(placed.leaf.id);
      groups.toggle(placed.leaf.part);
    },
    all: ({ id, part }) => {
      if (part === null || part.members.length === 0) return;
      stay(id);
      groups.set(part, "all");
    },
    close: ({ box }) => {
      stay(box.id);
      setCurrent(box.id);
      groups.set(box.part, null);
    },
  };
}

function placeOf(layout: Layout, id: string): { x: number; y: number } | undefined {
  return (
    layout.placed.find((one) => one.leaf.id === id) ?? layout.frames.find((one) => one.box.id === id)
  );
}
