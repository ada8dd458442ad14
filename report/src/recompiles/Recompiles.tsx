// Why a function was compiled several times: a table over its compilations.

import { useMemo } from "preact/hooks";
import type { Place, Recompiles as Ties } from "../contract";
import { Copy } from "../ui/Copy";
import { Advice, type AdviceProps } from "./Advice";
import { recompilesMarkdown } from "./markdown";
import { RowCells } from "./RowCells";
import { type Row, rowsOf } from "./rows";
import { findingsOf, isReasonOf, SAVING, savedOf } from "./rules";
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
  /** Which entries these are the reasons of. */
  ties?: Pick<Ties, "findings" | "expected" | "behind_others">;
  /** The entry that is looked at: its row is marked, and its own findings come first. */
  at?: number;
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
  const id = props.at === undefined ? undefined : compilations[props.at]?.id;
  const cards = useMemo(() => cardsOf(props, about, saved, id), [about, saved, id, props.ties]);
  const title = frame.title ?? frame.co_name;
  const isCounted = rows.some((row) => row.hits !== null);
  const entries = rows.filter((row) => row.outcome === "entry").length;
  return (
    <section class="rc" aria-label={`Compilations of ${title}`}>
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
            <th scope="col">Guard that failed</th>
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
            <RowCells key={row.at} {...{ row, isCounted, onOpen, onLine }} isShown={row.at === props.at} />
          ))}
        </tbody>
      </table>
      {cards.own.length + cards.behind.length > 0 && <h3>{id === undefined ? "What to change" : "This entry"}</h3>}
      {cards.own.map((one, at) => <Advice key={at} {...one} onLine={onLine} />)}
      {cards.behind.length > 0 && cards.own.length === 0 && <OwnGuard row={rows[props.at ?? -1]} />}
      {cards.behind.length > 0 && <p>Its seconds are part of the cost of:</p>}
      {cards.behind.map((one, at) => <Advice key={at} {...one} onLine={onLine} />)}
      {cards.others.length > 0 && <h3>Other entries</h3>}
      {cards.others.map((one, at) => <Advice key={at} {...one} onLine={onLine} />)}
    </section>
  );
}

/** The guard that failed, if no card says why there is the entry. */
function OwnGuard({ row }: { row: Row | undefined }) {
  const [failed] = row?.failed ?? [];
  return failed === undefined ? null
    : <p>Guard{failed.entry && ` of ${failed.entry}`} failed: <code>{failed.text}</code></p>;
}

type Card = Omit<AdviceProps, "onLine">;

interface Cards { own: Card[];
  /** Findings of another kind that the entry is a part of, such as a graph break. */
  behind: Card[]; others: Card[] }

/** The cards of the shown entry, and those of others. Without an id, all count as its own. */
function cardsOf({ findings = [], rules = [], expected = [], ties }: RecompilesProps, about: readonly Finding[],
  saved: readonly Expected[], id: string | undefined): Cards {
  const ofFinding = (one: Finding): Card => ({ ...one, what: one.why, label: "Change" });
  const ofExpected = (one: Omit<Card, "label">): Card => ({ ...one, label: SAVING });
  if (id === undefined || ties === undefined)
    return { own: [...about.map(ofFinding), ...saved.map(ofExpected)], behind: [], others: [] };
  const isOwn = isReasonOf(findings, ties.findings);
  const isExpected = isReasonOf(expected, ties.expected);
  const isOfRecompiles = ({ rule }: Finding) => rule !== undefined && rules.includes(rule);
  const of = findings.filter((one) => isOwn(one, id));
  return {
    own: [...of.filter(isOfRecompiles).map(ofFinding),
      ...expected.filter((one) => isExpected(one, id)).map(ofExpected),
      ...ties.behind_others.filter((one) => one.compilations.includes(id)).map(ofExpected)],
    behind: of.filter((one) => !isOfRecompiles(one)).map(ofFinding),
    others: [...about.filter((one) => !isOwn(one, id)).map(ofFinding),
      ...saved.filter((one) => !isExpected(one, id)).map(ofExpected)],
  };
}
