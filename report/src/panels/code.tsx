import type { EntryPlace, Panel } from "../place";
import { go } from "../state";
import { Split } from "../ui/Split";
import { PANES } from "./index"; // a circle, but one that is only walked when drawing

const USUAL = ["source", "shown"];
const WEIGHT: Readonly<Record<string, number>> = { source: 2, shown: 3, graph: 4, kernel: 3 };
const LEGEND = [["covered", "in this entry's graph"], ["broken", "graph break"],
  ["linked", "linked line (point at one)"]] as const;

/** Panes side by side: what is selected in one lights up in the others. */
export const code: Panel<EntryPlace> = {
  id: "code",
  title: () => "Code",
  applies: () => true,
  View: ({ place }) => {
    const possible = PANES.filter((pane) => pane.applies(place));
    const wanted = place.state.panes ?? USUAL;
    const open = possible.filter((pane) => wanted.includes(pane.id));
    const toggle = (id: string) => {
      const panes = possible.map((pane) => pane.id)
        .filter((one) => wanted.includes(one) !== (one === id));
      go({ panes: panes.join() === USUAL.join() ? null : panes }, true);
    };
    return <>
      <Split widths={place.state.widths} parts={open.map((pane) => ({ id: pane.id, weight: WEIGHT[pane.id] ?? 2,
        view: <section class="pane" aria-label={pane.title(place)}>
          <h2><span class="name">{pane.title(place)}</span>
            <button type="button" class="small" aria-label={`Close ${pane.title(place)}`}
              onClick={() => toggle(pane.id)}>×</button></h2>
          <div class="scroll"><pane.View place={place} /></div>
        </section> }))} />
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

const NAMES: Readonly<Record<string, string>> = { source: "Source",
  shown: "Transformed", graph: "Graph", kernel: "Kernel" };
