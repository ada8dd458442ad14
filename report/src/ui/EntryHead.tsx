import type { Context } from "../model";
import { count, entryTitle, innermost, NUMBERED_TOGETHER, otherNumbers, place, plain, recompiledWords, resumeNote, secondsOf, titleOf, whichResume } from "../model";
import { address, type State } from "../state";
import { neighbours } from "../steps";
import { Rich } from "./Rich";

/** How a quality of the source is painted, and what it means. */
const QUALITY: Readonly<Record<string, readonly [string, string]>> = {
  structured: ["good", "The source of what runs is proved to do the same, in a plainer form"],
  dispatch: ["warn", "The source of what runs is proved to do the same, as a state machine"],
  listing: ["warn", "A list of the instructions that run: no source could be proved"],
};

/** Which entry this is, and in a line what happened to it. */
export function EntryHead({ context, panel, look }:
  { context: Context; panel: string; look: Pick<State, "panes" | "widths" | "front" | "large"> }) {
  const { frame, at, compilation } = context;
  const { entry, hits } = compilation;
  const seconds = secondsOf(compilation);
  const others = otherNumbers(context.model.data.frames, frame);
  const [before, after] = neighbours(context.model, frame.id, at);
  const step = (to: typeof before, mark: string, label: string) => to === null
    ? <span class="soft" aria-hidden="true">{mark}</span>
    : <a href={address({ ...to, panel, ...look })} aria-label={label} title={label}>{mark}</a>;
  return <div class="head-line">
    <h2 class={whichResume(frame) === "" && others === "" ? "bare" : ""} title={[titleOf(frame), resumeNote(frame)].filter(Boolean).join("\n")}>
      <span class="name">{titleOf(frame)}</span>{" "}
      {whichResume(frame) === "" ? null : <span class="soft lines">{whichResume(frame)} </span>}
      <span class="soft number">{whichResume(frame) === "" ? "" : "· "}{entryTitle(compilation)}</span>
      {others === "" ? null : <span class="soft lines" title={`${others}\n${NUMBERED_TOGETHER}`}>({others})</span>}</h2>
    {step(before, "‹", "The entry before ( [ )")}
    {step(after, "›", "The entry after ( ] )")}
    {entry && entry.quality !== "exact" ? <b class={QUALITY[entry.quality]?.[0] ?? ""}
      title={QUALITY[entry.quality]?.[1] ?? ""}>
      {entry.quality}</b> : null}
    {hits === undefined ? null : <span>{count(hits, "hit")}</span>}
    {seconds > 0 ? <span>{seconds.toFixed(2)} s compiling</span> : null}
    <Why context={context} />
  </div>;
}

/** Why there is this entry, or none, or where it ends; the rest is in the details. */
function Why({ context }: { context: Context }) {
  const { compilation, frame, at } = context;
  const refused = refusedCall(context);
  const { reason } = compilation;
  const [event] = compilation.graph_breaks ?? [];
  const line = event && innermost(event);
  const more = address({ frame: frame.id, at, panel: "details" });
  return <>
    {compilation.skipped && !compilation.entry
      ? <span class="why bad" title={compilation.skipped}><Rich text={compilation.skipped} /></span> : null}
    {reason ? <a class="why warn" href={address({ frame: frame.id, at, panel: "recompiles" })} title={recompiledWords(frame, compilation)}>
      {recompiledWords(frame, compilation)}</a> : null}
    {event ? <a class="why bad short" href={more} title={event.reason}>
      graph break{line ? ` at ${place(line.file, line.line)}` : `: ${event.reason ?? ""}`}
    </a> : null}
    {refused === null ? null : <a class="why bad short" href={refused.href} title={refused.why}>
      what it calls runs as plain Python: recompile limit</a>}
  </>;
}

/** Of an entry without a graph, whether torch refused to compile what its call goes on to. */
function refusedCall({ model: { data }, compilation, details: { called_at: called } }: Context): { href: string; why: string } | null {
  if (called === undefined || compilation.entry === undefined || (compilation.graphs ?? []).length > 0) return null;
  const at = data.findings.findIndex(({ rule, line }) => rule === REFUSED && line?.file === called.file && line.line === called.line);
  return at < 0 ? null : { href: address({ panel: "overview", file: `finding-${at}` }), why: plain(data.findings[at]?.why) };
}
const REFUSED = "refused-call";
