// The service worker keeps the last few open matches readable without the server. Pages are sent with
// `no-store`, as their addresses are secrets: this copy is the only one, and is deleted when the link stops working.
const PAGES = 4;
const PATIENCE = 5000; // milliseconds to wait for a page that is cached
const PAGE = /\/m\/[^/]+\/$/;
const isReferee = (answer) => answer.headers.has("Referee");
const isPage = (url) => PAGE.test(new URL(url).pathname);
const find = (url) => caches.match(url, { ignoreVary: true });
const isHome = (url) => url === registration.scope;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.includes("/static/")) event.respondWith(find(request.url).then((kept) => kept || fetch(request)));
  else if (request.mode === "navigate" && (isPage(request.url) || isHome(request.url))) event.respondWith(page(request));
});

// The current page, or the cached one if Referee does not answer. An installed app starts at home, which then
// leads to the last match: the app has no address bar in which to type its address.
async function page(request) {
  const kept = isHome(request.url) ? await lastMatch() : await find(request.url);
  if (!kept) return fetch(request);
  const answer = await fetch(request, { signal: AbortSignal.timeout?.(PATIENCE) }).catch(() => kept);
  if (answer.status === 404 && isReferee(answer)) await forget(request.url);
  return isReferee(answer) || answer.type === "opaqueredirect" ? answer : kept;
}

async function lastMatch() {
  const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const urls = found.flat().map(({ url }) => url);
  const last = urls.findLast((url) => url.startsWith(registration.scope) && isPage(url));
  return last && Response.redirect(last);
}

async function forget(url) {
  const anySearch = { ignoreSearch: true, ignoreVary: true }; // each table has its own query
  await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).delete(url, anySearch)));
}

addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {}))); // offline

// Caches the current page and its assets, and drops those of earlier versions, but not those of other apps
// on this host. A page opened before an update has other assets than the current one and caches nothing.
async function keep({ page: url, assets }) {
  const answer = await fetch(url);
  if (!isPage(url) || !isReferee(answer) || answer.redirected) return;
  if (answer.status === 404) await forget(url);
  if (!answer.ok) return;
  const html = await answer.text();
  const [, version, app] = /"(((?:\/[^"/]+)*\/static\/)[^/"]+)/.exec(html);
  if (!assets.every((asset) => asset.includes(version))) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(app) && name !== version);
  await Promise.all(others.map((name) => caches.delete(name)));
  const cache = await caches.open(version);
  await Promise.all(assets.map(async (asset) => {
    if (await cache.match(asset, { ignoreVary: true })) return;
    const file = await fetch(asset);
    if (file.ok && isReferee(file)) await cache.put(asset, file);
  }));
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const marked = html.replace("<html ", `<html data-kept="${Date.now()}" `);
  await cache.put(url, new Response(marked, { headers }));
  const pages = (await cache.keys()).filter((request) => isPage(request.url));
  await Promise.all(pages.slice(0, -PAGES).map((request) => cache.delete(request)));
}
