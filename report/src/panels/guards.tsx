import { useState } from "preact/hooks";
import type { Guard } from "../data";
import { textAt } from "../model";
import type { EntryPlace, Panel } from "../place";
import { point, select } from "../state";
import { Code } from "../ui/Code";
import { Fold } from "../ui/Fold";
import { LineRef } from "../ui/Rich";
import { Split } from "../ui/Split";

const LONGEST = 300; // characters of a remark

/** The guards of an entry: by category, as torch tells them, and as a predicate. */
export const guards: Panel<EntryPlace> = {
  id: "guards",
  title: ({ context: { compilation } }) => `Guards ${(compilation.guards ?? []).length}`,
  applies: ({ context }) => context.compilation.entry !== undefined,
  View: ({ place }) => {
    const { model: { data }, context: { compilation, details } } = place;
    if (!compilation.guards_known)
      return <div class="page"><p>torch did not tell them.</p></div>;
    return <Split parts={[
      { id: "groups", weight: 1, view: <Lists place={place} /> },
      { id: "predicate", weight: 1, view: <section class="pane">
        <h2>The guards of this entry, as a predicate</h2>
        <div class="scroll"><Code label="The guards as a predicate"
          text={textAt(data, details.guard_text)} /></div></section> },
    ]} />;
  },
};

function Lists({ place }: { place: EntryPlace }) {
  const { compilation, details } = place.context;
  const [words, filter] = useState("");
  const holds = (text: string) => text.toLowerCase().includes(words.toLowerCase());
  const groups = (details.guard_groups ?? []).map((group) => ({ ...group,
    own: group.own.filter(holds), common: group.common.filter(holds) }))
    .filter((group) => group.own.length + group.common.length > 0);
  const every = (compilation.guards ?? []).map((guard, at) => ({ guard, at }))
    .filter(({ guard }) => holds(`${guard.expression} ${guard.user_line?.text ?? ""}`));
  return <section class="pane">
    <h2><input type="search" placeholder="Filter guards" aria-label="Filter guards"
      value={words} onInput={(event) => filter(event.currentTarget.value)} /></h2>
    <div class="scroll guards">
      {groups.map(({ title, own, common }) => <Fold key={title} label={title}
        note={own.length + common.length} open={own.length > 0 || words !== ""}>
        {() => <ul>
          {own.map((text) => <li key={text}><pre>{text}</pre></li>)}
          {common.length && own.length ? <li class="soft">of every entry:</li> : null}
          {common.map((text) => <li key={text}><pre>{text}</pre></li>)}
        </ul>}</Fold>)}
      <Fold label="One by one, as torch tells them" note={every.length}
        open={groups.length === 0 || place.kept.guards.size > 0}>
        {() => <ul>{every.map(({ guard, at }) =>
          <GuardItem key={at} place={place} guard={guard} at={at} />)}</ul>}</Fold>
    </div>
  </section>;
}

function GuardItem({ place: { context, lit }, guard, at }:
  { place: EntryPlace; guard: Guard; at: number }) {
  const selection = { kind: "guard", at } as const;
  return <li class={lit.guards.has(at) ? "linked" : ""}
    onMouseEnter={() => point(selection)} onMouseLeave={() => point(null)}>
    <button type="button" class="bare" onClick={() => select(selection)}>
      <code>{guard.expression}</code></button>
    {guard.remark ? <div class="soft">{guard.remark.slice(0, LONGEST)}</div> : null}
    {guard.user_line ? <div><LineRef context={context} line={guard.user_line} /></div>
      : null}
  </li>;
}
