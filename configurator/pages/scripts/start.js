// Draws the page out of its data, and again when the window or the colours change.
"use strict";
function draw_page(data) {
  document.title = data.title;
  const body = document.querySelector("main");
  element(body, "h1", {}, data.title);
  kinds.properties(body, {items: data.properties});
  for (const part of data.parts) kinds[part.kind](element(body, "section", {class: part.kind}), part);
  document.documentElement.dataset.drawn = data.parts.length;
}
const draw_again = () => { for (const draw of drawings) draw(); };
window.addEventListener("error", event => document.documentElement.dataset.error = event.message);
draw_page(JSON.parse(document.getElementById("data").textContent));

let last_width = innerWidth;
window.addEventListener("resize", () => { if (innerWidth !== last_width) { last_width = innerWidth; draw_again(); } });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw_again);
for (const [kind, prints] of [["beforeprint", true], ["afterprint", false]])
  window.addEventListener(kind, () => { document.documentElement.classList.toggle("printing", prints); draw_again(); });
