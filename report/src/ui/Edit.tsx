import { useState } from "preact/hooks";
import type { Finding } from "../data";
import { usePaper } from "../graph/paper";
import { Copy } from "./Copy";

const DIFF_LINES = 10; // of a diff at first
const FEW_MORE = 10; // lines that are not worth a button

/** Whether a diff is so long that what it does and gains stands before it. */
export const isLong = ({ diff = "" }: Pick<Finding, "diff">): boolean =>
  linesIn(diff).length > DIFF_LINES + FEW_MORE;

const linesIn = (text: string): string[] => text.trimEnd().split("\n");

/** What to change: the diff of the edit that was tried, else a line of code. */
export function Edit({ of: { diff, edit = "" } }: { of: Pick<Finding, "diff" | "edit"> }) {
  const [isWhole, showWhole] = useState(false);
  const isPaper = usePaper();
  const text = diff ?? edit;
  if (text === "") return null;
  const lines = linesIn(text);
  const isCut = isLong({ diff: diff ?? "" }) && !isWhole && !isPaper;
  return <div class="edit"><pre class="edit" tabIndex={0} aria-label="The edit">
    {diff === undefined ? edit : (isCut ? lines.slice(0, DIFF_LINES) : lines).map((line, at) =>
      <span key={at} class={kindOfLine(line)}>{line}{"\n"}</span>)}
    {isCut ? <button type="button" class="small" onClick={() => showWhole(true)}>
      Show all {lines.length} lines</button> : null}</pre>
  <Copy what="edit" as={diff === undefined ? "" : " as a patch"} make={() => text} /></div>;
}

const kindOfLine = (line: string): string => /^(---|\+\+\+|@@)/.test(line) ? "soft"
  : ({ "+": "good", "-": "bad" }[line.slice(0, 1)] ?? "");
