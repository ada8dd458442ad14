// The data of guards, as in summary.json (expanded) and in the page's `details`.

/** A line of the user's, as torch tells it. */
export interface UserLine {
  file: string;
  line: number;
  function?: string;
  text?: string;
}

/** A guard as torch checks it. */
export interface Guard {
  expression: string;
  kind?: string;
  source?: string;
  user_line?: UserLine;
}

/** Conditions of a kind: an entry's own, and those of all entries of the function. */
export interface GuardGroup {
  title: string;
  own: readonly string[];
  common: readonly string[];
}

/** What checking all guards of an entry takes, as torch measured it when it made it. */
export interface GuardCost {
  guards?: number;
  microseconds?: number;
}
