// Every panel there is.  A new one is a file and a word in one of these lists.
import type { EntryPlace, Panel } from "../place";
import { code } from "./code";
import { details } from "./details";
import { file } from "./file";
import { files } from "./files";
import { flow } from "./flow";
import { full } from "./full";
import { graph } from "./graph";
import { guards } from "./guards";
import { allRecompiles, breaks } from "./happened";
import { kernel } from "./kernel";
import { kernels } from "./kernels";
import { memory } from "./memory";
import { overview } from "./overview";
import { ranks } from "./ranks";
import { recompiles } from "./recompiles";
import { run } from "./run";
import { search } from "./search";
import { shown } from "./shown";
import { source } from "./source";
import { timeline } from "./timeline";

/** Of the whole run. */
export const RUN_PANELS: readonly Panel[] = [overview, timeline, breaks, allRecompiles, ranks,
  run, files, search];
/** Of an entry: a tab each. */
export const ENTRY_PANELS: readonly Panel<EntryPlace>[] =
  [code, details, guards, recompiles, kernels, memory, flow, full, file];
/** Of an entry, side by side in `code`, linked by what is selected. */
export const PANES: readonly Panel<EntryPlace>[] = [source, shown, graph, kernel];
