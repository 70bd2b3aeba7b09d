// The chip of a trace at the time that the slider shows: loads of links and memories as numbers and lightness.
"use strict";
function chip(root, data) {
  const slider = root.querySelector("input"), said = root.querySelector("output"), shapes = root.querySelectorAll(".p");
  const milliseconds = interval => (data.end * interval / data.intervals / 1000).toPrecision(4);
  function show(interval) {
    data.parts.forEach((part, index) => {
      const value = interval === null ? part.mean : part.values[interval] || 0, shape = shapes[index], label = shape.querySelector("text.v");
      shape.style.setProperty("--v", Math.min(1, value / part.most));
      if (label) label.textContent = value >= .05 ? part.unit === "%" ? value.toFixed(1) + " %" : Math.round(value) + " KiB" : "";
    });
    said.textContent = interval === null ? "mean of the whole run" : "from " + milliseconds(interval) + " to " + milliseconds(interval + 1) + " ms";
    root.dataset.shown = interval === null ? "whole" : interval;
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  root.querySelector("button").addEventListener("click", () => show(null));
  show(null);
}
for (const root of document.querySelectorAll(".chip")) chip(root, JSON.parse(root.querySelector("script").textContent));
