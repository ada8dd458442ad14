// Why a function was compiled several times: a table over its compilations.

import { useMemo } from "preact/hooks";
import type { Place } from "../contract";
import { Copy } from "../ui/Copy";
import { Advice } from "./Advice";
import { recompilesMarkdown } from "./markdown";
import { RowCells } from "./RowCells";
import { rowsOf } from "./rows";
import { findingsOf, savedOf, savingWords } from "./rules";
import type { CompilationData, Expected, Finding, FrameData } from "./types";

/** What the table is given. */
export interface RecompilesProps {
  frame: FrameData;
  compilations: readonly CompilationData[];
  /** Those of the whole run; what is about this function is picked. */
  findings?: readonly Finding[];
  /** The rules of those that tell why a function was compiled again. */
  rules?: readonly string[];
  /** What is expected, of the whole run. */
  expected?: readonly Expected[];
  /** Opens the compilation at a position in the frame. */
  onOpen(at: number): void;
  onLine(place: Place): void;
}

/** Shows what each entry of a function accepts, and why it was made. */
export function Recompiles(props: RecompilesProps) {
  const { frame, compilations, findings = [], rules = [], expected = [], onOpen, onLine } = props;
  const rows = useMemo(() => rowsOf(compilations), [compilations]);
  const about = useMemo(() => findingsOf(findings, rules, frame),
    [findings, rules, frame]);
  const saved = useMemo(() => savedOf(expected, frame), [expected, frame]);
  const title = frame.title ?? frame.co_name;
  const isCounted = rows.some((row) => row.hits !== null);
  const entries = rows.filter((row) => row.outcome === "entry").length;
  return (
    <section class="rc" aria-label={`Compilations of ${title}`}>
      {about.map((one, at) => (
        <Advice key={at} what={one.why} line={one.line} origin={one.origin} label="Change"
          edit={one.edit} note={one.note} onLine={onLine} />
      ))}
      {saved.map((one) => (
        <Advice key={one.what} what={one.what} line={one.line} origin={one.origin} label={savingWords(one)} edit={one.edit}
          note={one.note} onLine={onLine} />
      ))}
      <table>
        <caption>
          <span>
            {entries === 1 ? "1 entry" : `${entries} entries`} of <code>{title}</code>
          </span>{" "}
          <Copy what="table" make={() => recompilesMarkdown(title, rows, about, saved)} />
        </caption>
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Accepts</th>
            <th scope="col">First guard that failed</th>
            {isCounted && (
              <th scope="col" class="rc-number">
                Calls
              </th>
            )}
            <th scope="col" class="rc-number">
              Compiled in
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RowCells key={row.at} {...{ row, isCounted, onOpen, onLine }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
