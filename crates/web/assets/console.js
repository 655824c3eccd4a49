// Shows the rows of a search while it is being written. Without it the button beside the form does the same.
const form = document.querySelector("form[data-preview]");
const target = document.getElementById("preview");
if (form && target) {
  let timer = 0;
  let asked = 0;
  const refresh = async () => {
    const mine = ++asked;
    const fields = new URLSearchParams(new FormData(form));
    try {
      const reply = await fetch(`${form.dataset.preview}?${fields}`, { credentials: "same-origin" });
      // A slow answer must not replace a newer one.
      if (reply.ok && !reply.redirected && mine === asked) target.innerHTML = await reply.text();
    } catch {
      // The rows that are there stay; the button still works.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 300);
  });
}
