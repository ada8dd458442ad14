// What is shown of a long line around the words that were found.  Pure.

const BEFORE = 60; // characters
const AFTER = 200;

/** What is shown before the words, the words, and what is shown behind them: words are whole, and `…` stands for the rest. */
export function excerpt(line: string, from: number, to: number): [string, string, string] {
  const [start, end] = [from - BEFORE, to + AFTER];
  const [before, after] = [line.slice(Math.max(0, start), from), line.slice(to, end)];
  return [start <= 0 ? before : `…${isInWord(line, start) ? before.replace(/^\w+(?=\W)/, "") : before}`,
    line.slice(from, to),
    end >= line.length ? after : `${isInWord(line, end) ? after.replace(/(\W)\w+$/, "$1") : after}…`];
}

/** Whether a cut at a position parts a word. */
const isInWord = (line: string, at: number): boolean => /^\w\w$/.test(line.slice(at - 1, at + 1));
