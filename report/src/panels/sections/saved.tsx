import type { SavedTensor } from "../../data";
import type { Context } from "../../model";
import { sizeOf } from "../../graph/marks";
import { place } from "../../model";
import { Fold } from "../../ui/Fold";
import { type Column, Table } from "../../ui/Table";

const origin = (one: SavedTensor): string => [
  one.line ? `from ${place(one.file, one.line)}` : "",
  one.argument ? `argument ${one.argument}` : "",
  one.view_of ? `view of ${one.view_of}` : "",
].filter(Boolean).join(", ");

const COLUMNS: readonly Column<SavedTensor>[] = [
  { title: "Tensor", text: (one) => one.name, view: (one) => <code>{one.name}</code> },
  { title: "Type", text: (one) => one.type, view: (one) => <code>{one.type}</code> },
  { title: "Bytes", number: true,
    text: (one) => one.bytes === undefined ? "" : String(one.bytes) },
  { title: "What it is", text: origin },
];

const AT_FIRST = 8; // tensors

const largestFirst = (tensors: readonly SavedTensor[]): SavedTensor[] =>
  [...tensors].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));

function captionOf({ own_bytes: own, all_bytes: all }:
  { own_bytes: number; all_bytes: number }): string {
  const more = all > own ? `, ${sizeOf(all)} with arguments that it has anyway` : "";
  return `${sizeOf(own)} that it makes${more}; the largest first`;
}

/** What a forward graph keeps in memory until its backward has run. */
export const Saved = ({ context }: { context: Context }) => <>
  {(context.compilation.saved_for_backward ?? []).map((graph) => <>
    <h2>Saved for backward ({graph.prefix})</h2>
    <Table caption={captionOf(graph)} columns={COLUMNS} rows={largestFirst(graph.tensors)
      .slice(0, AT_FIRST)} />
    {graph.tensors.length <= AT_FIRST ? null
      : <Fold label="All of them" note={graph.tensors.length}>{() =>
        <Table caption={captionOf(graph)} columns={COLUMNS}
          rows={largestFirst(graph.tensors)} />}</Fold>}
  </>)}</>;
