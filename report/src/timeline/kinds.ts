// Which part of the compiler a span belongs to, by what torch calls it.

/** The part of the compiler that was at work. */
export type Kind = "dynamo" | "aot" | "inductor" | "compiler" | "other";

interface Row {
  kind: Kind;
  title: string;
  pattern: RegExp;
}

// The first row that fits; what fits none belongs to what it is within.
const ROWS: readonly Row[] = [
  {
    kind: "compiler",
    title: "C++ or Triton compiler",
    pattern: /triton|c\+\+|cpp_?compile|ptxas|async_compile|compile_file/i,
  },
  {
    kind: "inductor",
    title: "Inductor",
    pattern: /inductor|fx_graph|graph_?lowering|scheduler|codegen|post_grad|pre_grad/i,
  },
  { kind: "aot", title: "AOTAutograd", pattern: /aot|joint_graph|partition|functorch/i },
  {
    kind: "dynamo",
    title: "Dynamo",
    pattern: /dynamo|bytecode_tracing|build_guards|symbolic_convert/i,
  },
];

/** Returns the kind that a name tells, nothing if it tells none. */
export function kindOf(name: string): Kind | undefined {
  return ROWS.find((row) => row.pattern.test(name))?.kind;
}

/** What the kinds are called, in the order in which they follow each other. */
export const KIND_TITLES: readonly (readonly [Kind, string])[] = [...ROWS]
  .reverse()
  .map((row) => [row.kind, row.title] as const);
