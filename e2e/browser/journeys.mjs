// What people do with the pages, step by step. Gives what went wrong.
import { alertsAndWebhooks, keys, spaceToCsv } from "./console.mjs";
import { findAndTry } from "./docs.mjs";
import { compare, follow, language, period, plots, search } from "./looking.mjs";
import { brains, invitation, operatorAccounts, operatorSources, password } from "./managing.mjs";

export async function journeys(browser, demo, signedIn) {
  const faults = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState: signedIn });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: demo.base });
  const page = await context.newPage();
  const all = {
    firstFiveMinutes, findAndTry, everyFigureLeadsToItsNumbers, keyboard, period, search, plots, follow, compare, language, keys, spaceToCsv, alertsAndWebhooks, brains, password, invitation, operatorAccounts, operatorSources,
  };
  for (const [name, journey] of Object.entries(all)) {
    try {
      await journey(page, demo);
      console.log(`journey ${name}: done`);
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  await context.close();
  return faults;
}

function expect(condition, words) {
  if (!condition) throw new Error(words);
}

// The printed key works when copied, and so does the printed call.
async function firstFiveMinutes(page, { base, key }) {
  await page.goto(base);
  await page.getByRole("button", { name: "Copy: demo key" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim() === key, `the copied key is ${copied}, not the demo's`);
  await page.getByRole("button", { name: "Copy: curl call" }).click();
  const call = await page.evaluate(() => navigator.clipboard.readText());
  const address = call.match(/'(http[^']+)'/)?.[1];
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${copied.trim()}` } });
  expect(answer.status === 200, `the copied call answers ${answer.status}`);
  expect((await answer.json()).data.length > 0, "the copied call finds nothing");
}

// One click from each plot to a table with rows.
async function everyFigureLeadsToItsNumbers(page, { base }) {
  for (const path of ["/dashboard", "/companies", "/directness"]) {
    await page.goto(base + path);
    const links = await page.locator(".behind a", { hasText: "CSV" }).evaluateAll((all) => all.map((link) => link.href));
    const figures = await page.locator("figure").count();
    expect(links.length >= Math.max(1, figures), `${path}: ${figures} figures, ${links.length} files`);
    for (const link of links) {
      const answer = await fetch(link);
      expect(answer.headers.get("content-type")?.startsWith("text/csv"), `${link} is no CSV`);
      const lines = (await answer.text()).trim().split("\r\n");
      expect(lines.length > 1, `${link} has no rows`);
    }
  }
}

// The first stop of the tabulator leads past the navigation.
async function keyboard(page, { base }) {
  await page.goto(`${base}/dashboard`);
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement?.textContent);
  expect(first === "Skip to the content", `the first stop is ${first}`);
  await page.keyboard.press("Enter");
  const inside = await page.evaluate(() => document.activeElement?.id);
  expect(inside === "main", `the skip link leads to ${inside}`);
}
