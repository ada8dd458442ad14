// What to change so that the function is compiled less often.

import type { Place } from "../contract";
import type { CodeLine, Finding } from "../data";
import { placeName, placeOf } from "../guards/conditions";
import { Edit, isLong } from "../ui/Edit";
import { Trials } from "../ui/Trials";
import { Ticked } from "./Ticked";

/** One piece of advice. */
export interface AdviceProps {
  subject?: string | undefined;
  /** What happens, behind the subject; `what` may then start with "It". */
  title?: string | undefined;
  what: string;
  line?: CodeLine | undefined;
  /** The lines that made the value. */
  origin?: readonly CodeLine[] | undefined;
  origin_how?: Finding["origin_how"] | undefined;
  /** What the edit is for: `Change`. */
  label: string;
  edit?: string | undefined;
  note?: string | undefined;
  /** What `depyf cure` measured of the edits that it tried, and all that the best of them changes. */
  trials?: readonly string[] | undefined;
  diff?: string | undefined;
  onLine(place: Place): void;
}

/** What the lines behind a card gave: a mode of torch is no value. */
const fromWords = (how: Finding["origin_how"]): string =>
  how === "cause" ? "Because of" : how === "by name" ? "Value from one of" : how === "seen" ? "Value from (seen)" : "Value from";

/** Shows what happens, the line that causes it, and the edit to make. */
export function Advice({ subject = "", title, what, line, origin = [], origin_how: how, label, edit, note, trials, diff, onLine }: AdviceProps) {
  // A short diff stands for the edit, as on the card of the first screen.
  const own = diff === undefined || isLong({ diff }) ? edit : undefined;
  return (
    <div class="rc-advice">
      <p>
        {title !== undefined && <><b><code>{subject}</code> <Ticked text={title} /></b>. </>}
        <Ticked text={what} />
      </p>
      <dl>
        {([["Line", line === undefined ? [] : [line]], [fromWords(how), origin]] as const)
          .map(([name, lines]) => lines.length > 0 && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {lines.map((one) => (
                  <div key={placeName(one)}>
                    <button type="button" onClick={() => onLine(placeOf(one))}>
                      {placeName(one)}
                    </button>{" "}
                    {one.text && <code>{one.text}</code>}
                  </div>
                ))}
              </dd>
            </div>
          ))}
        {(own || note) && (
          <div>
            <dt>{label}</dt>
            <dd>
              {own && <code class="rc-edit">{own}</code>}{" "}
              {note && (
                <span class="rc-soft">
                  <Ticked text={note} />
                </span>
              )}
            </dd>
          </div>
        )}
      </dl>
      <Trials words={trials} />
      {diff !== undefined && <Edit of={{ diff }} />}
    </div>
  );
}
