import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { markdownTable } from "../markdown";
import { Copy } from "./Copy";

export interface Column<Row> {
  title: string;
  /** As it stands in Markdown, and on the page unless `view` says otherwise. */
  text: (row: Row) => string;
  view?: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  number?: boolean;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** How many of them are shown until all are asked for. */
  atFirst?: number;
  /** Of a row, beside others. */
  lit?: (row: Row) => boolean;
  onPoint?: (row: Row | null) => void;
}

const AT_FIRST = 50; // rows

/** A table that can be copied as Markdown. */
export function Table<Row>({ caption, columns, rows, atFirst = AT_FIRST, lit, onPoint }: Props<Row>) {
  const [all, showAll] = useState(false);
  const shown = all ? rows : rows.slice(0, atFirst);
  const right = (column: Column<Row>) => column.number ? "num" : "";
  const markdown = () => markdownTable(columns.map((column) => column.title),
    rows.map((row) => columns.map((column) => column.text(row))),
    columns.map((column) => column.number ?? false));
  return <div class="table">
    <table>
      <caption><div>{caption} <Copy make={markdown} what="table" /></div></caption>
      <thead><tr>{columns.map((column) =>
        <th key={column.title} scope="col" class={right(column)}>{column.title}</th>)}
      </tr></thead>
      <tbody>{shown.map((row, at) =>
        <tr key={at} class={lit?.(row) ? "linked" : ""}
          onMouseEnter={() => onPoint?.(row)} onMouseLeave={() => onPoint?.(null)}>
          {columns.map((column) => <td key={column.title} class={right(column)}>
            {column.view ? column.view(row) : column.text(row)}</td>)}
        </tr>)}</tbody>
    </table>
    {rows.length > shown.length
      ? <button type="button" class="plain" onClick={() => showAll(true)}>
        Show {rows.length - shown.length} more</button> : null}
  </div>;
}
