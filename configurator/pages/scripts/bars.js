// Shares: of each rank as a bar of several parts, or of one whole.
"use strict";
const part_colours = ["idle", "some", "much"];
// Neighbours together where there are more bars than the picture has room for.
function grouped(rows, most) {
  const step = Math.ceil(rows.length / most), groups = [];
  for (let first = 0; first < rows.length; first += step) {
    const some = rows.slice(first, first + step), last = some[some.length - 1][0];
    groups.push([some.length > 1 ? `${some[0][0]} to ${last}` : some[0][0], ...part_means(some)]);
  }
  return groups;
}
const part_means = rows => rows[0].slice(1).map((_, index) => d3.mean(rows, row => row[index + 1]));
function shares_legend(root, part) {
  const sums = part.names.map((_, index) => d3.sum(part.rows, row => row[index + 1])), whole = d3.sum(sums) || 1;
  legend(root, part.names.map((name, index) => [`${name}: ${quantity(100 * sums[index] / whole, "%")}, ${quantity(sums[index] / part.rows.length, part.unit)} a ${part.each}`, part_colours[index]]));
}
kinds.bars = (root, part) => {
  heading(root, part);
  shares_legend(root, part);
  figure(root, picture => {
    const width = picture.clientWidth, height = 220, bottom = height - 38, right = width - 8, most = d3.max(part.rows, row => d3.sum(row.slice(1))) || 1;
    const left = room_for(most, part.unit), rows = grouped(part.rows, Math.floor((right - left) / 3)), pitch = Math.min(48, (right - left) / rows.length);
    const svg = svg_in(picture, width, height, part.title), up = d3.scaleLinear().domain([0, most]).range([bottom, 10]);
    draw_up(svg, up, part.unit, left, left + pitch * rows.length, bottom);
    const step = Math.ceil(rows.length / Math.max(1, Math.floor(pitch * rows.length / 34)));
    rows.forEach((row, index) => {
      const bar = svg.append("g").attr("class", "bar-of-rank");
      let below = 0;
      row.slice(1).forEach((value, number) => {
        bar.append("rect").attr("x", left + pitch * index).attr("width", Math.max(1, pitch * .9)).attr("y", up(below + value)).attr("height", Math.max(0, up(below) - up(below + value))).attr("fill", colour(part_colours[number]));
        below += value;
      });
      tell_inside(bar.node(), () => `${part.each} ${row[0]}\n` + part.names.map((name, number) => `${name}: ${quantity(row[number + 1], part.unit)}`).join("\n"));
      if (index % step === 0) svg.append("text").attr("x", left + pitch * (index + .45)).attr("y", bottom + 15).attr("text-anchor", "middle").text(String(row[0]).split(" ")[0]);
    });
    svg.append("text").attr("x", left).attr("y", bottom + 32).text(part.each);
  });
  csv(root, () => [[part.each, ...part.names.map(name => `${name}, ${part.unit}`)], ...part.rows]);
};
kinds.shares = (root, part) => {
  const whole = d3.sum(part.items, item => item[1]) || 1;
  kinds.table(root, {title: part.title, note: part.note, columns: [{name: part.name, unit: "text"}, {name: part.of, unit: part.unit, bar: true}, {name: "share", unit: "%"}],
    rows: part.items.map(([name, value]) => [name, value, 100 * value / whole])});
};
