// What somebody who signs in does: make a key and use it, rotate it with grace, save a search and take its rows along.

export const CONSOLE_PAGES = [
  "/console", "/console/keys", "/console/usage", "/console/plan", "/console/spaces", "/console/spaces/new",
  "/console/brains", "/console/alerts", "/console/alerts/new", "/console/webhooks", "/console/digests", "/console/feeds", "/console/runs", "/console/members", "/console/sources", "/console/operator", "/console/password", "/console/second-factor",
];

// By the link that the demo printed; it works once.
export async function signIn(page, { base, link }) {
  await page.goto(base + "/console");
  expect(page.url().includes("/console/sign-in"), `without a sign-in the console shows ${page.url()}`);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(new URL(page.url()).pathname === "/console", `the link leads to ${page.url()}`);
  const cookie = (await page.context().cookies()).find((one) => one.httpOnly);
  expect(cookie && cookie.sameSite === "Strict", `the cookie is ${JSON.stringify(cookie)}`);
}

export async function keys(page, { base }) {
  const opens = async (key) => (await fetch(`${base}/usage`, { headers: { Authorization: `Bearer ${key}` } })).status;
  await page.goto(`${base}/console/keys`);
  await page.getByLabel("What it is for").fill("browser test");
  await page.getByRole("button", { name: "Create key" }).click();
  const first = (await page.locator("#new-key-text").textContent()).trim();
  expect((await opens(first)) === 200, "a new key does not open");
  await page.goto(`${base}/console/keys`);
  expect(!(await page.content()).includes(first), "a key is shown a second time");

  const rows = page.locator("#keys tbody tr", { hasText: "browser test" });
  await rows.first().getByLabel("Keep the old key valid for (hours)").fill("1");
  await rows.first().getByRole("button", { name: "Rotate" }).click();
  const second = (await page.locator("#new-key-text").textContent()).trim();
  expect(second !== first, "rotation gave the same key");
  expect((await opens(second)) === 200, "the rotated key does not open");
  expect((await opens(first)) === 200, "the old key does not open within its grace");

  // A revoked key is believed for as long as lookups are kept, a second at most.
  await page.goto(`${base}/console/keys`);
  const open = page.locator("#keys tbody tr", { hasText: "browser test" }).locator("details.sure");
  while ((await open.count()) > 0) {
    await open.first().locator("summary").click();
    await open.first().getByRole("button").click();
    expect((await page.locator("#done").textContent()).includes("revoked"), "revoking says nothing");
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const key of [first, second]) expect((await opens(key)) === 401, "a revoked key opens");
}

export async function spaceToCsv(page, { base, key }) {
  await page.goto(`${base}/console/spaces/new`);
  await page.getByLabel("Name", { exact: true }).fill("Browser space");
  // The rows follow the typing.
  await page.getByLabel("Keyword", { exact: true }).fill("bitcoin");
  await page.getByLabel("Last N days").fill("60");
  await page.locator("#preview table tbody tr").first().waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto(`${base}/console/spaces`);
  await page.getByRole("link", { name: "Browser space", exact: true }).click();
  const id = new URL(page.url()).pathname.split("/").pop();
  const waiting = page.waitForEvent("download");
  await page.locator("#export").click();
  const stream = await (await waiting).createReadStream();
  let csv = "";
  for await (const bytes of stream) csv += bytes;
  const lines = csv.trim().split("\r\n");
  expect(lines.length > 2, `the file has ${lines.length} lines`);
  const answer = await fetch(`${base}/v1/spaces/${id}/rows`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status === 200, `the rows answer ${answer.status}`);
  const { rows, columns } = await answer.json();
  expect(rows.length > 0 && lines[0].split(",").length === columns.length, "rows and file disagree");
}

// A rule from its form to its backtest and its switch; an endpoint from its form to the log of a test.
export async function alertsAndWebhooks(page, { base }) {
  await page.goto(`${base}/console/alerts/new`);
  await page.getByLabel("Name", { exact: true }).fill("Browser rule");
  await page.getByLabel("What it watches").selectOption("query");
  await page.getByLabel("Which one").fill("bitcoin");
  await page.getByLabel("When it fires").selectOption("volume");
  await page.getByLabel("Threshold").fill("1.2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Run the backtest" }).click();
  const fired = Number(await page.getByRole("status").locator("strong").textContent());
  expect(fired > 0 && (await page.locator("#firings tbody tr").count()) === fired, `the backtest shows ${fired} firings`);
  await page.getByRole("button", { name: "Switch on" }).click();
  expect((await page.locator("#state").textContent()).includes("On"), "the rule is not on");
  await page.getByRole("button", { name: "Switch off" }).click();

  await page.goto(`${base}/console/webhooks`);
  await page.getByLabel("Name", { exact: true }).fill("Browser endpoint");
  await page.getByLabel("Address").fill("https://nowhere.example/hook");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  expect((await page.locator("#secret").textContent()).startsWith("whsec_"), "no secret is shown");
  await page.goto(`${base}/console/webhooks`);
  await page.getByRole("link", { name: "Browser endpoint" }).click();
  expect(!(await page.content()).includes("whsec_"), "the secret is shown a second time");
  await page.getByRole("button", { name: "Send a test" }).click();
  expect((await page.locator("#deliveries").textContent()).includes("Failed"), "the log is empty");
}

function expect(condition, words) {
  if (!condition) throw new Error(words);
}
