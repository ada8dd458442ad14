// Kernels in a sentence: what would fill the row is folded.
import { type ComponentChildren, createContext, Fragment } from "preact";
import { useContext, useState } from "preact/hooks";
import { eachKindOf, type Ran, shortName } from "../fused";
import { usePaper } from "../graph/paper";
import { count, ranges } from "../model";
import { Guessed } from "./Guessed";

const MOST = 4; // kernels that are named at once
const MOST_OTHERS = 3;
const MOST_RANGES = 2; // calls of a kernel, as ranges

/** Returns the address of a kernel in the generated code; null where names are no links. */
export const AddressOf = createContext<((kernel: Ran) => string) | null>(null);

/** The names of kernels, and which of their calls; a button shows the rest of many. */
export function KernelNames({ kernels }: { kernels: readonly Ran[] }) {
  const all = [...byKernel(kernels)];
  // One more is shorter than a button.
  const shown = all.length > MOST + 1 ? eachKindOf(all, ([name]) => name, MOST) : all;
  const rest = all.filter((one) => !shown.includes(one));
  return <><Named all={shown} kernels={kernels} />{rest.length === 0 ? null
    : <Folded label={`and ${rest.length} more`} joint=" ">{() =>
      <>, <Named all={rest} kernels={kernels} /></>}</Folded>}</>;
}

/** Kernels that are beside what was asked for: of many their number, on a button that names them. */
export function OtherKernels({ kernels }: { kernels: readonly Ran[] }) {
  const all = [...byKernel(kernels)];
  const named = () => <Named all={all} kernels={kernels} />;
  return all.length <= MOST_OTHERS ? named() : <Folded label={count(all.length, "kernel")}>{named}</Folded>;
}

/** A button in a sentence, and instead of it what it stands for. */
function Folded({ label, joint = "", children }: { label: string; joint?: string; children: () => ComponentChildren }) {
  const [open, show] = useState(false);
  const isPaper = usePaper();
  return open || isPaper ? <>{children()}</> : <>{joint}<button type="button" class="small" aria-expanded={false}
    onClick={() => show(true)}>{label}</button></>;
}

const Named = ({ all, kernels }: { all: readonly (readonly [string, number[]])[]; kernels: readonly Ran[] }) => <>
  {all.map(([name, calls], at) => <Fragment key={name}>{at === 0 ? "" : ", "}<Name of={name} kernels={kernels} />
    {kernels.some(({ kernel, how }) => kernel === name && how === "inferred") ? <Guessed /> : null}
    {calls.length === 0 ? null : <Calls of={calls} />}</Fragment>)}</>;

/** A kernel's name, as a link to its code. */
function Name({ of, kernels }: { of: string; kernels: readonly Ran[] }) {
  const to = useContext(AddressOf);
  const kernel = kernels.find((one) => one.kernel === of);
  const name = <code title={of}>{shortName(of)}</code>;
  return to === null || kernel === undefined ? name : <a href={to(kernel)} aria-label={shortName(of)}>{name}</a>;
}

/** Which calls; of many their number, and which they are as a tooltip. */
function Calls({ of }: { of: readonly number[] }) {
  const all = ranges(of);
  return all.split(", ").length > MOST_RANGES ? <span title={`calls ${all}`}> ({of.length} calls)</span>
    : <> ({of.length === 1 ? "call" : "calls"} {all})</>;
}

/** Names of kernels, and which of their calls. */
function byKernel(kernels: readonly Ran[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { kernel, call } of kernels)
    found.set(kernel, [...found.get(kernel) ?? [], ...call === undefined ? [] : [call]]);
  return found;
}
