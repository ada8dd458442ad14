import type { SavedTensor } from "../../data";
import type { Context } from "../../model";
import { place } from "../../model";
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

/** What a forward graph keeps in memory until its backward has run. */
export const Saved = ({ context }: { context: Context }) => <>
  {(context.compilation.saved_for_backward ?? []).map((graph) => <>
    <h2>Saved for backward ({graph.prefix})</h2>
    <Table caption={`${graph.own_bytes} bytes beside its arguments`} columns={COLUMNS}
      rows={graph.tensors} />
  </>)}</>;
