// The names that the page prints, to be found by the search: modules, kernels, functions.
import { around, shortName } from "./fused";
import type { Frame } from "./data";
import { bareTitle, base, type Context, entryName, type Model, ownerName, place, titleOf } from "./model";
import type { Searched } from "./search";
import { address } from "./state";

/** The modules of an entry's graph, and kernels by their short names. */
export const namedIn = (context: Context): Searched[] =>
  [...modulesIn(context), ...kernelsIn(context)];

function kernelsIn({ frame, at, details }: Context): Searched[] {
  return (details.kernel_data ?? []).flatMap(({ kernel, file }) => [{ name: file, kind: "kernel", texts: [shortName(kernel)],
      // The whole name of a generated kernel is found in the file; that of a library call is in comments, too.
      fits: (words: string) => shortName(kernel) === kernel || !kernel.toLowerCase().includes(words),
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

/** The name of a compiled function as the page has it; its last part stands in its `def`, too. */
export function compiledName(frame: Frame): Searched[] {
  const name = bareTitle(frame);
  const last = name.split(".").at(-1) ?? "";
  return name === last ? [] : [{ name: place(frame.file, frame.first_line), kind: "function", texts: [name],
    href: address({ frame: frame.id, panel: "code" }), fits: (words) => !last.toLowerCase().includes(words) }];
}

/** The full name of a captured function; its last part stands in its `def`, too. */
export function functionNames({ data }: Model, at: string, href: string): Searched[] {
  const all = data.frames.flatMap((frame) => frame.compilations ?? [])
    .flatMap((one) => one.captured_places ?? []);
  const name = all.find((one) => `${one.file}:${one.first_line}` === at)?.function ?? "";
  const last = name.split(".").at(-1) ?? "";
  return name === last ? [] : [{ name: base(at), kind: "function", texts: [name], href,
    fits: (words) => !last.toLowerCase().includes(words) }];
}
