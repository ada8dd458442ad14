import { Fragment } from "preact";
import type { KernelData } from "../contract";
import { hasCaptured } from "../namesakes";
import { examples, fused, type Fused, isOf, type Names as Captured, modulesNamed, nearestKnown, nearTo, type Ran, shortName } from "../fused";
import { calledFrom } from "../leads";
import { base, count, linesOf } from "../model";
import { libraryCall, operationsIn } from "../operationNames";
import { inNoKernel } from "../noKernels";
import { isCaptured } from "../otherGraphs";
import type { EntryPlace } from "../place";
import { isHidden, isOnlyNumbers, isOnlyViews, roleOf, roleOfOperation, type Works, worksOf } from "../work";
import { functionAt, type Line } from "../whereShown";
import { address } from "../state";
import { AddressOf, KernelNames, OtherKernels } from "./KernelNames";
import { entriesOf, InGraph, OtherGraphs } from "./OtherGraphs";
import { Rich } from "./Rich";
import { Some } from "./Some";
import { WithoutKernel } from "./WithoutKernel";

const MOST_CALLED = 4; // functions of a line

interface Asked { place: EntryPlace; one: string; other: string; isClicked?: boolean }

/** Says for each direction whether two modules or lines share a kernel; each kernel is a link to its code. */
export function FusedAnswer(asked: Asked) {
  const { state } = asked.place;
  const panes = state.panes && [...new Set([...state.panes, "kernel"])];
  return <AddressOf.Provider value={({ file, kernel: name }) => address({ ...state, panel: "code", panes, front: null,
    large: null, selection: { kind: "kernel", file, name } })}><Told {...asked} /></AddressOf.Provider>;
}

function Told({ place, one, other, isClicked = false }: Asked) {
  const { compilation, details: { kernel_data: known = [] } } = place.context;
  const backward = new Set((compilation.kernels ?? []).filter((file) => file.backward)
    .map(({ file }) => file));
  const graphs = place.context.details.graph_data ?? [];
  const views = [one, other].filter((wanted) => isOnlyViews(graphs, known, wanted));
  const works = worksOf(graphs);
  const calling = [...new Set([one, other])].filter((wanted) => works.isCall(wanted)
    && known.some((kernel) => works.of(kernel, wanted).length > 0));
  const unknown = [one, other].filter((wanted) => !views.includes(wanted)
    && !calling.includes(wanted) && !known.some((kernel) => works.has(kernel, wanted) || works.mayRun(kernel, wanted)));
  const names = [one, other].map((wanted) => ({ wanted, there: unknown.length === 0 ? [] : entriesOf(place, wanted) }));
  const away = names.filter(({ wanted, there }) => unknown.includes(wanted) && there.length > 0 && !isHere(place, wanted));
  const [first, second] = names;
  if (first && second && one !== other && away.length > 0 && views.length === 0 && names.every(({ there }) => there.length > 0))
    return <OtherGraphs place={place} names={[first, second]} />;
  if (views.length + unknown.length > 0) return <>{views.map((wanted) => <p key={wanted}>No kernel
    computes <code>{wanted}</code>: {isOnlyNumbers(graphs, wanted) ? "it only computes sizes and other numbers, in Python"
      : "it only makes views, which compute nothing"}.</p>)}{[...new Set(unknown)].map((wanted) => {
      const found = away.find((each) => each.wanted === wanted);
      return found !== undefined ? <InGraph key={wanted} place={place} found={found} />
        : <Unknown key={wanted} place={place} known={known} wanted={wanted} isClicked={isClicked} />;
    })}</>;
  const found = fused(known, backward, one, other, graphs);
  const [{ inner } = { inner: undefined }] = found;
  const callers = new Set([one, other].filter((line) => works.isCaller(known, line)));
  // What a line calls has an answer of its own: the question is on the line's own operations.
  const partOf = new Map(([[one, other], [other, one]] as const).filter(([line, part]) => works.isCallerOf(known, line, part)));
  const stands = [...new Set([one, other])].map((wanted) => <Stands key={wanted} wanted={wanted} modules={modulesNamed(known, wanted)}
    isCaller={callers.has(wanted)} part={partOf.get(wanted)}
    called={calling.includes(wanted) || callers.has(wanted) ? calledFunctions(place, wanted) : []} />);
  const lowered = [...new Set([one, other])].map((wanted) => <Fragment key={`from ${wanted}`}><LoweredFrom wanted={wanted}
    isForward={backward.size > 0 && graphs.some((graph) => graph.stage === "Captured_Graph" && hasCaptured(graph, wanted))}
    captured={works.isOperation(known, wanted) ? works.othersOf(known, wanted) : []} />
    {works.isOnlyInNames(wanted) ? <p><code>{wanted}</code> stands for the kernels that have it in their names: the graphs
      have no such operation.</p> : null}</Fragment>);
  if (inner === "same")
    return <>{stands}{lowered}<p>The same operations, in {found.map(({ backward: isBack, both }, at) => <Fragment key={String(isBack)}>
      {at === 0 ? "" : "; "}{isBack ? "backward: " : ""}<KernelNames kernels={both} /></Fragment>)}.</p></>;
  const ways = [false, true].filter((way) => known.some(({ file }) => backward.has(file) === way));
  return <>{stands}{lowered}{inner === undefined ? null : <p><code>{inner === 0 ? one : other}</code> is a part
    of <code>{inner === 0 ? other : one}</code>. Is it fused with the rest?</p>}
    {ways.map((way) => <p key={String(way)} class="way">{way ? "Backward" : "Forward"}:{" "}
    <InOneWay found={found.find((each) => each.backward === way)} names={[one, other]} missing={[one, other].filter((wanted) =>
      !known.some((kernel) => backward.has(kernel.file) === way && works.of(kernel, wanted, !partOf.has(wanted)).length > 0))}
      roleOf={(wanted) => works.isOperation(known, wanted) ? works.isOnlyInNames(wanted) ? undefined : roleOfOperation(graphs, wanted, way)
        : isHidden(graphs, wanted, way) ? undefined : roleOf(graphs, wanted, way, !partOf.has(wanted))} works={works}
      kernels={known.filter(({ file }) => backward.has(file) === way)} />
    <Copying works={works} names={[one, other]} kernels={known.filter(({ file }) => backward.has(file) === way)} /></p>)}</>;
}

/** Which kernels of one line also copy inputs for the other: the generated code has both lines there, but it is no fusion. */
function Copying({ works, names: [one, other], kernels }: { works: Works; names: readonly [string, string]; kernels: readonly KernelData[] }) {
  return <>{([[one, other], [other, one]] as const).map(([line, user]) => {
    const found = line === user ? [] : kernels.filter((kernel) => isOf(kernel, user) && works.of(kernel, line, true).length > 0
      && works.isCopier(kernel, user));
    return found.length === 0 ? null : <Fragment key={line}>. <KernelNames kernels={found} /> also {found.length === 1 ? "copies" : "copy"} an
      input for <code>{user}</code>, which is no fusion</Fragment>;
  })}</>;
}

/** What a name stands for: the modules of that name, or what a line calls. */
function Stands({ wanted, modules, isCaller, part, called }: { wanted: string; modules: readonly string[]; isCaller: boolean;
  part: string | undefined; called: readonly string[] }) {
  const name = <code>{wanted}</code>;
  if (modules.length > 0) return <p>{name} stands for {count(modules.length, "module")}: <Some items={modules} /></p>;
  if (called.length === 0) return null;
  if (part !== undefined) return <p>{name} stands for its own operations. It also calls <Called of={called} />: <code>{part}</code> is a part of that.</p>;
  return <p>{name} stands for {isCaller ? "its own operations and for " : ""}what it calls: <Called of={called} />.</p>;
}

/** That a name also stands for what torch lowered other operations to, as in the table of kernels. */
const LoweredFrom = ({ wanted, captured, isForward }: { wanted: string; captured: readonly string[]; isForward: boolean }) =>
  captured.length === 0 ? null : <p>{isForward ? "In the forward, " : ""}<code>{wanted}</code> also stands for each <code>{wanted}</code> that torch
    made from <Called of={captured} what="other operation" />.</p>;

/** Whether something that no kernel of this entry is recorded for is in its graph, or calls what is. */
const isHere = (place: EntryPlace, wanted: string): boolean =>
  isCaptured(place.context.compilation, wanted) || calledFunctions(place, wanted).length > 0;

interface Way { found: Fused | undefined; names: readonly [string, string]; missing: readonly string[]; works: Works;
  kernels: readonly KernelData[]; roleOf: (wanted: string) => ReturnType<typeof roleOf> }

/** An answer for one direction, that has these kernels; `missing` are those that no kernel computes there. */
function InOneWay({ found, names, missing, works, kernels, roleOf: role }: Way) {
  // A library call is one operation.
  const perhaps = kernels.filter((one) => libraryCall(one.kernel) === "" && names.some((wanted) => works.mayRun(one, wanted))
    && names.every((wanted) => works.mayRun(one, wanted) || works.of(one, wanted).length > 0));
  if (found === undefined) return perhaps.length > 0 ? <><b>not known</b>: both may be in <KernelNames kernels={perhaps} /></>
    : missing.length === 1 ? <OneMissing names={names} wanted={missing[0] ?? ""} works={works} kernels={kernels} role={role} />
    : <AllMissing all={missing.map((wanted) => ({ wanted, role: role(wanted), perhaps: kernels.filter((one) => works.mayRun(one, wanted)) }))} />;
  const shown = guessed(found, (one) => names.some((wanted) => works.isFromName(one, wanted)));
  const told = shown.both.length > 0 ? shown.both : perhaps.length > 0 ? [] : [...shown.first, ...shown.second];
  return <><Answer found={shown} names={names} perhaps={perhaps} />{told.some(({ how }) => how === "inferred")
    ? <span class="soft"> (≈: inferred from the kernel's name)</span> : null}</>;
}

/** The same with kernels as inferred that have an operation by their names. */
function guessed(found: Fused, isGuessed: (kernel: Ran) => boolean): Fused {
  const marked = new Map([...found.both, ...found.first, ...found.second].map((one): [Ran, Ran] =>
    [one, isGuessed(one) ? { ...one, how: "inferred" } : one]));
  const [both, first, second] = [found.both, found.first, found.second].map((some) =>
    some.map((one) => marked.get(one) ?? one)) as [Ran[], Ran[], Ran[]];
  return { ...found, both, first, second, isExact: found.isExact && (both.length > 0 || ![...first, ...second].some(isGuessed)) };
}

/** One of two that no kernel surely computes: they are not fused if it can be in no kernel of the other. */
function OneMissing({ names, wanted, works, kernels, role }: Pick<Way, "names" | "works" | "kernels"> & { wanted: string; role: Way["roleOf"] }) {
  const other = names.find((one) => one !== wanted) ?? wanted;
  const perhaps = kernels.filter((one) => works.mayRun(one, wanted));
  const own = kernels.filter((one) => works.of(one, other, true).length > 0);
  // An inferred kernel may run more than its name tells.
  const isKnown = kernels.every(({ how }) => how !== "inferred") && perhaps.length > 0 && own.length > 0;
  return isKnown && !own.some((one) => perhaps.includes(one)) ? <><b>no</b>: <code>{other}</code> is in <KernelNames kernels={own} />; <code>{wanted}</code> can
    only be in <KernelNames kernels={perhaps} /></> : <AllMissing all={[{ wanted, role: role(wanted), perhaps }]} />;
}

interface MissingOne { wanted: string; role: ReturnType<typeof roleOf>; perhaps: readonly KernelData[] }

/** Why no kernel of one direction computes these; what is not known of several is one sentence. */
function AllMissing({ all }: { all: readonly MissingOne[] }) {
  const known = all.filter(({ perhaps }) => perhaps.length === 0);
  const open = all.filter(({ perhaps }) => perhaps.length > 0);
  return <>{known.map((one, at) => <Fragment key={one.wanted}>{at === 0 ? "" : "; "}<Missing of={one} /></Fragment>)}
    {open.length === 0 ? null : <>{known.length === 0 ? "" : "; "}<b>not known</b>: {open.map(({ wanted, perhaps }, at) => <Fragment key={wanted}>
      {at === 0 ? "" : ", and "}<code>{wanted}</code> may be in <KernelNames kernels={perhaps} /></Fragment>)}</>}</>;
}

function Missing({ of: { wanted, role } }: { of: MissingOne }) {
  const name = <code>{wanted}</code>;
  return role === "views" ? <>{name} only makes views there, which compute nothing</>
    : role === "nothing" ? <>{name} has no operation there</>
      : <>not known: no kernel is recorded for {name} there</>;
}

function Answer({ found, names, perhaps }: { found: Fused; names: readonly [string, string]; perhaps: readonly KernelData[] }) {
  const { both, first, second, inner } = found;
  if (perhaps.length > 0) return <><b>{both.length > 0 ? "in part" : "not known"}</b>{both.length > 0
    ? <>: both are in <KernelNames kernels={both} />; both may be in </> : ": both may be in "}<KernelNames kernels={perhaps} /></>;
  if (both.length === 0) return <Apart found={found} />;
  const isOne = new Set(both.map(({ kernel }) => kernel)).size === 1;
  const alone = [first, second].map((some) => some.filter((kernel) => !both.includes(kernel)));
  if (alone.every((some) => some.length === 0))
    return <><b>yes</b>, in one kernel{isOne ? "" : " each time"}: <KernelNames kernels={both} /></>;
  return <><b>in part</b>: both are in <KernelNames kernels={both} />{alone.map((some, at) => some.length === 0 ? null
    : <Fragment key={at}>; only {inner === 1 - at ? "the rest of " : ""}<code>{names[at]}</code> is in{" "}
      <OtherKernels kernels={some} /></Fragment>)}</>;
}

/** What runs between is only said where it is known which calls are meant. */
const Apart = ({ found: { first, second, between, isExact, isPart, isOfGraphs, layer } }: { found: Fused }) => <>
  <b>no</b>, in {isOfGraphs ? "different graphs:" : !isPart ? "two kernels:" : layer === undefined ? "different kernels; nearest to each other are"
    : <>different kernels; nearest to each other in one layer, <code>{layer}</code>, are</>}{" "}
  <KernelNames kernels={first} />{isPart ? " and " : ", "}<KernelNames kernels={second} />{!isExact ? null
    : between.length === 0 ? "; nothing runs between them"
      : <>; between them: <OtherKernels kernels={between} /></>}</>;

/** What no kernel is recorded for, and what can be asked for. */
function Unknown({ place, known, wanted, isClicked }:
  { place: EntryPlace; known: readonly KernelData[]; wanted: string; isClicked: boolean }) {
  const { context } = place;
  const { root, details, compilation } = context;
  const whole = nearestKnown(known, wanted);
  const told = <>No kernel is recorded for <code>{wanted}</code></>;
  if (whole !== undefined)
    return <p>{told}; kernels are recorded for <code>{whole}</code> as a whole.</p>;
  const [, file, line] = /^(.+):(\d+)$/.exec(wanted) ?? [];
  const names: Captured = { kernels: known, captured: compilation.captured_places ?? [],
    operations: operationsIn(details.graph_data ?? []), file: base(root.file) };
  const called = calledFunctions(place, wanted);
  if (called.length > 0)
    return <p>{told}: it calls <Called of={called} />. Type a line of {called.length === 1
      ? "that function" : "these functions"}.</p>;
  const isCaptured = file !== undefined && (compilation.captured_places ?? []).some((one) =>
    base(one.file) === file && linesOf(one.lines).includes(Number(line)));
  if (isCaptured) return <p>{told}: <Rich text={inNoKernel(context, file ?? "", Number(line))} />.</p>;
  const shown = lineOf(context, wanted);
  if (shown !== undefined) return <WithoutKernel place={place} line={shown} wanted={wanted} />;
  if (isClicked) return <p>{told}.</p>; // there is nothing to type into
  const near = nearTo(names, details.graph_data ?? [], wanted);
  const samples = near.length > 0 ? near : examples(known);
  const isKernel = known.some(({ kernel }) => [kernel, shortName(kernel)].includes(wanted));
  return <p>{isKernel ? <><code>{wanted}</code> is a kernel</> : file !== undefined ? told
    : <><code>{wanted}</code> names no module, function, operation or line of a kernel</>}.{samples.length === 0 ? null
    : <> Type a module, a function, an operation or a line, such as{" "}
    {samples.map((one, at) => <Fragment key={one}>{at === 0 ? "" : " or "}
      <code>{one}</code></Fragment>)}.</>}</p>;
}

/** The line that a name is of, if it is one of a function that is shown. */
function lineOf({ model }: EntryPlace["context"], wanted: string): Line | undefined {
  const [, name, line] = /^(.+):(\d+)$/.exec(wanted) ?? [];
  const [only, other] = Object.keys(model.data.functions).filter((file) => base(file) === name)
    .map((file) => ({ file, line: Number(line) })).filter((one) => functionAt(model, one) !== undefined);
  return other === undefined ? only : undefined;
}

/** The functions that lines call: `main.py:15`, `main.py:15-16, 20`. */
function calledFunctions({ context: { root, details, compilation } }: EntryPlace, wanted: string): string[] {
  const places = compilation.captured_places ?? [];
  const [, name, lines] = /^(.+?):([\d, -]+)$/.exec(wanted) ?? [];
  const files = new Set([root.file ?? "", ...places.map(({ file }) => file)].filter((one) => base(one) === name));
  return [...new Set([...files].flatMap((file) => linesOf(lines ?? "").flatMap((line) =>
    calledFrom(details, places, file, line))))];
}

const Called = ({ of, what = "other function" }: { of: readonly string[]; what?: string }) => <>{of.slice(0, MOST_CALLED).map((name, at) =>
  <Fragment key={name}>{at === 0 ? "" : ", "}<code>{name}</code></Fragment>)}
  {of.length > MOST_CALLED ? ` and ${count(of.length - MOST_CALLED, what)}` : ""}</>;
