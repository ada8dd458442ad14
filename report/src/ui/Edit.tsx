import type { Finding } from "../data";
import { Copy } from "./Copy";

/** What to change: the diff of the edit that was tried, else a line of code. */
export function Edit({ of: { diff, edit = "" } }: { of: Pick<Finding, "diff" | "edit"> }) {
  const text = diff ?? edit;
  if (text === "") return null;
  return <div class="edit"><pre class="edit" tabIndex={0} aria-label="The edit">
    {diff === undefined ? edit : diff.trimEnd().split("\n").map((line, at) =>
      <span key={at} class={kindOfLine(line)}>{line}{"\n"}</span>)}</pre>
  <Copy what="edit" as={diff === undefined ? "" : " as a patch"} make={() => text} /></div>;
}

const kindOfLine = (line: string): string => /^(---|\+\+\+|@@)/.test(line) ? "soft"
  : ({ "+": "good", "-": "bad" }[line.slice(0, 1)] ?? "");
