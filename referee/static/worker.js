// The service worker: a match that was open stays readable without the server. Pages with a link in
// their address are sent with `no-store`; this is the one place where a copy of them is kept, on the
// device that has opened them, a few of them, and only as long as their links lead somewhere.
const PAGES = 4;
const PATIENCE = 5000; // milliseconds that a page may take which is kept
const PAGE = /\/m\/[^/]+\/$/;
const isReferee = (answer) => answer.headers.has("Referee");
const isPage = (url) => PAGE.test(new URL(url).pathname);
const find = (url) => caches.match(url, { ignoreVary: true });

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.includes("/static/")) event.respondWith(find(request.url).then((kept) => kept || fetch(request)));
  else if (request.mode === "navigate" && isPage(request.url)) event.respondWith(page(request));
});

// As it is now; where Referee does not answer, as it was.
async function page(request) {
  const kept = await find(request.url);
  if (!kept) return fetch(request);
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => kept);
  if (answer.status === 404 && isReferee(answer)) await forget(request.url);
  return isReferee(answer) || answer.type === "opaqueredirect" ? answer : kept;
}

async function forget(url) {
  const anySearch = { ignoreSearch: true, ignoreVary: true }; // each table of a match has one of its own
  await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).delete(url, anySearch)));
}

addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {}))); // it is away: then not

// The page as it is now, and what it loads. Files of an earlier version go, and pages that need them;
// other apps of the same host, and of another path, keep their own.
// A page that was opened before an update knows other files than the page as it is now: it keeps nothing.
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
  await Promise.all(assets.map((asset) => keepAsset(cache, asset)));
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const marked = html.replace("<html ", `<html data-kept="${Date.now()}" `);
  await cache.put(url, new Response(marked, { headers }));
  const pages = (await cache.keys()).filter((request) => isPage(request.url));
  await Promise.all(pages.slice(0, -PAGES).map((request) => cache.delete(request)));
}

async function keepAsset(cache, asset) {
  if (await cache.match(asset, { ignoreVary: true })) return;
  const answer = await fetch(asset);
  if (answer.ok && isReferee(answer)) await cache.put(asset, answer);
}
