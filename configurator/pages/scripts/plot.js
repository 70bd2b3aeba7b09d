// Curves: they differ by colour, dashes and marks.
"use strict";
const dash_patterns = ["", "7 3", "2 3", "9 3 2 3"];
const symbols = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar];
const curve_colour = index => "c" + index % 6;
const curve_dashes = index => dash_patterns[index % dash_patterns.length];

function plot_scales(part, left, right, bottom) {
  const points = part.curves.flatMap(curve => curve.points), [first, last] = d3.extent(points, point => point[0]);
  const [least, most] = d3.extent(points, point => point[1]);
  const across = (part.x.log && first > 0 ? d3.scaleLog() : d3.scaleLinear()).domain(first === last ? [first - (first || 1) / 2, last + (last || 1) / 2] : [first, last]).range([left, right]);
  const up = part.y.log && least > 0 ? d3.scaleLog().domain([least * .9, most * 1.1]) : d3.scaleLinear().domain([Math.min(0, least), most > 0 ? most * 1.06 : 1]);
  return [across, up.range([bottom, 14])];
}
// The values of all curves at the point that is nearest across.
function values_near(part, across, x) {
  const points = part.curves.flatMap(curve => curve.points.map(point => point[0]));
  const nearest = points[d3.scan(points, (left, right) => Math.abs(across(left) - x) - Math.abs(across(right) - x))];
  const lines = part.curves.map(curve => [curve.name, curve.points.find(point => point[0] === nearest)]).filter(([, point]) => point);
  return [nearest, `${part.x.name}: ${quantity(nearest, part.x.unit)}\n` + lines.map(([name, point]) => `${name || part.y.name}: ${quantity(point[1], part.y.unit)}`).join("\n")];
}
kinds.plot = (root, part) => {
  heading(root, part);
  if (part.curves.length > 1) figure(root, picture => legend(picture, part.curves.map((curve, index) => [curve.name, curve_colour(index), curve_dashes(index)])));
  const controls = element(root, "div", {class: "controls"});
  let transform = d3.zoomIdentity, limit = null;
  const frame = element(root, "div", {class: "figure"});
  const again = () => {
    frame.replaceChildren();
    const width = frame.clientWidth, height = Math.min(320, width * .7), bottom = height - 40, right = width - 26;
    const left = room_for(d3.max(part.curves, curve => d3.max(curve.points, point => point[1])) || 1, part.y.unit);
    const [whole, up] = plot_scales(part, left, right, bottom), across = transform.rescaleX(whole);
    const svg = svg_in(frame, width, height, `${part.title || part.y.name} by ${part.x.name}`);
    draw_across(svg, across, part.x.unit, part.x.name, left, right, bottom, part.x.ticks);
    draw_up(svg, up, part.y.unit, left, right, bottom);
    const clip = "c" + Math.random().toString(36).slice(2), inside = svg.append("g").attr("clip-path", `url(#${clip})`);
    svg.append("clipPath").attr("id", clip).append("rect").attr("x", left - 6).attr("y", 0).attr("width", right - left + 12).attr("height", bottom + 6);
    const guide = inside.append("line").attr("y1", 10).attr("y2", bottom).attr("stroke", colour("soft")).attr("visibility", "hidden");
    part.curves.forEach((curve, index) => {
      const line = d3.line().x(point => across(point[0])).y(point => up(point[1])).curve(part.steps ? d3.curveStepAfter : d3.curveLinear);
      inside.append("path").attr("class", "curve").attr("d", line(curve.points)).attr("fill", "none").attr("stroke", colour(curve_colour(index))).attr("stroke-width", 2).attr("stroke-dasharray", curve_dashes(index));
      if (!part.steps) inside.selectAll(null).data(curve.points).enter().append("path").attr("d", d3.symbol(symbols[index % symbols.length], 42)).attr("transform", point => `translate(${across(point[0])},${up(point[1])})`).attr("fill", colour(curve_colour(index)));
    });
    tell_inside(svg.node(), (x, y) => {
      if (y > bottom || x < left) { guide.attr("visibility", "hidden"); return ""; }
      const [at, text] = values_near(part, across, x);
      guide.attr("visibility", "visible").attr("x1", across(at)).attr("x2", across(at));
      return text;
    });
    if (limit) limit();
  };
  drawings.push(again);
  again();
  if (part.zoom) limit = zooming(frame, controls, () => [room_for(d3.max(part.curves, curve => d3.max(curve.points, point => point[1])) || 1, part.y.unit), frame.clientWidth - 26], now => { transform = now; again(); });
  else controls.remove();
  csv(root, () => [["curve", part.x.name, part.title || part.y.name], ...part.curves.flatMap(curve => curve.points.map(point => [curve.name, ...point]))]);
};
