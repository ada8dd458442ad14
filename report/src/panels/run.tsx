import { useEffect, useRef } from "preact/hooks";
import type { Data, Tried } from "../data";
import { type Model, notesOf } from "../model";
import { hasInductor, noKernelsOf } from "../noKernels";
import type { Panel } from "../place";
import { arrows, EDITS, linkTo, partsOf, resultOf, secondsOf, triedIn, triedWords, whyOf } from "../tried";
import { LineLink } from "./overview";
import { CompiledBy } from "../ui/CompiledBy";
import { Edit } from "../ui/Edit";
import { Edited } from "../ui/Edited";
import { Fold } from "../ui/Fold";
import { Rich } from "../ui/Rich";
import { type Column, Table } from "../ui/Table";

/** What ran, and what else is in the directory. */
export const run: Panel = {
  id: "run",
  title: () => "This run",
  applies: () => true,
  View: ({ place: { model, state } }) => {
    const { data } = model;
    const others = data.other_processes ?? [];
    const notes = notesOf(data.annotations ?? []);
    const full = data.frames.flatMap((frame) => frame.full_code ?? []);
    return <div class="page">
      <h2>This run</h2>
      <dl>{facts(data).map(([name, value]) =>
        <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
        {noKernelsOf(model).map((words) => <div key={words}><dt>kernels</dt>
          <dd>none: <Rich text={words} /></dd></div>)}</dl>
      {compiledBy(data).map((frame) => <CompiledBy key={frame} model={model} frame={frame} />)}
      <Edited data={data} isNamed={state.file === EDITS} />
      <Edits model={model} isNamed={state.file === EDITS} />
      <h2>Files to read</h2>
      <ul>{[...full, "index.md", "summary.json"].map((file) =>
        <li key={file}><a href={encodeURIComponent(file)}>{file}</a></li>)}</ul>
      {others.length === 0 ? null : <>
        <h2>Other processes</h2>
        {data.ranks === undefined ? null
          : <p class="soft"><a href="#ranks">Ranks</a> compares them.</p>}
        <ul>{others.map((folder) => <li key={folder}>
          <a href={`${encodeURIComponent(folder)}/index.html`}>{folder}</a></li>)}</ul></>}
      {notes.length === 0 ? null : <>
        <h2>Annotated by backends, outside of any compilation</h2>
        <ul>{notes.map(([name, value], at) =>
          <li key={at}><code>{name}</code> {value}</li>)}</ul></>}
      {!data.not_compiled?.length ? null : <><h2>Not compiled</h2><Sentences all={data.not_compiled} /></>}
      <h2>Not recorded</h2>
      <Sentences all={data.not_here.length ? data.not_here : ["nothing missing"]} />
    </div>;
  },
};

const Sentences = ({ all }: { all: readonly string[] }) =>
  <ul>{all.map((text) => <li key={text}><Rich text={text} /></li>)}</ul>;

/** All edits that `depyf cure` tried; an address may name them. */
function Edits({ model, isNamed }: { model: Model; isNamed: boolean }) {
  const { data } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => { if (isNamed) heading.current?.scrollIntoView?.(); }, [isNamed]);
  const rows = triedIn(data);
  if (rows.length === 0) return null;
  const { results = "", after = "" } = data.cure_files ?? {};
  const columns = columnsOf(model).filter(({ title, text }) =>
    !(title in TIMES) || rows.some((one) => text(one) !== ""));
  const caption = "Kept edits come first, in order; each was measured with those before it"
    + (results ? "" : "; cure.md, beside the runs, has all figures");
  return <>
    <h2 ref={heading}>Edits tried</h2>
    <p><Rich text={triedWords(data)} /> An edit is kept if output and exit code stay the same, and fewer graph breaks,
      recompiles or failed compilations remain; the time does not decide. This page shows the run before the edits.
      {after && <> <a href={linkTo(after)}>The page of the run with the kept edits</a>.</>}
      {results && <> <a href={linkTo(results)}>cure.md</a> has all figures.</>}</p>
    <Table caption={caption} rows={rows} columns={columns} /></>;
}

const TIMES = { Compiling: "compile_seconds", "Whole run": "seconds" } as const;

/** An edit in words, with what each of its parts did, and its diff. */
const WhatEdit = ({ model, of: one }: { model: Model; of: Tried }) => <>
  {one.parts === undefined ? <Rich text={one.what} /> : <>One edit with {one.parts.length} parts, tried one after the other:
    <ol class="parts">{partsOf(one).map(({ what, why }, at) => <li key={at}><Rich text={what} />
      {why && <span class="soft">: <Rich text={arrows(why)} /></span>}</li>)}</ol></>}
  {one.file === undefined || !one.line ? null : <div class="at"><LineLink model={model} line={{ file: one.file, line: one.line }} /></div>}
  {one.diff === undefined ? null : <Fold label="The edit as a diff">{() => <Edit of={one} />}</Fold>}</>;

const columnsOf = (model: Model, data = model.data): Column<Tried>[] => [
  { title: "Result", text: resultOf },
  { title: "Edit", text: ({ what }) => what, view: (one) => <WhatEdit model={model} of={one} /> },
  ...Object.entries(TIMES).map(([title, of]) => ({ title, number: true, text: (one: Tried) => secondsOf(one, of) })),
  { title: "Why", text: (one) => whyOf(data, one), view: (one) => <Rich text={whyOf(data, one)} /> },
];

/** The first function that each call of `torch.compile` compiles. */
const compiledBy = ({ compile_calls: calls }: Data): string[] =>
  [...new Map(Object.entries(calls).reverse().map(([frame, { file, line, text }]) =>
    [`${file}:${line} ${text}`, frame])).values()].reverse();

/** What compiled: the backends that calls name, else that of the kernels, and what these run on. */
function compilers({ frames, compile_calls: calls }: Data): [string, string][] {
  const named = Object.values(calls).flatMap(({ backend }) => backend ?? []);
  const all = frames.flatMap(({ compilations = [] }) => compilations);
  const languages = new Set(all.flatMap(({ kernels = [] }) => kernels).map(({ language }) => language).filter(Boolean));
  const isDefault = named.length === 0 && (languages.size > 0 || all.some(hasInductor));
  const backends = [...new Set(named), ...(isDefault ? ["inductor"] : [])];
  return [["backend", backends.join(", ")],
    ["kernels", [...languages].map((one) => MADE[one] ?? one).join(", ")]];
}
const MADE: Readonly<Record<string, string>> = { cpp: "C++, for the CPU", triton: "Triton, for the GPU" };

const facts = (data: Data): [string, string][] => ([
  ["program", data.program], ["torch", data.torch], ["Python", data.python],
  ["depyf", data.depyf], ["rank", data.rank], ...compilers(data),
] as [string, string | number | null][]).flatMap(([name, value]) =>
  value ? [[name, String(value)] as [string, string]] : []);
