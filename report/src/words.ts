// The words of the page, explained.

/** Names the list of words in the address of the first screen. */
export const HELP = "words";

/** Each has an entry in docs/glossary.md, to which it links. */
export const WORDS: readonly [string, string][] = [
  ["guard", "a check on a call's values; all guards of an entry must hold for it to run"],
  ["cache entry", "one compiled version of a function: guards, and the code that then runs. "
    + "“entry 2” is the third version"],
  ["accepts", "the guards of this entry that not all entries have; “no …” is a guard that it lacks"],
  ["0/1", "torch's id of a compilation: of function 0, the second one"],
  ["recompile", "torch compiles again, because no entry's guards hold for a call"],
  ["settled recompile", "a recompile that will not repeat: an entry now covers these calls"],
  ["expected", "entries that a program needs, such as one with and one without gradients"],
  ["dynamic size", "a size that an entry leaves open; with dynamic=True torch leaves sizes and "
    + "numbers open from the first call on, where it can"],
  ["graph break", "a line that torch cannot put into a graph: Python runs it"],
  ["tensor made a number", "a call such as .item() or float(x): its result is a Python number"],
  ["resume function", "the rest of your function after a graph break, compiled by itself"],
  ["transformed code", "the code that runs instead of your function: it calls the compiled graphs"],
  ["graph", "the operations that were captured; each stage is the graph after more passes"],
  ["lowered", "after Inductor's passes: what kernels are generated from"],
  ["kernel", "generated code that runs one or several fused operations"],
  ["≈", "marks a kernel whose operations are inferred from its name; without it they are recorded, or follow "
    + "from its buffers"],
  ["own code", "operations of the compiled function itself, and of functions that belong to no module"],
  ["node 1 of 48 (51)", "which selected node is in view; in brackets the number with all equal "
    + "layers, which are drawn once"],
  ["saved for backward", "values of the forward that stay in memory until the backward runs"],
  ["seen", "depyf saw the value at that line while the program ran"],
  ["global state", "torch's own settings: “GLOBAL_STATE changed: grad_mode” means that gradients were "
    + "switched on or off since the entry was made"],
  ["cache miss", "a cache on disk had nothing for this graph; “full_miss” is torch's word for it"],
  ["exact", "a quality of decompiled code: compiled again, and proved to do the same"],
];
