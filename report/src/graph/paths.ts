// Ways to modules: `self.layers.0.attn`, or `self.layers[0].attn`.

const STEP = /\[([^\]]*)\]|[^.[\]]+/g;
const NUMBER = /^\d+$/;

/** The steps from the root to a module; the root itself is none of them. */
export function steps(module: string): string[] {
  const found = [...module.matchAll(STEP)].map((one) => one[1] ?? one[0]);
  return found[0] === "self" ? found.slice(1) : found;
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
