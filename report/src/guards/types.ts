// What guards are shown from; the data itself is that of the page.

export type { CodeLine as UserLine, Guard, GuardGroup } from "../data";

/** What checking all guards of an entry takes, as torch measured it when it made it. */
export interface GuardCost {
  guards?: number;
  microseconds?: number;
}
