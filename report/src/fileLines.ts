// What the lines of a file stand for: kernels of a generated module, nodes of a graph.
import type { CompilationDetails } from "./data";
import type { Selection } from "./state";

/** What is written in a file, and in which of its lines, from 1. */
export interface Written {
  kind: "node" | "kernel";
  lines: ReadonlyMap<string, readonly number[]>;
}

const NOTHING: Written = { kind: "kernel", lines: new Map() };

/** The nodes or kernels of a file of a compilation. */
export function writtenIn(
  { graph_data: graphs = [], kernel_data: kernels = [] }: CompilationDetails,
  file: string, text: string,
): Written {
  const graph = graphs.find((one) => one.file === file);
  if (graph !== undefined)
    return { kind: "node",
      lines: new Map(graph.nodes.map((node) => [node.name, [node.shown]])) };
  const mine = kernels.filter((one) => one.file === file);
  if (mine.length === 0) return NOTHING;
  // In what is not Python nobody has looked for calls.
  const unknown = mine.filter((one) => one.shown.length === 0).map((one) => one.kernel);
  return { kind: "kernel", lines: new Map([...linesNaming(text, unknown),
    ...mine.filter((one) => one.shown.length > 0)
      .map((one) => [one.kernel, one.shown] as const)]) };
}

/** What a line of a file stands for: a node, a kernel, or nothing. */
export function selectionAt(
  { kind, lines }: Written, file: string, text: string, line: number,
): Selection | null {
  const name = [...lines].find(([, own]) => own.includes(line))?.[0]
    ?? (kind === "kernel" ? definedAround(text, [...lines.keys()], line) : null);
  return name === null ? null : { kind, file, name };
}

/** Like `selectionAt`, of a line between nodes the next node: what is above it is its. */
export function selectionNear(
  written: Written, file: string, text: string, line: number,
): Selection | null {
  const found = selectionAt(written, file, text, line);
  if (found !== null || written.kind === "kernel") return found;
  const next = [...written.lines].map(([name, [own = 0]]) => ({ name, own }))
    .filter(({ own }) => own > line).sort((a, b) => a.own - b.own)[0];
  return next === undefined ? null : { kind: "node", file, name: next.name };
}

/** Lines, from 1, that name one of some names as a word. */
export function linesNaming(text: string, names: readonly string[]): Map<string, number[]> {
  const found = new Map(names.map((name) => [name, [] as number[]]));
  if (names.length === 0) return found;
  text.split("\n").forEach((line, at) => {
    for (const [word] of line.matchAll(/[\w.]+/g)) {
      const lines = found.get(word) ?? found.get(word.replace(/\.run$/, ""));
      if (lines !== undefined && lines.at(-1) !== at + 1) lines.push(at + 1);
    }
  });
  return found;
}

/** The kernel whose definition a line is within. */
function definedAround(
  text: string, names: readonly string[], line: number,
): string | null {
  const lines = text.split("\n");
  for (let at = line - 1; at >= 0; at--) {
    const defined = names.find((name) => lines[at]?.startsWith(`${name} = `));
    if (defined !== undefined) return defined;
    if (at < line - 1 && lines[at]?.startsWith("'''")) return null;
  }
  return null;
}
