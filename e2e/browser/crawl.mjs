// Follows the links of every page and each number to its articles, and says what is wrong on the way.

// Of each kind of page, and numbers that are followed to their articles.
const PER_KIND = 8;
const MAX_NUMBERS = 200;
const headers = { Accept: "text/html" };

export async function crawl(base) {
  const faults = [];
  const waiting = ["/", "/dashboard", "/search", "/companies", "/narratives", "/speakers"];
  const seen = new Set();
  const kinds = new Map();
  const numbers = new Map();
  while (waiting.length > 0) {
    const address = waiting.shift();
    const kind = address.split("?")[0].split("/").slice(0, 2).join("/");
    if (seen.has(address) || address.startsWith("/console") || (kinds.get(kind) ?? 0) >= PER_KIND) continue;
    seen.add(address);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const answer = await get(base + address);
    const text = await answer.text();
    if (!answer.ok) faults.push(`${address} answers ${answer.status}`);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    for (const [, href] of text.matchAll(/href="(\/[^"#]*)/g)) if (!/^\/assets\/\w+\.(css|js|svg)/.test(href)) waiting.push(plain(href));
    for (const [, href, count] of text.matchAll(/href="([^"]+)" data-count="(\d+)"/g)) numbers.set(plain(href), [Number(count), address]);
  }
  for (const [href, [count, from]] of [...numbers].slice(0, MAX_NUMBERS)) {
    const text = await (await get(base + href)).text();
    const total = Number(text.match(/data-total="(\d+)"/)?.[1]);
    if (total !== count) faults.push(`${from} says ${count}, ${href} has ${total}`);
  }
  console.log(`crawled ${seen.size} pages, followed ${Math.min(numbers.size, MAX_NUMBERS)} numbers`);
  if (seen.size < 30 || numbers.size < 30) faults.push(`only ${seen.size} pages and ${numbers.size} numbers were found`);
  return faults;
}

// One address may look at 300 pages a minute; whoever is refused waits as told.
async function get(address) {
  const answer = await fetch(address, { headers });
  if (answer.status !== 429) return answer;
  await new Promise((resolve) => setTimeout(resolve, (Number(answer.headers.get("retry-after")) || 1) * 1000));
  return get(address);
}

function plain(text) {
  return text.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&#39;", "'");
}
