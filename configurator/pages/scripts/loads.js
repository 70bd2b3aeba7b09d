// Loads over time: a row for each link, more is further from the page's colour.
"use strict";
kinds.loads = (root, part) => {
  heading(root, part);
  const most = part.most, shade = value => ramp(Math.min(1, value / most));
  figure(root, picture => {
    const narrow = is_narrow(picture), left = narrow ? 92 : 200, width = picture.clientWidth, row = 13, height = row * part.rows.length, count = part.rows[0].values.length;
    const svg = svg_in(picture, width, height + 30, part.title), across = d3.scaleLinear().domain([0, part.end]).range([left, width - 24]), cell = (width - 24 - left) / count;
    part.rows.forEach((one, index) => {
      svg.append("text").attr("x", left - 5).attr("y", index * row + 10).attr("text-anchor", "end").style("font-size", narrow ? "9px" : "11px").text(narrow ? one.short : one.name);
      one.values.forEach((value, bin) => {
        if (value >= .05) svg.append("rect").attr("x", left + cell * bin).attr("y", index * row).attr("width", cell + .3).attr("height", row - 1).attr("fill", shade(value));
      });
    });
    draw_across(svg, across, "s", "", left, width - 24, height + 2);
    tell_inside(svg.node(), (x, y) => {
      const one = part.rows[Math.floor(y / row)], bin = Math.floor((x - left) / cell);
      return one && bin >= 0 && bin < count ? `${one.name}, from ${quantity(part.end * bin / count, "s")} to ${quantity(part.end * (bin + 1) / count, "s")}: ${quantity(one.values[bin], "%")}\nmean ${quantity(one.mean, "%")}, most ${quantity(one.peak, "%")}` : "";
    });
    ramp_legend(picture, d3.range(5).map(step => [quantity(most * step / 4, "%"), step ? shade(most * step / 4) : "transparent"]));
  });
  csv(root, () => [["link", "seconds", "percent"], ...part.rows.flatMap(one => one.values.map((value, bin) => [one.name, part.end * bin / one.values.length, value]))]);
};
