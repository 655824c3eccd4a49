// The documentation page: a route is found by a word and tried with the demo's key.
export async function findAndTry(page, { base, key }) {
  await page.goto(`${base}/docs`);
  const expect = (condition, words) => { if (!condition) throw new Error(words); };
  expect((await page.getByLabel("Key for trying calls").inputValue()) === key, "the demo's key is not offered");
  await page.getByLabel("Find a route").fill("channel-volume");
  const route = page.locator("#getChannelVolume");
  expect(await route.isVisible(), "the route that was looked for is hidden");
  expect(!(await page.locator("#getTrends").isVisible()), "another route is still shown");
  await route.getByText("Try it").click();
  await route.getByRole("button", { name: "Send" }).click();
  await route.getByRole("status").filter({ hasText: /^200 .*credits? charged/ }).waitFor({ timeout: 20_000 });
  expect((await route.locator("details.trying pre").textContent()).includes("\"outlet\""), "no answer is shown");
  await page.getByLabel("Find a route").fill("");
  expect(await page.locator("#getTrends").isVisible(), "routes do not come back");
}
