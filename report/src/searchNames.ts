// The names that the page prints, to be found by the search: modules, kernels, functions.
import { around, shortName } from "./fused";
import { base, type Context, entryName, type Model, ownerName, titleOf } from "./model";
import type { Searched } from "./search";
import { address } from "./state";

/** The modules of an entry's graph, and kernels by their short names. */
export const namedIn = (context: Context): Searched[] =>
  [...modulesIn(context), ...kernelsIn(context)];

function kernelsIn({ frame, at, details }: Context): Searched[] {
  return (details.kernel_data ?? []).flatMap(({ kernel, file }) => shortName(kernel) === kernel ? []
    : [{ name: file, kind: "kernel", texts: [shortName(kernel)],
      // The whole name is found in the file.
      fits: (words: string) => !kernel.toLowerCase().includes(words),
      href: address({ frame: frame.id, at, panel: "code",
        selection: { kind: "kernel", file, name: kernel } }) }]);
}

/** Each module leads to the first of its operations; those in it are not listed with it. */
function modulesIn({ root, frame, at, compilation, details }: Context): Searched[] {
  const found = new Map<string, Searched>();
  for (const { file, nodes } of details.graph_data ?? [])
    for (const { owner = "", name } of nodes)
      for (const path of owner === "" || found.has(owner) ? [] : around(owner)) {
        if (found.has(path)) continue;
        const outer = around(path).at(-2) ?? "";
        found.set(path, { name: `${titleOf(frame)}, ${entryName(compilation)}`, kind: "module",
          texts: [ownerName(root, path)],
          fits: (words) => !outer.toLowerCase().includes(words),
          href: address({ frame: frame.id, at, panel: "code", selection: { kind: "node", file, name } }) });
      }
  return [...found.values()];
}

/** The full name of a captured function; its last part stands in its `def`, too. */
export function functionNames({ data }: Model, place: string, href: string): Searched[] {
  const all = data.frames.flatMap((frame) => frame.compilations ?? [])
    .flatMap((one) => one.captured_places ?? []);
  const name = all.find((one) => `${one.file}:${one.first_line}` === place)?.function ?? "";
  const last = name.split(".").at(-1) ?? "";
  return name === last ? [] : [{ name: base(place), kind: "function", texts: [name], href,
    fits: (words) => !last.toLowerCase().includes(words) }];
}
