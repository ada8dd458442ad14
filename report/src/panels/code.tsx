import { useEffect, useState } from "preact/hooks";
import { usePaper } from "../graph/paper";
import { type EntryPlace, hasGraph, type Panel } from "../place";
import { go, type Selection, type State } from "../state";
import { Split } from "../ui/Split";
import { Told } from "../ui/Told";
import { PANES } from "./index"; // a circle, but one that is only walked when drawing

/** Above each other where there are others beside them. */
const STACKED = ["source", "shown"];
/** Behind each other where the window is not wide. */
const TABBED = ["graph", "kernel"];
const WIDE = "(min-width: 1500px)";
const WEIGHT: Readonly<Record<string, number>> = { source: 2, shown: 3, graph: 4, kernel: 3,
  stack: 4, tabs: 5 };
/** Where that is shown which is in no pane that is always in sight. */
const PANE_OF: Partial<Record<Selection["kind"], string>> = { node: "graph",
  kernel: "kernel" };
const LEGEND = [["covered", "in this entry's graph"], ["broken", "graph break"],
  ["kept", "belongs to what you selected"], ["linked", "to what you point at"]] as const;

/** Panes side by side: what is selected in one lights up in the others. */
export const code: Panel<EntryPlace> = {
  id: "code",
  title: () => "Code",
  applies: () => true,
  View: ({ place }) => {
    const possible = PANES.filter((pane) => pane.applies(place));
    const ids = possible.map((pane) => pane.id);
    const wanted = place.state.panes ?? ids;
    const isPaper = usePaper();
    const isWide = useWide() || isPaper;
    const front = frontOf(ids.filter((id) => wanted.includes(id)), isWide, place.state);
    // It stays in front when something else is selected.
    const implied = place.state.front === null && front !== TABBED[0] ? front : null;
    useEffect(() => { if (implied !== null) go({ front: implied }, true); }, [implied]);
    const large = isPaper ? null : place.state.large;
    const open = possible.filter((pane) => large !== null && ids.includes(large)
      ? pane.id === large : wanted.includes(pane.id));
    const toggle = (id: string) => {
      const panes = ids.filter((one) => wanted.includes(one) !== (one === id));
      go({ panes: panes.length === ids.length ? null : panes, large: null }, true);
    };
    const grow = (id: string) => go({ large: large === id ? null : id }, true);
    const view = (pane: Panel<EntryPlace>) => {
      const { id } = pane;
      const title = pane.title(place);
      const tabs = front === id && open.length > 1 ? TABBED : [];
      return <section key={id} class="pane" aria-label={title} data-pane={id}>
        <h2 onDblClick={() => grow(id)} title="Double click: maximize or restore">
          {tabs.length === 0 ? <span class="name" title={title}>{title}</span> : tabs.map((one) =>
            <button key={one} type="button" class="small" aria-pressed={one === id}
              onClick={() => go({ front: one }, true)}>{NAMES[one]}</button>)}
          <span class="ends">
            <button type="button" class="small" aria-pressed={large === id} onClick={() => grow(id)}
              aria-label={large === id ? `Make ${title} small again` : `Maximise ${title}`}
              title="Maximise, or as before ( m )">⤢</button>
            <button type="button" class="small" aria-label={`Close ${title}`}
              onClick={() => toggle(id)}>×</button></span></h2>
        <div class="scroll"><pane.View place={place} /></div>
      </section>;
    };
    const columns = columnsOf(open.map((pane) => pane.id), front).map(({ id, panes }) => ({
      id, weight: WEIGHT[id] ?? 2,
      view: open.filter((pane) => panes.includes(pane.id)).map(view),
    }));
    return <>
      <Told place={place} panes={wanted} />
      <Split widths={place.state.widths} parts={columns} />
      <div class="legend">
        {LEGEND.filter(([kind]) => kind !== "covered" || hasGraph(place)).map(([kind, label]) => <span key={kind}>
          <span class={`swatch ${kind}`} />{label}</span>)}
        <span class="toggles" role="group" aria-label="Panes">
          {possible.map((pane) => <button key={pane.id} type="button" class="small"
            aria-pressed={wanted.includes(pane.id)} onClick={() => toggle(pane.id)}>
            {NAMES[pane.id] ?? pane.id}</button>)}
        </span>
      </div>
    </>;
  },
};

/** Whether the window has room for all panes at once. */
function useWide(): boolean {
  const [isWide, set] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? false);
  useEffect(() => {
    const window = globalThis.matchMedia?.(WIDE);
    const follow = () => set(window?.matches ?? false);
    follow();
    window?.addEventListener("change", follow);
    return () => window?.removeEventListener("change", follow);
  }, []);
  return isWide;
}

/** Of the panes that share a place the one in front; null where none does. */
function frontOf(open: readonly string[], isWide: boolean,
  { front, selection }: State): string | null {
  if (isWide || !TABBED.every((id) => open.includes(id))) return null;
  const wanted = front ?? (selection === null ? undefined : PANE_OF[selection.kind]);
  return TABBED.find((id) => id === wanted) ?? TABBED[0] ?? null;
}

/** The open panes from left to right: some above each other, some behind another. */
function columnsOf(open: readonly string[], front: string | null): { id: string; panes: string[] }[] {
  const seen = front === null ? open : open.filter((id) => id === front || !TABBED.includes(id));
  const stacked = STACKED.filter((id) => seen.includes(id));
  const others = seen.filter((id) => !stacked.includes(id))
    .map((id) => ({ id: id === front && seen.length > 1 ? "tabs" : id, panes: [id] }));
  return stacked.length < 2 || others.length === 0
    ? [...stacked.map((id) => ({ id, panes: [id] })), ...others]
    : [{ id: "stack", panes: stacked }, ...others];
}

const NAMES: Readonly<Record<string, string>> = { source: "Source",
  shown: "Transformed", graph: "Graph", kernel: "Kernel" };
