import type { Selection } from "../state";
import type { EntryPlace } from "../place";
import { capturedAt, count, entryName, place as placeText, titleOf } from "../model";
import { address } from "../state";
import { Copy } from "./Copy";
import { named, unnamed } from "../web";

/** What is selected, in words: which kernels it is in, or else where it went. */
export function Told({ place, panes }: { place: EntryPlace; panes: string[] }) {
  const { state: { selection }, context } = place;
  if (selection === null || selection.kind === "guard" || selection.kind === "check")
    return null;
  return <p class="told" aria-live="polite">
    <b>{nameOf(place, selection)}</b>{" "}
    {place.kept.kernels.size > 0 ? <Kernels place={place} panes={panes} />
      : selection.kind === "source" ? <Elsewhere place={place} line={selection.line}
        file={selection.file ?? context.root.file ?? ""} />
        : <Bare place={place} />}{" "}
    <Copy what="place" as=" as a link" label="Copy link" make={() => location.href} />
  </p>;
}

/** What of a graph or of the code that runs is in no kernel: where it comes from. */
function Bare({ place: { context, focus, state } }: { place: EntryPlace }) {
  const { root, compilation } = context;
  const lines = [...focus].flatMap(([file, own]) => [...own].map((line) => ({ file, line })));
  const [first] = lines;
  return <>
    {state.selection?.kind !== "node" || first === undefined ? null
      : <>from <a href={address({ ...state, selection: { kind: "source", line: first.line,
        ...(first.file === root.file ? {} : { file: first.file }) } })}>
        {placeText(first.file, first.line)}</a> </>}
    {(compilation.kernels ?? []).length === 0 ? null
      : <span class="soft">no kernel of its own</span>}</>;
}

function Kernels({ place, panes }: { place: EntryPlace; panes: string[] }) {
  const { context, kept, state } = place;
  const captured = context.details.graph_data?.[0];
  const nodes = (captured?.nodes ?? [])
    .filter(({ name }) => kept.nodes.has(named(captured?.file ?? "", name)));
  const own = state.selection?.kind === "kernel"
    ? named(state.selection.file, state.selection.name) : null;
  const kernels = [...kept.kernels].filter((key) => key !== own);
  const backward = new Set((context.compilation.kernels ?? [])
    .flatMap((one) => one.backward ? [one.file] : []));
  return <>
    {nodes.length === 0 ? null
      : <span class="soft">{count(nodes.length, "operation")}
        {kernels.length === 0 ? "" : " in "}</span>}
    {kernels.map((key, at) => {
      const [file, name] = unnamed(key);
      const to = address({ ...state, panes: state.panes && [...new Set([...panes, "kernel"])],
        selection: { kind: "kernel", file, name } });
      return <span key={key}>{at === 0 ? "" : ", "}<a href={to}><code>{name}</code></a>
        {backward.has(file) ? <span class="soft"> (backward)</span> : null}</span>;
    })}</>;
}

/** Of a line that is in no kernel of this entry. */
function Elsewhere({ place, line, file }:
  { place: EntryPlace; line: number; file: string }) {
  const { context: { model, frame, at }, state } = place;
  const found = capturedAt(model, frame, file, line);
  if (found.some((one) => one.frame === frame && one.at === at))
    return <span class="soft">in this entry's graph, in no kernel</span>;
  const [first] = found;
  if (first === undefined) return <span class="soft">in no graph: it runs as Python,
    or no call came here while torch compiled</span>;
  const { panes, widths } = state;
  return <>not in this entry: compiled in{" "}
    <a href={address({ frame: first.frame.id, at: first.at, panel: "code", panes, widths,
      selection: state.selection })}>
      {titleOf(first.frame)}, {entryName(first.compilation)}</a>
    {found.length > 1 ? <span class="soft"> and {found.length - 1} more</span> : null}</>;
}

function nameOf({ context: { root } }: EntryPlace, selection: Selection): string {
  switch (selection.kind) {
    case "source": return placeText(selection.file ?? root.file, selection.line);
    case "shown": return `line ${selection.line} of what runs`;
    case "node": case "kernel": return selection.name;
    default: return "";
  }
}
