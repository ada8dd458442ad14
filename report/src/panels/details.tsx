import type { ComponentType } from "preact";
import type { Context } from "../model";
import { capturedText } from "../model";
import type { EntryPlace, Panel } from "../place";
import { Bullets, Rich } from "../ui/Rich";
import { Breaks, Recompiled, Resumes } from "./sections/changes";
import { Graphs, Kernels } from "./sections/files";
import { Annotations, SideEffects, Sizes, Times } from "./sections/facts";

// What is asked most comes first; a section without content draws nothing.
const SECTIONS: readonly ComponentType<{ context: Context }>[] = [
  Recompiled, Breaks, Resumes, SideEffects, Sizes, Times, Graphs, Kernels,
  Annotations,
];

/** Everything torch told of one compilation. */
export const details: Panel<EntryPlace> = {
  id: "details",
  title: () => "Details",
  applies: () => true,
  View: ({ place: { context } }) => {
    const { compilation: { entry, skipped } } = context;
    return <div class="page details">
      <dl>{facts(context).map(([name, value], at) =>
        <div key={at}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {entry?.diagnostics.length ? <Bullets items={entry.diagnostics} /> : null}
      {skipped ? <p class="finding"><Rich text={skipped} /></p> : null}
      {SECTIONS.map((Section, at) => <Section key={at} context={context} />)}
    </div>;
  },
};

function facts({ frame, compilation }: Context): [string, string][] {
  const { entry, compiled_for: owner, wrapped = "" } = compilation;
  const found: [string, string | number | undefined | false][] = [
    ["torch calls it", compilation.id],
    ["compiled for", [wrapped, owner && `${owner.class} ${owner.path ?? ""}`.trim()].filter(Boolean).join(", of ")],
    ["left out of what is shown", entry && entry.hidden_instructions > 0
      && `${entry.hidden_instructions} of ${entry.total_instructions} instructions, which `
      + "torch adds around a graph (packing of lists, calls of its profiler)"],
    ["ran as plain Python", frame.plain_calls && `${frame.plain_calls}×`],
    ["captured", capturedText(compilation)],
    ...new Map((compilation.caches ?? []).map(({ cache, outcome, reason }) => {
      const words = [outcome, reason === outcome ? "" : reason].filter(Boolean).join(": ");
      return [`${cache}${words}`, [`${cache} cache`, words] as [string, string]];
    })).values(),
  ];
  return found.flatMap(([name, value]) =>
    value ? [[name, String(value)] as [string, string]] : []);
}
