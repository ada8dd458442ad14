// All graph breaks and recompiles of a run, each once.  Pure.
import type { CodeLine, Compilation, Finding, Frame, GraphBreak } from "./data";
import { count, innermost, type Model, place, secondsOf } from "./model";
import { functionAt, type Line } from "./whereShown";

interface At { frame: Frame; at: number; compilation: Compilation }

/** A break, and the compilations of the function that met it. */
export interface Broken { frame: Frame; event: GraphBreak; met: At[] }

const everywhere = ({ data }: Model): At[] => data.frames.flatMap((frame) =>
  (frame.compilations ?? []).map((compilation, at) => ({ frame, at, compilation })));

const LONGEST = 120; // characters of an explanation behind a reason

/** Why torch broke the graph; where torch's reason is general, with what broke it. */
export function breakReason({ reason = "", explanation = "" }: GraphBreak): string {
  const [first = ""] = explanation.split(/(?<=\.)\s|\n/);
  return first === "" || first.length > LONGEST || first.toLowerCase().includes(reason.toLowerCase())
    ? reason : `${reason}: ${first}`;
}

const broken = new WeakMap<Model, ReadonlySet<string>>();

/** Whether a line has a graph break itself, in any entry. */
export function isBroken(model: Model, { file, line }: Line): boolean {
  let found = broken.get(model);
  if (found === undefined) broken.set(model, found = new Set(everywhere(model)
    .flatMap(({ compilation }) => compilation.graph_breaks ?? []).flatMap((event) => {
      const at = innermost(event);
      return at === undefined ? [] : [`${at.file}:${at.line}`];
    })));
  return found.has(`${file}:${line}`);
}

/** The breaks as the totals count them: one a function, line and reason. */
export function breaksOf(model: Model): Broken[] {
  const found = new Map<string, Broken>();
  for (const one of everywhere(model))
    for (const event of one.compilation.graph_breaks ?? []) {
      const line = innermost(event);
      const key = [one.frame.id, event.reason, line?.file, line?.line].join("\n");
      const known = found.get(key);
      if (known === undefined) found.set(key, { frame: one.frame, event, met: [one] });
      else if (known.met.at(-1)?.compilation !== one.compilation) known.met.push(one);
    }
  return [...found.values()];
}

/** The breaks as a count, with their lines if some share one: `4 graph breaks at 2 lines`. */
export function breakCount(breaks: readonly Pick<Broken, "event">[]): string {
  const lines = new Set(breaks.map(({ event }, at) => {
    const line = innermost(event);
    return line === undefined ? `${at}` : `${line.file}:${line.line}`;
  }));
  return count(breaks.length, "graph break")
    + (lines.size < breaks.length ? ` at ${count(lines.size, "line")}` : "");
}

/**
 * The lines of a function that led to a break.  Torch leaves the caller out where the break
 * is in a loop: then the stack of the same break in another compilation tells them.
 */
export function stackIn(model: Model, event: GraphBreak,
  { file, first, last }: { file: string; first: number; last: number }): CodeLine[] {
  const within = ({ user_stack: stack = [] }: GraphBreak) => stack.filter((one) =>
    one.file === file && one.line >= first && one.line <= last);
  const own = within(event);
  const inner = innermost(event);
  if (own.length > 0 || inner === undefined) return own;
  const same = everywhere(model).flatMap(({ compilation }) => compilation.graph_breaks ?? [])
    .filter((other) => innermost(other)?.file === inner.file && innermost(other)?.line === inner.line);
  return same.map(within).find((lines) => lines.length > 0) ?? [];
}

/** The breaks of a compilation that a line has, or that are inside what it calls. */
export function breaksAt(model: Model, { graph_breaks: breaks = [] }: Compilation,
  { file, line }: Line): GraphBreak[] {
  const [first, last] = functionAt(model, { file, line }) ?? [line, line];
  return breaks.filter((event) => stackIn(model, event, { file, first, last })
    .some((one) => one.line === line));
}

/** The compilations that are recompiles, in the order of functions. */
export const recompilesOf = (model: Model): At[] => everywhere(model)
  .filter(({ compilation }) => (compilation.recompiled_because ?? []).length > 0);

/** The slowest recompile, if no card names its reason: that of a graph break names the break. */
export function slowestUntold(model: Model): At | undefined {
  const { findings, recompile_rules: rules, recompiles } = model.data;
  const ofRecompiles = recompiles.findings.filter((_, at) => rules.includes(findings[at]?.rule ?? ""));
  const told = new Set([...ofRecompiles, ...recompiles.expected].flat());
  const [first] = recompilesOf(model).filter(({ compilation }) => compilation.entry !== undefined)
    .sort((a, b) => secondsOf(b.compilation) - secondsOf(a.compilation));
  return first === undefined || told.has(first.compilation.id) ? undefined : first;
}

/** The findings at a line, and those of a break at it that name the line that led there. */
export function findingsAt(model: Model, { file, line }: Line): Finding[] {
  const led = everywhere(model).flatMap(({ compilation }) => compilation.graph_breaks ?? [])
    .filter((event) => innermost(event)?.file === file && innermost(event)?.line === line)
    .flatMap(({ user_stack: stack = [] }) => stack);
  const inner = `(${place(file, line)})`;
  const isAt = (one: Finding) => one.line?.file === file && one.line.line === line;
  const isOfBreak = ({ line: at, why, library_line: own }: Finding) => (own !== undefined
    ? own.file === file && own.line === line : why.includes(inner))
    && led.some((one) => one.file === at?.file && one.line === at.line);
  const { findings } = model.data;
  return [...findings.filter(isAt), ...findings.filter((one) => !isAt(one) && isOfBreak(one))];
}
