const place = (id) => document.getElementById(id);
const list = place("reports");
const count = place("found-count");
const [field, status] = [place("q"), place("status")];

// Case, accents and width make no difference; nor does how an arrow or a times sign is typed.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replaceAll("×", "x").replace(/\s*(?:→|->)\s*/g, ">");
const reports = [...list?.children ?? []].map((item) => ({
  item,
  id: item.dataset.id,
  status: item.dataset.status,
  words: plain(item.dataset.words),
}));
const every = count?.textContent;

function find() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const report of reports) {
    const found = (!status.value || report.status === status.value) && words.every((word) => report.words.includes(word));
    report.item.hidden = !found;
    shown += found;
  }
  const { some, none } = count.dataset;
  count.textContent = !words.length && !status.value ? every
    : shown ? some.replace("{shown}", shown).replace("{all}", reports.length) : none;
}

/** Has the address ask for what is shown, so that it can be passed on. */
function remember() {
  const address = new URL(location);
  for (const [name, value] of [["q", field.value.trim()], ["status", status.value]]) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(null, "", address);
}

if (field) {
  const asked = new URLSearchParams(location.search);
  field.value = asked.get("q") ?? "";
  status.value = asked.get("status") ?? "";
  // One that there is not leaves none chosen.
  const unknown = status.selectedIndex < 0;
  if (unknown) status.value = "";
  if (field.value || status.value) find();
  if (unknown) count.textContent = count.dataset.unknown;
  let later;
  place("find").addEventListener("input", () => {
    find();
    // Browsers refuse an address that changes with every key.
    clearTimeout(later);
    later = setTimeout(remember, 250);
  });
  place("find").addEventListener("submit", (event) => event.preventDefault());
}

// Only where nobody has chosen: a word to those whose browser asks for the other language.
if (!store.get(kept)) {
  const wanted = navigator.languages.find((tag) => /^(?:en|zh)\b/.test(tag));
  place("other-language").hidden = !wanted || wanted.startsWith(site.lang);
}

const mark = (item, words) => { item.querySelector(".seal-word").textContent = words; };
const path = new URL(site.root, location).pathname;
for (const { item, id } of reports) {
  if (store.get(`daggerboard ${path}${id} checked`) !== item.querySelector(".digest").textContent) continue;
  item.classList.add("again");
  mark(item, list.dataset.again);
}

/** The reports that the catalogue lists in another state than this page, and those that one of both does not have. */
async function differing(cache) {
  const answer = await fetch(`${site.root}data/catalogue.json`, { cache });
  if (!answer.ok) throw new Error(`the host answered ${answer.status}`);
  const listed = new Map((await answer.json()).reports.map(({ id, releases }) => [id, releases]));
  const state = (count, root, withdrawn) => `${count} ${root} ${withdrawn}`;
  const differ = reports.filter(({ item, id }) => {
    const releases = listed.get(id) ?? [];
    listed.delete(id);
    const newest = releases.at(-1);
    const { releases: known, withdrawn } = item.dataset;
    return state(releases.length, newest?.root, newest?.withdrawn !== undefined)
      !== state(known, item.querySelector(".digest").textContent, withdrawn !== undefined);
  });
  return { differ, count: differ.length + listed.size };
}

if (list) {
  const said = place("list-state");
  try {
    let found = await differing("default");
    // Perhaps the browser kept one from before the last deployment.
    if (found.count) found = await differing("reload");
    for (const { item } of found.differ) {
      item.classList.add("differs");
      mark(item, list.dataset.differs);
    }
    said.classList.toggle("differs", found.count > 0);
    said.textContent = found.count ? said.dataset.differs.replace("{count}", found.count) : said.dataset.same;
  } catch (why) {
    said.textContent = said.dataset.late;
    console.error(why);
  }
}
document.documentElement.dataset.ready = "1";
