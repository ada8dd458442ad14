import { useMemo } from "preact/hooks";
import { calledIn, isInstalled } from "../callOrder";
import type { CapturedPlace } from "../data";
import { editsOf } from "../edited";
import { breakReason, stackIn } from "../happened";
import { leadingLines } from "../leads";
import type { Context } from "../model";
import { base, count, innermost, linesOf, place as placeText, plain, textAt, titleOf }
  from "../model";
import type { EntryPlace, Panel } from "../place";
import { point, selectLine, type SourceLine } from "../state";
import { Code } from "../ui/Code";
import { Fold } from "../ui/Fold";

const OPEN_AT_FIRST = 12; // captured functions
const UNKNOWN = "# the source of this function is not known";

/** What the user wrote, and the functions that were captured with it. */
export const source: Panel<EntryPlace> = {
  id: "source",
  title: ({ context }) => `${headOf(context)} · ${wraps(context) ? titleOf(context.root)
    : placeText(context.root.file, context.info.source_line)}`,
  applies: () => true,
  View: ({ place }) => {
    const { model: { data }, context } = place;
    const { root, info, compilation, details } = context;
    const first = info.source_line ?? 1;
    const file = root.file ?? "";
    const text = textAt(data, info.source) || UNKNOWN;
    const { marks, notes } = useMemo(() => marksOf(context, { file, first, last: lastOf(first, text) },
      [...compilation.captured_lines?.[file] ?? [], ...leadingLines(details, file)]),
    [compilation, details, file, text]);
    const kept = linesIn(place.focus, file);
    const own = <Code key="own" label={`${headOf(context)} ${placeText(file, first)}`} first={first}
      marks={marks} notes={notes} text={text}
      lit={linesIn(place.lit.source, file)} kept={kept}
      selected={linesIn(place.kept.source, file)}
      {...picking((line) => ({ line }))} />;
    const called = useMemo(() => calledIn(context, othersOf(context)), [compilation, context.details]);
    const captured = called.map(({ one, isLibrary }, at) => <Captured key={keyOf(one)} place={place}
      one={one} open={at < OPEN_AT_FIRST && !isLibrary} />);
    if (!wraps(context)) return <>{own}{captured}</>;
    return <>{captured}
      <Fold class="captured" label={`Around it: ${root.decorator ?? root.co_name}`}
        note={` · ${placeText(file, first)}`} open={kept.size > 0}>{() => own}</Fold></>;
  },
};

/** What is compiled may be a library's own function, such as a model's `forward`, or have lines of an edit. */
function headOf({ root, info, model: { data } }: Context): string {
  const [file, first] = [root.file ?? "", info.source_line ?? 1];
  const last = data.functions[file]?.find(([one]) => one === first)?.[1] ?? Infinity;
  return editsOf(data, file, first, last) === "here" ? WITH_EDITS : isInstalled(file) ? "Library code" : "You wrote";
}
const WITH_EDITS = "With edits of depyf cure";
const EDITED = { here: " · with edits of depyf cure", elsewhere: " · file edited elsewhere", "": "" };

const keyOf = (one: CapturedPlace): string => `${one.file}:${one.first_line} ${one.lines}`;

const othersOf = (context: Context): CapturedPlace[] =>
  (context.compilation.captured_places ?? []).filter((one) => !isShown(context, one));

/** Whether the function is a decorator's: what the user wrote is what it calls. */
const wraps = (context: Context): boolean =>
  Boolean(context.root.decorator) && othersOf(context).length > 0;

/** Whether a captured function is the one that stands at the top anyway. */
function isShown({ root, info, model: { data } }: Context, one: CapturedPlace): boolean {
  if (one.file !== root.file) return false;
  if (one.first_line === info.source_line) return true;
  const known = `${one.file}:${one.first_line}` in data.sources;
  return !known && [root.co_name, root.qualified_name].includes(one.function);
}

const EMPTY: ReadonlySet<number> = new Set();
const linesIn = (lit: EntryPlace["lit"]["source"], file: string): ReadonlySet<number> =>
  lit.get(file) ?? EMPTY;

const picking = (of: (line: number) => SourceLine) => ({
  point: (line: number | null) => point(line === null ? null : { kind: "source", ...of(line) }),
  pick: (line: number, isSecond: boolean) => selectLine(of(line), isSecond),
});

/** A function as it is shown: its file, and its first and last line. */
interface Shown { file: string; first: number; last: number }

const lastOf = (first: number, text: string): number => first + text.trimEnd().split("\n").length - 1;

/** How lines of a function are marked: in a graph, or leading to a break, with the reason. */
function marksOf({ model, compilation }: Pick<Context, "model" | "compilation">,
  shown: Shown, covered: readonly number[]) {
  const marks = new Map(covered.map((line) => [line, "covered"]));
  const notes = new Map<number, string>();
  for (const event of compilation.graph_breaks ?? []) {
    const here = stackIn(model, event, shown);
    for (const { line } of here) marks.set(line, "broken");
    const [last, inner] = [here.at(-1), innermost(event)];
    if (last === undefined || inner === undefined) continue;
    const where = last.file === inner.file && last.line === inner.line ? ""
      : ` at ${placeText(inner.file, inner.line)}`;
    notes.set(last.line, `graph break${where}: ${plain(breakReason(event))}`);
  }
  return { marks, notes };
}

function Captured({ place, one, open }:
  { place: EntryPlace; one: CapturedPlace; open: boolean }) {
  const { model: { data }, context: { compilation, details } } = place;
  const found = data.sources[`${one.file}:${one.first_line}`];
  const modules = (one.modules ?? []).join(", ");
  const first = one.first_line ?? 1;
  const text = found === undefined ? "" : textAt(data, found.text);
  const last = lastOf(first, text);
  const { marks, notes } = useMemo(() => marksOf(place.context, { file: one.file, first, last },
    [...linesOf(one.lines), ...leadingLines(details, one.file)]), [compilation, details, one, text]);
  const lit = linesIn(place.lit.source, one.file);
  const kept = linesIn(place.focus, one.file);
  const note = `${modules ? ` · ${modules}` : ""} · ${count(one.nodes, "operation")}`
    + EDITED[editsOf(data, one.file, first, Math.max(last, ...linesOf(one.lines)))]
    + (found?.changed ? " · changed since it was imported" : "");
  const label = `${one.function ?? ""} · ${base(one.file)}:${one.lines}`;
  if (found === undefined)
    return <h3>{label}<span class="soft">{note}</span></h3>;
  const here = [...kept].some((line) => line >= first && line <= last);
  return <Fold class="captured" label={label} note={note} open={open || here}>
    {() => <Code label={label} text={text} first={first} marks={marks}
      notes={notes} lit={lit} kept={here ? kept : EMPTY}
      selected={linesIn(place.kept.source, one.file)}
      {...picking((line) => ({ line, file: one.file }))} />}
  </Fold>;
}
