// Tables: a click on a column's name sorts, long ones show their first rows, narrow windows get cards.
"use strict";
const is_number_column = column => !["text", "code", "level", "verdict"].includes(column.unit);
const marks = {error: "\u2716 ", warning: "\u25b2 ", note: "\u25cb ", within: "\u2713 ", "too far": "\u2716 "};

// How far a number is off, as a bar from the middle with marks at its limit.
function deviation(cell, [error, limit]) {
  const most = limit * 1.5, length = 48 * Math.min(1, Math.abs(error) / most);
  const bar = d3.select(cell).append("svg").attr("viewBox", "0 0 100 12").attr("class", "deviation").attr("role", "img").attr("aria-label", `${quantity(error, "%")} of at most ${quantity(limit, "%")}`);
  bar.append("rect").attr("x", error < 0 ? 50 - length : 50).attr("y", 3).attr("width", length).attr("height", 6).attr("fill", "var(--much)");
  bar.append("path").attr("d", `M50 0v12M${50 - 48 / 1.5} 1v10M${50 + 48 / 1.5} 1v10`).attr("stroke", "var(--soft)").attr("stroke-dasharray", "2 1");
}
function fill_cell(cell, column, value, most) {
  if (is_empty(value)) return;
  if (Array.isArray(value)) return deviation(cell, value);
  if (value.text !== undefined) {
    const both = element(cell, "div");
    both.append(value.text);
    if (value.detail) element(both, "pre", {}, value.detail);
    return;
  }
  if (marks[value]) cell.classList.add(value.replace(" ", "-"));
  if (column.unit === "code") value.split("\n").forEach((line, index, lines) => {
    if (index === 0) cell = element(cell, "span");
    element(cell, "code", {}, line);
    if (index + 1 < lines.length) element(cell, "br");
  });
  else cell.append((marks[value] || "") + quantity(value, column.unit));
  if (column.bar && most > 0) element(cell, "span", {class: "bar", style: `width:${100 * value / most}%`});
}
function table_body(table, part, rows) {
  const body = element(table, "tbody");
  const most = part.columns.map((column, index) => column.bar ? d3.max(part.rows, row => row[index]) : 0);
  for (const row of rows) {
    const line = element(body, "tr");
    part.columns.forEach((column, index) => {
      const long = row[index] && row[index].detail || String(row[index] ?? "").length > 28;
      const cell = element(line, "td", {"data-name": column.name, class: (is_number_column(column) ? "number" : "words") + (long ? " long" : "")});
      fill_cell(cell, column, row[index], most[index]);
    });
  }
  return body;
}
const is_empty = value => value === null || value === undefined || value === "";
// Without columns in which nothing is.
function without_empty(part) {
  const used = part.columns.map((_, index) => part.rows.length === 0 || part.rows.some(row => !is_empty(row[index])));
  const those = list => list.filter((_, index) => used[index]);
  return {...part, columns: those(part.columns), rows: part.rows.map(those)};
}
kinds.table = (root, whole) => {
  const part = without_empty(whole);
  heading(root, part);
  const box = element(root, "div", {class: "scroll"}), table = element(box, "table", {class: part.columns.length > 3 ? "wide" : ""});
  const names = element(element(table, "thead"), "tr");
  let rows = part.rows, shown = part.first || rows.length, sorted = -1, rising = false, body = null;
  const show = () => { if (body) body.remove(); body = table_body(table, part, rows.slice(0, shown)); };
  const plain = value => value && value.text !== undefined ? value.text : Array.isArray(value) ? value[0] : value ?? "";
  part.columns.forEach((column, index) => {
    const name = element(names, "th", {class: is_number_column(column) ? "" : "words", scope: "col"});
    element(name, "button", {}, column.name).addEventListener("click", () => {
      rising = sorted === index ? !rising : !is_number_column(column);
      sorted = index;
      rows = part.rows.slice().sort((left, right) => (rising ? d3.ascending : d3.descending)(plain(left[index]), plain(right[index])));
      for (const other of names.children) other.removeAttribute("aria-sort");
      name.setAttribute("aria-sort", rising ? "ascending" : "descending");
      show();
    });
  });
  show();
  if (shown < rows.length) {
    const more = element(root, "button", {}, `all ${quantity(rows.length)} rows`);
    more.addEventListener("click", () => { shown = rows.length; show(); more.remove(); });
  }
  csv(root, () => [part.columns.map(column => column.name + (scales[column.unit] || column.unit === "%" ? `, ${column.unit}` : "")), ...part.rows.map(row => row.map(plain))]);
};
