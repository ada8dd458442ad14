// The edits that `depyf cure` tried for this run.  Pure.
import type { Data, Tried } from "./data";
import { count } from "./model";

const KEPT = "kept";
const LEFT = "out of budget";

/** Each edit once, those that were kept first. */
export function triedIn({ findings, expected }: Data): Tried[] {
  const all = [...findings, ...expected].flatMap(({ tried = [] }) => tried);
  const found = new Map(all.map((one) => [`${one.verdict} ${one.what} ${one.line}`, one]));
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

const rank = ({ verdict }: Tried): number => verdict === KEPT ? 0 : verdict === LEFT ? 2 : 1;

/** `depyf cure tried 5 edits and kept 1`; empty where it tried none. */
export function triedWords(data: Data): string {
  const all = triedIn(data);
  const run = all.filter(({ verdict }) => verdict !== LEFT);
  const left = all.length - run.length;
  return all.length === 0 ? "" : `\`depyf cure\` tried ${count(run.length, "edit")} and kept `
    + `${run.filter(({ verdict }) => verdict === KEPT).length}`
    + (left > 0 ? `; ${left} more had no time left` : "");
}
