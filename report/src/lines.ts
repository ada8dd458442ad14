// Long texts are packed as the templates of their lines and the distances of the numbers
// in them (`render/packed_lines.py` says why).

/** Texts apart from their numbers. */
export interface PackedLines {
  /** The lines that differ; where a number stands there is a gap. */
  templates: string[];
  /** The template of each line. */
  order: number[];
  /** Of the numbers: template by template, and of each its gaps one by one. */
  distances: number[];
  /** How many lines each text has. */
  lines: number[];
}

/** A template with the bytes around its gaps, and how far its lines have been written. */
interface Template {
  pieces: Uint8Array[];
  /** The number that stands in each gap. */
  numbers: number[];
  /** Where the next distance of the first gap is, and how far it is to the next gap's. */
  next: number;
  uses: number;
}

const GAP = "\0";
const ZERO = 48;
const NEW_LINE = new TextEncoder().encode("\n");
/** Milliseconds after which something else may run: a click is answered meanwhile. */
const SLICE = 12;
const LINES_AT_ONCE = 1000;

/** Puts numbers and lines back into texts. */
export async function unpackedTexts({ templates, order, distances, lines }: PackedLines):
  Promise<string[]> {
  const ready = prepared(templates, order);
  const texts: string[] = [];
  let line = 0;
  let begun = performance.now();
  for (const count of lines) {
    const text = new Bytes();
    for (const end = line + count; line < end; line += 1) {
      const one = ready[order[line] ?? -1];
      if (one !== undefined) write(text, one, distances);
      if (line < end - 1) text.add(NEW_LINE);
      if (line % LINES_AT_ONCE === 0 && performance.now() - begun > SLICE) {
        await new Promise((done) => setTimeout(done));
        begun = performance.now();
      }
    }
    texts.push(text.read());
  }
  return texts;
}

function prepared(templates: readonly string[], order: readonly number[]): Template[] {
  const bytes = new TextEncoder();
  const uses = templates.map(() => 0);
  for (const one of order) uses[one] = (uses[one] ?? 0) + 1;
  let next = 0;
  return templates.map((template, at) => {
    const pieces = template.split(GAP).map((piece) => bytes.encode(piece));
    const one = { pieces, numbers: pieces.slice(1).map(() => 0), next, uses: uses[at] ?? 0 };
    next += one.uses * one.numbers.length;
    return one;
  });
}

function write(text: Bytes, one: Template, distances: readonly number[]): void {
  const { pieces, numbers, uses } = one;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece !== undefined) text.add(piece);
    if (at === numbers.length) break;
    const number = (numbers[at] ?? 0) + (distances[one.next + at * uses] ?? 0);
    numbers[at] = number;
    text.addNumber(number);
  }
  one.next += 1;
}

/** A text that grows; strings would be copied at each step. */
class Bytes {
  private bytes = new Uint8Array(1 << 12);
  private length = 0;

  add(piece: Uint8Array): void {
    this.makeRoom(piece.length);
    this.bytes.set(piece, this.length);
    this.length += piece.length;
  }

  /** Adds a whole number that is not negative. */
  addNumber(number: number): void {
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    this.makeRoom(digits);
    this.length += digits;
    for (let at = this.length - 1, rest = number; digits > 0; at -= 1, digits -= 1) {
      const tenth = Math.floor(rest / 10);
      this.bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
  }

  read(): string {
    return new TextDecoder().decode(this.bytes.subarray(0, this.length));
  }

  private makeRoom(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
