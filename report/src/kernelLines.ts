// Where the text of a generated module names its kernels.

/** Lines, from 1, of a generated module that name a kernel. */
export function linesNaming(text: string, names: readonly string[]): Map<string, number[]> {
  const found = new Map(names.map((name) => [name, [] as number[]]));
  text.split("\n").forEach((line, at) => {
    for (const [word] of line.matchAll(/\w+/g)) {
      const lines = found.get(word);
      if (lines !== undefined && lines.at(-1) !== at + 1) lines.push(at + 1);
    }
  });
  return found;
}

/** The kernel that a line of a generated module names, or is in the definition of. */
export function kernelOfLine(
  text: string, names: readonly string[], line: number,
): string | null {
  const lines = text.split("\n");
  const words = new Set<string>(lines[line - 1]?.match(/\w+/g) ?? []);
  const here = names.find((name) => words.has(name));
  if (here !== undefined) return here;
  for (let at = line - 1; at >= 0; at--) {
    const defined = names.find((name) => lines[at]?.startsWith(`${name} = `));
    if (defined !== undefined) return defined;
    if (at < line - 1 && lines[at]?.startsWith("'''")) return null;
  }
  return null;
}
