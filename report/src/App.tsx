import { useEffect, useMemo, useState } from "preact/hooks";
import type { Data } from "./data";
import { listen } from "./keyboard";
import { modelOf } from "./model";
import { ENTRY_PANELS, RUN_PANELS } from "./panels/index";
import { type EntryPlace, type Place, placeOf } from "./place";
import { address, useSeen } from "./state";
import { EntryHead } from "./ui/EntryHead";
import { Header } from "./ui/Header";
import { Keys } from "./ui/Keys";
import { Tabs } from "./ui/Tabs";
import { Tree } from "./ui/Tree";

/** The whole page. */
export function App({ data }: { data: Data }) {
  const model = useMemo(() => modelOf(data), [data]);
  const [keys, showKeys] = useState(false);
  const seen = useSeen();
  useEffect(() => listen(model, () => showKeys(true)), [model]);
  const place = placeOf(model, seen);
  return <>
    {/* Pointing at a line draws neither of these again. */}
    {useMemo(() => <>
      <Header data={data} state={seen.state} onKeys={() => showKeys(true)} />
      <Tree model={model} state={seen.state} /></>, [data, model, seen.state])}
    <main>{place.context === null ? <OfRun place={place} />
      : <OfEntry place={{ ...place, context: place.context }} />}</main>
    <Keys open={keys} onClose={() => showKeys(false)} />
  </>;
}

function OfRun({ place }: { place: Place }) {
  const panel = RUN_PANELS.find((one) => one.id === place.state.panel) ?? RUN_PANELS[0];
  return panel === undefined ? null : <panel.View key={panel.id} place={place} />;
}

function OfEntry({ place }: { place: EntryPlace }) {
  const { state: { frame, at, panel: wanted, file, selection, panes, stage },
    context } = place;
  const panels = ENTRY_PANELS.filter((one) => one.applies(place));
  const panel = panels.find((one) => one.id === wanted) ?? panels[0];
  if (panel === undefined) return null;
  const href = (id: string) =>
    address({ frame, at, panel: id, file, selection, panes, stage });
  return <>
    <EntryHead context={context} panes={panes}
      panel={panel.id === "file" ? "code" : panel.id} />
    <Tabs label="Views of this entry" at={panel.id} tabs={panels.map((one) =>
      ({ id: one.id, title: one.title(place), href: href(one.id) }))} />
    <div id="panel" role="tabpanel" aria-labelledby={`tab-${panel.id}`}>
      <panel.View key={`${panel.id} ${frame} ${at}`} place={place} /></div>
  </>;
}
