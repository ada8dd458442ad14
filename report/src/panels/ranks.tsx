import type { Model } from "../model";
import type { Panel } from "../place";
import { Ranks } from "../ranks/Ranks";
import { go } from "../state";

/** Which ranks compiled the same, and where the others went another way. */
export const ranks: Panel = {
  id: "ranks",
  title: () => "Ranks",
  applies: ({ model }) => model.data.ranks !== undefined,
  View: ({ place: { model } }) => {
    const { ranks: data } = model.data;
    return data === undefined ? null : <div class="page wide">
      <h2>Ranks</h2>
      <Ranks ranks={data} onOpen={(id) => {
        const found = whereCompiled(model, id);
        if (found !== null) go({ ...found, panel: "code", selection: null });
      }} /></div>;
  },
};

/** Where a compilation is, by torch's id. */
function whereCompiled(model: Model, id: string): { frame: string; at: number } | null {
  for (const frame of model.data.frames) {
    const at = (frame.compilations ?? []).findIndex((one) => one.id === id);
    if (at >= 0) return { frame: frame.id, at };
  }
  return null;
}
