// Which of the places that hold words are looked for most: lines that run in a graph.  Pure.
import { asPython, noCode } from "./asPython";
import type { CapturedPlace, Frame } from "./data";
import { isBroken } from "./happened";
import { contextOf, place, type Context, type Model } from "./model";
import type { Hit, Searched } from "./search";
import { address, stateOf } from "./state";
import { lineKey } from "./web";
import { rootOf } from "./whereShown";

const inGraphs = new WeakMap<Model, ReadonlySet<string>>();

/** The lines that a graph has operations of, or that call what it has operations of. */
function linesInGraphs(model: Model): ReadonlySet<string> {
  let found = inGraphs.get(model);
  if (found === undefined) {
    const captured = model.data.frames.flatMap((frame) => frame.compilations ?? [])
      .flatMap((one) => Object.entries(one.captured_lines ?? {}))
      .flatMap(([file, lines]) => lines.map((line) => lineKey(file, line)));
    const called = Object.values(model.data.details).flatMap(({ compilations }) => Object.values(compilations))
      .flatMap((one) => one.graph_data ?? []).flatMap(({ nodes }) => nodes)
      .flatMap(({ places }) => places.map(({ file, line }) => lineKey(file, line)));
    inGraphs.set(model, found = new Set([...captured, ...called]));
  }
  return found;
}

/** Whether a hit is a line that runs in a graph. */
export const runsInGraph = (model: Model, hit: Pick<Hit, "href">): boolean =>
  linesInGraphs(model).has(lineOfHit(model, hit) ?? "");

/** The file and the line that a hit leads to, as `lineKey`, if it is a line of the program. */
export function lineOfHit(model: Model, { href }: Pick<Hit, "href">): string | undefined {
  const { frame, selection } = stateOf(href);
  if (selection?.kind !== "source") return undefined;
  const own = frame === null ? undefined : model.byId.get(frame);
  return lineKey(selection.file ?? (own === undefined ? "" : rootOf(model, own).file ?? ""), selection.line);
}

/** Whether a line has no code. */
export const isComment = ({ line }: Pick<Hit, "line">): boolean => /^\s*#/.test(line);

/** Lines that call what was typed first, comments last. */
export function callsFirst(hits: readonly Hit[], words: string): Hit[] {
  const rank = ({ line, to }: Hit) => isComment({ line }) ? 2 : line[to] === "(" && !/^\s*(?:async\s+)?def\b/.test(line) ? 0 : 1;
  return words === "" ? [] : [...hits].sort((a, b) => rank(a) - rank(b));
}

/** What is known of a line of the program: whether a graph has it, or that it runs as Python. */
export function runs(model: Model, hit: Pick<Hit, "href">): string {
  const { frame, at, selection } = stateOf(hit.href);
  const context = frame === null ? null : contextOf(model, frame, at);
  const line = context === null || selection?.kind !== "source" ? null
    : { file: selection.file ?? context.root.file ?? "", line: selection.line };
  const isBreak = line !== null && isBroken(model, line);
  if (runsInGraph(model, hit)) return isBreak ? "in a graph, has a graph break" : "in a graph";
  if (context === null || line === null) return "";
  if (isBreak) return "graph break";
  return noCode(context, line) === "" && asPython(context, line) !== undefined ? "runs as Python" : "";
}

/** The operations of the captured graph, each at its line. */
export function operationsIn({ root, frame, at, details }: Context, met: Set<string>): Searched[] {
  const [captured] = details.graph_data ?? [];
  return (captured?.nodes ?? []).flatMap(({ kind, label, places }): Searched[] => {
    const line = places.at(-1);
    if (kind !== "operator" || line === undefined) return [];
    const key = `${label} ${lineKey(line.file, line.line)}`;
    if (met.has(key)) return [];
    met.add(key);
    return [{ name: place(line.file, line.line), kind: "operation", texts: [label],
      href: address({ frame: frame.id, at, panel: "code", selection: { kind: "source", line: line.line,
        ...(line.file === root.file ? {} : { file: line.file }) } }) }];
  });
}

/** Functions that have exactly the name that was typed: those that torch compiled, and captured ones. */
export function functionsNamed({ data, byId }: Model, words: string): Hit[] {
  const hit = (line: string, name: string, href: string): Hit =>
    ({ name, kind: "function", line, from: 0, to: line.length, href });
  const own = data.frames.filter((one) => !one.resumes && isNamed(one.title ?? one.qualified_name ?? one.co_name, words))
    .map((one) => hit(one.title ?? one.co_name, place(one.file, one.first_line), address({ frame: one.id, panel: "code",
      ...(one.first_line === undefined ? {} : { selection: { kind: "source" as const, line: one.first_line } }) })));
  const found = new Map(own.map((one) => [one.name, one]));
  for (const frame of data.frames) (frame.compilations ?? []).forEach((one, at) => {
    for (const captured of one.captured_places ?? []) addCaptured(frame, at, captured);
  });
  return [...found.values()];

  function addCaptured(frame: Frame, at: number, { file, function: name = "", first_line: first }: CapturedPlace): void {
    const where = place(file, first);
    if (first === undefined || found.has(where) || !isNamed(name, words)) return;
    const root = rootOf({ data, byId }, frame);
    found.set(where, hit(name, where, address({ frame: frame.id, at, panel: "code",
      selection: { kind: "source", line: first, ...(root.file === file ? {} : { file }) } })));
  }
}

/** Whether words are the whole name, or that of a method without its class. */
const isNamed = (name: string, words: string): boolean =>
  [name, name.split(".").at(-1) ?? ""].some((one) => one.toLowerCase() === words.toLowerCase());
