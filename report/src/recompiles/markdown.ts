// The table as Markdown, to paste into an issue.

import { placeName } from "../guards/conditions";
import { duration } from "../timeline/words";
import type { Failed, Row } from "./rows";
import type { Expected, Finding } from "./types";

const HEAD = ["entry", "accepts", "guard that failed", "calls", "compiled in"];

/** Returns the table and what to change as Markdown. */
export function recompilesMarkdown(
  title: string,
  rows: readonly Row[],
  findings: readonly Finding[],
  expected: readonly Expected[] = [],
): string {
  const table = [HEAD, HEAD.map(() => "---"), ...rows.map(cells)];
  const lines = table.map((row) => `| ${row.join(" | ")} |`);
  const item = ({ what, edit, note }: Finding | Expected, label: string) =>
    `- ${escaped(what)}` +
    (edit === undefined ? "" : `; ${label} ${code(edit)}`) +
    (note === undefined ? "" : ` (${escaped(note)})`);
  const advice = [...findings.map((one) => item(one, "change:")),
    ...expected.map((one) => item(one, "avoid it:"))];
  const parts = [`${code(title)}:`, lines.join("\n"), advice.join("\n")];
  return parts.filter((part) => part !== "").join("\n\n") + "\n";
}

function cells(row: Row): string[] {
  return [
    `${row.entry || (row.outcome === "limit" ? "refused: limit" : "none")} (${row.id})${row.wrapped && ` for ${code(row.wrapped)}`}`,
    row.outcome === "entry"
      ? row.accepts.map(code).join(", ")
      : escaped(row.refused.split(/[.\n]/, 1)[0] ?? ""),
    row.failed[0] === undefined ? "" : failed(row.failed[0]),
    row.hits === null ? "" : String(row.hits),
    row.seconds === null ? "" : duration(row.seconds),
  ];
}

function failed({ text, entry, place }: Failed): string {
  const where = [entry, place === null ? "" : placeName(place)].filter(Boolean);
  return where.length === 0 ? code(text) : `${code(text)} (${where.join(", ")})`;
}

/** Returns text as code in a cell: a fence longer than any in it, and no bars. */
function code(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, " ").replace(/\|/g, "\\|");
  const longest = (line.match(/`+/g) ?? []).reduce((n, run) => Math.max(n, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}

// What depyf marks as code stays so; nothing else may become markup.
function escaped(text: string): string {
  const parts = text.replace(/\s*[\r\n]+\s*/g, " ").split(/(`[^`]*`)/);
  return parts
    .map((part, at) => (at % 2 === 1 ? code(part.slice(1, -1)) : plain(part)))
    .join("");
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/g, (char) => `\\${char}`);
}
