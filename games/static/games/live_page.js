// Keeps a page true while it is open: when the tournament's socket says that something happened, and every
// few seconds where the page asks for it, the page is fetched again and its [data-live] parts replaced.
// The server's templates stay the only thing that knows how a page looks.

const LEAST_PAUSE = 1200;
const RETRY_AFTER = 3000;
const LEAVING = 10_000;
const page = document.querySelector("main");
const known = new Map();
let due = null;
let leftAt = -LEAVING;

for (const part of parts(document)) known.set(part.id, plain(part));
if (page.dataset.liveSocket) follow(new URL(page.dataset.liveSocket, location.href.replace(/^http/, "ws")));
if (page.dataset.liveEvery) setInterval(refreshSoon, Number(page.dataset.liveEvery) * 1000);
document.addEventListener("visibilitychange", refreshSoon);
addEventListener("beforeunload", () => { leftAt = performance.now(); });

function follow(url) {
  const socket = new WebSocket(url);
  let isFirst = true;
  socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join" })));
  socket.addEventListener("message", () => {
    // The first frame is the snapshot: the page may have been rendered just before something happened.
    refreshSoon(isFirst ? 0 : LEAST_PAUSE);
    isFirst = false;
  });
  socket.addEventListener("close", (event) => {
    if (event.code < 4400) setTimeout(() => follow(url), RETRY_AFTER * (0.5 + Math.random()));
  });
}

// Many facts at once are one refresh, and many readers do not come in the same moment.
function refreshSoon(pause = LEAST_PAUSE) {
  if (due !== null || document.hidden) return;
  due = setTimeout(refresh, (typeof pause === "number" ? pause : 0) * (0.5 + Math.random()));
}

async function refresh() {
  due = null;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A page that is made of other parts now is taken as it is: the stage has begun, or the next one has.
  const shape = fresh.querySelector("main")?.dataset.liveShape;
  if (shape !== page.dataset.liveShape) reload();
  else for (const part of parts(fresh)) replace(part);
}

// Not while somebody is on the way to another page, or their form to us: that would call them back.
function reload() {
  if (performance.now() - leftAt < LEAVING) refreshSoon(LEAVING);
  else location.reload();
}

function replace(part) {
  const current = document.getElementById(part.id);
  const html = plain(part);
  // A form that is being filled in is left alone.
  if (!current || known.get(part.id) === html || current.querySelector("details[open]")) return;
  known.set(part.id, html);
  const focused = current.contains(document.activeElement) ? document.activeElement : null;
  current.replaceWith(document.adoptNode(part));
  if (focused) refocus(part, focused);
}

function refocus(part, focused) {
  const twin = [...part.querySelectorAll("a, button")].find(
    (node) => node.textContent === focused.textContent && node.href === focused.href,
  );
  twin?.focus({ preventScroll: true });
}

function parts(root) {
  return root.querySelectorAll("[data-live][id]");
}

// The form token differs at every rendering and says nothing.
function plain(part) {
  return part.outerHTML.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
}
