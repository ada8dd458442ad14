import { breakReason, breaksAt } from "../happened";
import { innermost, type Model, place as placeText, plain } from "../model";
import type { EntryPlace } from "../place";
import { address } from "../state";
import { type Line, whereShown } from "../whereShown";

/** Whether a finding at the line names its break: the row begins with that finding. */
export const isFound = ({ data }: Model, { file, line }: Line): boolean => data.findings.some((one) =>
  one.line?.file === file && one.line.line === line && one.title.startsWith("breaks the graph"));

/** The graph break that a line of an entry has, or that is inside what the line calls. */
export function BreakAt({ place: { context: { model, frame, at, compilation } }, line, mark = "" }:
  { place: EntryPlace; line: Line; mark?: string }) {
  const [event] = breaksAt(model, compilation, line);
  const inner = event && innermost(event);
  if (event === undefined || inner === undefined) return null;
  const isHere = inner.file === line.file && inner.line === line.line;
  if (isHere && isFound(model, line)) return null;
  const shown = isHere ? null : whereShown(model, inner, { frame: frame.id, at });
  const where = placeText(inner.file, inner.line);
  return <span title={breakReason(event)}>{mark}<span class="bad">graph break</span>{isHere
    ? `: ${plain(breakReason(event))}` : <> at {shown === null ? where
      : <a href={address(shown)}>{where}</a>} inside</>}</span>;
}
