// What is said of a line in "Fused?" that is in no graph.
import { breaksAt } from "../happened";
import { innermost, place as placeText } from "../model";
import type { EntryPlace } from "../place";
import { address } from "../state";
import { type Line, shownFrom } from "../whereShown";
import { InNoGraph } from "./Elsewhere";

/** Why a line has no kernel: a graph break is at it or inside what it calls, or torch ran it while compiling. */
export function WithoutKernel({ place, line, wanted }: { place: EntryPlace; line: Line; wanted: string }) {
  const { model, compilation, frame, at } = place.context;
  const [event] = breaksAt(model, compilation, line);
  const inner = event && innermost(event);
  if (inner === undefined) return <p>No kernel computes <code>{wanted}</code>:{" "}
    <InNoGraph place={place} line={line} />.</p>;
  const isHere = inner.file === line.file && inner.line === line.line;
  return <p>No: a <span class="bad">graph break</span> is {isHere ? "at" : "inside"} <code>{wanted}</code>
    {isHere ? "" : <>, at <a href={address(shownFrom({ frame: frame.id, at }, model, inner))}>
      {placeText(inner.file, inner.line)}</a></>}.</p>;
}
