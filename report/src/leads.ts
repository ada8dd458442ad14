// Where a line of the user's leads: operations that it or what it calls runs.  Pure.
import type { CapturedPlace, CompilationDetails, Frame } from "./data";
import { capturedAt, familyOf, linesOf, type Model } from "./model";
import { lineKey } from "./web";

const CAPTURED = "Captured_Graph";

/** The captured operations that lines lead to, by `lineKey`: the places of each. */
type Leads = ReadonlyMap<string, readonly string[][]>;
const found = new WeakMap<CompilationDetails, Leads>();

function leadsOf(details: CompilationDetails): Leads {
  const known = found.get(details);
  if (known !== undefined) return known;
  const leads = new Map<string, string[][]>();
  for (const { stage, nodes } of details.graph_data ?? []) {
    if (stage !== CAPTURED) continue;
    for (const { places } of nodes) {
      const keys = places.map(({ file, line }) => lineKey(file, line));
      for (const key of new Set(keys)) {
        const there = leads.get(key);
        if (there === undefined) leads.set(key, [keys]);
        else there.push(keys);
      }
    }
  }
  found.set(details, leads);
  return leads;
}

/** The lines of a file that lead into the graph: by a call, too. */
export function leadingLines(details: CompilationDetails, file: string): number[] {
  return [...leadsOf(details).keys()].filter((key) => key.startsWith(`${file}:`))
    .map((key) => Number(key.slice(file.length + 1)));
}

/** The functions that a line calls and that have operations in the graph. */
export function calledFrom(details: CompilationDetails, captured: readonly CapturedPlace[],
  file: string, line: number): string[] {
  const key = lineKey(file, line);
  const inner = new Set((leadsOf(details).get(key) ?? []).flatMap((keys) =>
    keys.at(-1) === key ? [] : keys.slice(-1)));
  return captured.filter((one) => one.function !== undefined
    && linesOf(one.lines).some((own) => inner.has(lineKey(one.file, own))))
    .map((one) => one.function ?? "");
}

/** The compilations of a function, and of what resumes it, that a line leads into. */
export function ledInto(model: Model, of: Frame, file: string, line: number):
  ReturnType<typeof capturedAt> {
  const own = capturedAt(model, of, file, line);
  const called = familyOf(model.data.frames, of.id).flatMap((frame) =>
    (frame.compilations ?? []).flatMap((compilation, at) => {
      const details = model.data.details[frame.id]?.compilations[at];
      return details !== undefined && leadsOf(details).has(lineKey(file, line))
        ? [{ frame, at, compilation }] : [];
    }));
  return [...own, ...called.filter((one) =>
    !own.some(({ compilation }) => compilation === one.compilation))];
}
