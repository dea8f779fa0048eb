import fs from "node:fs";
import path from "node:path";

/** The pages in the order in which they are read, from `pages.json`, with the titles they have. */
export function readPages(folder) {
  const pages = JSON.parse(fs.readFileSync(path.join(folder, "pages.json"), "utf8"));
  const findFile = ({ name }) => path.join(folder, `${name}.html`);
  return pages
    .filter((page) => fs.existsSync(findFile(page)))
    .map(({ name, text }) => {
      const [, title] = fs.readFileSync(findFile({ name }), "utf8").match(/<title>(.*?)<\/title>/) ?? [];
      return { name, text, title };
    });
}

/** A card with a picture for each page. */
export function writeCards(pages) {
  const cards = pages.map(
    ({ name, text, title }) =>
      `<a class="card" href="${name}.html"><img src="./images/${name}.jpg" alt="" width="640" height="400" loading="lazy">` +
      `<span class="card-title">${title}</span><span class="card-text">${text}</span></a>`,
  );
  return `<div class="gallery">${cards.join("")}</div>`;
}

/** Links to the pages before and after one. */
export function writeNeighbours(pages, name) {
  const place = pages.findIndex((page) => page.name === name);
  if (place < 0) return "";
  const link = (page, text) => (page ? `<a href="${page.name}.html">${text(page.title)}</a>` : "<span></span>");
  return (
    `<nav class="neighbours">${link(pages[place - 1], (title) => `← ${title}`)}` +
    `${link(pages[place + 1], (title) => `${title} →`)}</nav>`
  );
}
