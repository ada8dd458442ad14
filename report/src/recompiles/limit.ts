/** In the reason why there is no entry: torch makes no more entries of this function. */
export const LIMIT = /recompile[ _]limit|cache[ _]size[ _]limit/i;
