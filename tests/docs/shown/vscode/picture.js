// Takes the picture of chapter 8: node picture.js URL PICTURE (see make_picture.sh).
const { chromium } = require("playwright-core");

const [url, picture] = process.argv.slice(2);
const GRAPH = "__compiled_fn_1.Forward_graph.0.py:42";
const PAUSED = ".debug-top-stack-frame-line";
const DEBUGGING = ".statusbar.debugging, .codicon-debug-stop";
const LONG = { timeout: 400000 };

// A key that is pressed before VS Code has loaded its extensions does nothing.
async function start(page, press) {
  for (let attempt = 0; attempt < 10; attempt++) {
    await press("F5");
    const begun = page.waitForSelector(DEBUGGING, { timeout: 15000 });
    if (await begun.catch(() => null)) return;
    await press("Escape");
  }
  throw new Error("VS Code did not start to debug");
}

async function main() {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
  const press = async (key, wait = 1000) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(wait);
  };
  const open = async (file) => {
    await press("Control+p");
    await page.keyboard.type(file, { delay: 20 });
    await page.waitForTimeout(2500);
    await press("Enter", 2000);
  };

  await page.goto(url);
  await page.waitForSelector(".monaco-workbench", LONG);
  await page.waitForTimeout(8000);
  await open("stepping.py");
  await start(page, press);
  await page.waitForSelector(PAUSED, LONG); // before the first statement
  await open(GRAPH);
  await press("F9");
  await press("F5");
  await page.waitForSelector(PAUSED, { state: "detached", ...LONG });
  await page.waitForSelector(PAUSED, LONG); // at the breakpoint
  await page.waitForTimeout(3000);
  await press("Control+Shift+y", 2000);
  await page.keyboard.type("div_1.isnan().any(dim=1)", { delay: 20 });
  await page.waitForTimeout(1500);
  await press("Escape");
  await press("Enter", 4000);
  await page.screenshot({ path: picture });
  await browser.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
