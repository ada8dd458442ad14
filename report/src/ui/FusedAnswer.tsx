import { Fragment } from "preact";
import type { KernelData } from "../contract";
import { examples, fused, type Fused, isOf, nearestKnown, type Ran, shortName } from "../fused";
import { calledFrom } from "../leads";
import { base, ranges } from "../model";
import type { EntryPlace } from "../place";

/** Says for each direction whether two modules or lines share a kernel. */
export function FusedAnswer({ place, one, other }: { place: EntryPlace; one: string; other: string }) {
  const { compilation, details: { kernel_data: known = [] } } = place.context;
  const backward = new Set((compilation.kernels ?? []).filter((file) => file.backward)
    .map(({ file }) => file));
  const unknown = [one, other].filter((wanted) => !known.some((kernel) => isOf(kernel, wanted)));
  if (unknown.length > 0) return <>{unknown.map((wanted) =>
    <Unknown key={wanted} place={place} known={known} wanted={wanted} />)}</>;
  const found = fused(known, backward, one, other);
  const ways = [false, true].filter((way) => known.some(({ file }) => backward.has(file) === way));
  return <>{ways.map((way) => <p key={String(way)}>{way ? "Backward" : "Forward"}:{" "}
    <InOneWay found={found.find((each) => each.backward === way)} one={one} other={other} /></p>)}</>;
}

function InOneWay({ found, one, other }: { found: Fused | undefined; one: string; other: string }) {
  if (found === undefined)
    return <>not known: no kernel is recorded for both <code>{one}</code> and <code>{other}</code></>;
  const { both, first, second, between } = found;
  if (both.length === 0) return <>no, in two kernels: <Names kernels={first} />, <Names kernels={second} />;{" "}
    {between.length === 0 ? "nothing runs" : <>between them: <Names kernels={between} /></>}
    {between.length === 0 ? " between them" : ""}</>;
  const isPart = [...first, ...second].some((kernel) => !both.includes(kernel));
  const isOne = new Set(both.map(({ kernel }) => kernel)).size === 1;
  return <>{isPart ? "partly" : "yes"}, in one kernel{isOne ? "" : " each time"}:{" "}
    <Names kernels={both} /></>;
}

const Names = ({ kernels }: { kernels: readonly Ran[] }) => <>
  {[...byKernel(kernels)].map(([name, calls], at) =>
    <Fragment key={name}>{at === 0 ? "" : ", "}<code title={name}>{shortName(name)}</code>
      {calls.length === 0 ? "" : ` (${calls.length === 1 ? "call" : "calls"} ${ranges(calls)})`}</Fragment>)}</>;

/** What no kernel is recorded for, and what can be asked for. */
function Unknown({ place: { context: { root, details, compilation } }, known, wanted }:
  { place: EntryPlace; known: readonly KernelData[]; wanted: string }) {
  const near = nearestKnown(known, wanted);
  const told = <>No kernel is recorded for <code>{wanted}</code></>;
  if (near !== undefined)
    return <p>{told}; its kernels are recorded for <code>{near}</code> as a whole.</p>;
  const [, file, line] = /^(.+):(\d+)$/.exec(wanted) ?? [];
  const called = file !== base(root.file) ? [] : calledFrom(details,
    compilation.captured_places ?? [], root.file ?? "", Number(line));
  if (called.length > 0)
    return <p>{told}: it calls <code>{called[0]}</code>. Type a line of that function.</p>;
  const samples = examples(known);
  return <p>{told}.{samples.length === 0 ? null : <> Type a module or a line, such as{" "}
    {samples.map((one, at) => <Fragment key={one}>{at === 0 ? "" : " or "}
      <code>{one}</code></Fragment>)}.</>}</p>;
}

/** Names of kernels, and which of their calls. */
function byKernel(kernels: readonly Ran[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { kernel, call } of kernels)
    found.set(kernel, [...found.get(kernel) ?? [], ...call === undefined ? [] : [call]]);
  return found;
}
