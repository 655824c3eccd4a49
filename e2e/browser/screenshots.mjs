// The two pictures of the README: the dashboard and a search, from a demo of their own.
import { chromium } from "playwright-core";
import { startDemo } from "./demo.mjs";

const [bellwether, scratch, folder] = process.argv.slice(2);
const demo = await startDemo(bellwether, scratch);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, colorScheme: "light" });
  const page = await context.newPage();
  for (const [name, path] of [["dashboard", "/dashboard?period=30d"], ["search", "/search?keyword=bitcoin"]]) {
    await page.goto(demo.base + path);
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
} finally {
  await browser.close();
  await demo.stop();
}
