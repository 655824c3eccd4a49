// What people do with the public pages: choose days, search and narrow down, follow a number to its articles, compare.

// From a preset by keyboard to other days, and on to another page with them.
export async function period(page, { base }) {
  await page.goto(`${base}/dashboard`);
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "30 days" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/period=30d/);
  const here = page.getByRole("navigation", { name: "Period" }).locator("[aria-current]");
  expect((await here.textContent()) === "30 days", "the preset is not marked");
  await page.getByRole("link", { name: "Which companies they name" }).click();
  expect(page.url().includes("period=30d"), `the period is lost on the way to ${page.url()}`);
  await page.getByText("Other days").click();
  const last = await page.getByLabel("to", { exact: true }).inputValue();
  await page.getByLabel("From", { exact: true }).fill(last);
  await page.getByRole("button", { name: "Show" }).click();
  expect(page.url().includes(`startDate=${last}&endDate=${last}`), `the form leads to ${page.url()}`);
}

// Words, a wrong search, a filter, its count, the order, and a Space of it.
export async function search(page, { base }) {
  await page.goto(`${base}/search`);
  await page.getByLabel("Words").fill("bitcoin AND");
  await page.getByRole("button", { name: "Search" }).click();
  expect((await page.locator("#search-error").count()) === 1, "a broken search is taken");
  await page.getByLabel("Words").fill("bitcoin");
  await page.getByRole("button", { name: "Search" }).click();
  const before = await total(page);
  expect(before > 0 && (await page.locator(".results mark").count()) > 0, "nothing is found or marked");
  const value = page.locator(".facets section", { hasText: "Outlet" }).locator("li").first();
  const promised = Number(await value.locator("[data-facet]").textContent());
  await value.getByRole("link").click();
  expect((await total(page)) === promised && promised <= before, `the filter promised ${promised}, it gives ${await total(page)}`);
  await page.getByRole("link", { name: "oldest first" }).click();
  expect(page.url().includes("sort=oldest"), "the order did not turn");
  expect((await page.getByRole("link", { name: "Save as Space" }).getAttribute("href")).startsWith("/console/spaces/new?keyword=bitcoin"), "no Space of it");
  await page.locator(".chips a").first().click();
  expect((await total(page)) === before, "taking the filter off does not bring the matches back");
}

// The value on hover and by the arrow keys, a click to the day's articles, and days drawn over.
export async function plots(page, { base }) {
  await page.goto(`${base}/search?period=30d`);
  const hits = page.locator("#figure-attention .hit");
  const count = await hits.count();
  expect(count === 30, `30 days have ${count} marks`);
  await hits.nth(count - 1).focus();
  const said = async () => page.locator("#figure-attention .tip").textContent();
  const newest = await said();
  expect(/\d articles?/.test(newest), `the newest mark says ${newest}`);
  await page.keyboard.press("ArrowLeft");
  expect((await said()) !== newest, "the arrow keys do not move");
  await page.keyboard.press("Enter");
  await page.waitForURL(/startDate=/);
  const days = new URL(page.url()).searchParams;
  expect(days.get("startDate") === days.get("endDate"), `a mark leads to ${page.url()}`);
  await page.goto(`${base}/search?period=30d`);
  const [from, to] = [await hits.nth(10).boundingBox(), await hits.nth(14).boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/startDate=/);
  expect((await hits.count()) === 5, `five days drawn over give ${await hits.count()}`);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "PNG: Articles" }).click();
  expect((await waiting).suggestedFilename() === "attention.png", "the PNG has another name");
}

// From the dashboard to a story, a company in it, an article, and back by its names.
export async function follow(page, { base }) {
  await page.goto(`${base}/dashboard?period=30d`);
  await page.locator("#stories ~ .columns h3 a").first().click();
  expect(path(page).startsWith("/stories/"), `a story's title leads to ${page.url()}`);
  const listed = await page.locator("table.articles tbody tr").count();
  const told = Number(await page.locator("[data-count]").first().getAttribute("data-count"));
  expect(listed === Math.min(told, 100), `the story has ${told} articles and lists ${listed}`);
  await page.locator("table.articles th a").first().click();
  expect(path(page).startsWith("/articles/"), `an article leads to ${page.url()}`);
  await page.goto(`${base}/companies`);
  await page.locator("tbody th a").first().click();
  expect(path(page).startsWith("/companies/"), `a company leads to ${page.url()}`);
  const number = page.locator(".cards [data-count]").first();
  const promised = Number(await number.getAttribute("data-count"));
  await number.click();
  expect((await total(page)) === promised, `${promised} articles are ${await total(page)} in the search`);
}

export async function compare(page, { base }) {
  await page.goto(`${base}/compare`);
  await page.getByLabel("First").fill("Bitcoin");
  await page.getByLabel("Second").fill("ethereum OR solana");
  await page.getByRole("button", { name: "Compare" }).click();
  expect((await page.locator("#figure-attention .legend li").count()) === 2, "two are not drawn");
  expect((await page.locator("tbody [data-count]").count()) === 2, "two are not counted");
}

async function total(page) {
  return Number(await page.locator("#total").getAttribute("data-total"));
}

function path(page) {
  return new URL(page.url()).pathname;
}

function expect(condition, words) {
  if (!condition) throw new Error(words);
}

// The footer leads to the same page in the other language, which stays chosen.
export async function language(page, { base }) {
  await page.goto(`${base}/search?keyword=bitcoin`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" }).click();
  expect(page.url().endsWith("/search?keyword=bitcoin"), `the choice leads to ${page.url()}`);
  expect((await page.locator("h1").textContent()) === "Suche", "the page is not German");
  expect((await page.evaluate(() => document.documentElement.lang)) === "de", "the page does not say that it is German");
  await page.goto(`${base}/dashboard`);
  expect((await page.locator("#coverage-heading").textContent()) === "Berichterstattung", "the choice is forgotten");
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  expect((await page.locator("#coverage-heading").textContent()) === "Coverage", "there is no way back");
}
