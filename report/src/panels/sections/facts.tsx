import type { Context } from "../../model";
import { notesOf } from "../../model";
import { LineRef, Rich } from "../../ui/Rich";

/** Sizes that torch left open, and what it had to know of them. */
export function Sizes({ context }: { context: Context }) {
  const sizes = context.details.sizes ?? [];
  const { conditions: told = [] } = context.details;
  // Two reports may be of one guard.
  const conditions = [...alike((context.compilation.shape_guards ?? []).map((guard, at) =>
    ({ ...guard, expression: told[at] ?? guard.expression }))).values()].map(({ one }) => one);
  if (sizes.length + conditions.length === 0) return null;
  return <>
    <h2>Sizes and numbers that may vary</h2>
    <ul>
      {sizes.map((one) => <li key={one}><Rich text={one} /></li>)}
      {conditions.map((guard, at) => <li key={at}><code>{guard.expression}</code>
        <span class="soft">{guard.reason ? " made a constant by " : " needed by "}
          {guard.user_line ? <LineRef context={context} line={guard.user_line} />
            : "torch itself"}</span></li>)}
    </ul>
  </>;
}

/** What the function changes when its graph has run. */
export function SideEffects({ context }: { context: Context }) {
  const effects = context.compilation.side_effects ?? [];
  if (effects.length === 0) return null;
  return <>
    <h2>Changes after the graph</h2>
    <ul>{[...alike(effects)].map(([key, { one: effect, times }]) => <li key={key}>
      {effect.words}{times > 1 ? ` ×${times}` : ""}
      {(effect.user_lines ?? []).map((line, position) => <div key={position} class="soft">
        <LineRef context={context} line={line} /></div>)}</li>)}</ul>
  </>;
}

/** What stands several times, once and with how often. */
function alike<T>(all: readonly T[]): Map<string, { one: T; times: number }> {
  const found = new Map<string, { one: T; times: number }>();
  for (const one of all) {
    const key = JSON.stringify(one);
    found.set(key, { one, times: (found.get(key)?.times ?? 0) + 1 });
  }
  return found;
}

/** What a backend noted. */
export function Annotations({ context }: { context: Context }) {
  const notes = notesOf(context.compilation.annotations ?? []);
  if (notes.length === 0) return null;
  return <>
    <h2>Annotated by the backend</h2>
    <ul>{notes.map(([name, value, graph], at) => <li key={at}>
      <code>{name}</code> {value}
      {graph === "" ? null : <span class="soft"> after {graph}</span>}</li>)}</ul>
  </>;
}

/** Where the time of compiling went. */
export function Times({ context: { compilation } }: { context: Context }) {
  const rows = (compilation.phases ?? []).flatMap((phases, at) =>
    Object.entries(phases).map(([name, seconds]) => ({ name, seconds,
      backward: compilation.metrics?.[at]?.backward ?? false })));
  if (rows.length === 0) return null;
  return <>
    <h2>Compile time</h2>
    <ul>{rows.map(({ name, seconds, backward }, at) => <li key={at}>
      <span class="soft">{backward ? "backward, " : ""}{name}: </span>
      {seconds.toFixed(3)} s</li>)}</ul>
  </>;
}
