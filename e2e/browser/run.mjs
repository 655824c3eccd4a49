// Looks at every page as people do: light and dark, phone and desk. Fails with a list of what is wrong.
import { chromium } from "playwright-core";
import { startArchive } from "./archive.mjs";
import { crawl } from "./crawl.mjs";
import { startDemo } from "./demo.mjs";
import { inspect, validate, weigh } from "./inspect.mjs";
import { CONSOLE_PAGES, signIn } from "./console.mjs";
import { journeys } from "./journeys.mjs";

const [bellwether, scratch, pictures] = process.argv.slice(2);
const VIEWS = [
  { name: "phone-light", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { name: "desk-light", colorScheme: "light", viewport: { width: 1300, height: 900 } },
  { name: "desk-dark", colorScheme: "dark", viewport: { width: 1300, height: 900 } },
];

// One page of each kind that the dashboard leads to.
async function oneOfEach(base) {
  const text = async (path) => (await fetch(base + path, { headers: { Accept: "text/html" } })).text();
  const all = (await text("/dashboard?period=30d")) + (await text("/narratives?period=90d")) + (await text("/speakers")) + (await text("/outlets"));
  const first = (kind) => all.match(new RegExp(`href="(/${kind}/[^"?.]+)["?]`))?.[1];
  const story = first("stories");
  const article = (await text(story)).match(/href="(\/articles\/[^"?]+)/)?.[1];
  const kinds = ["narratives", "companies", "assets", "outlets", "speakers"];
  return [story, article, ...kinds.map(first)].filter(Boolean);
}

// Opens each of the pages, takes a picture and notes what is wrong; once also weighs it and reads its source.
async function lookAt({ name: view, ...options }, pages, closely, more = {}, base = demo.base) {
  const context = await browser.newContext({ ...options, ...more });
  const page = await context.newPage();
  for (const path of pages) {
    const { faults: found, html, lesser } = await inspect(page, base, path);
    complain(`${view} ${path}`, found);
    const name = path === "/" ? "start" : path.slice(1).replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 60);
    await page.screenshot({ path: `${pictures}/${name}-${view}.png`, fullPage: true });
    if (!closely) continue;
    complain(path, await validate(html));
    const weight = await weigh(context, base, path);
    complain(path, weight.faults);
    console.log(`${path}  ${(weight.bytes / 1000).toFixed(0)} kB  ${weight.ms.toFixed(1)} ms${lesser.length > 0 ? `  (axe, lesser: ${lesser.join(", ")})` : ""}`);
  }
  await context.close();
}

// One page keeps hardly more than one core busy.
async function twoAtATime(looks) {
  const waiting = looks.values();
  const work = async () => {
    for (const look of waiting) await look();
  };
  await Promise.all([work(), work()]);
}

const demo = await startDemo(bellwether, scratch);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const faults = [];
const complain = (place, found) => {
  for (const fault of found) {
    console.error(`fault: ${place}: ${fault}`);
    faults.push(`${place}: ${fault}`);
  }
};
try {
  const companies = await (await fetch(`${demo.base}/transparency-index`)).json();
  const ticker = companies.data.find((company) => company.score !== null)?.ticker;
  if (!ticker) throw new Error("the demo has no company with a score");
  const pages = [
    "/", "/dashboard", "/search?keyword=bitcoin", "/narratives", "/companies", "/assets", "/outlets", "/speakers", "/compare?a=Bitcoin&b=Ethereum",
    "/directness", `/directness/${ticker}`, "/methodology", "/status", "/docs", ...(await oneOfEach(demo.base)),
  ];
  const signed = await browser.newContext();
  await signIn(await signed.newPage(), demo);
  const state = await signed.storageState();
  // In another language words are longer: the narrowest view shows it.
  const german = { name: "german-phone", colorScheme: "light", viewport: VIEWS[0].viewport, locale: "de-DE" };
  await twoAtATime([
    ...[...VIEWS, german].map((view) => () => lookAt(view, pages, view === VIEWS[0])),
    ...[VIEWS[1], VIEWS[2], german].map((view) => () => lookAt(view, CONSOLE_PAGES, view === VIEWS[1], { storageState: state })),
  ]);
  complain("journeys", await journeys(browser, demo, state));
  complain("crawl", await crawl(demo.base));
  const archive = await startArchive(bellwether, demo, `${scratch}/archive`);
  try {
    const shown = ["/", "/dashboard", "/search", "/companies", "/assets", "/narratives", "/speakers", ...(await oneOfEach(archive.base)).slice(0, 3)];
    await lookAt({ name: "archive", colorScheme: "light", viewport: VIEWS[0].viewport }, shown, false, {}, archive.base);
    complain("crawl of an archive", await crawl(archive.base));
  } finally {
    await archive.stop();
  }
} finally {
  await browser.close();
  await demo.stop();
}
if (faults.length > 0) {
  console.error(`${faults.length} faults:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}
console.log(`every page stands in a browser; pictures in ${pictures}`);
