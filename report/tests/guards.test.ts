// Conditions of guards taken apart, and compared between entries.
import { expect, test } from "vitest";
import { conditionOf, filesOf, isLibrary } from "../src/guards/conditions";
import { withoutIds } from "../src/data";
import { comparedOf, mustOf } from "../src/guards/must";
import { differences, marked } from "../src/guards/differences";
import { membersOf } from "../src/guards/members";

const FILES = filesOf([
  { expression: "a", user_line: { file: "/home/u/toy.py", line: 4 } },
  { expression: "b", user_line: { file: "C:\\lib\\linear.py", line: 134 } },
  { expression: "c" },
]);

function group(own: string[], common: string[] = [], title = "inputs") {
  return { title, own, common };
}

test("a condition is told apart from its line", () => {
  expect(conditionOf("n == 0  # toy.py:4: return x + n", FILES)).toEqual({
    text: "n == 0",
    remark: "toy.py:4: return x + n",
    places: [{ file: "/home/u/toy.py", line: 4, name: "toy.py:4" }],
    code: "return x + n",
  });
});

test("lines of several files, and in ranges, are places of their own", () => {
  const { places } = conditionOf("a  # toy.py:4-5, 9, linear.py:134, and 1 more files", FILES);
  expect(places.map(({ name }) => name)).toEqual([
    "toy.py:4",
    "toy.py:5",
    "toy.py:9",
    "linear.py:134",
  ]);
  expect(places[3]?.file).toBe("C:\\lib\\linear.py");
});

test("places above a long condition are no part of it", () => {
  const { text, places } = conditionOf(
    "# toy.py:4, linear.py:134\nall(f(it)\n    for it in (a, b))", FILES);
  expect(text).toBe("all(f(it)\n    for it in (a, b))");
  expect(places.map(({ name }) => name)).toEqual(["toy.py:4", "linear.py:134"]);
});

test("what follows the line of a long condition stays part of it", () => {
  const { text } = conditionOf("all(f(it)  # toy.py:4\n    for it in (a, b))", FILES);
  expect(text).toBe("all(f(it)\n    for it in (a, b))");
});

test("a comment in a text that is no place is part of the condition", () => {
  expect(conditionOf("mode == 'a  # b'", FILES).text).toBe("mode == 'a  # b'");
});

test("a file that no guard names is no place to go to, and its line is still told", () => {
  const found = conditionOf("n == 0  # other.py:4: x", FILES);
  expect([found.places, found.remark]).toEqual([[], "other.py:4: x"]);
});

test("conditions of the same subject stand side by side, the rest alone", () => {
  const found = differences(
    [group(["n == 0  # toy.py:4: a", "m == 5"], ["is_tensor(x, f32, [4])"])],
    [group(["k is None", "n == 1  # toy.py:9: b"], ["is_tensor(x, f32, [4])"])],
  );
  expect(found).toEqual({
    same: 1,
    different: [
      { title: "inputs", a: "n == 0", b: "n == 1" },
      { title: "inputs", a: "m == 5", b: null },
      { title: "inputs", a: null, b: "k is None" },
    ],
  });
});

test("another line alone is no difference", () => {
  const found = differences([group(["n == 0  # toy.py:4: a"])], [group(["n == 0"])]);
  expect(found).toEqual({ same: 1, different: [] });
});

test("families are paired by their members, not by what is asked of them", () => {
  const [a, b] = ["[10]", "[...]"].map(
    (size) => `all(is_tensor(it, torch.float32, ${size}) for it in (a, b))`,
  );
  expect(differences([group([a!])], [group([b!])]).different).toEqual([
    { title: "inputs", a, b },
  ]);
});

test("what one entry asks of several at once is what another asks one by one", () => {
  const found = differences(
    [group(["self.calls == 1", "self.index == 0"])],
    [group(["all(it == 0 for it in (self.calls, self.index))"])],
  );
  expect(found).toEqual({ same: 1,
    different: [{ title: "inputs", a: "self.calls == 1", b: "self.calls == 0" }] });
});

test("families share members, and what only one entry asks stays whole", () => {
  const own = "all(type(it) is dict for it in (m, n))";
  const found = differences(
    [group(["all(it is None for it in (a, b['x, y'], f(c, d)))", own])],
    [group(["all(\n    it is None\n    for it in (\n        a,\n        f(c, d),\n    )\n)"])],
  );
  expect(found).toEqual({ same: 2, different: [
    { title: "inputs", a: "b['x, y'] is None", b: null },
    { title: "inputs", a: own, b: null }] });
  expect(membersOf("all(a[i] is None for i in range(3))")).toHaveLength(1);
  expect(membersOf("all(same_object(it) for it in (a, *(b[i] for i in range(2))))"))
    .toHaveLength(1);
});

test("conditions on the sizes of different inputs are no pair", () => {
  const found = differences(
    [group(["2 <= a.size()[0]"], [], "sizes")],
    [group(["2 <= b.size()[0]"], [], "sizes")],
  );
  expect(found.different).toHaveLength(2);
});

test("a group that only one entry has is told", () => {
  const found = differences([], [group(["2 <= a.size()[0]"], [], "sizes")]);
  expect(found.different).toEqual([{ title: "sizes", a: null, b: "2 <= a.size()[0]" }]);
});

test("what differs is marked in whole words, also where one has nothing more", () => {
  expect(marked("n == 10", "n == 12").map(({ differs }) => differs)).toEqual(["10", "12"]);
  const [one, two] = marked("f(x, [2])", "f(x, [2], grad=True)");
  expect([one.differs, two.differs]).toEqual(["", ", grad=True"]);
  expect(two.before + two.differs + two.after).toBe("f(x, [2], grad=True)");
});

test("a simple condition is a value and what it must be", () => {
  const of = (text: string) => {
    const found = mustOf(text);
    return found === null ? null : [found.values.join(", "), found.must];
  };
  expect(of("is_tensor(x, torch.float32, [2, 3], requires_grad=True)"))
    .toEqual(["x", "f32[2, 3], requires_grad=True"]);
  expect(of("all(is_tensor(it, torch.int64, [2]) for it in (a, b.c[0]))"))
    .toEqual(["a, b.c[0]", "i64[2]"]);
  expect(of("type(model) is UNet")).toEqual(["model", "a UNet"]);
  expect(of("self.scale == 0.5")).toEqual(["self.scale", "0.5"]);
  expect(of("len(names) == 3")).toEqual(["names", "of length 3"]);
  expect(of("2 <= a.size()[0] <= 4096")).toEqual(["a.size()[0]", "2 to 4096"]);
  expect(of("2 <= a.size()[0]")).toEqual(["a.size()[0]", "at least 2"]);
  expect(of("all('forward' not in vars(it) for it in (\n    m,\n    m.a,\n))"))
    .toEqual(["m, m.a", "without an own forward"]);
});

test("layers of a list stand once, with their numbers", () => {
  const layers = "*(part for i in range(2) for part in (m.ups[i].a.eps, m.downs[i].a.eps))";
  expect(mustOf(`all(it == 1e-05 for it in (\n    ${layers},\n    m.last.eps,\n))`)).toEqual({
    values: ["m.ups[0..1].a.eps", "m.downs[0..1].a.eps", "m.last.eps"], must: "1e-05" });
  expect(mustOf("all(it is None for it in (*(l[i].bias for i in range(3, 7)), b))")).toEqual({
    values: ["l[3..6].bias", "b"], must: "None" });
});

test("a condition of another form stays as it is", () => {
  for (const text of ["2 <= x.shape[0] <= 9 and y", "a == 1 or b == 2", "a == b == c", "f(x)",
    "all(it == 1 or it == 2 for it in (a, b))", "all(g(it) for it in (a, b))",
    "all(it == 1 for it in (*(l[i + 1] for i in range(2)), b))"])
    expect(mustOf(text)).toBeNull();
});

test("lines of installed packages are told from the user's", () => {
  const known = ["toy.py"];
  for (const file of ["/usr/lib/python3.11/site-packages/torch/nn/conv.py", "<frozen os>",
    "C:\\Python\\Lib\\site-packages\\x.py", "_inductor/codegen/cpp.py"])
    expect(isLibrary(file, known)).toBe(true);
  for (const file of ["/home/me/torch_models/a.py", "/work/library/x.py", "D:\\a.py", "toy.py"])
    expect(isLibrary(file, known)).toBe(false);
});

test("torch's own numbers of objects are not shown", () => {
  expect(withoutIds("m.Tensor is _140076562075216_c1.Tensor")).toBe("m.Tensor is _…_c1.Tensor");
});

test("a comparison of sizes is a value and what it must be", () => {
  const read = (text: string) => { const { values, must } = comparedOf(text) ?? { values: [], must: "" };
    return [...values, must]; };
  expect(read("(1 + (((-1) + s0) // 2)) != 1")).toEqual(["1 + (((-1) + s0) // 2)", "not 1"]);
  expect(read("16*s0*\n    s53 > 20480")).toEqual(["16*s0* s53", "more than 20480"]);
  expect(read("(s0) + (s1) <= (4 + s2)")).toEqual(["(s0) + (s1)", "at most 4 + s2"]);
  for (const other of ["a < b < c", "a == 1 and b == 2", "f(a == 1)", "all(it == 1 for it in a)", "x == 'a < b'"])
    expect(comparedOf(other)).toBeNull();
});
