import { excerpt } from "../excerpt";
import { noKernelsOf } from "../noKernels";
import type { Panel } from "../place";
import { isCut, search as find } from "../search";
import { Rich } from "../ui/Rich";

const Found = ({ of: [before, words, after] }: { of: ReturnType<typeof excerpt> }) =>
  <code>{before}<mark>{words}</mark>{after}</code>;

/** Arrow keys go from one place to the next. */
function step(event: KeyboardEvent): void {
  const next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const way = next[event.key as keyof typeof next];
  const to = way && (event.currentTarget as Element)[way];
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  to.focus();
}

/** Places that hold what is in the search field. */
export const search: Panel = {
  id: "search",
  title: () => "Search",
  applies: () => true,
  View: ({ place: { model, state } }) => {
    // Not in the address: a blank that is typed between two words is the last for a while.
    const query = state.query.trim();
    const hits = find(model, query);
    return <div class="page" aria-live="polite">
      <h2>{hits.length ? `${hits.length}${isCut(hits) ? "+" : ""} place${hits.length === 1 ? "" : "s"} with “${query}”`
        : `Nothing holds “${query}”`}</h2>
      {!/kernel/i.test(query) ? null : noKernelsOf(model).map((words) =>
        <p key={words}>This run has no kernels: <Rich text={words} />.</p>)}
      {hits.map(({ name, kind, line, from, to, href, ran = "" }, at) =>
        <a key={at} class="hit" href={href} onKeyDown={step}>
          <b>{name}</b><span class="soft"> · {kind}{ran === "" ? "" : ` · ${ran}`}</span>
          <Found of={excerpt(line, from, to)} />
        </a>)}
    </div>;
  },
};
