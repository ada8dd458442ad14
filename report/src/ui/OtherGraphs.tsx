// Where two names are that are not in one graph.
import { Fragment } from "preact";
import type { CodeLine } from "../data";
import { shortName } from "../fused";
import { entryName, place as placeText, titleOf } from "../model";
import { breaksBetween, entriesWith, type NamedKernel, type There } from "../otherGraphs";
import type { EntryPlace } from "../place";
import { address } from "../state";
import { shownFrom } from "../whereShown";
import { Guessed } from "./Guessed";

const MOST_NAMES = 8; // kernels of one direction

/** A name, and the entries whose graphs have it, the best first. */
export interface Found { wanted: string; there: readonly There[] }

/** The answer for two names of which each is in a graph, and not both in that of this entry. */
export function OtherGraphs({ place, names }: { place: EntryPlace; names: readonly [Found, Found] }) {
  const { model, frame, at } = place.context;
  const [one, other] = names;
  const shared = one.there.find((a) => other.there.some((b) => a.compilation === b.compilation));
  if (shared !== undefined) return <p>Neither is in this entry. Both are in <Entry place={place} there={shared} />.</p>;
  const between = breaksBetween(model, one.there[0]?.frame ?? frame, other.there[0]?.frame ?? frame);
  return <><p>No, they are in different graphs.</p>
    {names.map((each) => <InGraph key={each.wanted} place={place} found={each} />)}
    {between.length === 0 ? null : <p>{between.length === 1 ? "The graph break at " : "The graph breaks at "}
      {between.map((line, position) => <Fragment key={position}>
        {position === 0 ? "" : position === between.length - 1 ? " and " : ", "}
        <At place={place} line={line} here={{ frame: frame.id, at }} /></Fragment>)}
      {between.length === 1 ? " lies between." : " lie between."}</p>}</>;
}

/** The kernels of one name, and the entry that has them if it is another one. */
export function InGraph({ place, found: { wanted, there } }: { place: EntryPlace; found: Found }) {
  const [first] = there;
  if (first === undefined) return null;
  const isHere = first.compilation === place.context.compilation;
  return <p><code>{wanted}</code> is in {first.kernels.length === 0 ? "no kernel" : <Named kernels={first.kernels} />}
    {isHere ? ", in this entry" : <>, in <Entry place={place} there={first} /></>}
    {isHere || there.length < 2 ? "" : ` and ${there.length - 1} more`}.</p>;
}

function Named({ kernels }: { kernels: readonly NamedKernel[] }) {
  const ways = [false, true].map((backward) => kernels.filter((one) => one.backward === backward))
    .filter((own) => own.length > 0);
  return <>{ways.map((own, way) => <Fragment key={way}>{way === 0 ? "" : "; "}
    {own[0]?.backward ? "backward: " : ""}{own.slice(0, MOST_NAMES).map(({ kernel, isGuessed }, at) =>
      <Fragment key={kernel}>{at === 0 ? "" : ", "}<code title={kernel}>{shortName(kernel)}</code>
        {isGuessed ? <Guessed /> : null}</Fragment>)}
    {own.length > MOST_NAMES ? ` and ${own.length - MOST_NAMES} more` : ""}</Fragment>)}</>;
}

/** A link to an entry, where the same is selected. */
function Entry({ place: { context: { root }, state }, there: { frame, at, compilation } }:
  { place: EntryPlace; there: There }) {
  const { selection } = state;
  // A line without a file is one of the function that is shown.
  const file = selection?.kind === "source" ? selection.file ?? root.file : undefined;
  const selected = selection?.kind !== "source" || file === undefined || frame.file === file ? selection
    : { ...selection, file };
  return <a href={address({ ...state, frame: frame.id, at, selection: selected })}>
    {titleOf(frame)}, {entryName(compilation)}</a>;
}

const At = ({ place: { model }, line, here }: { place: EntryPlace; line: CodeLine; here: { frame: string; at: number } }) =>
  <a href={address(shownFrom(here, model, line))}>{placeText(line.file, line.line)}</a>;

/** The entries of a name, this one first if it has it. */
export const entriesOf = ({ context: { model, frame, compilation } }: EntryPlace, wanted: string): There[] =>
  entriesWith(model, frame, wanted).sort((a, b) => Number(b.compilation === compilation) - Number(a.compilation === compilation));
