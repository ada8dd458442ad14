import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { CapturedPlace, KernelFile, Origin } from "../data";
import { callsApart, choices, copiedBy, isOfFirst, keyOf, meant, operatorsOf, type Ran, shortName } from "../fused";
import { kindOf } from "../graph/labels";
import { push, tally } from "../graph/lists";
import { sizeOf } from "../graph/marks";
import { base, ownerName, place as placeText } from "../model";
import { makesNone, noKernels } from "../noKernels";
import { operationsIn } from "../operationNames";
import type { EntryPlace, Panel } from "../place";
import { viewsRead } from "../readViews";
import { shownFrom } from "../whereShown";
import { address, go, point } from "../state";
import { FusedAnswer } from "../ui/FusedAnswer";
import { CompiledBy } from "../ui/CompiledBy";
import { Rich } from "../ui/Rich";
import { Broken, Path, Some } from "../ui/Some";
import { type Column, Table } from "../ui/Table";
import { worksOf } from "../work";

interface Row { file: KernelFile; origin: Origin | null; data: Ran | undefined }

/** Columns that a table goes without if nothing of them is known. */
const SOMETIMES = new Set(["Modules", "Read", "Written"]);

/** The kernels of an entry, what each was made from, and which two things share one. */
export const kernels: Panel<EntryPlace> = {
  id: "kernels",
  title: ({ context }) => `Kernels ${rowsOf(context).length}`,
  applies: ({ context }) => (context.compilation.kernels ?? []).length > 0
    || (noKernels(context) !== "" && !makesNone(context)),
  View: ({ place }) => noKernels(place.context) === "" ? <Known place={place} /> : <div class="page">
    <p>This entry has no kernels: <Rich text={noKernels(place.context)} />.</p>
    <CompiledBy model={place.model} frame={place.context.frame.id} /></div>,
};

/** The table, and the question above it. */
function Known({ place }: { place: EntryPlace }) {
  const wanted = place.state.fused;
  const ask = (...fused: readonly [string, string]) => go({ fused }, true);
  const known = place.context.details.kernel_data ?? [];
  const { captured_places: captured = [] } = place.context.compilation;
  const graphs = place.context.details.graph_data ?? [];
  const operations = operationsIn(graphs);
  const names = { kernels: known, captured, operations, file: base(place.context.root.file) };
  const [one, other] = wanted.map((typed) =>
    meant(names, typed.trim())) as [string, string];
  const works = worksOf(graphs);
  // What no kernel is of may still be half a word.
  const isNamed = (kernel: Ran, each: string) => works.has(kernel, each) || works.mayRun(kernel, each);
  const asked = [one, other].filter((each) => known.some((kernel) => isNamed(kernel, each)));
  const [opened, open] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => open(new Set(opened.has(key)
    ? [...opened].filter((one) => one !== key) : [...opened, key]));
  const rows = rowsOf(place.context).filter(({ data }) => asked.length === 0
    || (data !== undefined && asked.some((each) => isNamed(data, each)))).flatMap((row): Row[] =>
    row.data === undefined || !opened.has(keyOf(row.data)) ? [row]
      : [row, ...callsApart(row.data).map((data) => ({ ...row, data }))]);
  const field = (at: 0 | 1, label: string) =>
    <input list="kernel-choices" aria-label={label} placeholder={label} value={wanted[at]}
      onInput={({ currentTarget: { value } }) =>
        at === 0 ? ask(value, wanted[1]) : ask(wanted[0], value)} />;
  return <div class="page wide">
    <p class="asks">Fused? {field(0, "Module, function, operation or line")} and {field(1, "another")}
      <datalist id="kernel-choices">{[...new Set([...choices(known), ...functionsOf(captured), ...operations])].map((each) =>
        <option key={each} value={each} />)}</datalist></p>
    <div role="status">{one === "" || other === "" ? null
      : <FusedAnswer key={`${one} ${other}`} place={place} one={one} other={other} />}</div>
    <Table caption="Kernels of this entry. Read and written: the values that go in and come out, over all calls, at the sizes of the first call. –: not known. ≈: inferred from the kernel's name. (view): the kernel only reads the line's result, through a view. (copy): it only copies inputs of the line"
      rows={rows} columns={columns(place, opened, toggle)}
      lit={({ data }) => data !== undefined && place.lit.kernels.has(keyOf(data))}
      onPoint={(row) => point(row?.origin
        ? { kind: "kernel", file: row.file.file, name: row.origin.kernel } : null)} /></div>;
}

const functionsOf = (captured: readonly CapturedPlace[]): string[] =>
  [...new Set(captured.flatMap((one) => one.function ?? []))];

function rowsOf({ compilation, details }: EntryPlace["context"]): Row[] {
  return (compilation.kernels ?? []).flatMap((file): Row[] =>
    (file.origins ?? []).length === 0 ? [{ file, origin: null, data: undefined }]
      : file.origins.map((origin) => ({ file, origin, data: details.kernel_data?.find((one) =>
        one.file === file.file && one.kernel === origin.kernel) })));
}

const nameOf = ({ file, origin }: Row): string => origin?.kernel
  ?? (file.names.join(", ") || file.language || "library calls only");

export const howKnown = ({ how, written }: Origin): string => how !== "inferred" ? how
  : `inferred from ${written === undefined ? "its name" : "the order of calls"}`;

export const originLines = ({ lines: all }: Pick<Origin, "lines">): string => Object.entries(all)
  .map(([file, lines]) => `${placeText(file)}:${lines.join(", ")}`).join("; ");

/** The lines of a kernel or of a call of it, by file; last those that it only reads through a view. */
function linesOf({ context: { details: { graph_data: graphs = [] } } }: EntryPlace, { origin, data }: Row): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  if (data?.call === undefined) for (const [file, lines] of Object.entries(origin?.lines ?? {})) found[file] = [...lines];
  else for (const { file, line } of data.places) (found[file] ??= []).push(line);
  const graph = graphs.find(({ file }) => file === data?.graph);
  for (const { places } of graph === undefined || data === undefined ? [] : viewsRead(graph, data.nodes))
    for (const { file, line } of places.slice(-1))
      if (found[file]?.includes(line) !== true) (found[file] ??= []).push(line);
  return found;
}

/** Paths with equal layers in one: `layers[0..3].mlp`. */
export function folded(paths: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) push(groups, path.replace(/\[\d+\]/, "[]"), path);
  return [...groups].flatMap(([form, own]) => {
    const numbers = own.map((path) => Number(/\[(\d+)\]/.exec(path)?.[1]))
      .sort((a, b) => a - b);
    const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
    return own.length > 1 && last - first + 1 === own.length
      ? [form.replace("[]", `[${first}..${last}]`)] : own;
  });
}

const modulesOf = (place: EntryPlace, { data }: Row): string[] =>
  folded(Object.keys(data?.modules ?? {}))
    .map((path) => ownerName(place.context.root, path));

const ofFirst = ({ data }: Row): string =>
  data !== undefined && isOfFirst(data) ? " (first call)" : "";

const callText = ({ data }: Row): string => data?.call !== undefined ? `call ${data.call}`
  : data?.calls ? String(data.calls) : "";

/** Operations with their counts, the most frequent first. */
function operationsOf({ context: { details } }: EntryPlace, { data }: Row): string[] {
  const kinds = data === undefined ? []
    : [...operatorsOf(details.graph_data ?? [], data).map(({ label }) => kindOf(label)),
      ...copiedBy(details.graph_data ?? [], data).map(() => "copy of an input")];
  return tally(kinds).map(([kind, times]) => times > 1 ? `${kind} ×${times}` : kind);
}

const bytes = (size: number | undefined): string => size === undefined ? "" : sizeOf(size);

/** Words in a cell: a dash where nothing is known, and a sign where it is inferred. */
const Items = ({ data, items }: { data: Ran | undefined; items: readonly string[] }) =>
  items.length === 0 ? UNKNOWN : <>{data?.how === "inferred" ? <span class="soft"
    title="Inferred from the kernel's name and its lines">≈ </span> : null}<Some items={items} /></>;
const UNKNOWN = <span class="soft" title="Not known">–</span>;
const bytesView = (size: number | undefined) => size === undefined ? UNKNOWN : sizeOf(size);

const IDLE: Readonly<Record<string, string>> = {
  view: "It only reads the result of this line, through a view: it computes nothing of the line",
  copy: "It only copies inputs of this line: it computes nothing of the line",
};

/** That a kernel computes nothing of a line, and what it does instead. */
const Idle = ({ how }: { how: string }) => how === "" ? null : <span class="soft idle" title={IDLE[how]}>{GLUE}({how})</span>;
const GLUE = "\u00a0"; // a note on a row of its own would be read as of the next line

const columns = (place: EntryPlace, opened: ReadonlySet<string>,
  toggle: (key: string) => void): Column<Row>[] => {
  const { context: { frame, at, details: { graph_data: graphs = [] } } } = place;
  // "Fused?" and the row of a line count none of these, either.
  const idle = ({ data }: Row, file: string, line: number): string => data === undefined ? ""
    : worksOf(graphs).isReader(data, placeText(file, line)) ? "view"
      : worksOf(graphs).isCopier(data, placeText(file, line)) ? "copy" : "";
  const all: Column<Row>[] = [
    { title: "Kernel", text: (row) => nameOf(row) + (row.file.backward ? " (backward)" : ""), view: (row) => row.data?.call !== undefined
      ? <span class="soft">↳ line {row.data.shown} of {row.file.file}</span> : <>
      <a href={address({ frame: frame.id, at, panel: "file", file: row.file.file,
        ...(row.origin === null ? {} : { selection: { kind: "kernel" as const,
          file: row.file.file, name: row.origin.kernel } }) })} title={nameOf(row)}
        aria-label={[...new Set([shortName(nameOf(row)), nameOf(row)])].join(", ")}><Path path={shortName(nameOf(row))} /></a>
      {row.file.backward ? <span class="soft"> (backward)</span> : null}
      {row.origin?.how === "inferred" ? <span class="soft" title={howKnown(row.origin)}>
        {" "}≈</span> : null}
      {row.origin?.written === undefined ? null
        : ` written at ${placeText(row.origin.written.file, row.origin.written.line)}`}</> },
    { title: "Modules", text: (row) => modulesOf(place, row).join(", ") + ofFirst(row),
      view: (row) => <><Items data={row.data} items={modulesOf(place, row)} />{ofFirst(row)}</> },
    { title: "Lines", text: (row) => row.origin === null ? ""
      : originLines({ lines: linesOf(place, row) }) || "not recorded",
    view: (row) => row.origin === null ? null : originLines({ lines: linesOf(place, row) }) === ""
      ? <span class="soft">not recorded</span>
      : Object.entries(linesOf(place, row)).map(([file, lines]) => lines.map((line, number) =>
        <Fragment key={line}><a class="line" href={address(
          shownFrom({ frame: frame.id, at }, place.model, { file, line }))}>
          {number === 0 ? <Broken name={placeText(file, line)} /> : line}</a><Idle how={idle(row, file, line)} />{" "}</Fragment>)) },
    { title: "Calls", number: true, text: callText, view: (row) =>
      row.data === undefined || row.data.launches.length === 0 ? callText(row)
        : <button type="button" class="small" aria-expanded={opened.has(keyOf(row.data))}
          onClick={() => toggle(keyOf(row.data as Ran))} title="Each call by itself">
          {callText(row)} {opened.has(keyOf(row.data)) ? "▴" : "▾"}</button> },
    { title: "Read", number: true, text: ({ data }) => bytes(data?.reads),
      view: ({ data }) => bytesView(data?.reads) },
    { title: "Written", number: true, text: ({ data }) => bytes(data?.writes),
      view: ({ data }) => bytesView(data?.writes) },
    { title: "Operations", text: (row) => operationsOf(place, row).join(", "),
      view: (row) => <Items data={row.data} items={operationsOf(place, row)} /> },
  ];
  const rows = rowsOf(place.context);
  return all.filter(({ title, text }) => !SOMETIMES.has(title)
    || rows.some((row) => text(row) !== ""));
};
