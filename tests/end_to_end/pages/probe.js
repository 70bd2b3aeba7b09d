// What a page shows, told to the page around it: read by pages.sh.
"use strict";
(() => {
  const root = document.documentElement, shown = {drawn: root.dataset.drawn, error: root.dataset.error || ""}, text = document.body.innerText;
  const inside_scroll = one => one.parentElement && one.parentElement.closest(".scroll");
  const beyond = [...document.querySelectorAll("main *")].filter(one => !inside_scroll(one) && one.getBoundingClientRect().right > innerWidth + 1);
  shown.window = innerWidth;
  shown.fits = root.scrollWidth <= innerWidth && beyond.length === 0 ? "yes" : beyond.map(one => one.tagName + "." + one.className).slice(0, 3).join(" ");
  shown.dark = matchMedia("(prefers-color-scheme: dark)").matches && d3.lab(getComputedStyle(document.body).backgroundColor).l < 30;
  shown.odd = (text.match(/.*(0\.0000|NaN|undefined|Infinity|\[object|null).*/) || [""])[0];
  shown.empty = [...document.querySelectorAll("main > section")].filter(one => one.innerText.trim() === "").map(one => one.className).join(" ");

  // The slider of a chip: a link at the first interval.
  const slider = document.querySelector(".chip input"), link = () => document.querySelector('.link[data-name="cluster 0, link to 1"]');
  if (slider && link()) {
    shown.mean = link().dataset.load;
    slider.value = 0;
    slider.dispatchEvent(new Event("input"));
    shown.first = link().dataset.load;
    const data = JSON.parse(document.getElementById("data").textContent).parts.find(part => part.kind === "chip");
    shown.expected = data.links.find(one => one.name === "cluster 0, link to 1").values[0];
  }
  // Zooming a timeline: its axis has other ticks.
  const timeline = document.querySelector("section.timeline"), axis = () => timeline.querySelector(".x").textContent;
  if (timeline) {
    const before = axis();
    timeline.querySelector("button").click();
    shown.zoomed = before !== axis();
  }
  // Sorting a table, the numbers below a picture, what is said under the pointer.
  const sorter = document.querySelector("th button");
  if (sorter) { sorter.click(); shown.sorted = sorter.parentElement.getAttribute("aria-sort"); }
  const numbers = document.querySelector("details");
  if (numbers) { numbers.open = true; numbers.dispatchEvent(new Event("toggle")); shown.csv = numbers.querySelector("pre").textContent.split("\n").length; }
  const under = document.querySelector(".bar-of-rank, .cluster");
  if (under) { under.dispatchEvent(new PointerEvent("pointermove", {clientX: 50, clientY: 50})); shown.tip = document.querySelector(".tip").textContent.split("\n")[0]; }
  parent.postMessage(shown, "*");
})();
