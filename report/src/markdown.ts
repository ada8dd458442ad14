/** Writes a table as Markdown, so that it can be pasted into an issue. */
export function markdownTable(
  head: readonly string[], rows: readonly (readonly string[])[],
  right: readonly boolean[] = [],
): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = head.map((_, at) => right[at] ? "---:" : "---");
  return [row(head), `|${rule.join("|")}|`, ...rows.map(row)].join("\n") + "\n";
}

const cell = (text: string): string =>
  text.replace(/\\/g, "\\\\").replace(/\|/g, "\\|").replace(/\s*\n\s*/g, " ").trim();
