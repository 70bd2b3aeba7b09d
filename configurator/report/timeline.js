// The timeline of a trace: canvas, with zoom by buttons, wheel and pinch, and by dragging.
"use strict";
function timeline(root, data) {
  const canvas = root.querySelector("canvas"), said = root.querySelector("output"), pen = canvas.getContext("2d");
  const left = 64, row = Math.max(3, Math.min(18, Math.floor(900 / data.ranks.length))), foot = 22;
  let from = 0, to = data.end, width = 0, pointers = new Map();
  const name = piece => data.names[piece[2]];
  const x = time => left + (time - from) / (to - from) * (width - left);
  const shade = piece => piece[3] ? "#12355b" : name(piece) === "computing" ? "#f4f4f4" : "#8fb3d9";
  function draw() {
    const scale = window.devicePixelRatio || 1;
    width = root.clientWidth;
    const height = row * data.ranks.length + foot;
    canvas.width = width * scale; canvas.height = height * scale;
    canvas.style.width = width + "px"; canvas.style.height = height + "px";
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = "#fff"; pen.fillRect(0, 0, width, height);
    pen.font = "11px sans-serif";
    data.ranks.forEach((rank, line) => {
      const top = line * row;
      for (const pass of [false, true])
        for (const piece of rank.slices) {
          if (!!piece[3] !== pass || piece[0] > to || piece[0] + piece[1] < from) continue;
          const begin = Math.max(left, x(piece[0])), end = Math.min(width, x(piece[0] + piece[1]));
          pen.fillStyle = shade(piece);
          pen.fillRect(begin, top + (pass ? row * .3 : 0), Math.max(.5, end - begin), (row - 1) * (pass ? .7 : 1));
          if (row > 11 && end - begin > 60 && !pass) { pen.fillStyle = "#000"; pen.fillText(name(piece), begin + 2, top + 10, end - begin - 4); }
        }
      if (row > 9 || line % Math.ceil(12 / row) === 0) { pen.fillStyle = "#000"; pen.fillText("rank " + rank.rank, 0, top + Math.max(9, row - 3)); }
    });
    const base = row * data.ranks.length;
    for (let mark = 0; mark <= 4; ++mark) {
      const time = from + (to - from) * mark / 4;
      pen.fillStyle = "#000"; pen.fillRect(Math.min(width - 1, x(time)), base, 1, 4);
      pen.textAlign = mark === 4 ? "right" : "center";
      pen.fillText((time / 1000).toPrecision(5) + " ms", x(time), base + 16);
    }
    pen.textAlign = "left";
    root.dataset.from = from; root.dataset.to = to; root.dataset.drawn = Math.round(performance.now());
  }
  function zoom(factor, middle) {
    const span = Math.min(data.end, (to - from) * factor);
    if (span < data.end / 1e7) return;
    from = Math.max(0, Math.min(data.end - span, middle - (middle - from) * factor)); to = from + span;
    draw();
  }
  function move(by) {
    const span = to - from;
    from = Math.max(0, Math.min(data.end - span, from + by)); to = from + span;
    draw();
  }
  const time_at = event => from + Math.max(0, event.offsetX - left) / (width - left) * (to - from);
  canvas.addEventListener("wheel", event => { if (event.ctrlKey || event.shiftKey || event.altKey) { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : .8, time_at(event)); } }, {passive: false});
  canvas.addEventListener("dblclick", event => zoom(.4, time_at(event)));
  canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); pointers.set(event.pointerId, event.offsetX); tell(event); });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => pointers.delete(event.pointerId));
  canvas.addEventListener("pointermove", event => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return tell(event);
    const apart = () => { const at = [...pointers.values()]; return Math.abs(at[0] - at[1]); };
    const old = pointers.size === 2 ? apart() : 0;
    pointers.set(event.pointerId, event.offsetX);
    if (pointers.size === 2) { if (old > 5 && apart() > 5) zoom(old / apart(), time_at(event)); }
    else move((before - event.offsetX) / (width - left) * (to - from));
  });
  function tell(event) {
    const rank = data.ranks[Math.floor(event.offsetY / row)], time = time_at(event);
    const under = rank ? rank.slices.filter(piece => piece[0] <= time && time <= piece[0] + piece[1]) : [];
    said.textContent = rank ? "rank " + rank.rank + (rank.place ? ", " + rank.place : "") + ", " + (time / 1000).toPrecision(6) + " ms: " +
      (under.map(piece => name(piece) + " for " + piece[1] + " us").join("; ") || "outside of MPI") : "";
  }
  const middle = () => (from + to) / 2, actions = {in: () => zoom(.5, middle()), out: () => zoom(2, middle()), back: () => move((from - to) / 3), on: () => move((to - from) / 3), all: () => { from = 0; to = data.end; draw(); }};
  for (const button of root.querySelectorAll("button")) button.addEventListener("click", actions[button.name]);
  window.addEventListener("resize", draw);
  draw();
}
for (const root of document.querySelectorAll(".timeline")) timeline(root, JSON.parse(root.querySelector("script").textContent));
