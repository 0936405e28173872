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
const claims = [...document.querySelectorAll(".claim")];
const verdicts = [...new Set(claims.map((claim) => claim.dataset.verdict))].sort();
if (claims.length > 5 && verdicts.length > 1) {
  const row = document.createElement("div");
  row.className = "filter";
  document.querySelector("table.claims").before(row);
  const buttons = ["all", ...verdicts].map((verdict) => button(verdict, row, (pressed) => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === pressed));
    for (const claim of claims) claim.hidden = verdict !== "all" && claim.dataset.verdict !== verdict;
  }));
  buttons[0].setAttribute("aria-pressed", "true");
}
