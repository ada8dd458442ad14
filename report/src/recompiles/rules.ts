import type { Finding, FrameData } from "./types";

/** Returns the findings of some rules that are about a function. */
export function findingsOf(
  findings: readonly Finding[], rules: readonly string[], frame: FrameData,
): Finding[] {
  const names = new Set([frame.title, frame.qualified_name, frame.co_name]);
  return findings.filter(
    ({ rule, subject }) => rule !== undefined && rules.includes(rule) && names.has(subject),
  );
}
