// What is said of a line that is in no kernel of an entry.
import { Fragment } from "preact";
import type { GraphNode } from "../contract";
import { breaksAt } from "../happened";
import { calledFrom, ledInto } from "../leads";
import { count, entryName, titleOf } from "../model";
import { checkedAt, isTraced, storedAt } from "../noGraph";
import { inNoKernel, noKernels } from "../noKernels";
import { type EntryPlace, tiesOf } from "../place";
import { address } from "../state";
import { lineKey, named } from "../web";
import type { Line } from "../whereShown";
import { BreakAt, isFound } from "./BreakAt";
import { Rich } from "./Rich";

const MOST_NAMES = 4; // functions in the row
const MOST_LINES = 6; // lines of what runs

/** Of a selected line with a `def` the lines of its body that are in this entry's graph. */
export function bodyOf({ context, state: { selection } }: EntryPlace): readonly string[] | undefined {
  return selection?.kind !== "source" ? undefined
    : tiesOf(context).bodies.get(lineKey(selection.file ?? context.root.file ?? "", selection.line));
}

/** The captured operations that belong to what is selected. */
export function capturedNodes({ context: { details }, kept }: EntryPlace): GraphNode[] {
  const captured = details.graph_data?.[0];
  return (captured?.nodes ?? []).filter(({ name }) => kept.nodes.has(named(captured?.file ?? "", name)));
}

/** The functions that a selected line calls, if these have operations in the graph. */
export function LeadsTo({ place: { context: { root, compilation, details }, state: { selection } }, mark = "", end = "" }:
  { place: EntryPlace; mark?: string; end?: string }) {
  if (selection?.kind !== "source") return null;
  const called = calledFrom(details, compilation.captured_places ?? [],
    selection.file ?? root.file ?? "", selection.line);
  const rest = called.length - MOST_NAMES;
  return called.length === 0 ? null : <span class="soft">{mark}leads to{" "}
    {called.slice(0, MOST_NAMES).map((name, at) => <span key={name}>{at === 0 ? "" : ", "}
      <code>{name}</code></span>)}
    {rest > 0 ? ` and ${count(rest, "other function")}` : ""}{end}</span>;
}

/** Of a line that is in no kernel of this entry. */
export function Elsewhere({ place, line, file }:
  { place: EntryPlace; line: number; file: string }) {
  const { context, state } = place;
  const { model, frame, at } = context;
  const found = ledInto(model, frame, file, line);
  const nodes = capturedNodes(place).length;
  if (found.some((one) => one.frame === frame && one.at === at))
    return <><LeadsTo place={place} end=" · " />
      <span class="soft"><Rich text={inNoKernel(context, file, line)} />
        {nodes === 0 ? "" : ` · ${count(nodes, "operation")}`}</span>
      <AfterGraph place={place} line={{ file, line }} mark=" · " />
      <BreakAt place={place} line={{ file, line }} mark=" · " /></>;
  const [first] = found;
  if (first === undefined && bodyOf(place) !== undefined)
    return <span class="soft">{bodyOf(place)?.length === 0
      ? "no line of its body is in this entry's graph"
      : noKernels(context) === "" ? "in this entry's graph, in no kernel" : <Rich text={`in this entry's graph: ${noKernels(context)}`} />}</span>;
  const breaks = breaksAt(model, context.compilation, { file, line });
  const isTold = isFound(model, { file, line });
  const broken = breaks.length === 0 || isTold ? null : <BreakAt place={place} line={{ file, line }} />;
  if (first === undefined) return broken ?? (isTold ? null : <InNoGraph place={place} line={{ file, line }} />);
  const { panes, widths, front } = state;
  const isStored = storedAt(context, { file, line }).words.length > 0;
  return <>{broken !== null ? <>{broken}; </> : !isStored ? "not in this entry: "
    : <><AfterGraph place={place} line={{ file, line }} />; </>}compiled in{" "}
    <a href={address({ frame: first.frame.id, at: first.at, panel: "code", panes, widths, front,
      selection: state.selection })}>
      {titleOf(first.frame)}, {entryName(first.compilation)}</a>
    {found.length > 1 ? <span class="soft"> and {found.length - 1} more</span> : null}</>;
}

/** What a line does after the graph, as Python, and where the code that runs does it. */
export function AfterGraph({ place: { context, state }, line, mark = "" }: { place: EntryPlace; line: Line; mark?: string }) {
  const { shown, words } = storedAt(context, line);
  const rest = words.length - MOST_NAMES;
  if (words.length === 0) return null;
  return <span class="soft">{mark}{shown.length === 0
    ? <>changes <Rich text={words.slice(0, MOST_NAMES).join("; ")} />{rest > 0
      ? ` and ${count(rest, "other object")}` : ""}: Python stores the last value after the graph</>
    : <>after the graph, as Python: {shown.length === 1 ? "line " : "lines "}{shown.slice(0, MOST_LINES).map((at, position) => <Fragment key={at}>
      {position === 0 ? "" : ", "}<a href={address({ ...state, selection: { kind: "shown", line: at } })}>{at}</a></Fragment>)
      }{shown.length > MOST_LINES ? ` and ${shown.length - MOST_LINES} more` : ""} of what runs</>}</span>;
}

/** A line without operations: what of it guards check, which shows that torch read it. */
function InNoGraph({ place, line }: { place: EntryPlace; line: Line }) {
  const { context, state } = place;
  if (storedAt(context, line).words.length > 0) return <AfterGraph place={place} line={line} />;
  const { conditions, guards } = checkedAt(context, line);
  if (guards === 0 && isTraced(context, line))
    return <span class="soft">has no operation in a graph: torch ran it while compiling</span>;
  if (guards === 0) return <span class="soft">in no graph: torch ran it while compiling,
    or it runs as Python, or no call came here</span>;
  const [first] = conditions;
  const more = guards - (first === undefined ? 0 : 1);
  const to = address({ ...state, panel: "guards" });
  return <>{first === undefined ? <>torch ran it while compiling: <a href={to}>
    {count(guards, "guard")}</a> {guards === 1 ? "checks" : "check"} what it read</>
    : <>decided while compiling: <a href={to} title="a guard: torch checks it before this entry runs">
      <code>{first}</code></a>{more > 0 ? <span class="soft"> and {count(more, "more guard")}</span>
      : <span class="soft"> (a guard)</span>}</>}</>;
}
