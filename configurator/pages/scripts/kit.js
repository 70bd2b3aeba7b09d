// What all parts of a page are drawn with: colours, what is said under the pointer, legends, the numbers as CSV.
"use strict";
const kinds = {};      // how a part of each kind is drawn: kinds.table(root, part)
const drawings = [];   // what is drawn again when the window or the colours change
const pages_style = () => getComputedStyle(document.documentElement);
const colour = name => pages_style().getPropertyValue("--" + name).trim();
const ramp = part => d3.interpolateLab(colour("low"), colour("high"))(part);
const is_narrow = root => root.clientWidth < 560;

const element = (root, name, attributes = {}, text = null) => {
  const made = root.appendChild(document.createElement(name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
};

// ---- under the pointer, or where a finger is

let tip = null;
function tell(event, text) {
  tip = tip || element(document.body, "div", {class: "tip", role: "status"});
  tip.style.visibility = text ? "visible" : "hidden";
  if (!text) return;
  tip.textContent = text;
  const {width, height} = tip.getBoundingClientRect(), left = event.clientX + 14, top = event.clientY + 14;
  tip.style.left = Math.max(4, Math.min(left, innerWidth - width - 6)) + "px";
  tip.style.top = (top + height > innerHeight ? event.clientY - height - 10 : top) + "px";
}
// text(x, y) is told for points of the element.
function tell_inside(target, text) {
  for (const kind of ["pointermove", "pointerdown"])
    target.addEventListener(kind, event => {
      const box = target.getBoundingClientRect();
      tell(event, text(event.clientX - box.left, event.clientY - box.top, event));
    });
  target.addEventListener("pointerleave", event => tell(event, ""));
}
const tell_of = (selection, text) => selection.each(function (one) { tell_inside(this, () => text(one)); });

// ---- around a picture

function heading(root, part, level = "h3") {
  if (part.title) element(root, level, {}, part.title);
  if (part.note) element(root, "p", {class: "note"}, part.note);
}
// Drawn now, and again whenever something changes.
function figure(root, draw) {
  const picture = element(root, "div", {class: "figure"});
  const again = () => { picture.replaceChildren(); draw(picture); };
  drawings.push(again);
  again();
  return again;
}
function legend(root, entries) {
  const list = element(root, "div", {class: "legend"});
  for (const [text, name, dashes] of entries) {
    const entry = element(list, "span");
    if (dashes === undefined) element(entry, "span", {class: "swatch", style: `background:var(--${name})`});
    else {
      const line = d3.select(entry).append("svg").attr("width", 34).attr("height", 10).style("display", "inline-block").style("margin-right", ".4em");
      line.append("line").attr("x2", 34).attr("y1", 5).attr("y2", 5).attr("stroke", colour(name)).attr("stroke-width", 2.5).attr("stroke-dasharray", dashes);
    }
    entry.append(text);
  }
}
// Colours with the amount at which each begins.
function ramp_legend(root, steps) {
  const list = element(root, "div", {class: "ramp", "aria-label": "legend"});
  for (const [text, fill] of steps) element(element(list, "div"), "i", {style: `background:${fill}`}).parentNode.append(text);
}
const svg_in = (root, width, height, label) => d3.select(root).append("svg").attr("viewBox", `0 0 ${width} ${height}`)
  .attr("width", width).attr("height", height).attr("role", "img").attr("aria-label", label);

// ---- numbers

const csv_field = value => { const text = String(value ?? ""); return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text; };
// Below a picture, made when it is opened.
function csv(root, rows) {
  const below = element(root, "details");
  element(below, "summary", {}, "data (CSV)");
  const text = element(below, "pre");
  below.addEventListener("toggle", () => { if (below.open && !text.textContent) text.textContent = rows().map(row => row.map(csv_field).join(",")).join("\n"); });
}
