// Amounts from each rank (row) to each other (column): a colour for each doubling.
"use strict";
// At most so many rows: groups of neighbours beyond.
function grouped_cells(part, index, most_rows) {
  const step = Math.ceil(part.size / most_rows), side = Math.ceil(part.size / step), cells = new Map();
  for (const cell of part.cells) {
    const key = Math.floor(cell[0] / step) * side + Math.floor(cell[1] / step);
    if (cell[index]) cells.set(key, (cells.get(key) || 0) + cell[index]);
  }
  return {step, side, cells, most: d3.max(cells.values()) || 0, least: d3.min(cells.values()) || 0};
}
// Colours begin at powers of two; at most eight of them have their number in the legend.
function doubling_scale(least, most) {
  const first = Math.floor(Math.log2(Math.max(1, least))), count = Math.max(1, Math.floor(Math.log2(Math.max(1, most))) - first + 1);
  const shade = amount => ramp(count === 1 ? .6 : .12 + .88 * Math.max(0, Math.min(count - 1, Math.floor(Math.log2(amount)) - first)) / (count - 1));
  return {shade, steps: d3.range(count).map(step => 2 ** (first + step)).filter((_, step) => step % Math.ceil(count / 8) === 0)};
}
function draw_cells(pen, groups, cell, left, top, shade, unit) {
  for (const [key, amount] of groups.cells) {
    const x = left + key % groups.side * cell, y = top + Math.floor(key / groups.side) * cell;
    pen.fillStyle = shade(amount);
    pen.fillRect(x, y, cell - (cell > 6 ? 1 : 0), cell - (cell > 6 ? 1 : 0));
    if (cell < 52) continue;
    pen.fillStyle = d3.lab(shade(amount)).l > 55 ? "#111" : "#fff";
    pen.textAlign = "center";
    pen.fillText(quantity(amount, unit), x + cell / 2, y + cell / 2 + 4, cell - 4);
  }
}
function matrix_picture(picture, part, amount) {
  const left = 44, top = 34, room = Math.min(picture.clientWidth - left - 4, 780), groups = grouped_cells(part, amount.index, Math.floor(room / 3));
  const cell = Math.max(2, Math.min(64, Math.floor(room / groups.side))), size = cell * groups.side, dense = window.devicePixelRatio || 1;
  const canvas = element(picture, "canvas", {role: "img", "aria-label": part.title}), pen = canvas.getContext("2d");
  const width = left + size + 4, height = top + size + 4, {shade, steps} = doubling_scale(groups.least, groups.most);
  canvas.width = width * dense; canvas.height = height * dense;
  canvas.style.width = width + "px"; canvas.style.height = height + "px";
  pen.scale(dense, dense);
  pen.fillStyle = colour("panel"); pen.fillRect(left, top, size, size);
  pen.font = "11px system-ui, sans-serif";
  draw_cells(pen, groups, cell, left, top, shade, amount.unit);
  pen.fillStyle = colour("ink");
  pen.textAlign = "left"; pen.fillText(`to ${part.each}`, left, 11);
  const every = [1, 2, 4, 8, 16, 32, 64].find(one => one * cell >= 30) || 64;
  for (let row = 0; row < groups.side; row += every) {
    pen.textAlign = "center"; pen.fillText(row * groups.step, left + (row + .5) * cell, top - 6);
    pen.textAlign = "right"; pen.fillText(row * groups.step, left - 6, top + (row + .5) * cell + 4);
  }
  pen.textAlign = "left"; pen.fillText("from", 0, top - 6);
  tell_inside(canvas, (x, y) => {
    const column = Math.floor((x - left) / cell), row = Math.floor((y - top) / cell);
    if (column < 0 || row < 0 || column >= groups.side || row >= groups.side) return "";
    const name = one => groups.step > 1 ? `${part.each}s ${one * groups.step} to ${Math.min(part.size, (one + 1) * groups.step) - 1}` : `${part.each} ${one}`;
    return `${name(row)} to ${name(column)}: ${quantity(groups.cells.get(row * groups.side + column) || 0, amount.unit)}${amount.unit ? "" : " " + amount.name}`;
  });
  ramp_legend(picture, steps.map(step => [quantity(step, amount.unit), shade(step)]));
  const sum = d3.sum(part.cells, one => one[amount.index]);
  element(picture, "p", {class: "note"}, `Each colour covers amounts from its value up to the next value; at most ${quantity(groups.most, amount.unit)}, ${quantity(sum, amount.unit)} in all.` + (groups.step > 1 ? ` Each row and column is ${groups.step} ${part.each}s.` : ""));
}
kinds.matrix = (root, part) => {
  heading(root, part);
  const amounts = part.amounts.map((amount, index) => ({...amount, index: index + 2}));
  let chosen = amounts[0];
  if (amounts.length > 1) {
    const choice = element(element(root, "label", {class: "controls"}, "show "), "select");
    for (const amount of amounts) element(choice, "option", {}, amount.name);
    choice.addEventListener("change", () => { chosen = amounts[choice.selectedIndex]; again(); });
  }
  const again = figure(root, picture => matrix_picture(picture, part, chosen));
  csv(root, () => [["from", "to", ...amounts.map(amount => amount.name)], ...part.cells]);
};
