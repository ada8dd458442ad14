import type { Panel } from "../place";
import { go } from "../state";
import { Timeline } from "../timeline/Timeline";

/** When what was compiled. */
export const timeline: Panel = {
  id: "timeline",
  title: () => "Timeline",
  applies: ({ model }) => model.data.spans.length > 0,
  View: ({ place: { model } }) => <div class="page wide">
    <h2>When what was compiled</h2>
    <Timeline spans={model.data.spans}
      onOpen={(frame, at) => go({ frame, at, panel: "code", selection: null })} />
  </div>,
};
