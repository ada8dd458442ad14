import type { Model } from "../model";
import type { Panel } from "../place";
import { address, go } from "../state";
import { Timeline } from "../timeline/Timeline";

/** When what was compiled; the ranks of a run stand below each other. */
export const timeline: Panel = {
  id: "timeline",
  title: () => "Timeline",
  applies: ({ model }) => model.data.spans.length > 0,
  View: ({ place: { model } }) => {
    const { spans, ranks } = model.data;
    return <div class="page wide">
      <h2>When what was compiled</h2>
      <Timeline spans={spans} {...(ranks?.times === undefined ? {} : { ranks: ranks.times })}
        onOpen={(frame, at, rank) => open(model, { frame, at, rank })} />
    </div>;
  },
};

/** Opens a compilation here, or in the page of its rank. */
function open({ data }: Model, { frame, at, rank }:
  { frame: string; at: number; rank: number }): void {
  const state = { frame, at, panel: "code", selection: null };
  const other = data.ranks?.times?.find((one) => one.rank === rank);
  if (other === undefined || rank === (data.rank ?? 0)) go(state);
  else location.href = other.page + address(state);
}
