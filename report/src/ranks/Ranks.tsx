// The ranks of a run: which compiled the same, and where the others went another way.

import type { ComponentChildren } from "preact";
import { differenceWords, rankNames, verdict } from "./words";
import type { RankDifference, RankGroup, RanksData, RankStep } from "./types";

/** What the ranks are given. */
export interface RanksProps {
  ranks: RanksData;
  /** Opens a compilation of this page's rank by torch's id: `0/1`. */
  onOpen(compilation: string): void;
}

/** Shows groups of equal ranks; the page of each rank is a link. */
export function Ranks({ ranks, onOpen }: RanksProps) {
  const { groups, missing } = ranks;
  const first = groups[0];
  return (
    <section class="rk" aria-label="Ranks">
      <p class={groups.length > 1 ? "rk-verdict rk-bad" : "rk-verdict"}>{verdict(ranks)}</p>
      {groups.map((group, at) => (
        <Group key={at} group={group} first={first ?? group} onOpen={onOpen} />
      ))}
      {missing.length > 0 && (
        <p class="rk-soft">{rankNames(missing)}: nothing written yet, or ended by force</p>
      )}
    </section>
  );
}

interface GroupProps {
  group: RankGroup;
  first: RankGroup;
  onOpen(compilation: string): void;
}

function Group({ group, first, onOpen }: GroupProps) {
  const { ranks, compilations, difference } = group;
  const counted = compilations === 1 ? "1 compilation" : `${compilations} compilations`;
  return (
    <div class="rk-group">
      <h3>
        {rankNames(ranks.map(({ rank }) => rank))} <span class="rk-soft">{counted}</span>
      </h3>
      <ul class="rk-pages" aria-label="Pages of these ranks">
        {ranks.map(({ rank, page }) => (
          <li key={rank}>
            <a href={page} aria-label={`Page of rank ${rank}`}>
              {ranks.length === 1 ? "its page" : rank}
            </a>
          </li>
        ))}
      </ul>
      {difference && (
        <FirstDifference
          difference={difference}
          group={group}
          first={first}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}

interface DifferenceProps extends GroupProps {
  difference: RankDifference;
}

function FirstDifference({ difference, group, first, onOpen }: DifferenceProps) {
  const { position, lines } = difference;
  const [theirs, mine] = [first, group].map(({ ranks }) => `rank ${ranks[0]?.rank}`);
  return (
    <>
      <p>
        First difference from {theirs}, at compilation {position + 1}:{" "}
        {differenceWords(difference, group, first)}.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{theirs}</th>
            <th scope="col">{mine}</th>
          </tr>
        </thead>
        <tbody>
          {difference.around.map((pair) => (
            <tr key={pair.position} class={pair.position === position ? "rk-here" : ""}>
              <th scope="row">{pair.position + 1}</th>
              <Step step={pair.first} onOpen={onOpen}>
                {pair.position === position && <Line text={lines?.[0]} />}
              </Step>
              <Step step={pair.other}>
                {pair.position === position && <Line text={lines?.[1]} />}
              </Step>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface StepProps {
  step: RankStep | null;
  /** Only for steps of the rank whose page this is. */
  onOpen?(compilation: string): void;
  children?: ComponentChildren;
}

function Step({ step, onOpen, children }: StepProps) {
  if (step === null) return <td class="rk-soft">ended</td>;
  return (
    <td>
      {onOpen ? (
        <button type="button" onClick={() => onOpen(step.id)}>
          {step.id}
        </button>
      ) : (
        <span class="rk-soft">{step.id}</span>
      )}{" "}
      {step.function}
      {step.outcome !== "compiled" && <span class="rk-bad"> {step.outcome}</span>}
      {step.breaks.map((text, at) => (
        <div key={at} class="rk-soft">
          breaks: {text}
        </div>
      ))}
      {children}
    </td>
  );
}

/** The first line of a graph that differs; empty where the graph has ended. */
function Line({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <code class="rk-line">{text || "nothing more"}</code>;
}
