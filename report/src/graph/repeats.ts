// Where a sequence repeats itself.

import { at } from "./lists";

/** So many repeats of as many elements from one on; an element by itself is one of one. */
export interface Stretch {
  start: number;
  period: number;
  times: number;
}

/** No model repeats more layers than these; and the time is bounded. */
const LONGEST = 16;
// More than there are stretches: what is seen counts first, then in how many stretches.
const SEEN = 1 << 20;

/**
 * Cuts a sequence so that as little as possible is to be seen where of all repeats one is:
 * `A B A B C` is two repeats of two, and one element. Of repeats within one, only equal
 * neighbours count.
 */
export function repeatsIn(shapes: readonly number[]): Stretch[] {
  const lengths = lengthsOfEqual(shapes);
  const best: { cost: number; stretch: Stretch | null }[] = [{ cost: 0, stretch: null }];
  for (let start = shapes.length - 1; start >= 0; start -= 1) {
    let cost = Infinity;
    let stretch: Stretch | null = null;
    const offer = (period: number, times: number, seen: number): void => {
      const all = seen * SEEN + 1 + at(best, shapes.length - start - period * times).cost;
      if (all >= cost) return;
      cost = all;
      stretch = { start, period, times };
    };
    let seen = 0;
    for (let period = 1; period <= lengths.length; period += 1) {
      if (period === 1 || shapes[start + period - 1] !== shapes[start + period - 2]) seen += 1;
      const equal = lengths[period - 1]?.[start] ?? 0;
      for (let times = 2; times <= 1 + equal / period; times += 1) offer(period, times, seen);
    }
    offer(1, 1, 1);
    best.push({ cost, stretch });
  }
  return chosen(best.map((one) => one.stretch));
}

/** For each period and start, how far the sequence is equal to itself moved by the period. */
function lengthsOfEqual(shapes: readonly number[]): number[][] {
  const periods = Math.min(LONGEST, Math.floor(shapes.length / 2));
  return Array.from({ length: periods }, (_, index) => {
    const lengths = new Array<number>(shapes.length).fill(0);
    for (let start = shapes.length - index - 2; start >= 0; start -= 1) {
      if (shapes[start] === shapes[start + index + 1]) lengths[start] = 1 + at(lengths, start + 1);
    }
    return lengths;
  });
}

/** The stretches from the first element on; `best` begins behind the last. */
function chosen(best: readonly (Stretch | null)[]): Stretch[] {
  const found: Stretch[] = [];
  for (let rest = best.length - 1; rest > 0; ) {
    const stretch = best[rest];
    if (!stretch) break;
    found.push(stretch);
    rest -= stretch.period * stretch.times;
  }
  return found;
}
