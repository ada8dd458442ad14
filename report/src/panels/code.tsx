import { useEffect } from "preact/hooks";
import type { EntryPlace, Panel } from "../place";
import { go, type Selection, type State } from "../state";
import { Split } from "../ui/Split";
import { Told } from "../ui/Told";
import { PANES } from "./index"; // a circle, but one that is only walked when drawing

const AT_LEAST = ["source", "shown"];
/** Above each other where there are others beside them. */
const STACKED = AT_LEAST;
const WIDE = 1280; // pixels of the window, for all panes at once
const WEIGHT: Readonly<Record<string, number>> = { source: 2, shown: 3, graph: 4, kernel: 3 };
const STACK_WEIGHT = 4;
/** Where that is shown which is in no pane that is always open. */
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
    const usual = usualOf(ids);
    const needed = neededOf(ids, usual, place.state);
    const wanted = place.state.panes ?? needed ?? usual;
    // It stays open when something else is selected.
    useEffect(() => { if (needed !== null) go({ panes: needed }, true); }, [needed?.join()]);
    const open = possible.filter((pane) => wanted.includes(pane.id));
    const toggle = (id: string) => {
      const panes = ids
        .filter((one) => wanted.includes(one) !== (one === id));
      go({ panes: panes.join() === usual.join() ? null : panes }, true);
    };
    const view = (pane: Panel<EntryPlace>) =>
      <section key={pane.id} class="pane" aria-label={pane.title(place)}>
        <h2><span class="name">{pane.title(place)}</span>
          <button type="button" class="small" aria-label={`Close ${pane.title(place)}`}
            onClick={() => toggle(pane.id)}>×</button></h2>
        <div class="scroll"><pane.View place={place} /></div>
      </section>;
    const columns = columnsOf(open.map((pane) => pane.id)).map((column) => ({
      id: column.length > 1 ? "stack" : column[0] ?? "",
      weight: column.length > 1 ? STACK_WEIGHT : WEIGHT[column[0] ?? ""] ?? 2,
      view: open.filter((pane) => column.includes(pane.id)).map(view),
    }));
    return <>
      <Told place={place} panes={wanted} />
      <Split widths={place.state.widths} parts={columns} />
      <div class="legend">
        {LEGEND.map(([kind, label]) => <span key={kind}>
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

/** The panes that are open unless one chose others: all that there are on a wide screen. */
const usualOf = (possible: readonly string[]): string[] =>
  possible.filter((id) => innerWidth >= WIDE || AT_LEAST.includes(id));

/** The usual panes and that of what is selected, where it is none of them; else null. */
function neededOf(possible: readonly string[], usual: readonly string[],
  { panes, selection }: State): string[] | null {
  const own = selection === null ? undefined : PANE_OF[selection.kind];
  if (panes !== null || own === undefined || usual.includes(own) || !possible.includes(own))
    return null;
  return possible.filter((id) => id === own || usual.includes(id));
}

/** The open panes from left to right, some of them above each other. */
function columnsOf(open: readonly string[]): string[][] {
  const stacked = STACKED.filter((id) => open.includes(id));
  if (open.length <= stacked.length || stacked.length < 2) return open.map((id) => [id]);
  return [stacked, ...open.filter((id) => !stacked.includes(id)).map((id) => [id])];
}

const NAMES: Readonly<Record<string, string>> = { source: "Source",
  shown: "Transformed", graph: "Graph", kernel: "Kernel" };
