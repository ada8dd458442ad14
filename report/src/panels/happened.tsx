import { Fragment } from "preact";
import type { Compilation, Frame } from "../data";
import { breakCount, type Broken, breaksOf, recompilesOf } from "../happened";
import { count, entryName, entryTitle, failedWords, forWrapped, innermost, lineText, plain, secondsOf, wholeTitle } from "../model";
import type { Panel } from "../place";
import { address } from "../state";
import { type Column, Table } from "../ui/Table";
import { whereShown } from "../whereShown";

interface Recompile { frame: Frame; at: number; compilation: Compilation }

/** Every graph break of the run. */
export const breaks: Panel = {
  id: "breaks",
  title: () => "Graph breaks",
  applies: () => true,
  View: ({ place: { model } }) => {
    const rows = breaksOf(model);
    const columns: Column<Broken>[] = [
      { title: "Function", text: ({ frame }) => wholeTitle(frame) },
      { title: "Line", text: ({ event }) => textOf(event), view: ({ event }) => {
        const line = innermost(event);
        const shown = line && whereShown(model, line);
        return shown ? <a href={address(shown)}>{textOf(event)}</a> : textOf(event);
      } },
      { title: "Reason", text: ({ event }) => plain(event.reason) },
      { title: "Met by", text: ({ met }) => met.map((one) => entryName(one.compilation)).join(", "),
        view: ({ met }) => met.map(({ frame, at, compilation }, number) => <Fragment key={at}>
          {number === 0 ? "" : ", "}<a href={address({ frame: frame.id, at, panel: "details" })}>
            {entryName(compilation)}</a></Fragment>) },
    ];
    return <div class="page wide"><h2>{breakCount(rows)}</h2>
      <Table caption="A break that several entries of a function meet is one; each function with the break counts" rows={rows} columns={columns} /></div>;
  },
};

const textOf = (event: Broken["event"]): string => {
  const line = innermost(event);
  return line === undefined ? "" : lineText(line);
};

/** Every recompile of the run. */
export const allRecompiles: Panel = {
  id: "recompiles",
  title: () => "Recompiles",
  applies: () => true,
  View: ({ place: { model } }) => {
    const rows = recompilesOf(model);
    return <div class="page wide"><h2>{count(rows.length, "recompile")}</h2>
      <Table caption="The reason is told against the nearest entry" rows={rows} columns={RECOMPILES} /></div>;
  },
};

const RECOMPILES: readonly Column<Recompile>[] = [
  { title: "Function", text: ({ frame }) => wholeTitle(frame) },
  { title: "Entry", text: ({ compilation }) => entryTitle(compilation),
    view: ({ frame, at, compilation }) => <>
      <a href={address({ frame: frame.id, at, panel: "recompiles" })}>{entryName(compilation)}</a>{" "}{forWrapped(compilation)}</> },
  { title: "Reason", text: ({ frame, compilation }) =>
    failedWords(frame, compilation) },
  { title: "Compiling", number: true, text: ({ compilation }) =>
    `${secondsOf(compilation).toFixed(2)} s` },
];
