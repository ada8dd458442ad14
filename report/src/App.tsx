import { useEffect, useMemo, useState } from "preact/hooks";
import type { Data } from "./data";
import { listen } from "./keyboard";
import { modelOf } from "./model";
import { makesNone, noKernels } from "./noKernels";
import { ENTRY_PANELS, RUN_PANELS } from "./panels/index";
import type { Parts } from "./parts";
import { type EntryPlace, type Place, placeOf } from "./place";
import { address, type State, useSeen } from "./state";
import { EntryHead } from "./ui/EntryHead";
import { Header } from "./ui/Header";
import { Keys } from "./ui/Keys";
import { Rich } from "./ui/Rich";
import { Tabs } from "./ui/Tabs";
import { Tree } from "./ui/Tree";
import { HELP } from "./words";

/** The whole page. */
export function App({ data, parts }: { data: Data; parts: Parts }) {
  const model = useMemo(() => modelOf(data), [data]);
  const [keys, showKeys] = useState(false);
  const seen = useSeen();
  useEffect(() => listen(model, () => showKeys(true)), [model]);
  const { panel, file } = seen.state;
  useEffect(() => { if (panel === "overview" && file === HELP) showKeys(true); }, [seen.state]);
  const read = useReading(parts, seen.state);
  return <>
    {/* Pointing at a line draws neither of these again. */}
    {useMemo(() => <>
      <Header model={model} parts={parts} state={seen.state} onKeys={() => showKeys(true)} />
      <Tree model={model} state={seen.state} /></>, [model, parts, seen.state])}
    <main>{read === null ? <Shown place={placeOf(model, seen)} /> : read}</main>
    <Keys open={keys} onClose={() => showKeys(false)} />
  </>;
}

/** Reads what a state shows; returns what stands there until then, null from then on. */
function useReading(parts: Parts, state: State) {
  const [failed, fail] = useState<string | null>(null);
  const [, drawAgain] = useState({});
  const names = parts.missing(state).join(" ");
  useEffect(() => {
    fail(null);
    if (names !== "") parts.load(names.split(" ")).then(() => drawAgain({}),
      (error: unknown) => fail(String(error)));
  }, [parts, names]);
  if (names === "") return null;
  return failed === null ? <p class="page soft" role="status">Reading…</p>
    : <p class="page" role="alert">This part of the page cannot be read ({failed}): the
      file was cut off or changed. The same stands in index.md.</p>;
}

function Shown({ place }: { place: Place }) {
  return place.context === null ? <OfRun place={place} />
    : <OfEntry place={{ ...place, context: place.context }} />;
}

function OfRun({ place }: { place: Place }) {
  const { frame, panel: wanted } = place.state;
  const known = frame === null ? RUN_PANELS.find((one) => one.id === wanted) : undefined;
  const panel = known ?? RUN_PANELS[0];
  return panel === undefined ? null : <>
    {known === undefined ? <p class="inset warn" role="status">
      This page has nothing at the address <code>{location.hash}</code>. The address
      may belong to another dump. Below is the overview.</p> : null}
    <panel.View key={panel.id} place={place} /></>;
}

function OfEntry({ place }: { place: EntryPlace }) {
  const { state: { frame, at, panel: wanted, file, selection, panes, widths, front, large, stage },
    context } = place;
  const panels = ENTRY_PANELS.filter((one) => one.applies(place));
  const panel = panels.find((one) => one.id === wanted) ?? panels[0];
  if (panel === undefined) return null;
  const href = (id: string) =>
    address({ frame, at, panel: id, file, selection, panes, widths, front, large, stage });
  return <>
    <EntryHead context={context} look={{ panes, widths, front, large }}
      panel={panel.id === "file" ? "code" : panel.id} />
    <Tabs label="Views of this entry" at={panel.id} tabs={panels.map((one) =>
      ({ id: one.id, title: one.title(place), href: href(one.id) }))} />
    {panel.id === wanted || !ENTRY_PANELS.some((one) => one.id === wanted) ? null
      : <p class="inset warn" role="status">This entry has no view “{wanted}”{wanted === "kernels" && makesNone(context)
        ? <>: <Rich text={noKernels(context)} /></> : null}. Below is “{panel.title(place)}”.</p>}
    <div id="panel" role="tabpanel" aria-labelledby={`tab-${panel.id}`}>
      <panel.View key={`${panel.id} ${frame} ${at}`} place={place} /></div>
  </>;
}
