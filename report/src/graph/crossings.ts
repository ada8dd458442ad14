// The order within ranks: what is linked stands above each other.

import { at } from "./lists";

const SWEEPS = 8;

/** Orders the vertices of each rank so that few links cross: barycentre sweeps. */
export function uncrossed(
  ranks: readonly (readonly number[])[],
  above: readonly (readonly number[])[],
  below: readonly (readonly number[])[],
): number[][] {
  const place = new Float64Array(above.length);
  const weight = new Float64Array(above.length);
  const current = ranks.map((rank) => [...rank]);
  const number = (rank: readonly number[]): void => rank.forEach((one, index) => (place[one] = index));
  current.forEach(number);
  let best = current.map((rank) => [...rank]);
  let fewest = crossings(current, below, place);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const down = sweep % 2 === 0;
    const order = down ? current : [...current].reverse();
    for (const rank of order) {
      if (rank.length < 2) continue;
      for (const one of rank) weight[one] = centre(one, down ? above : below, place);
      rank.sort((one, other) => at(weight, one) - at(weight, other));
      number(rank);
    }
    const count = crossings(current, below, place);
    if (count < fewest) {
      fewest = count;
      best = current.map((rank) => [...rank]);
    }
  }
  return best;
}

function centre(vertex: number, linked: readonly (readonly number[])[], place: Float64Array): number {
  const others = at(linked, vertex);
  if (others.length === 0) return at(place, vertex);
  return others.reduce((sum, one) => sum + at(place, one), 0) / others.length;
}

/** How many links cross, counted with a binary indexed tree. */
export function crossings(
  ranks: readonly (readonly number[])[],
  below: readonly (readonly number[])[],
  place: ArrayLike<number>,
): number {
  let count = 0;
  ranks.forEach((rank, index) => {
    const width = ranks[index + 1]?.length ?? 0;
    if (width < 2) return;
    const tree = new Int32Array(width + 1);
    let before = 0;
    for (const vertex of rank) {
      const ends = at(below, vertex).map((one) => at(place, one)).sort((one, other) => one - other);
      for (const end of ends) {
        count += before;
        for (let node = end + 1; node > 0; node -= node & -node) count -= tree[node] ?? 0;
      }
      for (const end of ends) {
        before += 1;
        for (let node = end + 1; node <= width; node += node & -node) tree[node] = (tree[node] ?? 0) + 1;
      }
    }
  });
  return count;
}
