import { expect, test } from "vitest";
import { highlighted, languageOf, type Line, plainLines } from "../src/highlight";
import { pieces } from "../src/pieces";

const text = (lines: readonly Line[]) =>
  lines.map((line) => line.map(([, part]) => part).join("")).join("\n");
const painted = (line: Line | undefined, part: string) =>
  line?.find(([, one]) => one.includes(part))?.[0];

const WRAPPER = `from x import y
k = async_compile.cpp_pybinding(['float*'], r'''
#include <a.h>
extern "C" void kernel(const float* p) // it's "C"
{
    for (int64_t i = 0L; i < 10L; i++) { return; }
}
''')
t = async_compile.triton('t', '''
import triton
def t(p): # not 'C'
    return None
''')
def call(args):
    return args
`;

test("a string over several lines is one string, and what follows is code", () => {
  const lines = highlighted('x = """one\ndef two(): # not\nthree"""\nreturn x', "python");
  expect(lines[1]).toEqual([["s", "def two(): # not"]]);
  expect(painted(lines[3], "return")).toBe("k");
});

test("no character is lost or added", () => {
  for (const one of [WRAPPER, "", "\n\n", "a\r\nb", 'f"{x!r:>{w}}" # ü', "<b>&amp;</b>", "'''"])
    expect(text(highlighted(one, "python"))).toBe(one);
  expect(text(highlighted(WRAPPER, "cpp"))).toBe(WRAPPER);
  expect(text(plainLines(WRAPPER))).toBe(WRAPPER);
});

test("C++ in a generated module is painted as C++, to its end", () => {
  const lines = highlighted(WRAPPER, "python");
  expect(painted(lines[2], "#")).toBe("m");
  expect(painted(lines[3], "float")).toBe("b");
  expect(painted(lines[3], "it's")).toBe("c");
  expect(painted(lines[5], "for")).toBe("k");
  expect(painted(lines[13], "def")).toBe("k");
});

test("Triton in a generated module is painted as Python", () => {
  const lines = highlighted(WRAPPER, "python");
  expect(painted(lines[9], "import")).toBe("k");
  expect(painted(lines[10], "not")).toBe("c");
});

test("a long string that holds prose stays a string", () => {
  expect(highlighted('"""for all of us\nreturn soon"""', "python")[1])
    .toEqual([["s", 'return soon"""']]);
});

test("the language of a file is known by its name", () => {
  expect(["a.py", "k.cpp", "notes.md", "x"].map(languageOf))
    .toEqual(["python", "cpp", "text", "text"]);
});

test("long texts are cut only where a statement begins, and painted as a whole", () => {
  // Quotes in comments and in other strings open nothing.
  const part = `# say ''' or it's\n${WRAPPER}x = "'''"\n`;
  const long = part.repeat(400);
  const cut = pieces(long);
  expect(cut.length).toBeGreaterThan(5);
  expect(cut.join("\n")).toBe(long);
  for (const piece of cut.slice(1)) expect(piece).toMatch(/^(# say|from |k = |t = |def call|x = )/);
  const period = part.split("\n").length - 1;
  const lines = highlighted(long, "python");
  expect(text(lines)).toBe(long);
  for (let at = 1; at < 400; at++)
    expect(lines.slice(at * period, (at + 1) * period)).toEqual(lines.slice(0, period));
});
