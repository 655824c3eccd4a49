// Looks at every page as people do: light and dark, phone and desk. Fails with a list of what is wrong.
import { chromium } from "playwright-core";
import { startDemo } from "./demo.mjs";
import { inspect, validate, weigh } from "./inspect.mjs";
import { CONSOLE_PAGES, signIn } from "./console.mjs";
import { journeys } from "./journeys.mjs";

const [bellwether, scratch, pictures] = process.argv.slice(2);
const VIEWS = [
  { name: "phone-light", colorScheme: "light", viewport: { width: 360, height: 740 } },
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 360, height: 740 } },
  { name: "desk-light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "desk-dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
];

// Opens each of the pages, takes a picture and notes what is wrong; once also weighs it and reads its source.
async function look(context, view, pages, closely) {
  const page = await context.newPage();
  for (const path of pages) {
    const { faults: found, html, lesser } = await inspect(page, demo.base, path);
    complain(`${view.name} ${path}`, found);
    const name = path === "/" ? "start" : path.slice(1).replaceAll("/", "-");
    await page.screenshot({ path: `${pictures}/${name}-${view.name}.png`, fullPage: true });
    if (!closely) continue;
    complain(path, await validate(html));
    const weight = await weigh(context, demo.base, path);
    complain(path, weight.faults);
    console.log(`${path}  ${(weight.bytes / 1000).toFixed(0)} kB  ${weight.ms.toFixed(1)} ms${lesser.length > 0 ? `  (axe, lesser: ${lesser.join(", ")})` : ""}`);
  }
}

const demo = await startDemo(bellwether, scratch);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const faults = [];
const complain = (place, found) => faults.push(...found.map((fault) => `${place}: ${fault}`));
try {
  const companies = await (await fetch(`${demo.base}/transparency-index`)).json();
  const ticker = companies.data.find((company) => company.score !== null)?.ticker;
  if (!ticker) throw new Error("the demo has no company with a score");
  const pages = ["/", "/dashboard", "/companies", "/directness", `/directness/${ticker}`, "/methodology", "/status", "/docs"];
  for (const view of VIEWS) {
    const context = await browser.newContext({ colorScheme: view.colorScheme, viewport: view.viewport });
    await look(context, view, pages, view === VIEWS[0]);
    await context.close();
  }
  const signed = await browser.newContext();
  await signIn(await signed.newPage(), demo);
  const state = await signed.storageState();
  for (const view of [VIEWS[1], VIEWS[2]]) {
    const context = await browser.newContext({ colorScheme: view.colorScheme, viewport: view.viewport, storageState: state });
    await look(context, view, CONSOLE_PAGES, view === VIEWS[1]);
    await context.close();
  }
  complain("journeys", await journeys(browser, demo, state));
} finally {
  await browser.close();
  await demo.stop();
}
if (faults.length > 0) {
  console.error(`${faults.length} faults:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}
console.log(`every page stands in a browser; pictures in ${pictures}`);
