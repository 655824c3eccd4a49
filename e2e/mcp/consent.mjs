// Opens the page that an agent was given, signs in where that is asked for, and allows it.
//   node consent.mjs ADDRESS
import { chromium } from "playwright-core";

const [address] = process.argv.slice(2);
const { PROFILE, LINK } = process.env;
const browser = await chromium.launchPersistentContext(PROFILE, {
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(address);
  await page.waitForURL(/\/console\//, { timeout: 15_000 });
  if (page.url().includes("/console/sign-in")) {
    await page.goto(LINK);
    await page.click("#use-link button");
    await page.waitForURL(/\/console\/connect/, { timeout: 15_000 });
  }
  const client = await page.textContent("#client");
  await page.click('#connect button[value="write"]');
  await page.waitForFunction(() => document.body.textContent.includes("Agent connected."), null, { timeout: 15_000 });
  console.log(`allowed ${client}`);
} finally {
  await browser.close();
}
