// Sizes as a treemap: rectangles as square as they can be (Bruls, Huizing and van Wijk).

/** A rectangle; all numbers are parts of the whole, from 0 to 1. */
export interface Tile { x: number; y: number; width: number; height: number }

const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0);

/**
 * Lays sizes out in their order, which is from the largest to the smallest.
 * `ratio` is how wide the whole is for its height.
 */
export function treemap(sizes: readonly number[], ratio: number): Tile[] {
  const all = sum(sizes);
  const found: Tile[] = [];
  let [x, y, width, height] = [0, 0, ratio, 1];
  for (let at = 0; at < sizes.length && all > 0;) {
    const across = width >= height; // the next row stands at the left, from top to bottom
    const side = across ? height : width;
    const area = (size: number) => size / all * ratio;
    const worst = (row: readonly number[]) => {
      const thick = area(sum(row)) / side;
      return Math.max(...row.map((size) => Math.max(thick ** 2 / area(size), area(size) / thick ** 2)));
    };
    let end = at + 1;
    while (end < sizes.length && worst(sizes.slice(at, end + 1)) <= worst(sizes.slice(at, end))) end++;
    const row = sizes.slice(at, end);
    const thick = area(sum(row)) / side;
    let along = across ? y : x;
    for (const size of row) {
      const long = area(size) / thick;
      found.push(across ? { x: x / ratio, y: along, width: thick / ratio, height: long }
        : { x: along / ratio, y, width: long / ratio, height: thick });
      along += long;
    }
    if (across) [x, width] = [x + thick, width - thick];
    else [y, height] = [y + thick, height - thick];
    at = end;
  }
  return found;
}
