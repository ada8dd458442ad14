// What torch checks of a line of the program that has no operation in a graph.  Pure.
import { conditionOf, filesOf } from "./guards/conditions";
import type { Context } from "./model";
import type { Line } from "./whereShown";

/** The groups of guards whose conditions may have decided what a line did. */
const DECIDING: ReadonlySet<string> = new Set(["Python values", "sizes"]);
const LONGEST = 60; // characters of a condition in a row

/** The guards that a line needs: how many, and the conditions on its numbers and sizes. */
export interface Checked { conditions: readonly string[]; guards: number }

/** Finds the guards of an entry that a line needs. */
export function checkedAt({ compilation, details }: Pick<Context, "compilation" | "details">,
  { file, line }: Line): Checked {
  const isHere = (one: Line | undefined) => one?.file === file && one.line === line;
  const all = compilation.guards ?? [];
  const files = filesOf(all);
  const conditions = (details.guard_groups ?? []).filter(({ title }) => DECIDING.has(title))
    .flatMap(({ own, common }) => [...own, ...common]).map((text) => conditionOf(text, files))
    .filter(({ text, places }) => places.some(isHere) && text.length <= LONGEST)
    .map(({ text }) => text);
  return { conditions, guards: all.filter((one) => isHere(one.user_line)).length };
}
