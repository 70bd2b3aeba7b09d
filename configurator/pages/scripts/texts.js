// Headings, paragraphs and lists: plain text, in which `backquotes` are code.
"use strict";
function say(root, text) {
  text.split("`").forEach((piece, index) => index % 2 ? element(root, "code", {}, piece) : root.append(piece));
  return root;
}
kinds.heading = (root, part) => element(root, "h2", {}, part.text);
kinds.text = (root, part) => { if (part.title) element(root, "h3", {}, part.title); say(element(root, "p", {class: part.as || ""}), part.text); };
kinds.quote = (root, part) => element(root, "pre", {}, part.text);
kinds.details = (root, part) => {
  const below = element(root, "details");
  element(below, "summary", {}, part.title);
  element(below, "pre", {}, part.text);
};
kinds.list = (root, part) => {
  if (part.title) element(root, "h2", {}, part.title);
  const list = element(root, "ul", {class: part.as || "notes"});
  for (const item of part.items) say(element(list, "li"), item);
};
// What a file is, and where it comes from.
kinds.properties = (root, part) => {
  const list = element(root, "dl", {class: "properties"});
  for (const [name, value] of part.items) {
    element(list, "dt", {}, name);
    element(element(list, "dd"), name === "command" || name === "file" ? "code" : "span", {}, value);
  }
};
// Components, each below the one that uses it.
kinds.tree = (root, part) => {
  heading(root, part);
  const top = element(root, "ul", {class: "tree"}), open = [];
  const list_at = depth => depth === 0 ? top : open[depth - 1].querySelector(":scope > ul") || element(open[depth - 1], "ul");
  for (const item of part.items) {
    const entry = open[item.depth] = element(list_at(item.depth), "li"), box = element(entry, "div", {class: "box " + item.layer});
    element(box, "small", {}, item.what);
    element(box, "b", {}, item.name);
    if (item.why) element(box, "small", {}, item.why);
  }
  csv(root, () => [["depth", "what", "component", "why"], ...part.items.map(item => [item.depth, item.what, item.name, item.why])]);
};
