// A chip: its clusters with their memory, its links with their load, as means or at the time that a slider chooses.
"use strict";
// Sizes that fit the window: cells with texts, with numbers alone, or nothing but their colour.
function chip_sizes(part, width) {
  const columns = 1 + d3.max(part.nodes, node => node.column), pitch = Math.min(176, Math.max(22, Math.floor(width / columns)));
  const gap = Math.round(pitch * (pitch > 110 ? .36 : .3)), cell = pitch - gap;
  return {pitch, gap, cell, height: pitch > 110 ? 62 : pitch > 60 ? 42 : Math.max(14, cell * .8), columns, detail: pitch > 110 ? 2 : pitch > 40 ? 1 : 0};
}
const arrow_turns = {right: 0, left: 180, down: 90, up: 270};
// Where an arrow begins: behind the cell's side, ways there and back beside each other.
function arrow_of(link, node, x, y, sizes) {
  const aside = sizes.detail ? 5 : 2.5, length = sizes.gap - 4, middle = y + sizes.height / 2, center = x + sizes.cell / 2;
  const starts = {right: [x + sizes.cell + 2, middle - aside], left: [x - 2, middle + aside], down: [center - aside, y + sizes.height + 2], up: [center + aside, y - 2]};
  return {at: starts[link.side], angle: arrow_turns[link.side], length: link.side === "down" || link.side === "up" ? sizes.gap_down - 4 : length};
}
function link_width(load, part, sizes) { return 1 + Math.min(1, load / part.scale) * (sizes.detail ? 6 : 2.5); }

function draw_chip(picture, part, value_of) {
  const sizes = chip_sizes(part, picture.clientWidth), rows = 1 + d3.max(part.nodes, node => node.row);
  sizes.gap_down = sizes.detail === 2 ? 46 : sizes.gap;
  const step = sizes.height + sizes.gap_down, width = Math.max(sizes.columns * sizes.pitch + sizes.gap, 60), box = element(picture, "div", {class: "scroll"});
  const svg = svg_in(box, width, rows * step + sizes.gap_down, "the chip, its links and memories; the numbers are in the table below");
  const at = node => [sizes.gap + node.column * sizes.pitch, sizes.gap_down + node.row * step];
  const inside = part.nodes.map(() => 0), all_inside = part.nodes.map((_, index) => part.links.filter(link => link.from === index && link.side === "inside").length);
  for (const node of part.nodes) {
    const [x, y] = at(node), used = value_of(node), share = node.room > 0 ? used / node.room : 0, group = svg.append("g").attr("class", node.io ? "io" : "cluster");
    group.append("rect").attr("x", x).attr("y", y).attr("width", sizes.cell).attr("height", sizes.height).attr("rx", 2).attr("fill", ramp(Math.min(1, share) * .75)).attr("stroke", colour("soft"));
    const ink = d3.lab(ramp(Math.min(1, share) * .75)).l > 55 ? "#111" : "#fff";
    const text = (line, down, size) => group.append("text").attr("x", x + sizes.cell / 2).attr("y", y + down).attr("text-anchor", "middle").style("fill", ink).style("font-size", size + "px").text(line);
    if (sizes.detail === 2) { text(node.name, 17, 12); text(quantity(used, "B"), 34, 12).attr("class", "amount"); }
    if (sizes.detail === 1) { text(node.label, 13, 11); if (sizes.cell >= 46) text(quantity(used, "B"), 26, 9.5); }
    tell_inside(group.node(), () => `${node.name}: ${quantity(value_of(node), "B")} of ${quantity(node.room, "B")} (${quantity(node.room ? 100 * value_of(node) / node.room : 0, "%")})\nmost ${quantity(node.peak, "B")}`);
  }
  for (const link of part.links) {
    const node = part.nodes[link.from], [x, y] = at(node), load = value_of(link), group = svg.append("g").attr("class", "link").attr("data-name", link.name).attr("data-load", load);
    const shade = load > 0 ? ramp(.25 + .75 * Math.min(1, load / part.scale)) : colour("line");
    if (link.side === "inside") {
      if (!sizes.detail) continue;
      const pitch = Math.min(13, Math.max(3, (sizes.cell - 4) / Math.ceil(all_inside[link.from] / 2))), number = inside[link.from]++, per_row = Math.max(1, Math.floor((sizes.cell - 4) / pitch));
      group.append("rect").attr("x", x + 3 + number % per_row * pitch).attr("y", y + sizes.height - 6 - Math.floor(number / per_row) * 6).attr("width", pitch - 2).attr("height", 4).attr("fill", shade).attr("stroke", colour("soft")).attr("stroke-width", .5);
    } else {
      const arrow = arrow_of(link, node, x, y, sizes), thick = link_width(load, part, sizes), head = Math.max(3, thick);
      const turned = group.append("g").attr("transform", `translate(${arrow.at}) rotate(${arrow.angle})`);
      turned.append("path").attr("d", `M0 0H${Math.max(1, arrow.length - head)}`).attr("stroke", shade).attr("stroke-width", thick);
      turned.append("path").attr("d", `M${arrow.length - head - 1} ${-head}L${arrow.length} 0L${arrow.length - head - 1} ${head}Z`).attr("fill", shade);
      if (sizes.detail === 2 && load >= .05) link_text(svg, link, arrow, load);
    }
    tell_inside(group.node(), () => `${link.name}: ${quantity(value_of(link), "%")} busy\nmean ${quantity(link.mean, "%")}, most ${quantity(link.peak, "%")}`);
  }
}
// Beside the arrow, on the side away from the way back.
function link_text(svg, link, {at: [x, y], length}, load) {
  const places = {right: [x + length / 2, y - 7, "middle"], left: [x - length / 2, y + 16, "middle"], down: [x - 7, y + length / 2 + 4, "end"], up: [x + 7, y - length / 2 + 4, "start"]};
  const [left, top, anchor] = places[link.side];
  svg.append("text").attr("class", "load").attr("x", left).attr("y", top).attr("text-anchor", anchor).style("font-size", "11px").text(quantity(load, "%"));
}
kinds.chip = (root, part) => {
  heading(root, part);
  let interval = null;
  const value_of = one => interval === null ? one.mean : one.values && one.values[interval] || 0;
  if (part.intervals) {
    const controls = element(root, "div", {class: "controls chip"}), label = element(controls, "label", {}, "time "), slider = element(label, "input", {type: "range", min: 0, max: part.intervals - 1, value: 0});
    const whole = element(controls, "button", {}, "whole run"), said = element(controls, "output", {}, "mean of the whole run");
    const choose = chosen => {
      interval = chosen;
      said.textContent = chosen === null ? "mean of the whole run" : `from ${quantity(part.end * chosen / part.intervals, "s")} to ${quantity(part.end * (chosen + 1) / part.intervals, "s")}`;
      again();
    };
    slider.addEventListener("input", () => choose(Number(slider.value)));
    whole.addEventListener("click", () => choose(null));
  }
  const again = figure(root, picture => draw_chip(picture, part, value_of));
  element(root, "div", {class: "legend"}, "Links:");
  figure(root, picture => ramp_legend(picture, [["not used", colour("line")], ...[.25, .5, .75, 1].map(share => [quantity(part.scale * share, "%") + (share === 1 ? " or more" : ""), ramp(.25 + .75 * share)])]));
  element(root, "div", {class: "legend"}, "Memory in use, as a share of the cluster's memory:");
  figure(root, picture => ramp_legend(picture, [0, .25, .5, .75, 1].map(share => [quantity(100 * share, "%"), ramp(.75 * share)])));
  csv(root, () => [["part", "unit", "mean", "most", ...d3.range(part.intervals || 0).map(bin => `from ${part.end * bin / part.intervals} s`)],
    ...part.nodes.map(node => [node.name, "B", node.mean, node.peak, ...node.values || []]), ...part.links.map(link => [link.name, "%", link.mean, link.peak, ...link.values || []])]);
};
