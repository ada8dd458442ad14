// The data of the table: what summary.json and the page's `details` hold of a function.

import type { Guard, GuardGroup, UserLine } from "../guards/types";

/** A guard of another entry that the call did not pass. */
export interface Reason {
  text: string;
  /** torch's id of the compilation whose entry it is of. */
  failed?: string;
  detail?: string;
}

/** A compilation as in summary.json, its guards expanded, with its `guard_groups`. */
export interface CompilationData {
  id: string;
  entry?: { index: number };
  hits?: number;
  difference?: string;
  recompiled_because?: readonly Reason[];
  /** Why there is no entry. */
  skipped?: string;
  metrics?: readonly { seconds?: number }[];
  compiled_for?: { class: string; path?: string };
  guards?: readonly Guard[];
  guard_groups?: readonly GuardGroup[];
}

/** A finding of summary.json. */
export interface Finding {
  rule?: string;
  subject: string;
  what: string;
  line?: UserLine;
  edit?: string;
  note?: string;
  hint?: string;
}

/** The function, as in summary.json. */
export interface FrameData {
  id: string;
  co_name: string;
  title?: string;
  qualified_name?: string;
}
