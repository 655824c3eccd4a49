// Says the value of what is pointed at in a plot, lets the arrow keys walk along it, and offers it as PNG. Without it the
// table under the plot says the same.
for (const canvas of document.querySelectorAll(".canvas")) {
  const hits = [...canvas.querySelectorAll(".hit")];
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  canvas.append(tip);
  const show = (hit) => {
    tip.textContent = hit.querySelector("title").textContent;
    tip.hidden = false;
    const [mark, room] = [hit.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const left = mark.left + mark.width / 2 - room.left - tip.offsetWidth / 2;
    tip.style.left = `${Math.max(0, Math.min(left, room.width - tip.offsetWidth))}px`;
    tip.style.top = `${Math.max(0, mark.top - room.top - tip.offsetHeight)}px`;
  };
  for (const [at, hit] of hits.entries()) {
    hit.addEventListener("pointerenter", () => show(hit));
    hit.addEventListener("focus", () => show(hit));
    for (const event of ["pointerleave", "blur"]) hit.addEventListener(event, () => { tip.hidden = true; });
    hit.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: hits.length - 1 }[event.key];
      if (event.key === "Escape") tip.hidden = true;
      if (to === undefined || !hits[to]) return;
      event.preventDefault();
      hit.setAttribute("tabindex", "-1");
      hits[to].setAttribute("tabindex", "0");
      hits[to].focus();
    });
  }
}

// The file of the plot, drawn by the browser at twice its size.
for (const link of document.querySelectorAll("figure .behind a[download]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "PNG";
  button.setAttribute("aria-label", `PNG: ${link.closest("figure").querySelector("figcaption").textContent}`);
  button.addEventListener("click", () => {
    const image = new Image();
    image.addEventListener("load", () => {
      const sheet = document.createElement("canvas");
      [sheet.width, sheet.height] = [1440, Math.round((1440 * image.naturalHeight) / image.naturalWidth)];
      const pen = sheet.getContext("2d");
      pen.fillStyle = getComputedStyle(document.body).backgroundColor;
      pen.fillRect(0, 0, sheet.width, sheet.height);
      pen.drawImage(image, 0, 0, sheet.width, sheet.height);
      sheet.toBlob((blob) => {
        const file = document.createElement("a");
        file.href = URL.createObjectURL(blob);
        file.download = new URL(link.href).pathname.split("/").pop().replace(/svg$/, "png");
        file.click();
        setTimeout(() => URL.revokeObjectURL(file.href), 1000);
      });
    });
    image.src = link.href;
  });
  link.after(button);
}

// Drawing over the timeline of a search narrows it to those days; a click alone follows the mark.
for (const timeline of document.querySelectorAll("[data-brush]")) {
  const mark = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".hit");
  let from = null;
  let brushed = false;
  timeline.addEventListener("pointerdown", (event) => { from = mark(event); brushed = false; });
  timeline.addEventListener("dragstart", (event) => event.preventDefault());
  timeline.addEventListener("pointerup", (event) => {
    const to = mark(event);
    if (!from || !to || from === to) return;
    brushed = true;
    const days = [from, to].flatMap((hit) => {
      const asked = new URL(hit.getAttribute("href"), location.href).searchParams;
      return [asked.get("startDate"), asked.get("endDate")];
    }).sort();
    const next = new URL(from.getAttribute("href"), location.href);
    next.searchParams.set("startDate", days[0]);
    next.searchParams.set("endDate", days[3]);
    location.assign(next);
  });
  timeline.addEventListener("click", (event) => { if (brushed) event.preventDefault(); });
}

// Times are of UTC; pointing at one says it in the reader's own zone.
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.title = at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
