// What an entry demands of a call, by what one can do about it.

import { useMemo, useState } from "preact/hooks";
import type { Place } from "../contract";
import { count } from "../model";
import { Rich } from "../ui/Rich";
import { Compared } from "./Compared";
import { conditionKey, type Failing } from "./checks";
import { conditionOf, filesOf, isLibrary, type Condition, type Files } from "./conditions";
import { comparedOf, mustOf } from "./must";
import { type Guard, type GuardGroup } from "../data";
import { Fold } from "../ui/Fold";
import { Broken, Some } from "../ui/Some";

/** Another entry, to compare with. */
export interface OtherEntry {
  /** What it is called: `entry 2`. */
  name: string;
  groups: readonly GuardGroup[];
}

/** What the guards are given. */
export interface GuardsProps {
  groups: readonly GuardGroup[];
  /** Those of the entry as torch checks them, in full; they know the files of places. */
  guards: readonly Guard[];
  /** What the entry is called, where it stands beside another. */
  name?: string;
  other?: OtherEntry;
  /** Conditions that a call fails, which is looked at. */
  failing?: Failing;
  /** Files of the program. */
  known?: readonly string[];
  onLine(place: Place): void;
}

// What a reader can do little about is folded until it is looked for.
const FOLDED = new Set([
  "the same objects and types",
  "torch's own state",
  "what torch does not print as Python",
]);

const NO_FILES: readonly string[] = [];
const NOTHING_FAILS: Failing = new Map();

/** Shows the guards of an entry, and beside another what differs. */
export function Guards(props: GuardsProps) {
  const { groups, guards, name = "this entry", other, onLine } = props;
  const { failing = NOTHING_FAILS, known = NO_FILES } = props;
  const [filter, setFilter] = useState("");
  const files = useMemo(() => filesOf(guards), [guards]);
  const wanted = filter.trim().toLowerCase();
  const shown = groups
    .map((group) => filtered(group, wanted))
    .filter(({ own, common }) => own.length + common.length > 0);
  return (
    <section class="gd" aria-label="Guards">
      {other && <Compared a={{ name, groups }} b={other} />}
      <div class="gd-head">
        <input
          type="search"
          placeholder="Filter guards"
          aria-label="Filter guards"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span class="gd-count">{guards.length > 0 && count(guards.length, "guard")}</span>
      </div>
      {shown.map((group) => (
        <Group
          key={group.title}
          group={group}
          files={files}
          known={known}
          failing={failing}
          isWanted={wanted !== ""}
          isOpen={wanted !== "" || !FOLDED.has(group.title) || fails(group, failing)}
          onLine={onLine}
        />
      ))}
      {shown.length === 0 && (
        <p class="gd-none" role="status">
          {wanted === "" ? "No guards: any call fits." : "No guard has this in it."}
        </p>
      )}
    </section>
  );
}

interface GroupProps {
  group: GuardGroup;
  files: Files;
  known: readonly string[];
  failing: Failing;
  /** Whether it holds what the reader looks for. */
  isWanted: boolean;
  isOpen: boolean;
  onLine(place: Place): void;
}

function Group({ group, files, known, failing, isWanted, isOpen, onLine }: GroupProps) {
  const { title, own, common } = group;
  const shared = { title, files, known, failing, onLine };
  return (
    <details class="gd-group" open={isOpen}>
      <summary>
        {title} <span class="gd-count">{own.length + common.length}</span>
      </summary>
      <Conditions texts={own} {...shared} />
      {common.length > 0 && (
        <Fold
          label="What all entries of the function share"
          note={common.length}
          open={isWanted || fails({ title, own: [], common }, failing)}
        >
          {() => <Conditions texts={common} {...shared} />}
        </Fold>
      )}
    </details>
  );
}

interface ConditionsProps {
  title: string;
  texts: readonly string[];
  files: Files;
  known: readonly string[];
  failing: Failing;
  onLine(place: Place): void;
}

function Conditions({ title, texts, files, known, failing, onLine }: ConditionsProps) {
  if (texts.length === 0) return null;
  return (
    <table class="gd-table">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Must be</th>
          <th scope="col">Needed by</th>
        </tr>
      </thead>
      <tbody>
        {texts.map((text, at) => {
          const condition = conditionOf(text, files);
          const why = failing.get(conditionKey(title, text));
          return (
            <tr key={at} class={why === undefined ? "" : "gd-failing"}>
              <Words text={condition.text} />
              <td>
                <Lines condition={condition} known={known} onLine={onLine} />
                {why !== undefined && (
                  <em>
                    fails: <Rich text={why} />
                  </em>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What a condition asks: of a simple one the values, and what they must be. */
function Words({ text }: { text: string }) {
  const simple = useMemo(() => mustOf(text) ?? comparedOf(text), [text]);
  if (simple === null) {
    return (
      <td colSpan={2}>
        <code>{text}</code>
      </td>
    );
  }
  return (
    <>
      <td class="gd-value">
        <Some items={simple.values} />
      </td>
      <td class="gd-must">
        <code>{simple.must}</code>
      </td>
    </>
  );
}

interface LinesProps {
  condition: Condition;
  known: readonly string[];
  onLine(place: Place): void;
}

function Lines({ condition, known, onLine }: LinesProps) {
  const { remark } = condition;
  // A line of the user's is one to look at; one of a library's says where, and no more.
  const own = condition.places.filter(({ file }) => !isLibrary(file, known));
  const places = own.length > 0 ? own : condition.places;
  const code = own.length > 0 ? condition.code : "";
  if (places.length === 0) return remark === "" ? null : <span>{remark}</span>;
  return (
    <span class="gd-lines">
      {places.map((place) => !known.includes(place.file) && isLibrary(place.file, known) ? (
        <span key={place.name}><Broken name={place.name} />{" "}</span>
      ) : (
        <button
          type="button"
          key={place.name}
          aria-label={`Show ${place.name}`}
          onClick={() => onLine({ file: place.file, line: place.line })}
        >
          <Broken name={place.name} />
        </button>
      ))}
      {code}
    </span>
  );
}

function fails({ title, own, common }: GuardGroup, failing: Failing): boolean {
  return [...own, ...common].some((text) => failing.has(conditionKey(title, text)));
}

function filtered(group: GuardGroup, wanted: string): GuardGroup {
  if (wanted === "") return group;
  if (group.title.toLowerCase().includes(wanted)) return group;
  const fits = (text: string) => text.toLowerCase().includes(wanted);
  return {
    title: group.title,
    own: group.own.filter(fits),
    common: group.common.filter(fits),
  };
}
