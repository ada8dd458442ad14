// Ways to modules: `self.layers.0.attn`, or `self.layers[0].attn`.

const STEP = /\[([^\]]*)\]|[^.[\]]+/g;
// Names of the module that is compiled: its own, and what wraps it hands on `*args`.
const ROOTS: readonly (readonly string[])[] = [["self"], ["args", "0"]];
const NUMBER = /^\d+$/;

/** The steps from the root to a module; the root itself is none of them. */
export function steps(module: string): string[] {
  const found = [...module.matchAll(STEP)].map((one) => one[1] ?? one[0]);
  const root = ROOTS.find((way) => shared(way, found) === way.length);
  return found.slice(root?.length ?? 0);
}

export function isNumber(step: string | undefined): boolean {
  return step !== undefined && NUMBER.test(step);
}

/** How many steps two ways share. */
export function shared(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}
