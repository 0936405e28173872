// Two comforts; the page says everything without them.
"use strict";

function button(text, parent, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", () => action(element));
  parent.append(element);
  return element;
}

for (const block of document.querySelectorAll("pre")) {
  const text = block.textContent;
  button("Copy", block, async (element) => {
    await navigator.clipboard.writeText(text);
    element.textContent = "Copied";
    setTimeout(() => { element.textContent = "Copy"; }, 1500);
  }).className = "copy";
}

// Show only the claims of one verdict, where there are enough of them to look for one.
const rows = [...document.querySelectorAll("tr[data-verdict]")];
const verdicts = [...new Set(rows.map((row) => row.dataset.verdict))].sort();
if (rows.length > 5 && verdicts.length > 1) {
  const filter = document.createElement("div");
  filter.className = "filter";
  document.querySelector("table.claims").before(filter);
  const buttons = ["all", ...verdicts].map((verdict) => button(verdict, filter, (pressed) => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === pressed));
    for (const row of rows) row.hidden = verdict !== "all" && row.dataset.verdict !== verdict;
    for (const claim of document.querySelectorAll(".claim")) {
      claim.hidden = !claim.querySelector("tr[data-verdict]:not([hidden])");
    }
  }));
  buttons[0].setAttribute("aria-pressed", "true");
}
