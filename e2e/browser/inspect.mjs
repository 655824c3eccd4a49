// Opens a page as a person would and collects everything that is wrong with it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HtmlValidate } from "html-validate";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WEIGHT_LIMIT_BYTES = 200_000;

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // Regions that scroll must be reachable by keyboard, which makes them focusable without a control in them.
    "prefer-native-element": "off",
    // The server's templates leave white space at the ends of lines.
    "no-trailing-whitespace": "off",
    "long-title": "off",
  },
});

// Faults that a page must not have, whatever is on it.
export async function inspect(page, base, path) {
  const faults = [];
  const onConsole = (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  };
  const onError = (error) => faults.push(`script: ${error.message}`);
  const onRequest = (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("data:")) faults.push(`asks elsewhere: ${request.url()}`);
  };
  page.on("console", onConsole);
  page.on("pageerror", onError);
  page.on("request", onRequest);
  const answer = await page.goto(base + path, { waitUntil: "load" });
  if (answer.status() !== 200) faults.push(`status ${answer.status()}`);
  const policy = answer.headers()["content-security-policy"] ?? "";
  if (!policy.startsWith("default-src 'none'") || policy.includes("unsafe")) faults.push(`policy: ${policy}`);
  const html = await answer.text();

  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflow > 0) faults.push(`wider than the window by ${overflow} pixels`);
  for (const text of await page.evaluate(cutLabels)) faults.push(`label cut or overlapping: ${text}`);

  // The policy forbids scripts from elsewhere; the checker comes in by the debugger's door, as the browser's tools do.
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  for (const one of found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact))) {
    faults.push(`axe ${one.impact} ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
  }
  const lesser = found.violations.filter(({ impact }) => !["serious", "critical"].includes(impact)).map(({ id }) => id);

  page.off("console", onConsole);
  page.off("pageerror", onError);
  page.off("request", onRequest);
  return { faults, html, lesser };
}

// Bytes with everything that the page loads, before compression, and the server's time for the page itself.
export async function weigh(context, base, path) {
  const page = await context.newPage();
  await page.goto(base + path, { waitUntil: "load" });
  const bytes = await page.evaluate(() => {
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    // Known sizes count in full even where the browser took them from its cache.
    return loaded.reduce((sum, entry) => sum + entry.decodedBodySize, 0);
  });
  await page.close();
  const times = [];
  for (let at = 0; at < 5; at += 1) {
    const start = performance.now();
    await (await context.request.get(base + path)).body();
    times.push(performance.now() - start);
  }
  const faults = bytes > WEIGHT_LIMIT_BYTES ? [`weighs ${bytes} bytes`] : [];
  return { faults, bytes, ms: times.sort((a, b) => a - b)[2] };
}

export async function validate(html) {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) => result.messages).map((message) => `html ${message.ruleId} line ${message.line}: ${message.message}`);
}

// Runs in the page: texts of a plot that leave it or lie on each other.
function cutLabels() {
  const bad = [];
  for (const plot of document.querySelectorAll("svg.plot")) {
    const canvas = plot.getBoundingClientRect();
    const boxes = [...plot.querySelectorAll("text")]
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    for (const { text, box } of boxes) {
      if (box.left < 0 || box.right > document.documentElement.clientWidth + 1 || box.bottom > canvas.bottom + 8) bad.push(`${text} leaves the plot`);
    }
    for (let a = 0; a < boxes.length; a += 1) {
      for (let b = a + 1; b < boxes.length; b += 1) {
        const [one, other] = [boxes[a].box, boxes[b].box];
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > 1 && down > 4) bad.push(`${boxes[a].text} on ${boxes[b].text}`);
      }
    }
  }
  return bad;
}
