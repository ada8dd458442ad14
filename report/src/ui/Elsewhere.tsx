// What is said of a line that is in no kernel of an entry.
import { Fragment } from "preact";
import { asPython, brokenElsewhere, noCode, statementOf } from "../asPython";
import type { GraphNode } from "../contract";
import { breaksAt } from "../happened";
import { calledFrom, ledInto } from "../leads";
import { count, entryName, innermost, place as placeText, titleOf } from "../model";
import { checkedAt, isTraced, storedAt } from "../noGraph";
import { inGraphWithout, inNoKernel, noKernels } from "../noKernels";
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
    return <span class="soft">{bodyOf(place)?.length === 0 ? "no line of its body is in this entry's graph"
      : <Rich text={noKernels(context) === "" ? "in this entry's graph, in no kernel" : inGraphWithout(context)} />}</span>;
  const breaks = breaksAt(model, context.compilation, { file, line });
  const isTold = isFound(model, { file, line });
  const broken = breaks.length === 0 || isTold ? null : <BreakAt place={place} line={{ file, line }} />;
  if (first === undefined) return broken ?? (isTold ? null : <InNoGraph place={place} line={{ file, line }} />);
  const { panes, widths, front } = state;
  const isStored = storedAt(context, { file, line }).words.length > 0;
  return <>{broken !== null ? <>{broken}; </> : isStored ? <><AfterGraph place={place} line={{ file, line }} />; </>
    : isTraced(context, { file, line }) ? "has no operation in this entry's graph: torch ran it while compiling; "
      : "not in this entry: "}compiled in{" "}
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
export function InNoGraph({ place, line }: { place: EntryPlace; line: Line }) {
  const { context, state } = place;
  if (storedAt(context, line).words.length > 0) return <AfterGraph place={place} line={line} />;
  const broken = brokenElsewhere(context, line);
  if (broken !== undefined) return <BrokenIn place={place} line={line} broken={broken} />;
  const { conditions, guards } = checkedAt(context, line);
  if (guards === 0) return <Unchecked place={place} line={line} />;
  const [first] = conditions;
  const more = guards - (first === undefined ? 0 : 1);
  const to = address({ ...state, panel: "guards" });
  return <>{first === undefined ? <>torch ran it while compiling: <a href={to}>
    {count(guards, "guard")}</a> {guards === 1 ? "checks" : "check"} what it read</>
    : <>decided while compiling: <a href={to} title="a guard: torch checks it before this entry runs">
      <code>{first}</code></a>{more > 0 ? <span class="soft"> and {count(more, "more guard")}</span>
      : <span class="soft"> (a guard)</span>}</>}</>;
}

/** A break that another entry of the function met at a line. */
function BrokenIn({ place, line, broken: { frame, at, compilation, event } }:
  { place: EntryPlace; line: Line; broken: NonNullable<ReturnType<typeof brokenElsewhere>> }) {
  const { context, state } = place;
  const inner = innermost(event);
  const isHere = inner?.file === line.file && inner.line === line.line;
  return <>{isHere ? "" : "the call runs as Python: "}
    <BreakAt place={{ ...place, context: { ...context, frame, at, compilation } }} line={line} />, in{" "}<a href={address({ ...state, frame: frame.id, at })}>{titleOf(frame)}, {entryName(compilation)}</a></>;
}

/** A line that no guard checks: what else is known of it. */
function Unchecked({ place: { context, state }, line }: { place: EntryPlace; line: Line }) {
  const nothing = noCode(context, line);
  if (nothing !== "") return <span class="soft">{nothing}: nothing runs here</span>;
  if (isTraced(context, line))
    return <span class="soft">has no operation in a graph: torch ran it while compiling</span>;
  const python = asPython(context, line);
  const start = statementOf(context, line);
  if (python === undefined && start !== undefined) return <span class="soft">a part of the statement at{" "}
    <a href={address({ ...state, selection: { ...state.selection, kind: "source", line: start } })}>
      {placeText(line.file, start)}</a></span>;
  if (python === undefined) return <span class="soft">in no graph: torch ran it while compiling,
    or it runs as Python, or no call came here</span>;
  const { after, frame, at } = python;
  const where = placeText(line.file, after);
  return <span class="soft">runs as Python: torch {after === undefined ? "did not compile this function"
    : <>compiled nothing more of this function after the graph break at{" "}<a href={address({ ...state, frame: frame.id, at,
      selection: { kind: "source", line: after } })}>{where}</a></>}</span>;
}
