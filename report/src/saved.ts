// What a function keeps in memory for its backward.  Pure.
import type { Frame } from "./data";

/** The entry of a function that keeps the most, by its position, and how much that is. */
export interface MostSaved { at: number; bytes: number }

/** What one call of a function keeps for its backward, at most; undefined for nothing. */
export function mostSaved({ compilations = [] }: Frame): MostSaved | undefined {
  let most: MostSaved | undefined;
  for (const [at, { saved_for_backward: graphs = [] }] of compilations.entries()) {
    // An entry may have several graphs, such as around a graph break in a library.
    const bytes = graphs.reduce((sum, one) => sum + one.own_bytes, 0);
    if (bytes > (most?.bytes ?? 0)) most = { at, bytes };
  }
  return most;
}
