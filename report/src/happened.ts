// All graph breaks and recompiles of a run, each once.  Pure.
import type { Compilation, Frame, GraphBreak } from "./data";
import { innermost, type Model } from "./model";

interface At { frame: Frame; at: number; compilation: Compilation }

/** A break, and the compilations of the function that met it. */
export interface Broken { frame: Frame; event: GraphBreak; met: At[] }

const everywhere = ({ data }: Model): At[] => data.frames.flatMap((frame) =>
  (frame.compilations ?? []).map((compilation, at) => ({ frame, at, compilation })));

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

/** The compilations that are recompiles, in the order of functions. */
export const recompilesOf = (model: Model): At[] => everywhere(model)
  .filter(({ compilation }) => (compilation.recompiled_because ?? []).length > 0);
