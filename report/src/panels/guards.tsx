import { useState } from "preact/hooks";
import { type Data, type Guard, withoutIds } from "../data";
import { Checked, HowToCheck } from "../guards/Checked";
import { failingIn } from "../guards/checks";
import { Guards } from "../guards/Guards";
import { entriesOf, entryName, textAt } from "../model";
import type { EntryPlace, Panel } from "../place";
import { go, point, select } from "../state";
import { Code } from "../ui/Code";
import { Fold } from "../ui/Fold";
import { LineRef } from "../ui/Rich";
import { Split } from "../ui/Split";
import { shownFrom } from "../whereShown";

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
    return <Split widths={place.state.widths} parts={[
      { id: "groups", weight: 1, view: <Lists place={place} /> },
      { id: "predicate", weight: 1, view: <section class="pane">
        <h2>The guards of this entry, as a predicate</h2>
        <div class="scroll"><Code label="The guards as a predicate"
          text={withoutIds(textAt(data, details.guard_text))} /></div></section> },
    ]} />;
  },
};

function Lists({ place }: { place: EntryPlace }) {
  const { context, state: { selection } } = place;
  const { model, frame, at: here, compilation, details, info } = context;
  const checks = frame.checks ?? [];
  const asked = selection?.kind === "check" ? selection.at : null;
  const failing = asked === null ? undefined : failingIn(details.failing ?? [],
    checks[asked], { position: asked, entry: here });
  const [other, compare] = useState<number | null>(null);
  const others = entriesOf(frame).filter(({ at }) => at !== here);
  const compared = others.find(({ at }) => at === other);
  const every = compilation.guards ?? [];
  return <section class="pane">
    {others.length === 0 ? null : <div class="choice">
      <select aria-label="Compare with another entry" value={other ?? ""}
        onChange={({ currentTarget: { value } }) =>
          compare(value === "" ? null : Number(value))}>
        <option value="">compare with another entry</option>
        {others.map(({ compilation: one, at }) =>
          <option key={at} value={at}>{entryName(one)}</option>)}
      </select></div>}
    <div class="scroll guards">
      {checks.length === 0 ? null : <Checked checks={checks} selected={asked}
        context={context}
        onSelect={(at) => select(at === null ? null : { kind: "check", at })} />}
      <Guards groups={details.guard_groups ?? []} guards={every}
        known={filesOf(model.data)} name={entryName(compilation)} {...(failing === undefined ? {} : { failing })}
        {...(compared === undefined ? {} : { other: {
          name: entryName(compared.compilation),
          groups: info.compilations[compared.at]?.guard_groups ?? [] } })}
        onLine={(line) => go(shownFrom({ frame: frame.id, at: here }, model, line))} />
      <Fold label="One by one, as torch tells them" note={every.length}
        open={(details.guard_groups ?? []).length === 0 || place.kept.guards.size > 0}>
        {() => <ul>{every.map((guard, at) =>
          <GuardItem key={at} place={place} guard={guard} at={at} />)}</ul>}</Fold>
      {checks.length === 0 ? <HowToCheck /> : null}
    </div>
  </section>;
}

const programFiles = new WeakMap<Data, string[]>();

/** The files of which something was captured, and the program's. */
function filesOf(data: Data): string[] {
  let found = programFiles.get(data);
  if (found === undefined) {
    found = [...new Set([data.program, ...data.frames.flatMap((frame) => [frame.file ?? "",
      ...(frame.compilations ?? []).flatMap((one) =>
        (one.captured_places ?? []).map(({ file }) => file))])])];
    programFiles.set(data, found);
  }
  return found;
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
