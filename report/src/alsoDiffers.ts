// Torch names the first guard that failed: who changes only that would recompile for the sizes.  Pure.

const SIZES = /`([^`]+): \[[^`\]]*\] -> \[[^`\]]*\]`/g; // in the difference of two entries
const OF_SIZES = /size|shape|stride|rank|dimension/;
const MOST = 2;

/**
 * `; t and x differ in size, too`, of a guard of the entry that a difference is told against.
 * A guard on sizes names its own tensor.
 */
export function resizedToo(difference: string, entry: string, guard: string): string {
  if (!difference.startsWith(`as ${entry} but `)) return "";
  const names = [...difference.matchAll(SIZES)].map(([, name = ""]) => name)
    .filter((name) => !OF_SIZES.test(guard) || !isIn(guard, name));
  const more = names.length - MOST;
  const shown = [...names.slice(0, MOST), ...more > 0 ? [`${more} more`] : []];
  const last = shown.pop();
  return last === undefined ? "" : shown.length === 0 ? `; ${last} differs in size, too`
    : `; ${shown.join(", ")} and ${last} differ in size, too`;
}

/** Whether a text has a value's path, and not only as a part of another name. */
const isIn = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, "\\$&")}(?!\\w)`).test(text);
