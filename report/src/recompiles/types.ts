// What the table is made from; the data itself is that of the page.

import type { Compilation, CompilationDetails, Entry, Frame } from "../data";

export type { Expected, Finding } from "../data";

/** A compilation of the summary, with what only the page knows of it. */
export type CompilationData = Omit<Compilation, "entry">
  & { entry?: Pick<Entry, "index"> } & Partial<CompilationDetails>;
/** A guard of another entry that the call did not pass. */
export type Reason = NonNullable<Compilation["recompiled_because"]>[number];

/** What names a function. */
export type FrameData = Pick<Frame, "id" | "co_name" | "title" | "qualified_name" | "owners">;
