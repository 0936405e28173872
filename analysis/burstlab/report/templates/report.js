// Copy buttons and a filter of claims; the page is complete without them.
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

// Claims by text, verdict and reading, in the matrix and in the table below the figures.
const cells = [...document.querySelectorAll("[data-verdict]")];
if (cells.length > 1) {
  const filter = document.createElement("form");
  filter.className = "filter";
  filter.setAttribute("role", "search");
  filter.setAttribute("aria-label", "Claims");
  const field = (words, element) => {
    const label = document.createElement("label");
    label.append(words, element);
    filter.append(label);
    return element;
  };
  const choice = (words, all, name) => {
    const select = field(words, document.createElement("select"));
    select.add(new Option(all, ""));
    const values = new Set(cells.map((cell) => cell.dataset[name]));
    for (const value of values) if (value) select.add(new Option(value, value));
    return select;
  };
  const text = field("Text", document.createElement("input"));
  text.type = "search";
  const verdict = choice("Verdict", "any", "verdict");
  const reading = choice("Reading", "any, and checks", "reading");
  const found = document.createElement("output");
  filter.append(found);
  const chosen = (cell) => (!verdict.value || cell.dataset.verdict === verdict.value)
    && (!reading.value || cell.dataset.reading === reading.value);
  const show = () => {
    const words = text.value.toLowerCase().split(/\s+/);
    for (const claim of document.querySelectorAll(".matrix tbody tr, .claim")) {
      const said = claim.textContent.toLowerCase();
      const judged = [...claim.querySelectorAll("[data-verdict]")];
      claim.hidden = !words.every((word) => said.includes(word)) || !judged.some(chosen);
      for (const row of judged) if (row.localName === "tr") row.hidden = !chosen(row);
    }
    const claims = [...document.querySelectorAll(".claim")];
    const left = claims.filter((claim) => !claim.hidden).length;
    found.textContent = `${left} of ${claims.length} claims and checks`;
  };
  filter.addEventListener("input", show);
  filter.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".matrix, .claims").before(filter);
  show();
}
