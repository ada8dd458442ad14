// How a reader may call an operation: as the code writes it, or as a lowered graph does.  Pure.
import type { GraphData } from "./contract";
import { kindOf } from "./graph/labels";

/** Python's signs as the functions that they stand for; `operation_kinds.py` has the same. */
const SIGNS: Readonly<Record<string, string>> = { "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floor_divide",
  "%": "remainder", "**": "pow", "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
  "+=": "add", "-=": "sub", "*=": "mul", "/=": "div" };
/** `aten.add.Tensor`, `add.Tensor`, `add.default`: what follows the name is an overload. */
const OVERLOAD = /\.(?:default|[A-Z]\w*)$/;
const CAPTURED = "Captured_Graph";
const LOWERED = ["AFTER_POST_GRAD", "Forward_graph", "Backward_graph"];

/** The function that an operation calls, without its namespace: `add` for `x + 1`, `silu` for `nn.functional.silu(x)`. */
export function operationName(label: string): string {
  const kind = kindOf(label);
  return /^-\w+$/.test(kind) ? "neg" : SIGNS[kind] ?? lastOf(kind);
}

/** What a path ends with: `softmax` of `F.softmax`. */
export const lastOf = (path: string): string => path.replace(OVERLOAD, "").replace(/^.*\./, "");

/** `extern_kernels.mm`, Inductor's own `extern_kernels.bias_addmm`, `torch.ops.aten.sort.stable`. */
const LIBRARY_CALL = /^(?:extern_kernels\.(?:bias_)?|torch\.ops\.\w+\.)(\w+)/;

/** The function that a kernel is a library call of: `mm`, `addmm`, `sort`; empty for generated kernels. */
export const libraryCall = (kernel: string): string => LIBRARY_CALL.exec(kernel)?.[1] ?? "";

/** The names of operations that can be asked for: captured ones, and those that they were lowered to. */
export const operationsIn = (graphs: readonly GraphData[]): string[] => [...new Set(graphs
  .filter(({ stage }) => stage === CAPTURED || LOWERED.includes(stage)).flatMap(({ nodes }) => nodes)
  .filter(({ kind }) => kind === "operator").map(({ label }) => operationName(label)))].filter((one) => /^\w+$/.test(one));

/** The operation that was typed as code, a sign or an overload: `torch.cat`, `F.silu`, `+`, `aten.add.Tensor`. */
export function operationMeant(operations: readonly string[], typed: string): string | undefined {
  return [SIGNS[typed] ?? typed, lastOf(typed.replace(/\(.*$/s, ""))].find((one) => operations.includes(one));
}
