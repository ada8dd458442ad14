import { arrows } from "../tried";
import { Rich } from "./Rich";

/** What `depyf cure` measured of edits. */
export const Trials = ({ words = [] }: { words?: readonly string[] | undefined }) => <>
  {words.map((one) => <div key={one}>Tried: <Rich text={arrows(one)} /></div>)}</>;
