import type { Span } from "../contract";
import { entryName, innermost, type Model, place as placeText, spansOf } from "../model";
import type { Panel } from "../place";
import { address, go } from "../state";
import { Timeline } from "../timeline/Timeline";

/** The parts of compiling over time; the ranks of a run stand below each other. */
export const timeline: Panel = {
  id: "timeline",
  title: () => "Timeline",
  applies: ({ model }) => model.data.spans.length > 0,
  View: ({ place: { model } }) => {
    const { ranks } = model.data;
    const spans = spansOf(model);
    return <div class="page wide">
      <h2>Timeline</h2>
      <Timeline spans={spans} {...(ranks?.times === undefined ? {} : { ranks: ranks.times })}
        rank={model.data.rank ?? 0} about={(span) => <About model={model} span={span} />}
        onOpen={(frame, at, rank) => open(model, { frame, at, rank })} />
    </div>;
  },
};

/** The entry that a part belongs to, why there is one, and what its caches said. */
function About({ model, span: { frame, at } }: { model: Model; span: Span }) {
  const one = frame === null ? undefined : model.byId.get(frame)?.compilations?.[at];
  if (frame === null || one === undefined) return null;
  const to = (panel: string) => address({ frame, at, panel });
  const { reason } = one;
  const why = new Set((one.caches ?? []).flatMap(({ cache, outcome, reason: said }) =>
    outcome === "bypass" && said ? [`${cache}: ${said}`] : []));
  return <>
    <a href={to("code")}>{entryName(one)}</a>
    {reason === undefined ? null
      : <a class="warn" href={to("recompiles")} title={reason.text}>{one.entry === undefined ? "why" : "recompiled"}</a>}
    {(one.graph_breaks ?? []).map((event, number) => {
      const line = innermost(event);
      return <a key={number} class="bad" href={to("details")} title={event.reason}>
        break{line ? ` at ${placeText(line.file, line.line)}` : ""}</a>;
    })}
    {[...why].map((text) => <span key={text} class="soft">{text}</span>)}</>;
}

/** Opens a compilation here, or in the page of its rank. */
function open({ data }: Model, { frame, at, rank }:
  { frame: string; at: number; rank: number }): void {
  const state = { frame, at, panel: "code", selection: null };
  const other = data.ranks?.times?.find((one) => one.rank === rank);
  if (other === undefined || rank === (data.rank ?? 0)) go(state);
  else location.href = other.page + address(state);
}
