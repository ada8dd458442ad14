import { Fragment } from "preact";
import type { KernelFile, Origin } from "../data";
import { named } from "../web";
import { place as placeText } from "../model";
import type { EntryPlace, Panel } from "../place";
import { address, point } from "../state";
import { type Column, Table } from "../ui/Table";

interface Row { file: KernelFile; origin: Origin | null }

/** The kernels of an entry, and what each was made from. */
export const kernels: Panel<EntryPlace> = {
  id: "kernels",
  title: ({ context }) => `Kernels ${rowsOf(context.compilation.kernels ?? []).length}`,
  applies: ({ context }) => (context.compilation.kernels ?? []).length > 0,
  View: ({ place }) => <div class="page"><Table caption="Kernels of this entry"
    rows={rowsOf(place.context.compilation.kernels ?? [])} columns={columns(place)}
    lit={({ file, origin }) =>
      origin !== null && place.lit.kernels.has(named(file.file, origin.kernel))}
    onPoint={(row) => point(row?.origin
      ? { kind: "kernel", file: row.file.file, name: row.origin.kernel } : null)} /></div>,
};

const rowsOf = (files: readonly KernelFile[]): Row[] => files.flatMap((file): Row[] =>
  (file.origins ?? []).length === 0 ? [{ file, origin: null }]
    : file.origins.map((origin) => ({ file, origin })));

const nameOf = ({ file, origin }: Row): string => origin?.kernel
  ?? (file.names.join(", ") || file.language || "library calls only");

export const howKnown = ({ how, written }: Origin): string => how !== "inferred" ? how
  : `inferred from ${written === undefined ? "its name" : "the order of calls"}`;

export const originLines = (origin: Origin): string => Object.entries(origin.lines)
  .map(([file, lines]) => `${placeText(file)}:${lines.join(", ")}`).join("; ");

const columns = ({ context: { frame, at } }: EntryPlace): Column<Row>[] => [
  { title: "Kernel", text: nameOf, view: (row) => <><a href={address({ frame: frame.id, at,
    panel: "file", file: row.file.file, ...(row.origin === null ? {} : { selection:
      { kind: "kernel" as const, file: row.file.file, name: row.origin.kernel } }) })}>
    <code>{nameOf(row)}</code></a>{row.origin?.written === undefined ? null
    : ` written at ${placeText(row.origin.written.file, row.origin.written.line)}`}</> },
  { title: "From", text: ({ origin }) => origin === null ? ""
    : origin.nodes.length === 0 ? "torch does not tell what it comes from"
      : originLines(origin),
  view: ({ origin }) => origin === null ? null : origin.nodes.length === 0
    ? "torch does not tell what it comes from"
    : Object.entries(origin.lines).map(([file, lines]) => lines.map((line) =>
      <Fragment key={line}><a class="line" href={address({ frame: frame.id, at,
        panel: "code", selection: { kind: "source", line, file } })}>
        {placeText(file, line)}</a>{" "}</Fragment>)) },
  { title: "Operations", text: ({ origin }) => (origin?.nodes ?? []).join(", ") },
  { title: "How this is known", text: ({ origin }) =>
    origin === null ? "" : howKnown(origin) },
  { title: "In", text: ({ file }) =>
    `${file.prefix}, ${file.backward ? "backward" : "forward"}, ${file.language}` },
];
