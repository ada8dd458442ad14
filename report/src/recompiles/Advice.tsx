// What to change so that the function is compiled less often.

import type { Place } from "../contract";
import { placeName, placeOf } from "../guards/conditions";
import { Ticked } from "./Ticked";
import type { Finding } from "./types";

interface AdviceProps {
  finding: Finding;
  onLine(place: Place): void;
}

/** Shows a finding: what is, the line, and the edit to make. */
export function Advice({ finding, onLine }: AdviceProps) {
  const { what, line, edit, note } = finding;
  return (
    <div class="rc-advice">
      <p>
        It <Ticked text={what} />
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
            <dt>Change</dt>
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
