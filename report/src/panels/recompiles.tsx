import { useMemo } from "preact/hooks";
import type { Place } from "../contract";
import type { EntryPlace, Panel } from "../place";
import { Recompiles } from "../recompiles/Recompiles";
import { go } from "../state";
import { shownFrom } from "../whereShown";

/** Why a function has several entries, and what each accepts. */
export const recompiles: Panel<EntryPlace> = {
  id: "recompiles",
  title: () => "Recompiles",
  applies: ({ context }) => (context.frame.compilations ?? []).length > 1,
  View: ({ place: { context, model } }) => {
    const { at, frame, info } = context;
    const all = useMemo(() => (frame.compilations ?? []).map((one, at) =>
      ({ ...one, ...info.compilations[at] })), [frame, info]);
    const open = (to: number) => go({ at: to, panel: "code", selection: null });
    const show = (line: Place) => go(shownFrom({ frame: frame.id, at }, model, line));
    return <div class="page wide"><Recompiles frame={frame} compilations={all}
      findings={model.data.findings} rules={model.data.recompile_rules}
      expected={model.data.expected} ties={model.data.recompiles} at={at} onOpen={open} onLine={show} /></div>;
  },
};
