import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CostRow } from "../contract";
import type { CodeLine, Expected, Finding, Frame } from "../data";
import { plainFunctions } from "../edited";
import { sizeOf } from "../graph/marks";
import { breakCount, breaksOf, slowestUntold } from "../happened";
import type { Model } from "../model";
import { bareTitle, count, entryName, isResume, lineText, recompiledWords, resumeNote, secondsOf, spansOf, titleOf, whereOf, whichResume, wholeTitle } from "../model";
import type { Panel, Place } from "../place";
import { verdict } from "../ranks/words";
import { address, go } from "../state";
import { mostSaved } from "../saved";
import { isAvoidable, positionOf, type Settled, together } from "../settled";
import { EDITS, triedIn, triedWords } from "../tried";
import { Timeline } from "../timeline/Timeline";
import { Edit, isLong } from "../ui/Edit";
import { Edited } from "../ui/Edited";
import { Fold } from "../ui/Fold";
import { Bullets, Rich } from "../ui/Rich";
import { Broken } from "../ui/Some";
import { type Column, Table } from "../ui/Table";
import { Trials } from "../ui/Trials";
import { whereShown } from "../whereShown";

const LEAST_SAVED = 0.1; // seconds
const LEAST_SHOWN = 0.05; // seconds
const AT_FIRST = 3; // findings, so that what they cost is in sight
const LARGE = 0.05; // of all compiling: what costs that is not minor

/** Findings first, then what compiling cost, then how to read the rest. */
export const overview: Panel = {
  id: "overview",
  title: () => "Overview",
  applies: () => true,
  View: ({ place: { model, state } }: { place: Place }) => {
    const { data } = model;
    return <div class="page">
      <Totals model={model} />
      {triedIn(data).length === 0 ? null : <p class="cured"><Rich text={triedWords(data)} /> This page shows the run
        before the edits. <a href={address({ panel: "run", file: EDITS })}>All that was tried</a></p>}
      <Edited data={data} />
      <PlainFunctions model={model} />
      <div class="sides"><div>
        <Findings model={model} named={state.file} />
        <h2>What was compiled</h2>
        {data.frames.length === 0 ? <p>Nothing was compiled while depyf looked.</p>
          : <Compiled rows={rowsOf(model)} />}
        {data.first_graph === undefined ? null : <p><Rich text={data.first_graph} /></p>}</div>
      {data.spans.length === 0 ? null : <div>
        <h2><a href={address({ panel: "timeline" })}>Timeline</a></h2>
        <Timeline brief spans={spansOf(model)}
          onOpen={(frame, at) => go({ frame, at, panel: "code", selection: null })} /></div>}</div>
      <div class="folds">
        <Fold label="How to read this">{howToRead}</Fold>
        {!data.not_compiled?.length ? null
          : <Fold label="Not compiled" note={data.not_compiled.length}>{() => <Bullets items={data.not_compiled ?? []} />}</Fold>}
        {data.not_here.length === 0 ? null
          : <Fold label="Not recorded" note={data.not_here.length} open={data.not_here.length < 4}>
            {() => <Bullets items={data.not_here} />}</Fold>}
        {data.failures.length === 0 ? null
          : <Fold label="Failed inside depyf" note={data.failures.length} open>
            {() => <Bullets items={data.failures.map((one) =>
              `${one.where}: ${one.error}. ${one.consequence ?? ""}`)} />}</Fold>}
      </div>
    </div>;
  },
};

/** The functions that edits took out of compiled code: no table has them, as torch meets none of them. */
function PlainFunctions({ model }: { model: Model }) {
  const all = plainFunctions(model.data);
  return all.length === 0 ? null : <p class="cured">Edits made {count(all.length, "function")} plain Python: {all.map(({ name, at }, position) =>
    <Fragment key={position}>{position === 0 ? "" : ", "}<code>{name}</code> (<LineLink model={model} line={at} />)</Fragment>)}.</p>;
}

function Findings({ model, named }: { model: Model; named: string | null }) {
  const { findings, expected, ranks, totals } = model.data;
  const saved = expected.filter(isAvoidable);
  const rest = expected.filter((one) => !isAvoidable(one));
  const isLarge = spent(rest) >= Math.max(LEAST_SHOWN, LARGE * totals.compile_seconds);
  const differ = ranks !== undefined && ranks.groups.length > 1;
  const main = Math.max(AT_FIRST, ...findings.map(({ share = 0 }, at) => share < LARGE ? 0 : at + 1));
  const isNoted = rest.some(({ note = "" }) => note !== "");
  const none = saved.length > 0 ? ""
    : isNoted ? "Some recompiles can be avoided"
      : rest.some(({ cheaper }) => cheaper !== undefined) ? "Only settled recompiles; an option may shorten them"
        : rest.length > 0 ? "Only settled recompiles; depyf knows no edit for them" : "No changes recommended";
  const view = (one: Card, kind: string, at: number) => <FindingView key={`${kind}-${at}`} id={`${kind}-${at}`}
    named={named === `${kind}-${at}`} model={model} one={one} />;
  const isNamed = (kind: string, from: number): boolean =>
    named?.startsWith(`${kind}-`) === true && Number(named.slice(kind.length + 1)) >= from;
  const heading = findings.length > 0 || differ ? "Findings" : none;
  const isAll = findings.length === 0 && saved.length === 0; // then the heading is about them
  return <>
    {heading === "" ? null : <h2>{heading}</h2>}
    {ranks === undefined ? null : <p class={differ ? "bad" : ""}>{verdict(ranks)}{" "}
      <a href={address({ panel: "ranks" })}>Which, and where</a></p>}
    {findings.slice(0, main).map((one, at) => view(one, "finding", at))}
    {findings.length <= main ? null
      : <Fold label="Minor" note={findings.length - main} open={isNamed("finding", main)}>{() =>
        findings.slice(main).map((one, at) => view(one, "finding", main + at))}</Fold>}
    {saved.length === 0 ? null : <>
      <h2>Settled recompiles</h2>
      {bySeconds(together(saved)).map((one) =>
        view(cardOf(one, model), "settled", positionOf(expected, one)))}</>}
    {rest.length === 0 ? null
      : <Fold label={saved.length > 0 ? "Other settled recompiles" : "Settled recompiles"} note={rest.length} open={isAll || isLarge || isNoted || named?.startsWith("expected") === true}>{() =>
        <ExpectedList model={model} all={rest} />}</Fold>}
    <Slowest model={model} />
  </>;
}

/** Why the slowest recompile happened, if it took long and no card says so. */
function Slowest({ model }: { model: Model }) {
  const found = slowestUntold(model);
  const seconds = found === undefined ? 0 : secondsOf(found.compilation);
  if (found === undefined || seconds < Math.max(LEAST_SHOWN, LARGE * model.data.totals.compile_seconds)) return null;
  const { frame, at, compilation } = found;
  return <p class="slowest">The slowest recompile took {costOf({ seconds }, model.data.totals.compile_seconds)}: <a
    href={address({ frame: frame.id, at, panel: "recompiles" })}>{bareTitle(frame)}, {entryName(compilation)}</a>, {
    recompiledWords(frame, compilation)}.</p>;
}

const spent = (all: readonly Expected[]) =>
  all.reduce((sum, { seconds = 0 }) => sum + seconds, 0);

const bySeconds = (all: readonly Expected[]) =>
  [...all].sort((one, { seconds = 0 }) => seconds - (one.seconds ?? 0));

const ExpectedList = ({ model, all }: { model: Model; all: readonly Expected[] }) => <ul>
  {bySeconds(all).map((one, at) => <li key={at}>
    <b><code>{one.subject}</code></b>: <Rich text={one.what} />
    {(one.seconds ?? 0) < LEAST_SHOWN ? null
      : <div class="at">{costOf(one, model.data.totals.compile_seconds)}</div>}
    {one.line === undefined ? null
      : <div class="at">needed by <LineLink model={model} line={one.line} /></div>}
    {one.cheaper === undefined ? null : <div><Rich text={one.cheaper} /></div>}
    <Origin model={model} of={one} />
    {one.note === undefined || one.note === "" ? null
      : <div>Avoid the recompile: <Rich text={one.note} /></div>}
    <Trials words={one.trials} /></li>)}</ul>;

/** What could be avoided, as a card. */
const cardOf = ({ what, elsewhere, also, cheaper, ...one }: Settled, { data }: Model): Card => ({ ...one, title: what,
  why: [also === undefined ? undefined : `${also}.`, elsewhere, cheaper].filter(Boolean).join(" "), isSettled: true, cost: costOf(one, data.totals.compile_seconds) });

/** `7.7 s (26 % of compiling)`. */
function costOf({ seconds = 0 }: Pick<Expected, "seconds">, whole: number): string {
  if (seconds < LEAST_SHOWN) return "";
  const percent = (100 * seconds / whole).toFixed(0);
  // As `index.md` writes it.
  const share = whole > 0 ? ` (${percent === "0" ? "under 1" : percent} % of compiling)` : "";
  return `${seconds.toFixed(1)} s${share}`;
}

/** What an edit saved when it was tried: what happens costs more, as a part of it stays. */
const savingOf = (seconds: number): string =>
  seconds < LEAST_SHOWN ? "the edit saves no compile time" : `the edit saves ${seconds.toFixed(1)}\u00a0s`;

/** The lines that made a value, and how that is known. */
function Origin({ model, of: { origin = [], origin_how: how } }:
  { model: Model; of: Pick<Finding, "origin" | "origin_how"> }) {
  return origin.length === 0 ? null
    : <div class="at">{how === "cause" ? "because of " : "value from "}
      {how === "by name" ? "one of " : ""}
      {how === "seen" ? "(seen) " : ""}{origin.map((line, at) => <Fragment key={at}>
        {at === 0 ? "" : ", "}<LineLink model={model} line={line} /></Fragment>)}</div>;
}

/** A line, with a link to where it is shown. */
export function LineLink({ model, line }: { model: Model; line: CodeLine }) {
  const shown = whereShown(model, line);
  return shown === null
    ? <>{lineText(line)} <span class="soft">(this file is not in the dump)</span></>
    : <a href={address(shown)}>{lineText(line)}</a>;
}

/** What a card has; one of a recompile that is settled says what it avoids. */
type Card = Omit<Finding, "what" | "why"> & { why?: string; isSettled?: true; of_cost?: string };

/** A finding as a card; the one that the address names is brought into view. */
export function FindingView({ model, one, id, named = false }:
  { model: Model; one: Card; id?: string; named?: boolean }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => { if (named) card.current?.scrollIntoView?.({ block: "center" }); }, [named]);
  const { line, library_line: library, called_at: called, called_from: from, cost = "", isSettled, saved_seconds: saved } = one;
  // Of `<frozen os>` there is no line to be seen.
  const inside = library?.text || (library && whereShown(model, library)) ? library : undefined;
  // Not known while torch refuses calls: it may compile them after the edit.
  const remains = model.data.recompiles.saved_seconds > 0
    ? "; after the edit, one entry for all values remains" : "";
  const [seconds, ...rest] = [...cost.split(/(?<= of compiling\))[,;]? (.*)|[,;] (.*)/),
    isSettled ? `for compiling again${remains}` : ""].filter(Boolean);
  return <article ref={card} id={id} class={`finding${isSettled ? " again" : ""}${named ? " named" : ""}`}>
    <div><b><code>{one.subject}</code>{isSettled ? ": " : " "}
      <Rich text={one.title} /></b></div>
    {cost === "" && !saved ? null : <div class="at">{saved === undefined ? <span class="chip">{seconds}</span>
      : <><span class="chip">{savingOf(saved)}</span>{seconds === undefined ? null : <> cost: {seconds}</>}</>}
      {rest.map((words) => <Fragment key={words}> <Rich text={words} /></Fragment>)}
      {one.of_cost === undefined ? null : <>. <Rich text={one.of_cost} /></>}</div>}
    {inside === undefined ? null : <div class="at"><LineLink model={model} line={inside} /></div>}
    {line === undefined ? null : <div class="at">{isSettled ? "needed by " : inside === undefined ? "" : "called at "}
      <LineLink model={model} line={line} /></div>}
    {called === undefined ? null
      : <div class="at">called at <LineLink model={model} line={called} />
        {from === undefined ? null : <>, from <LineLink model={model} line={from} /></>}</div>}
    <Origin model={model} of={one} />
    <Edit of={isLong(one) ? { edit: one.edit ?? "" } : one} />
    {one.note ? <div><Rich text={one.note} /></div> : null}
    <Trials words={one.trials} />
    {isLong(one) ? <Edit of={{ diff: one.diff ?? "" }} /> : null}
    {one.why ? <div class="soft"><Rich text={one.why} /></div> : null}
  </article>;
}

/** What it all cost, in a line, and what recorded seconds the edits avoid. */
function Totals({ model }: { model: Model }) {
  const { totals, expected, ended_with: ended, recompiles: { saved_seconds: seconds } } = model.data;
  const breaks = breaksOf(model);
  const isAll = breaks.length === totals.graph_breaks;
  const parts: [string, string, string | undefined][] = [
    [`${totals.compile_seconds.toFixed(1)} s compiling`, "", undefined],
    [count(totals.graphs, "graph"), "", undefined],
    [isAll ? breakCount(breaks) : count(totals.graph_breaks, "graph break"), totals.graph_breaks ? "bad" : "good",
      totals.graph_breaks ? address({ panel: "breaks" }) : undefined],
    [count(totals.recompiles, "recompile"), totals.recompiles ? "warn" : "good",
      totals.recompiles ? address({ panel: "recompiles" }) : undefined],
  ];
  return <p class="totals">{parts.map(([text, kind, to]) => <b key={text} class={kind}>
    {to === undefined ? text : <a class={kind} href={to}>{text}</a>}</b>)}
  {ended === undefined ? null : <b class="bad">ended with {ended}</b>}
  {totals.cached_entries === undefined ? null : <span>{totals.cached_entries === 1 ? "1 entry"
    : `${totals.cached_entries} entries`} used torch's caches: a cold start takes longer.</span>}
  {seconds < LEAST_SAVED ? null : <Saved seconds={seconds} of={spent(expected.filter(isAvoidable))} />}</p>;
}

/** What edits avoid of the seconds that the cards have: an entry remains, and may take longer than the first did. */
function Saved({ seconds, of }: { seconds: number; of: number }) {
  const [saved, whole] = [seconds, of].map((one) => one.toFixed(1));
  return <span>The edits under <i>Settled recompiles</i> avoid about {saved} s{of <= seconds || saved === whole ? "." : <>
    {" "}of the {whole} s for compiling again. An entry for all values remains: depyf assumes that it takes as long as
    {" "}the longest of them.</>}</span>;
}

/** A row of the table, with the frame that it tells of. */
type Row = CostRow & { of: Frame;
  /** Seconds with those of what resumes the function; null of what resumes one. */
  all: number | null };

const rowsOf = ({ byId, data }: Model): Row[] => data.overview.flatMap((row) => {
  const of = byId.get(row.frame);
  return of === undefined ? [] : [{ ...row, of, all: isResume(of) ? null : row.seconds }];
}).map((row, at, rows) => {
  const next = rows.findIndex((one, position) => position > at && one.all !== null);
  const own = rows.slice(at, next < 0 ? undefined : next);
  return row.all === null ? row : { ...row, all: own.reduce((sum, one) => sum + one.seconds, 0) };
});

/** The columns that say something: the sum only where something is summed. */
const columnsFor = (rows: readonly Row[]): Column<Row>[] => COLUMNS.filter(({ title }) =>
  title === SUMMED ? rows.some(({ all }) => all === null)
    : title === SAVED ? rows.some(({ of }) => mostSaved(of) !== undefined)
    : title !== COUNTED || rows.some(({ hits }) => hits !== null));

const SUMMED = "With resumes";
const SAVED = "Saved"; // as short as it is: the table has to fit a small window
const COUNTED = "Hits"; // not on a Python where calls cannot be counted

const COLUMNS: readonly Column<Row>[] = [
  { title: "Function", text: ({ of }) => wholeTitle(of), view: ({ of }) => <>
    {isResume(of) ? <span class="soft">↳ </span> : null}
    <a href={address({ frame: of.id, panel: "code" })}><Broken name={isResume(of) ? titleOf(of) : bareTitle(of)} /></a>
    {isResume(of) ? <span class="soft" title={resumeNote(of)}> {whichResume(of)}</span> : null}</> },
  { title: "Where", text: ({ of }) => whereOf(of), view: ({ of }) => <Broken name={whereOf(of)} /> },
  { title: "Entries", number: true, text: (row) => String(row.entries) },
  { title: "Breaks", number: true, text: (row) => String(row.breaks) },
  { title: "Recompiles", number: true, text: (row) => String(row.recompiles) },
  { title: COUNTED, number: true, text: ({ hits }) => String(hits ?? "–"),
    view: ({ hits }) => hits
      ?? <span class="soft" title="not counted: see “Not recorded”">–</span> },
  { title: "Compiling", number: true, text: (row) => `${row.seconds.toFixed(2)} s` },
  { title: SUMMED, number: true, text: ({ all }) => all === null ? "" : `${all.toFixed(2)} s` },
  { title: SAVED, number: true, text: ({ of }) => { const most = mostSaved(of); return most === undefined ? "" : sizeOf(most.bytes); }, view: ({ of }) => <SavedLink of={of} /> },
];

/** The table of functions. */
function Compiled({ rows }: { rows: readonly Row[] }) {
  const columns = columnsFor(rows);
  return <Table caption={`Functions, the slowest to compile first${columns.some(({ title }) => title === SAVED)
    ? `. ${SAVED}: what one call keeps in memory for the backward, in the entry that keeps the most` : ""}`} columns={columns} rows={rows} />;
}

/** What a function saves for the backward, as a link to its values. */
function SavedLink({ of }: { of: Frame }) {
  const most = mostSaved(of);
  return most === undefined ? null : <a href={address({ frame: of.id, at: most.at, panel: "memory" })}>{sizeOf(most.bytes)}</a>;
}

export const howToRead = () => <p>
  A call of a compiled function first checks the <b>guards</b> of each cache entry. If
  those of one hold, its <b>transformed code</b> runs: it calls the compiled <b>graphs</b>
  {" "}and, after a <b>graph break</b>, the <b>resume function</b> that holds the rest of
  your function. If none holds, torch compiles again (a <b>recompile</b>) or runs your
  function as it is. Click a function, then <b>Flow</b>.</p>;
