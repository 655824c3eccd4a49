// What people manage: their password, Brains, and as operators accounts, people, sources and keys. Each page that a step
// leads to is also looked at as strictly as the others.
import { createHmac } from "node:crypto";
import { inspect, validate } from "./inspect.mjs";

const PASSWORD = "a long enough password";

// Somebody new by an operator's link: sets a password, signs out, and comes back by it alone.
export async function password(page, { base }) {
  await page.goto(`${base}/console/operator`);
  await page.getByLabel("Name to sign in with").fill("browser@example.org");
  await page.locator("#person-account").selectOption({ label: "demo" });
  await page.getByLabel("Role", { exact: true }).selectOption("viewer");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = (await page.locator("#new-link code").textContent()).trim();
  const people = page.locator("#people tbody tr", { hasText: "browser@example.org" });
  expect((await people.textContent()).includes("viewer of demo"), "the new person has no place");

  const context = await page.context().browser().newContext();
  try {
    const own = await context.newPage();
    await stands(own, base, new URL(link).pathname + new URL(link).search);
    await own.getByRole("button", { name: "Sign in" }).click();
    await own.goto(`${base}/console/password`);
    await own.getByLabel("New password").fill(PASSWORD);
    await own.getByLabel("Confirm password").fill(`${PASSWORD}!`);
    await own.getByRole("button", { name: "Save" }).click();
    expect((await own.locator("#error").textContent()).includes("do not match"), "two different passwords are taken");
    await own.getByLabel("New password").fill(PASSWORD);
    await own.getByLabel("Confirm password").fill(PASSWORD);
    await own.getByRole("button", { name: "Save" }).click();
    expect(path(own) === "/console/sign-in", `a new password leads to ${own.url()}`);

    const signIn = async (word) => {
      await own.getByLabel("Name").fill("browser@example.org");
      await own.getByLabel("Password").fill(word);
      await own.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn("a wrong password!");
    expect((await own.locator("#error").textContent()).includes("Incorrect"), "a wrong password is taken");
    await own.goto(`${base}/console`);
    expect(path(own) === "/console/sign-in", "a wrong password signs in");
    await signIn(PASSWORD);
    expect(path(own) === "/console", `the password leads to ${own.url()}`);
    await stands(own, base, "/console/password");
    await own.getByRole("button", { name: "Sign out" }).click();
    await own.goto(`${base}/console`);
    expect(path(own) === "/console/sign-in", "signing out leaves the door open");
    await stands(own, base, "/console/sign-in");
  } finally {
    await context.close();
  }
}

// Somebody of one account is invited to another, accepts with the link and a new password, and sets up a second factor.
export async function invitation(page, { base }) {
  const place = async (account, role) => {
    await page.goto(`${base}/console/operator`);
    await page.getByLabel("Name to sign in with").fill("guest@example.org");
    await page.locator("#person-account").selectOption({ label: account });
    await page.getByLabel("Role", { exact: true }).selectOption(role);
    await page.getByRole("button", { name: "Create link" }).click();
    return (await page.locator("#new-link code").textContent()).trim();
  };
  const first = await place("demo", "viewer");
  await page.locator("#create-account").getByLabel("Name").fill("Guest account");
  await page.getByRole("button", { name: "Open the account" }).click();
  const link = await place("Guest account", "owner");
  expect(link.includes("/console/invitation?token="), `somebody who exists gets ${link}`);

  const context = await page.context().browser().newContext();
  try {
    const own = await context.newPage();
    await own.goto(first);
    await own.getByRole("button", { name: "Sign in" }).click();
    await stands(own, base, "/console");
    expect((await own.getByText("invites you as owner").count()) === 1, "the invitation is not shown");
    await stands(own, base, new URL(link).pathname + new URL(link).search);
    await own.getByRole("link", { name: "Accept with that sign-in" }).click();
    await own.getByLabel("New password").fill(PASSWORD);
    await own.getByLabel("Confirm password").fill(PASSWORD);
    await stands(own, base, new URL(own.url()).pathname + new URL(own.url()).search);
    await own.getByLabel("New password").fill(PASSWORD);
    await own.getByLabel("Confirm password").fill(PASSWORD);
    await own.getByRole("button", { name: "Accept" }).click();
    expect(path(own) === "/console/sign-in", `accepting leads to ${own.url()}`);
    const signIn = async () => {
      await own.getByLabel("Name").fill("guest@example.org");
      await own.getByLabel("Password").fill(PASSWORD);
      await own.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn();
    // Signed in to one of both places; the other is a button away.
    const roles = [];
    for (const turned of [false, true]) {
      if (turned) await own.getByRole("button", { name: "Switch account" }).click();
      await own.waitForLoadState();
      roles.push((await own.locator(".who").textContent()).match(/\((\w+)\)/)?.[1]);
    }
    expect(roles.toSorted().join() === "owner,viewer", `the places are ${roles}`);

    await own.goto(`${base}/console/second-factor`);
    await own.getByRole("button", { name: "Set up" }).click();
    const secret = (await own.locator("#secret").textContent()).replaceAll(/\s/g, "");
    expect((await own.locator("svg.qr path").count()) === 1, "there is no QR code");
    await own.getByLabel("Authentication code").fill(code(secret, 0));
    await own.getByRole("button", { name: "Turn on" }).click();
    const recovery = (await own.locator("#recovery-codes code").textContent()).trim().split("\n");
    expect(recovery.length === 10, `${recovery.length} recovery codes`);
    await own.getByRole("button", { name: "Sign out" }).click();
    await signIn();
    expect(path(own) === "/console/code", `the password alone leads to ${own.url()}`);
    await stands(own, base, "/console/code");
    await own.getByLabel("Authentication code").fill("000000");
    await own.getByRole("button", { name: "Sign in" }).click();
    expect((await own.locator("#error").textContent()).includes("Incorrect"), "a wrong code is taken");
    await own.getByLabel("Authentication code").fill(code(secret, 1));
    await own.getByRole("button", { name: "Sign in" }).click();
    expect(path(own) === "/console", `the code leads to ${own.url()}`);
    await own.getByRole("button", { name: "Sign out" }).click();
    await signIn();
    await own.getByLabel("Authentication code").fill(recovery[0]);
    await own.getByRole("button", { name: "Sign in" }).click();
    expect(path(own) === "/console", `a recovery code leads to ${own.url()}`);
  } finally {
    await context.close();
  }
  await page.goto(`${base}/console/operator`);
  const row = page.locator("#people tbody tr", { hasText: "guest@example.org" });
  await row.locator("summary", { hasText: "Reset" }).click();
  await row.getByRole("button", { name: "Reset for good" }).click();
  expect((await row.textContent()).includes("off"), "the second factor is not reset");
}

// What an authenticator shows, so many steps of 30 seconds from now.
function code(secret, steps) {
  const bits = [...secret].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + steps));
  const tag = createHmac("sha1", key).update(step).digest();
  const number = tag.readUInt32BE(tag[19] & 15) & 0x7fffffff;
  return String(number % 1000000).padStart(6, "0");
}

// From a handle that is proposed to its posts, a second name, and away again.
export async function brains(page, { base, key }) {
  await page.goto(`${base}/console/brains`);
  const handle = (await page.locator("#proposed ~ .scroll th[scope=row] code").first().textContent()).trim();
  await page.getByLabel("Name", { exact: true }).fill("Browser brain");
  await page.getByLabel("Handles, one per line").fill("not a handle");
  await page.getByRole("button", { name: "Create Brain" }).click();
  expect((await page.locator("#error").count()) === 1, "a handle with blanks is taken");
  await page.getByLabel("Handles, one per line").fill(handle);
  await page.getByRole("button", { name: "Create Brain" }).click();
  await page.goto(`${base}/console/brains`);
  await page.getByRole("link", { name: "Browser brain", exact: true }).click();
  const address = path(page);
  const count = Number(await page.locator("#post-count").textContent());
  expect(count > 0 && (await page.locator("#posts tbody tr").count()) > 0, "the Brain has no posts");
  expect((await page.locator("#posts tbody tr").first().textContent()).includes(handle), "the posts are another's");
  const id = address.split("/").pop();
  const answer = await ask(base, key, "GET", `/v1/brains/${id}`);
  expect(answer.postCount === count, `the page says ${count} posts, the call ${answer.postCount}`);
  await stands(page, base, address);

  await page.locator("#change-brain").getByLabel("Name", { exact: true }).fill("Browser brain, renamed");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await page.locator("h1").textContent()) === "Browser brain, renamed", "the name did not change");
  await page.locator("#delete-brain summary").click();
  await page.getByRole("button", { name: "Delete it for good" }).click();
  expect((await page.locator("#done").textContent()) === "Deleted.", "deleting says nothing");
  expect(path(page) === "/console/brains", `deleting leads to ${page.url()}`);
  expect((await page.getByText("Browser brain, renamed").count()) === 0, "a deleted Brain is still listed");
}

// An account is opened and put on a plan; a key of an operator's sees the same.
export async function operatorAccounts(page, { base }) {
  await page.goto(`${base}/console/operator`);
  for (const expected of [0, 1]) {
    await page.locator("#create-account").getByLabel("Name").fill("Browser account");
    await page.getByRole("button", { name: "Open the account" }).click();
    expect((await page.locator("#error").count()) === expected, `the same name, time ${expected + 1}`);
  }
  const row = page.locator("#accounts tbody tr", { hasText: "Browser account" });
  await row.getByLabel("Plan of Browser account").selectOption("pro");
  await row.getByLabel("Payment of Browser account").selectOption("active");
  await row.getByLabel("Grant credits").fill("25");
  await row.getByRole("button", { name: "Save" }).click();
  const cells = await row.locator("td").allTextContents();
  expect(cells[0] === "pro" && cells[2] === "active" && cells[4] === "25", `the account shows ${cells.slice(0, 5)}`);
  await stands(page, base, "/console/operator");

  await page.goto(`${base}/console/keys`);
  await page.getByLabel("What it is for").fill("operator's agent");
  await page.getByLabel("Permissions").selectOption("operator");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.locator("#new-key-text").textContent()).trim();
  const listed = await ask(base, key, "GET", "/v1/accounts");
  const account = listed.data.find((one) => one.name === "Browser account");
  expect(account?.plan === "pro" && account.prepaidGranted === 25, `the call says ${JSON.stringify(account)}`);
  const changed = await ask(base, key, "PATCH", `/v1/accounts/${account.id}`, { plan: "free" });
  expect(changed.plan === "free", "the call does not change the plan");
  await page.goto(`${base}/console/operator`);
  expect((await row.locator("td").first().textContent()) === "free", "the page does not see what the call changed");
  await page.goto(`${base}/console/keys`);
  const keyRow = page.locator("#keys tbody tr", { hasText: "operator's agent" });
  expect((await keyRow.textContent()).includes("operator"), "the key's scope is not shown");
  await stands(page, base, "/console/keys");
  await keyRow.locator("details.sure summary").click();
  await keyRow.getByRole("button", { name: "Revoke for good" }).click();
}

// A source is added, paused, resumed and removed.
export async function operatorSources(page, { base }) {
  await page.goto(`${base}/console/sources`);
  const add = async (address) => {
    if (!(await page.locator("#add-source").isVisible())) await page.getByText("Add a source").click();
    await page.getByLabel("Address").fill(address);
    await page.getByLabel("Name under which its items appear").fill("Browser Daily");
    await page.getByRole("button", { name: "Add the source" }).click();
  };
  await add("file:///etc/passwd");
  expect((await page.locator("#error").count()) === 1, "a file of the machine is taken for a source");
  await add("https://feeds.example/browser.xml");
  const row = page.locator("#sources tbody tr", { hasText: "Browser Daily" });
  const state = async () => (await row.locator(".tag").textContent()).trim();
  expect((await state()) === "waiting", `a new source is ${await state()}`);
  await row.getByRole("button", { name: "Pause" }).click();
  expect((await state()) === "paused", `a paused source is ${await state()}`);
  await stands(page, base, "/console/sources");
  await row.getByRole("button", { name: "Resume" }).click();
  expect((await state()) === "waiting", `a resumed source is ${await state()}`);
  await row.locator("details.sure summary").click();
  await row.getByRole("button", { name: "Remove for good" }).click();
  expect((await row.count()) === 0, "a removed source is still listed");
}

// As every page must: no serious finding, valid, nothing from elsewhere.
async function stands(page, base, address) {
  const { faults, html } = await inspect(page, base, address);
  faults.push(...(await validate(html)));
  expect(faults.length === 0, `${address}: ${faults.join("; ")}`);
}

async function ask(base, key, method, address, body) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await fetch(base + address, { method, headers, body: body && JSON.stringify(body) });
  expect(answer.ok, `${method} ${address} answers ${answer.status}`);
  return answer.json();
}

function path(page) {
  return new URL(page.url()).pathname;
}

function expect(condition, words) {
  if (!condition) throw new Error(words);
}
