import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { KernelData } from "../contract";
import type { Finding } from "../data";
import type { Selection, SourceLine } from "../state";
import { findingsAt } from "../happened";
import { calledFrom } from "../leads";
import { type EntryPlace, hasGraph } from "../place";
import { base, count, ownerName, place as placeText, plain, ranges, titleOf } from "../model";
import { makesNone, noKernels } from "../noKernels";
import { operationsIn } from "../operationNames";
import { eachKindOf, meant, operatorsOf, shortName } from "../fused";
import { asked, copiersOf, readersOf } from "../idle";
import { FindingView } from "../panels/overview";
import { address } from "../state";
import { BreakAt } from "./BreakAt";
import { Copy } from "./Copy";
import { AfterGraph, bodyOf, capturedNodes, Elsewhere, LeadsTo } from "./Elsewhere";
import { FusedAnswer } from "./FusedAnswer";
import { Guessed } from "./Guessed";
import { Menu } from "./Menu";
import { Rich } from "./Rich";
import { lineKey, named, unnamed } from "../web";
import { isOnlyViews, roleOf, worksOf } from "../work";

const INLINE = 12; // kernels in the row, as many as there is room for; the menu has all
const FEWEST = 3; // of each of two directions with many

/** What has no room is its title. */
function nameAll({ currentTarget }: MouseEvent): void {
  if (currentTarget instanceof HTMLElement && currentTarget.scrollHeight > currentTarget.clientHeight + 1)
    currentTarget.title = currentTarget.textContent ?? "";
}

/** What is selected, in words; a row that is always there, so that nothing moves. */
export function Told({ place, panes }: { place: EntryPlace; panes: string[] }) {
  const { state: { selection }, context } = place;
  const words = selection === null || selection.kind === "guard" || selection.kind === "check"
    ? null : selection;
  const isPair = words?.kind === "source" && words.also !== undefined;
  return <div class={isPair ? "told pair" : "told"} aria-live="polite">
    {words === null ? <span class="soft">{makesNone(context) ? "Click a line or a node: what belongs to it is marked in all panes."
      : hasGraph(place) ? "Click a line, a node or a kernel: what belongs to it"
      + " is marked in all panes. A second line with Shift: are the two fused?"
      : "This entry has no graph. Click a line: what belongs to it is marked in all panes."}</span>
      : words.kind === "source" && words.also !== undefined
        ? <Both place={place} one={words} other={words.also} /> : <>
      <b title={words.kind === "kernel" ? words.name : undefined}>{nameOf(place, words)}</b>{words.kind === "kernel"
        && isGuessed(place, named(words.file, words.name)) ? <Guessed /> : null}{words.kind === "kernel"
        && isBackward(place, words.file) ? <span class="soft"> (backward)</span> : null}{" "}
      <Found place={place} />
      {(bodyOf(place)?.length ?? 0) > 0 ? "body: " : ""}
      <span class="says" onMouseEnter={nameAll}>{place.kept.kernels.size + place.kept.ofLine.size > 0 ? <Kernels place={place} panes={panes} />
        : words.kind === "source" ? <Elsewhere place={place} line={words.line}
          file={words.file ?? context.root.file ?? ""} />
          : <Bare place={place} />}</span>{" "}
      <span class="tools">{place.kept.kernels.size < 2 ? null
        : <Menu key={nameOf(place, words)} label={byModuleLabel(place)}>
          {() => <ByModule place={place} panes={panes} />}</Menu>}
      {words.kind !== "source" || place.kept.kernels.size === 0 ? null
        : <Menu key={`fused ${nameOf(place, words)}`} label="Fused? ▾">
          {() => <AskFused place={place} one={words} />}</Menu>}
      <Copy what="place" as=" as a link" label="Copy link" make={() => location.href} /></span></>}
  </div>;
}

/** Whether two lines that are selected are in one kernel. */
function Both({ place, one, other }: { place: EntryPlace; one: SourceLine; other: SourceLine }) {
  const { root } = place.context;
  const first = placeText(one.file ?? root.file, one.line);
  const isSame = (one.file ?? root.file) === (other.file ?? root.file);
  const second = isSame ? other.line : placeText(other.file ?? root.file, other.line);
  return <><b>{first} and {second}</b>{" "}<span class="says">{[one, other].map((line, at) =>
    <ForBody key={at} place={place} line={line} />)}<Fused place={place} one={asked(place, one)}
    other={asked(place, other)} isClicked /></span></>;
}

/** Says of a `def` line, or of a decorator, which lines the answer is about. */
function ForBody({ place, line: { file = place.context.root.file ?? "", line } }: { place: EntryPlace; line: SourceLine }) {
  const clicked = placeText(file, line);
  const body = asked(place, { file, line });
  return clicked === body ? null : <p><code>{clicked}</code> stands for the body of its function: <code>{body}</code>.</p>;
}

const Fused = ({ place, one, other, isClicked = false }: { place: EntryPlace; one: string; other: string; isClicked?: boolean }) =>
  noKernels(place.context) === "" ? <FusedAnswer key={`${one} ${other}`} place={place} one={one} other={other} isClicked={isClicked} />
    : <Rich text={noKernels(place.context)} />;

/** Asks for what the selected line may be fused with. */
function AskFused({ place, one }: { place: EntryPlace; one: SourceLine }) {
  const [typed, ask] = useState("");
  const { context: { root, compilation, details } } = place;
  const other = typed === "" ? "" : meant({ kernels: details.kernel_data ?? [],
    captured: compilation.captured_places ?? [], operations: operationsIn(details.graph_data ?? []),
    file: base(root.file) }, typed);
  return <><label>{placeText(one.file ?? root.file, one.line)} and <input value={typed}
    placeholder="line, module, function or operation" onInput={({ currentTarget }) => ask(currentTarget.value.trim())} /></label>
    <div role="status">{other === "" ? <span class="soft">Or click a second line with Shift</span>
      : <Fused place={place} one={asked(place, one)} other={other} />}</div></>;
}

/** The cards of findings that stand at the selected line, or are of its graph break. */
function Found({ place: { context: { model, root }, state: { selection } } }:
  { place: EntryPlace }) {
  if (selection?.kind !== "source") return null;
  const all = findingsAt(model, { file: selection.file ?? root.file ?? "", line: selection.line });
  // That of the function that is shown comes first.
  const isOwn = ({ subject }: Finding) => Number(subject === titleOf(root));
  const found = [...all].sort((a, b) => isOwn(b) - isOwn(a));
  const [first] = found;
  if (first === undefined) return null;
  const more = found.length > 1 ? ` and ${found.length - 1} more` : "";
  const whole = plain(`${first.subject} ${first.title}`);
  return <Menu key={selection.line} name={whole + more} label={<span class="bad">{briefly(whole)}{more} ▾</span>}>
    {() => found.map((one, at) => <FindingView key={at} model={model} one={one} />)}</Menu>;
}

/** A title without its reason: the row says the reason itself. */
const briefly = (title: string): string => title.replace(/: .*/s, "");

/** The kernels of what is selected and their calls, by the module that they run for; empty is that of none. */
function kernelsByModule({ kept, context, state: { selection } }: EntryPlace): Map<string, Map<string, Set<number>>> {
  const found = new Map<string, Map<string, Set<number>>>();
  for (const one of context.details.kernel_data ?? []) {
    const key = named(one.file, one.kernel);
    if (!kept.kernels.has(key)) continue;
    const isMeant = (at: number) => selection?.kind === "kernel"
      || kept.nodes.has(named(one.graph ?? one.file, one.nodes[at] ?? ""));
    const modules = Object.entries(one.modules).filter(([, nodes]) => selection?.kind === "kernel" || nodes.some(isMeant));
    for (const [path, nodes] of modules.length > 0 ? modules : [[null, []] as const]) {
      const module = path === null ? "" : ownerName(context.root, path);
      const there = found.get(module) ?? found.set(module, new Map()).get(module);
      there?.set(key, new Set([...there.get(key) ?? [], ...callsOf(one, nodes.filter(isMeant))]));
    }
  }
  return found;
}

/** Of many kernels, the row names a few: the menu has those of each module, and says of how many. */
function byModuleLabel(place: EntryPlace): string {
  const modules = place.kept.kernels.size > INLINE ? [...kernelsByModule(place).keys()].filter(Boolean) : [];
  return modules.length > 1 ? `By module (${modules.length}) ▾` : "By module ▾";
}

/** The kernels of what is selected, by the module that they run for, with the calls that do; the row says which only read or copy. */
function ByModule({ place, panes }: { place: EntryPlace; panes: string[] }) {
  const { kept } = place;
  const found = kernelsByModule(place);
  const groups = [...found].sort(([a], [b]) => Number(a === "") - Number(b === "")
    || a.localeCompare(b, "en", { numeric: true }));
  const [readers, copiers] = [readersOf, copiersOf].map((of) => of(place, [...kept.kernels])) as [ReadonlySet<string>, ReadonlySet<string>];
  const idle = (key: string) => readers.has(key) ? <span class="soft"> (view)</span> : copiers.has(key) ? <span class="soft"> (copy)</span> : null;
  return <dl>{groups.map(([module, keys]) => <div key={module}>
    <dt>{module === "" ? "no module recorded" : <code>{module}</code>}</dt>
    <dd>{ordered(place, keys.keys()).map((key) => <div key={key}>
      <KernelLink place={place} panes={panes} of={key} />{callWords([...keys.get(key) ?? []])}{idle(key)}</div>)}</dd></div>)}</dl>;
}

/** The calls of a kernel, from 1, that run some of its nodes; none where that is not known. */
const callsOf = ({ launches, calls }: KernelData, nodes: readonly number[]): number[] =>
  launches.length < 2 || launches.length !== calls ? []
    : launches.flatMap((one, at) => one.nodes.some((node) => nodes.includes(node)) ? [at + 1] : []);

const callWords = (calls: readonly number[]) => calls.length === 0 ? null
  : <span class="soft"> ({calls.length === 1 ? "call" : "calls"} {ranges(calls)})</span>;

/** Kernels by their numbers, those of the backward last. */
function ordered(place: EntryPlace, keys: Iterable<string>): string[] {
  const later = (key: string) => Number(isBackward(place, unnamed(key)[0]));
  const name = (key: string) => shortName(unnamed(key)[1]);
  return [...keys].sort((a, b) => later(a) - later(b)
    || name(a).localeCompare(name(b), "en", { numeric: true }));
}

const isBackward = ({ context: { compilation } }: EntryPlace, file: string): boolean =>
  compilation.kernels?.some((one) => one.file === file && one.backward) ?? false;

const isGuessed = ({ context: { details } }: EntryPlace, key: string): boolean =>
  details.kernel_data?.some((one) => named(one.file, one.kernel) === key && one.how === "inferred") ?? false;

/** The directions in which a selected line itself only makes views; a function that it calls may do more. */
function viewsOf(place: EntryPlace, ways: readonly boolean[]): boolean[] {
  const { context: { root, compilation, details }, state: { selection } } = place;
  if (selection?.kind === "node") return ways.filter((way) => viewsOfNode(place, way));
  if (selection?.kind !== "source" || (bodyOf(place) ?? []).length > 0
    || calledFrom(details, compilation.captured_places ?? [], selection.file ?? root.file ?? "",
      selection.line).length > 0) return [];
  const { graph_data: graphs = [], kernel_data: kernels = [] } = details;
  const wanted = asked(place, selection);
  if (isOnlyViews(graphs, kernels, wanted)) return [...ways];
  return ways.filter((way) => roleOf(graphs, wanted, way) === "views" && !kernels.some((one) =>
    isBackward(place, one.file) === way && worksOf(graphs).of(one, wanted).length > 0));
}

/** Whether what a selected node became is only views in a direction that has kernels of it. */
function viewsOfNode(place: EntryPlace, way: boolean): boolean {
  const own = [...place.kept.kernels].filter((key) => isBackward(place, unnamed(key)[0]) === way);
  return own.length > 0 && readersOf(place, own).size === own.length;
}

/** A link to a kernel: what tells kernels apart is the number of their name. */
function KernelLink({ place, panes, of, bare }:
  { place: EntryPlace; panes: string[]; of: string; bare?: string }) {
  const { state } = place;
  const [file, name] = unnamed(of);
  const to = address({ ...state, panes: state.panes && [...new Set([...panes, "kernel"])],
    front: null, large: null, selection: { kind: "kernel", file, name } });
  // Forward and backward number their kernels alike: what a short name leaves out is in the title.
  const way = isBackward(place, file) ? " (backward)" : "";
  return <><a href={to} title={name + way} aria-label={shortName(name) + way}><code>{bare ?? shortName(name)}</code></a>
    {isGuessed(place, of) ? <Guessed /> : null}
    {bare === undefined && way !== "" ? <span class="soft">{way}</span> : null}</>;
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
    {(compilation.kernels ?? []).length > 0 ? <span class="soft">no kernel of its own</span>
      : <span class="soft"><Rich text={noKernels(context)} /></span>}</>;
}

function Kernels({ place, panes }: { place: EntryPlace; panes: string[] }) {
  const { context, kept, state } = place;
  const of = context.details.kernel_data?.find((one) => state.selection?.kind === "kernel"
    && one.file === state.selection.file && one.kernel === state.selection.name);
  // Of a kernel those that it was made from, as in the table of kernels.
  const made = of === undefined ? [] : operatorsOf(context.details.graph_data ?? [], of);
  const nodes = made.length > 0 ? made : capturedNodes(place);
  const own = state.selection?.kind === "kernel"
    ? named(state.selection.file, state.selection.name) : null;
  const kernels = ordered(place, [...kept.kernels].filter((key) => key !== own));
  const line = state.selection?.kind !== "source" ? null
    : { line: state.selection.line, file: state.selection.file ?? context.root.file ?? "" };
  const isBare = of !== undefined && of.nodes.length === 0 && of.places.length > 0;
  const isUnknown = of !== undefined && of.nodes.length + of.places.length + kernels.length === 0;
  return <>
    {/* First what was asked for: the rest of the row may be cut. */}
    {kernels.length === 0 ? null : <InKernels place={place} panes={panes} keys={kernels} />}
    <OfItsLine place={place} panes={panes} mark={kernels.length === 0 ? "" : "; "} />
    {kernels.length + kept.ofLine.size === 0 || nodes.length === 0 ? "" : " · "}
    {isBare ? <span class="soft">its lines are known, its operations are not</span> : null}
    {isUnknown ? <span class="soft">which operations and lines it has is not known</span> : null}
    {nodes.length === 0 ? null
      : <span class="soft">{count(nodes.length, "operation")}</span>}
    {of === undefined ? null : <OfLines place={place} of={of} mark={nodes.length + kernels.length === 0 && !isBare ? "" : " · "} />}
    <LeadsTo place={place} mark=" · " />
    {line === null ? null : <><AfterGraph place={place} mark=" · " line={line} />
      <BreakAt place={place} mark=" · " line={line} /></>}</>;
}

/** The lines that a kernel computes or copies for: some may be out of view. */
function OfLines({ place: { context: { root, details: { graph_data: graphs = [] } }, state }, of, mark }: { place: EntryPlace; of: KernelData; mark: string }) {
  const all = [...new Map(of.places.map(({ file, line }) => [lineKey(file, line), { file, line }])).values()];
  const works = worksOf(graphs);
  const nameAt = (at: number): string => all[at - 1]?.file === all[at]?.file ? `${all[at]?.line}` : placeText(all[at]?.file, all[at]?.line);
  return all.length === 0 ? null : <>{mark}<span class="soft">of </span>{all.slice(0, MOST_LINES).map(({ file, line }, at) => <Fragment key={at}>
    {at === 0 ? "" : ", "}<a href={address({ ...state, selection: { kind: "source", line, ...(file === root.file ? {} : { file }) } })}>
      {nameAt(at)}</a>{works.isCopier(of, placeText(file, line)) ? <span class="soft"> (copy)</span> : null}</Fragment>)}
    {all.length <= MOST_LINES ? null : <span title={all.map(({ file, line }) => placeText(file, line)).join(", ")}>, …</span>}</>;
}
const MOST_LINES = 6;

/** Kernels of a node's line in the directions in which none is known to run the node. */
function OfItsLine({ place, panes, mark }: { place: EntryPlace; panes: string[]; mark: string }) {
  const [first] = [...place.focus].flatMap(([file, own]) => [...own].map((line) => placeText(file, line)));
  const keys = ordered(place, place.kept.ofLine);
  return <>{[false, true].map((way) => {
    const own = keys.filter((key) => isBackward(place, unnamed(key)[0]) === way);
    return own.length === 0 ? null : <Fragment key={String(way)}>{way && own.length < keys.length ? "; " : mark}
      <span class="soft">{way ? "backward: " : ""}{[...place.kept.kernels].some((key) => isBackward(place, unnamed(key)[0]) === way)
        ? <>perhaps others: its line, {first}, is also in </> : <>not known; its line, {first}, is in </>}</span>
      <Listed place={place} panes={panes} keys={own} most={INLINE / 2} /></Fragment>;
  })}</>;
}

/** A kernel's name where there is not much room: `torch.ops.aten.sort.default` is `sort`. */
const rowName = (kernel: string): string =>
  shortName(kernel).replace(/^torch\.ops\.(?:aten\.)?/, "").replace(/\.default$/, "");

/** Behind `cpp_fused_1`, `cpp_fused_4` is `_4`: the row has not much room. */
function withoutStem(name: string, before: string): string {
  const [stem, other] = [name, before].map((one) => /^(.*_fused)_\d+$/.exec(one)?.[1]);
  return stem !== undefined && stem === other ? name.slice(stem.length) : name;
}

/** Kernels in the row, those of the backward last; of two directions each has its name and number: both number kernels from 0. */
function InKernels({ place, panes, keys }: { place: EntryPlace; panes: string[]; keys: readonly string[] }) {
  const groups = [false, true].map((way) => ({ way, own: keys.filter((key) =>
    isBackward(place, unnamed(key)[0]) === way) })).filter(({ own }) => own.length > 0);
  const views = viewsOf(place, groups.map(({ way }) => way));
  const isMany = keys.length > INLINE && groups.length > 1;
  // What one direction leaves free is for the other.
  const room = (own: readonly string[]) => Math.max(groups.length > 1 ? FEWEST : INLINE, INLINE - keys.length + own.length);
  const readers = readersOf(place, keys);
  const isSilent = groups.length === 1 && groups[0]?.way === true && viewsOf(place, [false]).length > 0;
  const isReader = (key: string, way: boolean) => !views.includes(way) && readers.has(key);
  const copiers = copiersOf(place, keys);
  const counts = groups.map(({ way, own }) => own.filter((key) => !isReader(key, way) && !copiers.has(key)).length);
  const computing = counts.reduce((sum, one) => sum + one, 0);
  // One direction only reads: then each says for itself what it does.
  const isSplit = isSilent || groups.length > 1 && (views.length === 1 || (computing > 0 && counts.includes(0)));
  return <>{isSilent ? <span class="soft">forward: only makes views; </span> : null}<span class="soft">{isSplit || computing === 0 ? "" : views.length > 0 ? "only makes views; read in" : "in"}{isSplit
    || computing < 2 ? "" : ` ${computing} kernels:`}{isSplit || computing === 0 ? "" : " "}</span>
    {groups.map(({ way, own: all }, at) => {
      const copied = all.filter((key) => copiers.has(key));
      const [own, through] = [false, true].map((is) => all.filter((key) =>
        isReader(key, way) === is && !copied.includes(key))) as [string[], string[]];
      const left = Math.max(1, room(all) - own.length);
      return <Fragment key={String(way)}>{at === 0 ? "" : "; "}
        <span class="soft">{groups.length === 1 && !isSplit ? "" : `${way ? "backward" : "forward"}${
          (isMany || !isSplit && views.length === 0) && own.length > 0 ? ` ${own.length}` : ""}: `}{isSplit && views.includes(way) ? "only makes views; read in " : ""}</span>
        <Listed place={place} panes={panes} keys={own} most={room(all)} />
        {([["read through a view in ", through], ["its inputs are copied in ", copied]] as const).map(([words, some]) =>
          some.length === 0 ? null : <Fragment key={words}><span class="soft">{own.length > 0 ? " (" : some === copied && through.length > 0 ? "; " : ""}{words}</span>
            <Listed place={place} panes={panes} keys={some} most={left} />
            <span class="soft">{own.length > 0 ? ")" : ""}</span></Fragment>)}</Fragment>;
    })}</>;
}

/** Kernels of one direction; those that have no room are a title. */
function Listed({ place, panes, keys, most }:
  { place: EntryPlace; panes: string[]; keys: readonly string[]; most: number }) {
  const nameAt = (key: string) => rowName(unnamed(key)[1]);
  const shown = keys.length <= most ? keys : eachKindOf(keys, nameAt, most);
  const rest = keys.filter((key) => !shown.includes(key));
  return <>{shown.map((key, at) => <Fragment key={key}>{at === 0 ? "" : ", "}<KernelLink place={place} panes={panes} of={key}
    bare={at === 0 ? nameAt(key) : withoutStem(nameAt(key), nameAt(shown[at - 1] ?? ""))} /></Fragment>)}
    {rest.length === 0 ? null : <span title={rest.map(nameAt).join(", ")}>, …</span>}</>;
}

function nameOf({ context: { root } }: EntryPlace, selection: Selection): string {
  switch (selection.kind) {
    case "source": return placeText(selection.file ?? root.file, selection.line);
    case "shown": return `line ${selection.line} of what runs`;
    case "node": return selection.name;
    case "kernel": return shortName(selection.name); // as in the lists that lead here
    default: return "";
  }
}
