import type { Expected, Finding, FrameData } from "./types";

/** Returns the findings of some rules that are about a function. */
export function findingsOf(
  findings: readonly Finding[], rules: readonly string[], frame: FrameData,
): Finding[] {
  const names = namesOf(frame);
  return findings.filter(
    ({ rule, subject }) => rule !== undefined && rules.includes(rule) && names.has(subject),
  );
}

/** Tells of a finding, or of what is expected, whether it is the reason of a compilation. */
export function isReasonOf<T>(all: readonly T[], ids: readonly (readonly string[])[] = []) {
  const known = new Map(all.map((one, at) => [one, ids[at] ?? []]));
  return (one: T, id: string): boolean => known.get(one)?.includes(id) ?? false;
}

/** Returns what is expected of a function and could have been saved. */
export function savedOf(expected: readonly Expected[], frame: FrameData): Expected[] {
  const names = namesOf(frame);
  return expected.filter(({ edit, diff, subject }) =>
    (edit ?? diff) !== undefined && names.has(subject));
}

/**
 * The label of an edit that avoids what is expected. The card shows what the recompiles cost,
 * which is more than the edit saves: the entry that stays costs as much.
 */
export const SAVING = "Avoid the recompile:";

const namesOf = (frame: FrameData) =>
  // A decorator's function bears the name of what it decorates, too.
  new Set([frame.title, frame.qualified_name, frame.co_name, ...frame.owners ?? []]);
