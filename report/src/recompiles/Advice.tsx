// What to change so that the function is compiled less often.

import type { Place } from "../contract";
import type { CodeLine } from "../data";
import { placeName, placeOf } from "../guards/conditions";
import { Ticked } from "./Ticked";

interface AdviceProps {
  what: string;
  line?: CodeLine | undefined;
  /** What the edit is for: `Change`. */
  label: string;
  edit?: string | undefined;
  note?: string | undefined;
  onLine(place: Place): void;
}

/** Shows what happens, the line that causes it, and the edit to make. */
export function Advice({ what, line, label, edit, note, onLine }: AdviceProps) {
  return (
    <div class="rc-advice">
      <p>
        <Ticked text={what} />
      </p>
      <dl>
        {line && (
          <>
            <dt>Line</dt>
            <dd>
              <button type="button" onClick={() => onLine(placeOf(line))}>
                {placeName(line)}
              </button>{" "}
              {line.text && <code>{line.text}</code>}
            </dd>
          </>
        )}
        {(edit || note) && (
          <>
            <dt>{label}</dt>
            <dd>
              {edit && <code class="rc-edit">{edit}</code>}{" "}
              {note && (
                <span class="rc-soft">
                  <Ticked text={note} />
                </span>
              )}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
