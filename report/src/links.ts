// Which lines, nodes and kernels belong to a selection.  Pure: panes only draw it.
import type { Compilation } from "./data";
import type { Selection } from "./state";

/** What is known of a compilation that ties its parts together. */
export interface Ties {
  /** The file that the shown function is in. */
  file: string;
  /** Lines of `file` that a line of the transformed code stands for. */
  toSource: ReadonlyMap<number, readonly number[]>;
  compilation: Pick<Compilation, "kernels" | "guards">;
}

/** What is lit. */
export interface Lit {
  /** By file. */
  source: ReadonlyMap<string, ReadonlySet<number>>;
  shown: ReadonlySet<number>;
  /** Names as `named` makes them. */
  nodes: ReadonlySet<string>;
  kernels: ReadonlySet<string>;
  guards: ReadonlySet<number>;
}

const NONE: ReadonlySet<never> = new Set<never>();
export const DARK: Lit = { source: new Map(), shown: NONE, nodes: NONE, kernels: NONE,
  guards: NONE };

/** A node or kernel within its file, as one text. */
export const named = (file: string, name: string): string => `${file}:${name}`;

/** The lines of the user's that each line of the transformed code stands for. */
export function toSource(
  text: string, prefixes: readonly string[], captured: readonly number[],
  told: Readonly<Record<string, readonly number[]>>,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  // A call of a graph stands for all that the graph captured.
  text.split("\n").forEach((line, at) => {
    if (prefixes.some((prefix) => line.includes(`${prefix}(`)))
      found.set(at + 1, [...captured]);
  });
  for (const [line, users] of Object.entries(told)) {
    const known = found.get(Number(line)) ?? [];
    found.set(Number(line), [...new Set([...known, ...users])]);
  }
  return found;
}

/** What lights up with a selection: itself, and what it stands for in other panes. */
export function lit(ties: Ties, selection: Selection | null): Lit {
  if (selection === null) return DARK;
  switch (selection.kind) {
    case "source": return ofLines(ties, selection.file ?? ties.file, [selection.line]);
    case "shown": {
      const lines = ties.toSource.get(selection.line) ?? [];
      return { ...DARK, shown: new Set([selection.line]),
        source: new Map([[ties.file, new Set(lines)]]),
        kernels: kernelsOf(ties, ties.file, lines) };
    }
    case "kernel": return ofKernel(ties, selection.file, selection.name);
    case "guard": {
      const line = ties.compilation.guards?.[selection.at]?.user_line;
      const guards = new Set([selection.at]);
      return line === undefined ? { ...DARK, guards }
        : { ...DARK, guards, source: new Map([[line.file, new Set([line.line])]]) };
    }
    case "node":
      return { ...DARK, nodes: new Set([named(selection.file, selection.name)]) };
  }
}

function ofLines(ties: Ties, file: string, lines: readonly number[]): Lit {
  const guards = (ties.compilation.guards ?? []).flatMap(({ user_line: line }, at) =>
    line !== undefined && line.file === file && lines.includes(line.line) ? [at] : []);
  return {
    ...DARK,
    source: new Map([[file, new Set(lines)]]),
    shown: file === ties.file ? shownOf(ties, lines) : NONE,
    kernels: kernelsOf(ties, file, lines),
    guards: new Set(guards),
  };
}

function shownOf(ties: Ties, lines: readonly number[]): Set<number> {
  const found = [...ties.toSource].filter(([, users]) =>
    users.some((user) => lines.includes(user)));
  return new Set(found.map(([line]) => line));
}

function kernelsOf(ties: Ties, file: string, lines: readonly number[]): Set<string> {
  const found = (ties.compilation.kernels ?? []).flatMap((kernel) =>
    (kernel.origins ?? [])
      .filter((origin) => (origin.lines[file] ?? []).some((line) => lines.includes(line)))
      .map((origin) => named(kernel.file, origin.kernel)));
  return new Set(found);
}

function ofKernel(ties: Ties, file: string, name: string): Lit {
  const source = new Map<string, Set<number>>();
  for (const kernel of ties.compilation.kernels ?? [])
    for (const origin of kernel.origins ?? [])
      if (kernel.file === file && origin.kernel === name)
        for (const [where, lines] of Object.entries(origin.lines))
          source.set(where, new Set([...(source.get(where) ?? []), ...lines]));
  const own = [...(source.get(ties.file) ?? [])];
  return { ...DARK, source, shown: shownOf(ties, own),
    kernels: new Set([named(file, name)]) };
}

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
