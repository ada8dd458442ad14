import { bareTitle, textAt } from "../model";
import type { EntryPlace, Panel } from "../place";
import { point, select } from "../state";
import { Code } from "../ui/Code";
import { Rich } from "../ui/Rich";

/** The transformed code: what runs instead of the function. */
export const shown: Panel<EntryPlace> = {
  id: "shown",
  title: ({ context: { compilation, frame } }) => compilation.entry
    ? `What runs · ${frame.decorator ? bareTitle(frame) : frame.co_name}` : "Nothing was compiled: it runs as it is",
  applies: () => true,
  View: ({ place }) => {
    const { model: { data }, context: { compilation, details, info } } = place;
    return <>
      {compilation.entry
        ? <Code label="What runs" text={textAt(data, details.text)}
          lit={place.lit.shown} kept={place.kept.shown}
          point={(line) => point(line === null ? null : { kind: "shown", line })}
          pick={(line) => select({ kind: "shown", line })} />
        : <p class="inset"><Rich text={compilation.skipped} /></p>}
      {info.own_source === null ? null : <>
        <h3>{info.own_line === undefined ? "The resume function as torch made it"
          : "It goes on with the rest of the function"}</h3>
        <Code label="The resume function" first={info.own_line ?? 1}
          text={textAt(data, info.own_source)} /></>}
    </>;
  },
};
