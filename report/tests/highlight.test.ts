import { expect, test } from "vitest";
import { colouring, highlighted, languageOf, type Line, plainLines } from "../src/highlight";
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
  const cut = pieces(long, "python");
  expect(cut.length).toBeGreaterThan(5);
  expect(cut.join("\n")).toBe(long);
  for (const piece of cut.slice(1)) expect(piece).toMatch(/^(# say|from |k = |t = |def call|x = )/);
  const period = part.split("\n").length - 1;
  const lines = highlighted(long, "python");
  expect(text(lines)).toBe(long);
  for (let at = 1; at < 400; at++)
    expect(lines.slice(at * period, (at + 1) * period)).toEqual(lines.slice(0, period));
});

const LOOP = `
/* a note: "one
   two'; */
inline float f_1(const float* in_ptr0, // it's
                 int64_t n)
{
    for (int64_t i = 0L; i < n; i += 16L) {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + i, 16);
        auto tmp1 = [&] {
            return static_cast<float>(0.5) * tmp0;
        }
        ;
        log("a; /* not \\" a comment {\\n", 1'000, 'x');
        store(R"k({
            "it's": ") }
        )k", tmp1);
        #define TWO(x) x; \\
            x;
    }
    return 0;
}
`;

test("long C++ is cut outside of comments and strings, and painted as a whole", () => {
  const long = LOOP.repeat(100);
  const cut = pieces(long, "cpp");
  expect(cut.length).toBeGreaterThan(3);
  expect(cut.join("\n")).toBe(long);
  const period = LOOP.split("\n").length - 1;
  const lines = highlighted(`k = cpp(r\'\'\'\n#include <x>${long}\'\'\')\nreturn k`, "python").slice(1);
  for (let at = 2; at < 99; at++)
    expect(lines.slice(1 + at * period, 1 + (at + 1) * period))
      .toEqual(lines.slice(1 + period, 1 + 2 * period));
  expect(painted(lines.at(-1), "return")).toBe("k");
});

test("what holds no end of a statement is cut at lines, a comment never is", () => {
  const numbers = `int x[] = {\n${"    1, 2, 3,\n".repeat(20_000)}};`;
  const cut = pieces(numbers, "cpp");
  expect(cut.join("\n")).toBe(numbers);
  expect(Math.max(...cut.map((one) => one.length))).toBeLessThan(70_000);
  expect(pieces(`/*${"x;\n".repeat(50_000)}*/`, "cpp")).toHaveLength(1);
  expect(pieces(`x = [\n${"    1,\n".repeat(50_000)}]`, "python").length).toBeGreaterThan(3);
});

test("long C++ in a string of Python is painted in many steps", () => {
  const text = `k = cpp(r\'\'\'\n#include <x>${LOOP.repeat(200)}\'\'\')\n`;
  let steps = 0;
  for (const _ of colouring(text, "python")) steps++;
  expect(steps).toBeGreaterThan(5);
});
