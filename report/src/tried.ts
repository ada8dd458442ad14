// The edits that `depyf cure` tried for this run.  Pure.
import type { Data, RunFigures, Tried } from "./data";

/** Names the list of edits in the address of the run. */
export const EDITS = "edits";

const KEPT = "kept";
const LEFT = "out of budget";

/** The edits, those that were kept first. */
export const triedIn = ({ edits = [] }: Pick<Data, "edits">): Tried[] =>
  [...edits].sort((a, b) => rank(a) - rank(b));

const rank = ({ verdict }: Tried): number => verdict === KEPT ? 0 : verdict === LEFT ? 2 : 1;

/** `depyf cure`: 2 of 9 edits kept, and what changed; empty where it did not run. */
export const triedWords = ({ cure_summary: lines = [] }: Pick<Data, "cure_summary">): string =>
  lines.length === 0 ? "" : arrows(`\`depyf cure\`: ${lines.map((one) => one.replace(/\.?$/, ".")).join(" ")}`);

/** A relative path as a link. */
export const linkTo = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** A sentence with arrows between two values, which stay with their numbers; code stays as it is. */
export const arrows = (text: string): string => text.split("`").map((part, at) => at % 2 ? part : part
  .replace(/(\d(?: s)?) -> (?=\d)/g, (_, value: string) => `${value.replace(" ", "\u00a0")}\u00a0→\u00a0`)
  .replace(/ -> /g, " → ")).join("`");

/** Whether the program ended with an error: then it did only a part of its work. */
const isCrashed = ({ after }: Tried): boolean => (after?.exit_code ?? 0) !== 0;

/** An edit without effect may have one, and a price: then it is not kept. */
const RESULT: Readonly<Record<string, string>> = { "no effect": "not kept", "out of budget": "no time left" };
/** How the reason of an edit begins that changed no figure, and how that of a trial without Inductor ends. */
const NOTHING = "no relevant figure changed";
const QUICK = "(without Inductor)";

/** What became of an edit, in a word; older dumps call a crash harmful, too. */
export const resultOf = (one: Tried): string => one.why.startsWith(NOTHING) ? "no effect" :
  one.verdict === "harmful" && isCrashed(one) ? "fails" : RESULT[one.verdict] ?? one.verdict;

/** Two times of runs: `27.1 s → 31.5 s`; empty where one is not known, of a crashed run, or without Inductor. */
export function secondsOf(tried: Tried, of: "compile_seconds" | "seconds"): string {
  // Without Inductor, the times are no part of those of other runs.
  if (isCrashed(tried) || tried.why.includes(QUICK)) return "";
  const [one, other] = [tried.before?.[of], tried.after?.[of]];
  return one === undefined || other === undefined ? "" : `${one.toFixed(1)}\u00a0s\u00a0→ ${other.toFixed(1)}\u00a0s`;
}

/** Whether the run without the edit is another one than that of the page: it had edits before. */
export function isAfterOthers({ totals }: Pick<Data, "totals">, { before }: Tried): boolean {
  const of = (figures: RunFigures) => [figures.graph_breaks ?? 0, figures.recompiles ?? 0].join();
  return before !== undefined && of(before) !== of(totals);
}

/** Why an edit was kept or not, with the counts that stayed, and the edits that were there before. */
export function whyOf(data: Pick<Data, "totals">, one: Tried): string {
  const counts = one.why.startsWith(NOTHING) ? unchanged(one) : "";
  return [arrows(one.why.replace(NOTHING, counts === "" ? NOTHING : `${NOTHING}: ${counts}`)), onWhat(data, one)].filter(Boolean).join("; ");
}

/** `recompiles 1 -> 1`: the counts of an edit that changed none. */
const unchanged = ({ before = {}, after = {} }: Tried): string =>
  ([["graph breaks", "graph_breaks"], ["recompiles", "recompiles"]] as const).flatMap(([name, key]) =>
    before[key] && after[key] !== undefined ? [`${name} ${before[key]} -> ${after[key]}`] : []).join(", ");

/** Which edits the program had already: of the list, the kept ones are first, in the order of the trials. */
function onWhat(data: Pick<Data, "totals">, one: Tried): string {
  const { earlier = 0, verdict } = one;
  if (earlier > 0 && verdict !== KEPT)
    return earlier === 1 ? "measured with the first kept edit" : `measured with the first ${earlier} kept edits`;
  return isAfterOthers(data, one) ? "measured with the edits kept before" : "";
}

/** The parts of an edit; the effect of the last one is the effect of the edit, which has its own column. */
export const partsOf = ({ parts = [] }: Pick<Tried, "parts">): { what: string; why: string }[] =>
  parts.map(({ what = "", why = "" }, at) => ({ what, why: at < parts.length - 1 ? why : "" }));
