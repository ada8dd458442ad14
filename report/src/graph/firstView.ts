// What of a graph is seen first, and what "Fit" shows of one that is too large for the view.
import type { Camera, Size } from "./camera";
import { ZOOM } from "./camera";
import type { Layout, Placed } from "./layout";
import { MARGIN } from "./layout";

/** Smaller than this, words cannot be read. */
const READABLE = 0.45;
/** Tried where a node would be cut: words are small, but they can be read. */
const SMALLER = [0.75, 0.65];
/** What a node that is cut at the left counts, in nodes that are seen whole. */
const CUT = 5;
/** A first node with others below it is left out of view where elsewhere more than so many times the nodes are seen. */
const FULLER = 2;

export const fitOf = (drawn: Size, view: Size): number =>
  Math.min(1, view.width / drawn.width, view.height / drawn.height);

/** Whether the whole picture can be read at once. */
export const isTooLarge = (drawn: Size, view: Size): boolean => fitOf(drawn, view) < READABLE;

/** The first view: whole if that can be read well, else at the size that cuts the fewest nodes. */
export function firstCamera(drawn: Layout, view: Size): Camera {
  const whole = fitOf(drawn, view);
  if (whole >= Math.min(...SMALLER)) return from(drawn, view, whole);
  const wanted = Math.min(1, Math.max(ZOOM.smallestAtFirst, view.width / drawn.width));
  return [wanted, ...SMALLER].map((zoom) => from(drawn, view, zoom))
    .map((camera) => ({ camera, cut: cutIn(drawn, view, camera) }))
    .reduce((best, one) => one.cut < best.cut ? one : best).camera;
}

/** How many nodes the left or the right side of the view cuts. */
function cutIn({ placed }: Layout, { width, height }: Size, { zoom, x: moved, y: top }: Camera): number {
  return placed.filter(({ x, y, face }) => {
    const [from, to] = [x * zoom + moved, (x + face.room) * zoom + moved];
    return y * zoom + top < height && ((from < 0 && to > 0) || (from < width && to > width));
  }).length;
}

/** The whole picture in the view, or its beginning where it could not be read. */
export function fitted(drawn: Layout, view: Size): Camera {
  return from(drawn, view, Math.max(READABLE, fitOf(drawn, view)));
}

/** The beginning of a picture: its first node if it is among others, and at the left no node that is cut. */
function from(drawn: Layout, view: Size, zoom: number): Camera {
  const room = { width: view.width / zoom, height: view.height / zoom };
  if (drawn.width <= room.width) return { zoom, x: (view.width - drawn.width * zoom) / 2, y: 0 };
  const left = leftOf(drawn, room);
  return { zoom, x: -zoom * left, y: -zoom * topOf(drawn, room, left) };
}

/** Where in height the view begins: above the first node that is seen of this part of the picture. */
function topOf({ placed, height }: Layout, room: Size, left: number): number {
  const seen = placed.filter(({ x, face }) => x + face.room > left && x < left + room.width);
  const top = Math.min(...seen.map(({ y }) => y - MARGIN));
  return Math.max(0, Math.min(top, height - room.height));
}

/** Where in a wide picture the view begins, so that most is seen whole and nothing is cut. */
function leftOf(drawn: Layout, { width, height }: Size): number {
  const seen = drawn.placed.filter((one) => one.y < height);
  const first = firstOf(drawn.placed);
  if (first === undefined) return 0;
  const least = Math.max(0, first.x + Math.min(first.face.room, width - 2 * MARGIN) + MARGIN - width);
  const most = Math.max(0, first.x - MARGIN);
  const worth = (left: number): number => seen.reduce((sum, { x, face }) => {
    const right = x + face.room;
    if (x >= left && right <= left + width) return sum + 1;
    return x < left && right > left ? sum - CUT : sum;
  }, 0);
  const lefts = [0, ...seen.map(({ x }) => x - MARGIN)].sort((a, b) => a - b);
  const bestOf = (some: readonly number[]): number => some.reduce((best, left) => {
    const by = worth(left) - worth(best);
    return by > 0 || (by === 0 && left < best) ? left : best;
  });
  const withFirst = bestOf([most, ...lefts.filter((left) => left >= least && left <= most)]);
  const anywhere = bestOf([withFirst, ...lefts.filter((left) => left >= 0)]);
  const lowest = Math.max(...seen.filter(({ x, face }) => x >= withFirst && x + face.room <= withFirst + width)
    .map(({ y, face }) => y + face.height));
  const times = lowest < height / 2 ? 1 : FULLER; // below it, the view is blank
  return worth(anywhere) > times * Math.max(1, worth(withFirst)) ? anywhere : withFirst;
}

/** The topmost node, of several the first in the graph. */
function firstOf(placed: readonly Placed[]): Placed | undefined {
  return placed.reduce<Placed | undefined>((best, one) => best === undefined || one.y < best.y
    || (one.y === best.y && one.leaf.node < best.leaf.node) ? one : best, undefined);
}
