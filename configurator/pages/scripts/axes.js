// Axes with round ticks, and zooming along the horizontal one.
"use strict";
function draw_across(svg, scale, unit, name, left, right, bottom, ticks = null) {
  const [first, last] = scale.domain(), count = Math.max(2, Math.floor((right - left) / 85));
  const write = axis_text(Math.max(Math.abs(first), Math.abs(last)), unit);
  const narrow = last > first && (last - first) / Math.abs(last) < 1e-3;
  const values = ticks ? fitting(ticks.filter(tick => first <= tick && tick <= last), count) : scale.base ? fitting(powers(first, last, unit), count) : round_ticks(first, last, count, unit);
  const text = value => narrow ? `${Number((value / scale_of(unit, last)[1]).toPrecision(8))} ${scale_of(unit, last)[0]}` : scale.base || ticks ? quantity(value, unit) : write(value);
  svg.append("g").attr("class", "x").attr("transform", `translate(0,${bottom})`).call(d3.axisBottom(scale).tickValues(values).tickFormat(text).tickSizeOuter(0));
  if (name) svg.append("text").attr("x", right).attr("y", bottom + 34).attr("text-anchor", "end").text(name);
}
const scale_of = (unit, value) => scales[unit] ? scale_for(value, unit) : [unit, 1];
// Every second one, or fourth..., where there is no room for all.
function fitting(values, count) {
  const step = Math.ceil(values.length / count);
  return values.filter((_, index) => index % step === 0);
}
// Powers of two for bytes, else of ten, with 2 and 5 between where these are few.
function powers(first, last, unit) {
  const base = unit === "B" ? 2 : 10, values = [], factors = base === 10 && last / first < 1000 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log(first) / Math.log(base)); base ** power <= last * 1.0001; ++power)
    values.push(...factors.map(factor => factor * base ** power).filter(value => first * .9999 <= value && value <= last * 1.0001));
  return values.length > 1 ? values : [first, last];
}
function draw_up(svg, scale, unit, left, right, height) {
  const [first, last] = scale.domain(), count = Math.max(2, Math.floor(height / 45));
  const values = scale.base ? fitting(powers(first, last, unit), count) : round_ticks(first, last, count, unit);
  const write = scale.base ? value => quantity(value, unit) : axis_text(last, unit);
  svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`).call(d3.axisLeft(scale).tickValues(values).tickFormat("").tickSize(left - right));
  svg.append("g").attr("class", "y").attr("transform", `translate(${left},0)`).call(d3.axisLeft(scale).tickValues(values).tickFormat(write).tickSizeOuter(0));
}
// Room for the texts of a vertical axis.
function room_for(scale_last, unit) {
  const write = axis_text(scale_last, unit);
  return 18 + 7 * Math.max(4, ...round_ticks(0, scale_last, 5, unit).map(tick => write(tick).length));
}

// Buttons, a double click, two fingers, and the wheel with Shift or Ctrl zoom; dragging moves. `changed` gets the
// transform of the target's horizontal scale; `range` gives its ends.
function zooming(target, controls, range, changed) {
  const zoom = d3.zoom().scaleExtent([1, 1e6]).filter(() => {
    const event = d3.event;
    if (event.type === "wheel") return event.shiftKey || event.ctrlKey || event.altKey;
    return event.type !== "touchstart" || event.touches.length > 1;
  }).on("zoom", () => changed(d3.event.transform));
  const chosen = d3.select(target);
  const limit = () => { const [left, right] = range(); zoom.extent([[left, 0], [right, 1]]).translateExtent([[left, 0], [right, 1]]); };
  limit();
  chosen.call(zoom);
  const actions = {"zoom in": () => chosen.call(zoom.scaleBy, 2), "zoom out": () => chosen.call(zoom.scaleBy, .5), earlier: () => move(1), later: () => move(-1), all: () => chosen.call(zoom.transform, d3.zoomIdentity)};
  const move = by => { const [left, right] = range(); chosen.call(zoom.translateBy, by * (right - left) / 3 / d3.zoomTransform(target).k, 0); };
  for (const [name, act] of Object.entries(actions)) element(controls, "button", {}, name).addEventListener("click", act);
  return limit;
}
