// Gives every block marked with data-copy a button that copies its text. Pages say all they have to say without it.
const [copy, copied, select] = document.body.dataset.words.split("|");
for (const block of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy;
  button.setAttribute("aria-label", `${copy}: ${block.dataset.copy}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = copied;
    } catch {
      button.textContent = select;
    }
    setTimeout(() => { button.textContent = copy; }, 2000);
  });
  block.append(button);
}
