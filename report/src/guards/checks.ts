// Answers of `depyf.check`: how each entry stands to a call, and which conditions fail.

import type { FailingCondition } from "../contract";
import type { Check, CodeLine, Miss } from "../data";

/** How one entry stands to a call. */
export interface Standing {
  /** What it is called: `entry 1`. */
  name: string;
  /** Its position in the frame, null where the run has it not. */
  at: number | null;
  fits: boolean;
  /** Why it does not fit, code between backticks. */
  words: string;
  line: CodeLine | null;
  /** What to change, if it is not what stands with the entry before. */
  advice: string;
}

/** What is known of conditions that fail, by `conditionKey`: why. */
export type Failing = ReadonlyMap<string, string>;

const VERDICTS: Record<string, string> = {
  hit: "would hit",
  compile: "would compile again",
  plain: "would run as plain Python",
  raise: "torch would raise",
  unknown: "torch cannot tell",
};
const NONE: Failing = new Map();

/** Returns what would become of a call, in a few words. */
export function verdict(check: Check): string {
  const { outcome, misses = [], entry, words } = check;
  if (outcome === "compile" && misses.length === 0) return "would compile";
  const verdict = VERDICTS[outcome] ?? words;
  return entry === undefined ? verdict : `${verdict} ${entry.name}`;
}

/** Returns how the entries stand to a call, in the order in which torch tries them. */
export function standings(check: Check): Standing[] {
  const misses = check.misses ?? [];
  const refused = misses.map((miss, at) => refusal(miss, misses[at - 1], check));
  if (check.entry === undefined) return refused;
  const { name, compilation = null } = check.entry;
  const fits = { name, at: compilation, fits: true, words: "", line: null, advice: "" };
  return [...refused, fits];
}

function refusal(miss: Miss, before: Miss | undefined, { outcome }: Check): Standing {
  const { entry, words, user_line = null } = miss;
  const at = entry.compilation ?? null;
  // Of a call that hits nothing has to be changed.
  const isTold = outcome === "hit" || miss.advice === before?.advice;
  const advice = isTold ? "" : (miss.advice ?? "");
  return { name: entry.name, at, fits: false, words, line: user_line, advice };
}

/** Returns which conditions of an entry a call fails. */
export function failingIn(
  failing: readonly FailingCondition[],
  check: Check | undefined,
  { position, entry }: { position: number; entry: number },
): Failing {
  const miss = check?.misses?.find((one) => one.entry.compilation === entry);
  if (miss === undefined) return NONE;
  const own = failing.filter((one) => one.check === position);
  return new Map(own.map((one) => [conditionKey(one.title, one.text), miss.words]));
}

/** Returns what a condition is known by: texts of two groups may be the same. */
export function conditionKey(title: string, text: string): string {
  return `${title}\n${text}`;
}
