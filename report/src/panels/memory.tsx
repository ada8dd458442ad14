import type { SavedTensor } from "../data";
import { sizeOf } from "../graph/marks";
import { place as placeText } from "../model";
import type { EntryPlace, Panel } from "../place";
import { address } from "../state";
import { Fold } from "../ui/Fold";
import { type Column, Table } from "../ui/Table";

/** A saved value, with the module that made it; empty where not known. */
interface Row extends SavedTensor { module: string }
interface Total { module: string; tensors: number; bytes: number; share: number }

/** What a forward keeps in memory until its backward has run. */
export const memory: Panel<EntryPlace> = {
  id: "memory",
  title: () => "Memory",
  applies: ({ context }) => (context.compilation.saved_for_backward ?? []).length > 0,
  View: ({ place }) => <div class="page">
    {(place.context.compilation.saved_for_backward ?? []).map((graph) => {
      const modules = modulesOf(place, graph.prefix);
      const rows = graph.tensors.map((one) => ({ ...one, module: modules.get(one.name) ?? "" }))
        .sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
      const own = rows.filter((one) => one.argument === undefined);
      const totals = totalsOf(own);
      return <section key={graph.prefix}>
        <h2>Saved for backward ({graph.prefix})</h2>
        <p>{sizeOf(graph.own_bytes)} made here
          {graph.all_bytes > graph.own_bytes ? `, ${sizeOf(graph.all_bytes)} with arguments,`
            + " which live anyway" : ""}</p>
        {totals.length < 2 ? null : <Table caption="Made here, by module" rows={totals}
          columns={BY_MODULE} />}
        <h3>Values made here</h3>
        <Table caption="The largest first" rows={own} columns={columns(place)} />
        {rows.length === own.length ? null
          : <Fold label="Arguments" note={rows.length - own.length}>{() =>
            <Table caption="Parameters and inputs: they live anyway"
              rows={rows.filter((one) => one.argument !== undefined)}
              columns={columns(place)} />}</Fold>}
      </section>;
    })}</div>,
};

const modulesOf = ({ context }: EntryPlace, prefix: string): Map<string, string> =>
  new Map((context.details.graph_data ?? []).filter((one) => one.prefix === prefix)
    .flatMap((one) => one.saved.map(({ name, module }) => [name, module ?? ""] as const)));

/** What each module keeps; a view of another saved value takes no memory of its own. */
function totalsOf(rows: readonly Row[]): Total[] {
  const names = new Set(rows.map((one) => one.name));
  const found = new Map<string, Total>();
  for (const { module, bytes = 0, view_of: base } of rows) {
    const total = found.get(module) ?? { module, tensors: 0, bytes: 0, share: 0 };
    const own = base !== undefined && names.has(base) ? 0 : bytes;
    found.set(module, { ...total, tensors: total.tensors + 1, bytes: total.bytes + own });
  }
  const all = [...found.values()].reduce((sum, one) => sum + one.bytes, 0);
  return [...found.values()].map((one) => ({ ...one, share: all === 0 ? 0 : one.bytes / all }))
    .sort((a, b) => b.bytes - a.bytes);
}

const UNKNOWN = "module not known";
const moduleView = ({ module }: { module: string }) =>
  module === "" ? <span class="soft">{UNKNOWN}</span> : <code class="whole">{module}</code>;

const BY_MODULE: readonly Column<Total>[] = [
  { title: "Module", text: ({ module }) => module || UNKNOWN, view: moduleView },
  { title: "Values", number: true, text: ({ tensors }) => String(tensors) },
  { title: "Size", number: true, text: ({ bytes }) => sizeOf(bytes) },
  { title: "Share", number: true, text: ({ share }) => `${Math.round(100 * share)} %`,
    view: ({ share }) => <><meter min={0} max={1} value={share} aria-label="Share" />
      {" "}{Math.round(100 * share)} %</> },
];

/** A type without strides and device: `f32[4, 512, 128]`. */
const shortType = (type: string): string => /^\w+\[[^\]]*\]/.exec(type)?.[0] ?? type;

const columns = ({ context: { frame, at } }: EntryPlace): Column<Row>[] => [
  { title: "Module", text: ({ module }) => module, view: moduleView },
  { title: "Value", text: ({ name }) => name, view: ({ name }) => <code class="whole">{name}</code> },
  { title: "Type", text: ({ type }) => shortType(type),
    view: ({ type }) => <code title={type}>{shortType(type)}</code> },
  { title: "Size", number: true, text: ({ bytes }) => bytes === undefined ? "" : sizeOf(bytes) },
  { title: "From", text: (one) => fromText(one), view: (one) => <>
    {one.file === undefined || one.line === undefined ? null
      : <a href={address({ frame: frame.id, at, panel: "code", selection: { kind: "source",
        line: one.line, file: one.file } })}>{placeText(one.file, one.line)}</a>}
    {" "}{moreText(one)}</> },
];

const moreText = (one: SavedTensor): string => [
  one.argument ? `argument ${one.argument}` : "",
  one.view_of ? `view of ${one.view_of}` : "",
].filter(Boolean).join(", ");

const fromText = (one: SavedTensor): string =>
  [one.line ? placeText(one.file, one.line) : "", moreText(one)].filter(Boolean).join(", ");
