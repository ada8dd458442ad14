// One compilation of the table.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Place } from "../contract";
import type { CodeLine } from "../data";
import { placeName, placeOf } from "../guards/conditions";
import { duration } from "../timeline/words";
import type { Failed, Row } from "./rows";
import { Ticked } from "./Ticked";

interface RowProps {
  row: Row;
  /** Whether calls were counted at all. */
  isCounted: boolean;
  /** Whether the page shows this entry. */
  isShown: boolean;
  onOpen(at: number): void;
  onLine(place: Place): void;
}

const SHOWN = 3; // conditions of a first entry, until all are asked for

/** Shows a compilation as a row. */
export function RowCells({ row, isCounted, isShown, onOpen, onLine }: RowProps) {
  return (
    <tr class={row.outcome === "entry" ? "" : "rc-refused"} aria-current={isShown ? "true" : undefined}>
      <th scope="row">
        <button type="button" onClick={() => onOpen(row.at)}>
          {row.entry || "no entry"}
        </button>
        {row.wrapped !== "" && <div>for <code>{row.wrapped}</code></div>}
        <div class="rc-soft">{row.id}</div>
        <CalledAt line={row.calledAt} onLine={onLine} />
      </th>
      <td>{row.outcome === "entry" ? <Accepts row={row} /> : <Refused row={row} />}</td>
      <td>
        <FailedGuards failed={row.failed} onLine={onLine} />
      </td>
      {isCounted && <td class="rc-number">{row.hits ?? "–"}</td>}
      <td class="rc-number">{row.seconds === null ? "–" : duration(row.seconds)}</td>
    </tr>
  );
}

/** The line whose call was compiled: of a finding's line other calls may be made. */
const CalledAt = ({ line, onLine }: { line: CodeLine | undefined } & Pick<RowProps, "onLine">) => line === undefined ? null
  : <div class="rc-soft">called at{" "}
    <button type="button" title={line.text} onClick={() => onLine(placeOf(line))}>{placeName(line)}</button></div>;

function Accepts({ row }: { row: Row }) {
  const [isWhole, setWhole] = useState(false);
  const { accepts, difference, sizes } = row;
  // What differs from an entry before is the answer; the conditions are more of it.
  const shown = isWhole ? accepts : accepts.slice(0, difference === "" ? SHOWN : 0);
  const rest = accepts.length - shown.length;
  return (
    <>
      {difference !== "" && (
        <div>
          <Ticked text={difference} />
        </div>
      )}
      {shown.map((text, at) => (
        <code key={at}>{text}</code>
      ))}
      {accepts.length === 0 && <span class="rc-soft">what all entries accept</span>}
      {rest > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          {shown.length > 0 ? `${rest} more` : counted(rest)}
        </button>
      )}
      {sizes.map((one) => (
        <div key={one} class="rc-soft">
          <Ticked text={one} />
        </div>
      ))}
    </>
  );
}

const counted = (number: number) =>
  number === 1
    ? "the condition that not all entries have"
    : `the ${number} conditions that not all entries have`;

function Refused({ row }: { row: Row }) {
  return (
    <>
      <strong class="rc-bad">
        {row.outcome === "limit"
          ? "Refused: the limit of entries is reached"
          : "Not compiled"}
      </strong>
      {row.outcome === "limit" && (
        <div>Calls that fit no entry run as plain Python from here on.</div>
      )}
      {row.refused !== "" && (
        <details>
          <summary>what torch says</summary>
          <div class="rc-soft">{row.refused}</div>
        </details>
      )}
    </>
  );
}

interface FailedProps {
  failed: readonly Failed[];
  onLine(place: Place): void;
}

function FailedGuards({ failed, onLine }: FailedProps) {
  const [isWhole, setWhole] = useState(false);
  const [first, ...others] = failed;
  if (first === undefined) return <span class="rc-soft">–</span>;
  return (
    <>
      <FailedGuard one={first} onLine={onLine}>
        {others.length > 0 && (
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? "less" : `and ${others.length} other${others.length > 1 ? "s" : ""}`}
          </button>
        )}
      </FailedGuard>
      {isWhole &&
        others.map((one, at) => <FailedGuard key={at} one={one} onLine={onLine} />)}
    </>
  );
}

interface FailedGuardProps {
  one: Failed;
  onLine(place: Place): void;
  children?: ComponentChildren;
}

function FailedGuard({ one, onLine, children }: FailedGuardProps) {
  const { text, entry, place, code } = one;
  return (
    <div class="rc-failed">
      <code>{text}</code>
      <div class="rc-soft">
        {entry !== "" && <span>of {entry}</span>}
        {place !== null && (
          <button type="button" title={code} onClick={() => onLine(place)}>
            {placeName(place)}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
