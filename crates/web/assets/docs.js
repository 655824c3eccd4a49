// The documentation page: finding a route by a word, and trying a call. The page says all it has to say without it.
"use strict";
const routes = [...document.querySelectorAll(".route")];
const links = new Map([...document.querySelectorAll(".docs-nav li a")].map((a) => [a.hash.slice(1), a.parentElement]));
const search = document.getElementById("find");
const found = document.getElementById("found");
const words = new Map(routes.map((route) => [route, route.textContent.toLowerCase()]));

function filter() {
  const asked = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const route of routes) {
    const fits = asked.every((word) => words.get(route).includes(word));
    route.hidden = !fits;
    const link = links.get(route.id);
    if (link) link.hidden = !fits;
    count += fits;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = ![...group.querySelectorAll("li, .route")].some((one) => !one.hidden);
  }
  found.textContent = asked.length ? `${count} of ${routes.length} routes` : "";
}
search.closest("[hidden]").hidden = false;
search.addEventListener("input", filter);
// On a phone the list would push everything else off the screen.
const list = document.querySelector(".docs-nav details");
if (matchMedia("(max-width: 60rem)").matches) list.open = false;

const key = document.getElementById("key");
const day = (back) => new Date(Date.now() - back * 86400000).toISOString().slice(0, 10);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

// What a row of the table says of a parameter.
function parameter(row) {
  const [name, rule] = row.cells;
  const listed = rule.textContent.match(/One of ([^.]+)\./)?.[1].split(", ");
  return {
    name: name.querySelector("code").textContent,
    required: name.textContent.includes("*"),
    place: name.querySelector("small")?.textContent ?? "query",
    many: row.classList.contains("many"),
    options: listed ?? (/Default (false|true)\./.test(rule.textContent) ? ["true", "false"] : null),
  };
}

// What a field begins with: what must be given, and days that have coverage.
function beginning({ name, place, required }, call) {
  if (name === "startDate") return day(6);
  if (name === "endDate") return day(0);
  return required && place === "query" ? call.searchParams.get(name) ?? "" : "";
}

function field(spec, call) {
  const { name, required, place, many, options } = spec;
  let input;
  if (options && !many) {
    const choices = ["", ...options].map((value) => element("option", { value }, value));
    input = element("select", { name }, ...choices);
  } else {
    const value = many ? call.searchParams.getAll(name).join(",") : beginning(spec, call);
    input = element("input", { name, value: required || !many ? value : "", autocomplete: "off", spellcheck: "false" });
    if (many) input.placeholder = "several with commas";
  }
  input.dataset.place = place;
  if (many) input.dataset.many = "1";
  return element("label", {}, required ? `${name} (required)` : name, input);
}

function build(details) {
  const route = details.closest(".route");
  const call = new URL(route.dataset.call, location.origin);
  const specs = [...route.querySelectorAll("tbody tr")].map(parameter);
  const fields = specs.filter(({ place }) => place === "path" || place === "query").map((spec) => field(spec, call));
  const form = element("form", { class: "try" }, ...fields);
  const body = route.dataset.body;
  if (body) {
    const text = element("textarea", { name: "body", rows: "6", spellcheck: "false", class: "whole" });
    const given = JSON.parse(body);
    if (given.startDate) Object.assign(given, { startDate: day(6), endDate: day(0) });
    text.value = JSON.stringify(given, null, 2);
    form.append(element("label", { class: "whole" }, "body", text));
  }
  form.append(element("div", { class: "whole" }, element("button", { type: "submit", class: "main" }, "Send")));
  const said = element("p", { class: "small whole", role: "status" });
  const shown = element("pre", { tabindex: "0", hidden: "" }, element("code", {}));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let path = route.dataset.path;
    const query = new URLSearchParams();
    for (const input of form.querySelectorAll("input, select")) {
      if (input.value === "") continue;
      if (input.dataset.place === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
      else for (const value of input.dataset.many ? input.value.split(",") : [input.value]) query.append(input.name, value);
    }
    const target = query.size ? `${path}?${query}` : path;
    const headers = { Accept: "application/json" };
    if (key.value.trim()) headers.Authorization = `Bearer ${key.value.trim()}`;
    if (body) headers["Content-Type"] = "application/json";
    said.textContent = `${route.dataset.method} ${target} …`;
    try {
      const request = { method: route.dataset.method, headers, credentials: "omit" };
      const answer = await fetch(target, body ? { ...request, body: form.elements.body.value } : request);
      const charged = answer.headers.get("X-Service-Credits-Charged");
      said.textContent = `${answer.status} ${target}${charged ? ` · ${charged} credits charged` : ""}`;
      const text = await answer.text();
      let pretty = text;
      try { pretty = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it came */ }
      shown.firstChild.textContent = pretty.length > 100000 ? `${pretty.slice(0, 100000)}\n…` : pretty;
      shown.hidden = false;
    } catch (error) {
      said.textContent = `no answer: ${error.message}`;
    }
  });
  form.append(said);
  details.append(form, shown);
}
for (const details of document.querySelectorAll(".route details.trying")) {
  details.hidden = false;
  details.addEventListener("toggle", () => { if (details.open && !details.querySelector("form")) build(details); });
}
document.getElementById("keyfield").hidden = false;
