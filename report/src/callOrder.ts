// Captured functions in the order in which they were called, those of libraries last.
import type { CapturedPlace } from "./data";
import type { Context } from "./model";
import { functionAt } from "./whereShown";

/** Captured functions, and whether they are of a library that the program only uses. */
export interface Called { one: CapturedPlace; isLibrary: boolean }

/** Whether a file is of an installed package or of Python itself. */
export const isInstalled = (file: string): boolean => LIBRARY.test(file);

const LIBRARY = /[\\/](?:site|dist)-packages[\\/]|[\\/]lib[\\/]python\d/;

/**
 * Captured functions as the compiled one calls them, it first; those of libraries last.
 * Of a library is also what a compiled function of a library calls from other files.
 */
export function calledIn(context: Context, places: readonly CapturedPlace[]): Called[] {
  const ranks = ranksOf(context);
  const rank = (one: CapturedPlace) => ranks.get(keyOf(one.file, one.first_line)) ?? Infinity;
  const sorted = [...places].sort((a, b) => rank(a) === rank(b) ? 0 : rank(a) - rank(b));
  const home = ranks.size === 0 || !LIBRARY.test(context.root.file ?? "") ? undefined : sorted[0]?.file;
  const all = sorted.map((one) => ({ one, isLibrary: LIBRARY.test(one.file) && one.file !== home }));
  return [...all.filter((each) => !each.isLibrary), ...all.filter((each) => each.isLibrary)];
}

/** The number of each function among those that lead to the operations of the graphs. */
function ranksOf({ model, details }: Context): Map<string, number> {
  const ranks = new Map<string, number>();
  const known = new Set<string>();
  const graphs = details.graph_data ?? [];
  const captured = graphs.filter(({ stage }) => stage.startsWith("Captured"));
  for (const { nodes } of captured.length > 0 ? captured : graphs.slice(0, 1))
    for (const place of nodes.flatMap((node) => node.places)) {
      const line = keyOf(place.file, place.line);
      if (known.has(line)) continue;
      known.add(line);
      const key = keyOf(place.file, functionAt(model, place)?.[0]);
      if (!ranks.has(key)) ranks.set(key, ranks.size);
    }
  return ranks;
}

const keyOf = (file: string, line: number | undefined): string => `${file}:${line ?? ""}`;
