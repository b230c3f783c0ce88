// The reader's choice of language: kept when it is made, and followed from the bare address of the site only. Whoever came by a
// longer one gets what it says.
const site = document.documentElement.dataset;
const kept = `daggerboard language ${new URL(site.root, location).pathname}`;
const store = { get: () => null, set: () => {} };
try {
  const { localStorage } = globalThis;
  store.get = (name) => localStorage.getItem(name);
  store.set = (name, value) => localStorage.setItem(name, value);
} catch {
  // A browser that keeps nothing: the choice lasts as long as the page.
}
if ("start" in site && site.lang === "en" && !location.search && !location.hash && store.get(kept) === "zh") location.replace("zh/");
for (const pressed of ["click", "auxclick"]) {
  addEventListener(pressed, ({ target }) => {
    const link = target.closest?.("a.lang");
    if (!link) return;
    store.set(kept, site.lang === "en" ? "zh" : "en");
    // The same place, whatever the address has come to ask for since the page was written; one file asks for its language there.
    if (!/[?&]lang=/.test(link.search)) link.search = location.search;
    link.hash = location.hash;
  }, true);
}
// On paper, where a link of the footer leads is written out.
addEventListener("beforeprint", () => {
  for (const link of document.querySelectorAll("footer a[href]")) link.dataset.address = link.href;
});
