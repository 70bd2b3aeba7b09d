// The timeline of a trace: a row for each rank, on a canvas. Pieces of a rank are begin, length (nanoseconds), the
// number of the name, and whether it waits, one after the other. Rows that are no ranks bring a label, and their
// part a legend, a word for time outside of all pieces, and a margin for labels.
"use strict";
const label_of = rank => rank.label || "rank " + rank.rank;
const piece_at = (pieces, index) => ({begin: pieces[index], length: pieces[index + 1], name: pieces[index + 2], waits: pieces[index + 3]});
function draw_pieces(pen, part, rank, top, row, across, right) {
  const [from, to] = across.domain(), left = across.range()[0];
  const shades = {computing: colour("idle"), call: colour("some"), waits: colour("much")};
  for (const waits of [0, 1])
    for (let index = 0; index < rank.pieces.length; index += 4) {
      const piece = piece_at(rank.pieces, index);
      if (piece.waits !== waits || piece.begin > to || piece.begin + piece.length < from) continue;
      const begin = Math.max(left, across(piece.begin)), end = Math.min(right, across(piece.begin + piece.length));
      pen.fillStyle = waits ? shades.waits : part.names[piece.name] === "computing" ? shades.computing : shades.call;
      pen.fillRect(begin, top + (waits ? row * .3 : 0), Math.max(.5, end - begin), (row - 1) * (waits ? .7 : 1));
    }
}
function told_at(part, rank, time) {
  if (!rank) return "";
  const under = [];
  for (let index = 0; index < rank.pieces.length; index += 4) {
    const piece = piece_at(rank.pieces, index);
    if (piece.begin <= time && time <= piece.begin + piece.length) under.push(`${part.names[piece.name]} for ${quantity(piece.length * 1e-9, "s")}`);
  }
  return `${label_of(rank)}${rank.place ? ", " + rank.place : ""}, at ${quantity(time * 1e-9, "s")}\n` + (under.join("\n") || part.outside || "outside of MPI");
}
kinds.timeline = (root, part) => {
  heading(root, part);
  legend(root, part.legend || [["computing, or outside of MPI", "idle"], ["in MPI", "some"], ["waiting there", "much"]]);
  const controls = element(root, "div", {class: "controls"}), frame = element(root, "div", {class: "figure timeline"}), canvas = element(frame, "canvas", {role: "img", "aria-label": "timeline of ranks; the table below has its sums"});
  const row = Math.max(3, Math.min(18, Math.floor(800 / part.ranks.length))), left = part.margin || 58, foot = 24, height = row * part.ranks.length;
  const axis = d3.select(frame).append("svg").attr("height", foot + 16);
  let transform = d3.zoomIdentity, width = 0, across = null;
  const draw = () => {
    const dense = window.devicePixelRatio || 1, pen = canvas.getContext("2d");
    width = frame.clientWidth;
    canvas.width = width * dense; canvas.height = height * dense;
    canvas.style.width = width + "px"; canvas.style.height = height + "px";
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.fillStyle = colour("paper"); pen.fillRect(0, 0, width, height);
    pen.font = "11px system-ui, sans-serif";
    across = transform.rescaleX(d3.scaleLinear().domain([0, part.end]).range([left, width - 24]));
    part.ranks.forEach((rank, line) => {
      draw_pieces(pen, part, rank, line * row, row, across, width - 24);
      if (row > 10 || line % Math.ceil(13 / row) === 0) { pen.fillStyle = colour("ink"); pen.fillText(label_of(rank), 0, line * row + Math.max(9, row - 4)); }
    });
    axis.attr("width", width).selectAll("*").remove();
    draw_across(axis, across.copy().domain(across.domain().map(time => time * 1e-9)), "s", "", left, width - 24, 2);
    frame.dataset.drawn = part.ranks.length;
  };
  drawings.push(() => { draw(); limit(); });
  draw();
  const limit = zooming(canvas, controls, () => [left, width - 24], now => { transform = now; draw(); });
  tell_inside(canvas, (x, y) => told_at(part, part.ranks[Math.floor(y / row)], across.invert(Math.max(left, x))));
  if (part.left_out) element(root, "p", {class: "note"}, `${quantity(part.left_out)} pieces of at most ${quantity(part.shortest, "s")} are not drawn.`);
};
