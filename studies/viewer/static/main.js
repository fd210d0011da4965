// Putting the page together: what it says at the top, the keys, the first look.

const KEYS = [
  ["space", "play or pause"], ["← →", "event before, next event (of those shown in the list)"], ["shift ← →", "moment before, next moment"],
  ["w, shift w", "next wound, wound before"], ["Home, End", "to the start, to the end"], ["< >", "slower, faster"], ["+ − 0", "timeline: less, more, all of it"],
  ["[ ]", "map: smaller, larger"], ["f", "map: those who fight now; again: the whole battle"], ["c", "to the cause of the event"], ["/", "search the events"], ["d", "dark or light"], ["?", "these keys"],
  ["ctrl + wheel", "zoom the timeline or the map"], ["shift + wheel", "along the timeline"], ["drag", "scrub the timeline, move the map"],
];

function moment(by) {
  const t = E.t[S.chosen];
  if (by > 0) {
    const place = eventAt(t) + 1;
    if (place < COUNT) choose(place);
    return;
  }
  let place = S.chosen;
  while (place > 0 && E.t[place] === t) place--;
  while (place > 0 && E.t[place - 1] === E.t[place]) place--;
  choose(place);
}

const ACTIONS = {
  " ": () => play.toggle(), ArrowLeft: (event) => (event.shiftKey ? moment(-1) : list.step(-1)), ArrowRight: (event) => (event.shiftKey ? moment(1) : list.step(1)),
  w: () => play.jump(1), W: () => play.jump(-1), Home: () => choose(0), End: () => choose(COUNT - 1), "<": () => play.faster(-1), ">": () => play.faster(1),
  "+": () => timeline.zoom(0.7), "=": () => timeline.zoom(0.7), "-": () => timeline.zoom(1.4), 0: () => all(), "[": () => map.zoomed(0.8), "]": () => map.zoomed(1.25),
  f: () => map.fit(), c: () => details.toCause(), "/": () => $("search").focus(), "?": () => $("help-box").showModal(),
  d: () => { setLook(!root.classList.contains("dark")); tell("look"); },
};

function all() {
  S.from = 0;
  S.to = END;
  tell("view");
}

function typing(target) {
  return target.matches("select, textarea, dialog *") || (target.matches("input") && target.type === "search");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && event.target === $("search")) { $("search").blur(); return; }
  if (typing(event.target) || (event.key === " " && event.target.matches("button, input"))) return;
  const action = ACTIONS[event.key];
  if (action) { event.preventDefault(); action(event); }
});

function people(select, first) {
  if (first) select.append(make("option", { value: "-1", textContent: first }));
  D.fighters.forEach((fighter, index) => select.append(make("option", { value: String(index), textContent: fighter.name })));
}

function words() {
  $("title").textContent = D.title;
  $("outcome").textContent = D.outcome;
  for (const note of D.notes) $("notes").append(make("p", { className: "warn", textContent: note }));
  for (const [label, text] of D.facts) $("facts").append(make("dt", { textContent: label }), make("dd", { textContent: text }));
  for (const [key, what] of KEYS) $("keys").append(make("dt", {}, make("kbd", { textContent: key })), make("dd", { textContent: what }));
  const rings = D.system === "counts" ? "Rings: the length of the tool in hand; dashed, the farthest the log shows it within reach. " : "";
  $("map-note").textContent = `${rings}Outlines around fighters have the colour of their phase. Ctrl and the wheel zoom, dragging moves.`;
  $("map").setAttribute("aria-label", "map of the fighters at the moment shown; the table below says the same in words");
  $("lanes").setAttribute("aria-label", `timeline of ${D.fighters.length} fighters over ${number(END)} counts; the list of events says the same in words`);
}

function choices() {
  people($("curve-who"));
  people($("curve-foe"), "the nearest opponent");
  people($("who"), "everybody");
  $("curve-who").addEventListener("change", () => setWho(Number($("curve-who").value)));
  $("curve-foe").addEventListener("change", () => { S.foe = Number($("curve-foe").value); if (S.foe === S.who) S.foe = -1; tell("who"); });
  $("names").checked = S.names = D.fighters.length <= 16;
  for (const [id, key] of [["names", "names"], ["rings", "rings"], ["trails", "trails"]]) {
    $(id).addEventListener("change", () => { S[key] = $(id).checked; tell("map"); });
  }
  $("zoom-in").addEventListener("click", () => timeline.zoom(0.7));
  $("zoom-out").addEventListener("click", () => timeline.zoom(1.4));
  $("zoom-all").addEventListener("click", all);
  $("map-fit").addEventListener("click", () => map.fit());
  $("theme").addEventListener("click", () => { setLook(!root.classList.contains("dark")); tell("look"); });
  $("help").addEventListener("click", () => $("help-box").showModal());
  $("about").addEventListener("click", () => $("about-box").showModal());
}

function fromAddress() {
  const found = /^#(?:seq=(\d+)|t=([\d.]+))$/.exec(location.hash);
  if (found && found[1] !== undefined) choose(placeOf(Number(found[1])));
  else if (found) { setTime(Number(found[2])); tell("chosen"); }
}

watch("time", () => {
  $("scrub").value = String(S.t);
  $("scrub").setAttribute("aria-valuetext", `count ${number(S.t)}`);
  $("now").textContent = `count ${S.t.toFixed(3)}`;
});
watch("chosen", () => details.draw());
watch("look", legendOfPhases);

startLook();
words();
choices();
legendOfPhases();
map.start();
timeline.draw();
curves.draw();
list.filter();
setTime(0, 0);
details.draw();
fromAddress();
let resizing = 0;
window.addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(() => tell("size"), 100); });
window.addEventListener("hashchange", fromAddress);
document.documentElement.dataset.ready = "yes";
