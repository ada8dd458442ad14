import type { Model } from "./model";

export interface Step { frame: string; at: number }

/** The compilations before and after one, over all functions. */
export function neighbours(model: Model, frame: string | null, at: number):
  [Step | null, Step | null] {
  const all = model.data.frames.flatMap((one) =>
    (one.compilations ?? []).map((_, position) => ({ frame: one.id, at: position })));
  const now = all.findIndex((one) => one.frame === frame && one.at === at);
  return [all[now - 1] ?? null, all[now + 1] ?? null];
}
