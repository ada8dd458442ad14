// Which kernels two modules or lines are in, and what runs between them.  Pure.
import type { KernelData } from "./contract";
import { place } from "./model";
import { named } from "./web";

/** The kernels of one direction that hold both, or one of each and those between. */
export interface Fused { backward: boolean; both: KernelData[]; first: KernelData[];
  second: KernelData[]; between: KernelData[] }

/** Everything that can be asked for: modules with those around them, and lines. */
export function choices(kernels: readonly KernelData[]): string[] {
  const found = new Set<string>();
  for (const { modules, places } of kernels) {
    for (const module of Object.keys(modules))
      for (const part of around(module)) found.add(part);
    for (const { file, line } of places) found.add(place(file, line));
  }
  return [...found].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** A path and the paths that it lies in: `layers`, `layers[0]`, `layers[0].mlp`. */
const around = (path: string): string[] =>
  [...path.matchAll(/[.[]|$/g)].map(({ index }) => path.slice(0, index))
    .filter((one) => one !== "");

/** Whether a kernel runs some of a module or line. */
export const isOf = ({ modules, places }: KernelData, wanted: string): boolean =>
  Object.keys(modules).some((module) => around(module).includes(wanted))
  || places.some(({ file, line }) => place(file, line) === wanted);

/** Says for each direction whether two are fused. */
export function fused(kernels: readonly KernelData[], backward: ReadonlySet<string>,
  one: string, other: string): Fused[] {
  return [false, true].flatMap((way) => {
    const own = kernels.filter(({ file }) => backward.has(file) === way);
    const [first, second] = [one, other].map((wanted) =>
      own.filter((kernel) => isOf(kernel, wanted))) as [KernelData[], KernelData[]];
    if (first.length === 0 || second.length === 0) return [];
    const both = first.filter((kernel) => second.includes(kernel));
    if (both.length > 0) return [{ backward: way, both, first, second, between: [] }];
    const near = nearest(first, second);
    return [{ backward: way, both, first: [near.first], second: [near.second],
      between: own.filter((kernel) => kernel.file === near.first.file
        && callsOf(kernel).some((line) => line > near.from && line < near.to)) }];
  });
}

/** The lines of a generated module that call a kernel: a made one has a line more. */
const callsOf = ({ shown, calls }: KernelData): number[] =>
  shown.slice(Math.max(0, shown.length - calls));

/** Of two sets the kernels whose calls stand nearest to each other. */
function nearest(first: readonly KernelData[], second: readonly KernelData[]) {
  const all = first.flatMap((a) => second.flatMap((b) => callsOf(a).flatMap((x) =>
    callsOf(b).map((y) => ({ first: a, second: b, from: Math.min(x, y), to: Math.max(x, y) })))));
  const found = all.sort((a, b) => (a.to - a.from) - (b.to - b.from))[0];
  return found ?? { first: first[0] as KernelData, second: second[0] as KernelData,
    from: 0, to: 0 };
}

/** A kernel's name without what was fused: `cpp_fused_3`. */
export const shortName = (kernel: string): string =>
  kernel.replace(/^(\w*?fused)_\w+?_(\d+)$/, "$1_$2");

export const keyOf = ({ file, kernel }: KernelData): string => named(file, kernel);
