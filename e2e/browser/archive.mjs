// The demo's last weeks as an archive that ended a year ago: taken from the API, moved back, imported, served.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { freePort } from "./demo.mjs";

const DAYS = 20;
const DAY_MS = 86_400_000;

export async function startArchive(bellwether, demo, folder) {
  mkdirSync(folder, { recursive: true });
  const day = (ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const lines = [];
  let cursor = "";
  do {
    const address = `${demo.base}/feed?startDate=${day(DAYS)}&endDate=${day(0)}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${demo.key}` } });
    if (!answer.ok) throw new Error(`the demo's articles answer ${answer.status}`);
    const { data, pagination } = await answer.json();
    for (const one of data) {
      lines.push(JSON.stringify({
        url: one.URL, title: one.Title, content: one.Content, kind: one.kind === "earnings_call" ? "news" : one.kind,
        author_name: one.author_name, published_at: new Date(Date.parse(one.Date) - 365 * DAY_MS).toISOString(),
        outlet: { name: one.Outlet, category: one.Outlet_Category, family: one.outlet_family, country: one.country },
      }));
    }
    cursor = pagination.nextCursor;
  } while (cursor);
  const file = `${folder}/archive.jsonl`;
  writeFileSync(file, lines.join("\n"));
  const data = ["--data-dir", `${folder}/data`, "--collect", "false"];
  const imported = spawnSync(bellwether, ["import", file, ...data], { encoding: "utf8", timeout: 120_000 });
  if (imported.status !== 0) throw new Error(`the archive was not taken in: ${imported.stdout}${imported.stderr}`);
  if (!imported.stdout.includes("bellwether backfill")) throw new Error(`an import of past days does not offer backfill: ${imported.stdout}`);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const served = spawn(bellwether, ["serve", "--listen", `127.0.0.1:${port}`, ...data], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  served.stderr.on("data", (bytes) => { said += bytes; });
  const ended = new Promise((resolve) => served.on("exit", resolve));
  const stop = async () => { served.kill("SIGTERM"); await ended; };
  for (let tries = 0; tries < 120; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const text = await fetch(`${base}/dashboard`).then((answer) => answer.text(), () => "");
    if (/data-count="[1-9]/.test(text) && text.includes("/stories/")) return { base, stop };
  }
  await stop();
  throw new Error(`the archive was not counted in time:\n${said}`);
}
