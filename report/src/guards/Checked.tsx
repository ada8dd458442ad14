// What `depyf.check` said of calls of this function, and how the entries stand to one.

import { useState } from "preact/hooks";
import type { Check } from "../data";
import type { Context } from "../model";
import { count, place } from "../model";
import { address } from "../state";
import { LineRef, Rich } from "../ui/Rich";
import { type Standing, standings, verdict } from "./checks";

interface CheckedProps {
  checks: readonly Check[];
  /** The position of the one that is looked at. */
  selected: number | null;
  context: Context;
  onSelect(position: number | null): void;
}

const SHOWN = 6; // calls, until all are asked for

/** Shows the calls that were asked about. */
export function Checked({ checks, selected, context, onSelect }: CheckedProps) {
  const [isWhole, setWhole] = useState(false);
  const most = isWhole ? checks.length : Math.max(SHOWN, (selected ?? 0) + 1);
  const rest = checks.length - most;
  return (
    <section class="gd gd-checks" aria-labelledby="gd-checks">
      <h3 id="gd-checks">Would this call hit?</h3>
      <ul>
        {checks.slice(0, most).map((check, position) => (
          <li key={position}>
            <Asked
              check={check}
              isSelected={position === selected}
              onSelect={() => onSelect(position === selected ? null : position)}
            />
            {position === selected && (
              <Entries check={check} position={position} context={context} />
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          {count(rest, "more call")}
        </button>
      )}
    </section>
  );
}

/** Says how to have a call here. */
export function HowToCheck() {
  return (
    <p class="gd gd-none">
      Would a call hit? <code>depyf.check(fn, *args)</code> inside{" "}
      <code>prepare_debug</code> asks without making it, and is told here.
    </p>
  );
}

interface AskedProps {
  check: Check;
  isSelected: boolean;
  onSelect(): void;
}

function Asked({ check, isSelected, onSelect }: AskedProps) {
  const { asked_at: line, times, outcome } = check;
  return (
    <button type="button" class="gd-asked" aria-expanded={isSelected} onClick={onSelect}>
      <span class={outcome === "hit" ? "gd-hit" : "gd-miss"}>{verdict(check)}</span>
      <span>
        {line && place(line.file, line.line)} {line?.text && <code>{line.text}</code>}
      </span>
      <span class="gd-count">{times > 1 ? `${times} times` : ""}</span>
    </button>
  );
}

interface EntriesProps {
  check: Check;
  position: number;
  context: Context;
}

function Entries({ check, position, context }: EntriesProps) {
  const { misses = [], reason, notes = [], words } = check;
  const isFirst = check.outcome === "compile" && misses.length === 0;
  return (
    <div class="gd-entries">
      {(isFirst || reason !== undefined) && <p>{reason ?? words}</p>}
      {standings(check).map((one, at) => (
        <p key={at}>
          <EntryName one={one} position={position} context={context} />{" "}
          {one.fits ? "fits" : <Rich text={`refuses: ${one.words}`} />}
          {one.line !== null && (
            <span class="gd-needed">
              {", needed by "}
              <LineRef context={context} line={one.line} />
            </span>
          )}
          {one.advice !== "" && (
            <span class="gd-advice">
              to change: <Rich text={one.advice} />
            </span>
          )}
        </p>
      ))}
      {notes.map((text) => (
        <p key={text} class="gd-none">
          <Rich text={text} />
        </p>
      ))}
    </div>
  );
}

interface EntryNameProps {
  one: Standing;
  position: number;
  context: Context;
}

function EntryName({ one, position, context }: EntryNameProps) {
  if (one.at === context.at) return <strong>{one.name}, this one,</strong>;
  if (one.at === null) return <>{one.name}</>;
  const selection = { kind: "check", at: position } as const;
  const to = { frame: context.frame.id, at: one.at, panel: "guards", selection };
  return <a href={address(to)}>{one.name}</a>;
}
