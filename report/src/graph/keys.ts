// What the keys do in the picture of a graph.

import type { Moves } from "./camera";
import type { Frame, Layout, Placed } from "./layout";
import type { Scene } from "./scene";
import { DIRECTIONS, neighbourOf } from "./walk";
import type { Direction } from "./walk";

export interface KeysGiven {
  scene: Scene;
  layout: Layout;
  current: string | null;
  focus: (id: string) => void;
  pick: (placed: Placed) => void;
  /** Opens equal layers one by one. */
  all: (what: Placed["leaf"]) => void;
  close: (frame: Pick<Frame, "box">) => void;
  zoom: (factor: number) => void;
  move: Moves["move"];
}

const STEP = 60;
const PAN: Record<Direction, readonly [number, number]> = {
  up: [0, STEP],
  down: [0, -STEP],
  left: [STEP, 0],
  right: [-STEP, 0],
};

/** Arrows follow edges, with Shift they move the picture; Enter (with Shift: all layers), Escape, + - 0. */
export function keysOf(given: KeysGiven): (event: KeyboardEvent) => void {
  const { scene, layout, current } = given;
  const here = layout.placed.find((one) => one.leaf.id === current);
  const zoomTo = (factor: number) => (): void => given.zoom(factor);
  const others: Record<string, () => void> = {
    "+": zoomTo(1.25),
    "=": zoomTo(1.25),
    "-": zoomTo(0.8),
    "0": () => given.move((one) => ({ ...one, zoom: 1 })),
    Enter: () => {
      if (here !== undefined) given.pick(here);
    },
    Escape: () => {
      const around = scene.around.get(current ?? "") ?? [];
      const box = around[around.length - 1];
      if (box !== undefined && around.length > 1) given.close({ box });
    },
    Home: () => {
      const first = layout.placed[0];
      if (first !== undefined) given.focus(first.leaf.id);
    },
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined && event.shiftKey) {
      const [dx, dy] = PAN[direction];
      given.move((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
    } else if (direction !== undefined) {
      const next = neighbourOf(scene, layout, current ?? "", direction);
      if (next !== null) given.focus(next);
    } else if (event.key === "Enter" && event.shiftKey && here !== undefined) {
      given.all(here.leaf);
    } else {
      const act = others[event.key];
      if (act === undefined) return;
      act();
    }
    event.preventDefault();
  };
}
