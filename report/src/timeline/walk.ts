// From bar to bar by the arrow keys.

import type { Layout } from "./layout";

/** Along a row, or to what a bar is within, or into it. */
export type Direction = "before" | "after" | "within" | "inner";

/** Returns the position of the bar that an arrow leads to, the same if there is none. */
export function neighbour(layout: Layout, at: number, direction: Direction): number {
  const { bars } = layout;
  const row = bars[at]?.row;
  const isSameRow = (one: number) => bars[one]?.row === row;
  const found = {
    before: () => scan(at - 1, -1, bars.length, isSameRow),
    after: () => scan(at + 1, 1, bars.length, isSameRow),
    within: () => bars[at]?.within ?? -1,
    inner: () => scan(at + 1, 1, bars.length, (one) => bars[one]?.within === at),
  }[direction]();
  return found < 0 ? at : found;
}

function scan(
  from: number,
  step: number,
  length: number,
  fits: (at: number) => boolean,
): number {
  for (let at = from; at >= 0 && at < length; at += step) if (fits(at)) return at;
  return -1;
}
