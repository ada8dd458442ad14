// Which findings are about recompiles: the rules of `model/findings/recompiles.py`.
// `tests/render/test_page_rules.py` holds both lists together.

import type { Finding, FrameData } from "./types";

/** The rules that tell why a function was compiled again. */
export const RECOMPILE_RULES: ReadonlySet<string> = new Set([
  "backend-made-anew",
  "changed-attribute",
  "changed-class-attribute",
  "class-made-anew",
  "double-precision",
  "growing-container",
  "now-dynamic",
  "number-made-static",
  "one-each",
  "parameter-sizes",
  "recompile-limit",
  "shared-wrapper",
  "size-made-static",
  "small-sizes",
  "torch-setting",
  "varying-argument",
  "varying-attribute",
  "varying-class-attribute",
  "varying-closure",
  "varying-condition",
  "varying-default",
  "varying-global",
  "varying-keys",
  "varying-length",
  "varying-object",
  "varying-result",
  "varying-size",
  "varying-strides",
  "varying-text",
]);

/** Returns the findings that say why this function was compiled again. */
export function findingsOf(findings: readonly Finding[], frame: FrameData): Finding[] {
  const names = new Set([frame.title, frame.qualified_name, frame.co_name]);
  return findings.filter(
    ({ rule, subject }) => RECOMPILE_RULES.has(rule ?? "") && names.has(subject),
  );
}
