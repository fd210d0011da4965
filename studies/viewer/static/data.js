// What the log holds, as studies/viewer/model.py wrote it, and how it is looked up at a moment.

const $ = (id) => document.getElementById(id);
const D = JSON.parse($("couched-data").textContent);
const E = D.events;
const COUNT = E.seq.length;
const RAW = $("couched-log").textContent.split("\n");
const PHASE = D.phases.map(([key, words, row]) => ({ key, words, row }));
const END = Math.max(D.end, 1e-9);
const FIRST = COUNT ? E.seq[0] : 0;

// What the page shows now: the moment, the chosen event, the stretch of the timeline, whose curves.
const S = { t: 0, chosen: 0, from: 0, to: END, playing: false, speed: 4, who: 0, foe: -1, names: true, rings: true, trails: true };

const watchers = [];
const watch = (what, call) => watchers.push([what, call]);
function tell(...whats) {
  for (const [what, call] of watchers) if (whats.includes(what)) call();
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// The last row of a sorted list whose first entry is not after t; -1 for none.
function lastAt(rows, t, key = 0) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][key] <= t) low = middle + 1; else high = middle;
  }
  return low - 1;
}

// The last event not after t.
function eventAt(t) {
  let low = 0, high = COUNT;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (E.t[middle] <= t) low = middle + 1; else high = middle;
  }
  return Math.max(0, low - 1);
}

function placeAt(fighter, t) {
  const row = fighter.motion[Math.max(0, lastAt(fighter.motion, t))];
  if (!row) return [0, 0];
  const gone = Math.max(0, t - row[0]);
  return [row[1] + row[3] * gone, row[2] + row[4] * gone];
}

function movingAt(fighter, t) {
  const row = fighter.motion[Math.max(0, lastAt(fighter.motion, t))];
  return row ? [row[3], row[4]] : [0, 0];
}

const valueAt = (rows, t, index = 1) => {
  const place = lastAt(rows, t);
  return place < 0 ? (rows.length ? rows[0][index] : null) : rows[place][index];
};

function facingAt(index, t) {
  const fighter = D.fighters[index], place = lastAt(fighter.facing, t);
  if (place >= 0) return fighter.facing[place][1];
  const foe = nearestFoe(index, t);
  if (foe < 0) return 0;
  const [x, y] = placeAt(fighter, t), [fx, fy] = placeAt(D.fighters[foe], t);
  return (Math.atan2(fy - y, fx - x) * 180) / Math.PI;
}

function distance(one, other, t) {
  const [x, y] = placeAt(D.fighters[one], t), [fx, fy] = placeAt(D.fighters[other], t);
  return Math.hypot(fx - x, fy - y);
}

// Where everybody is at the moment that was asked about last: two thousand fighters ask for their nearest.
const standing = { t: NaN, xs: [], ys: [], out: [], foes: new Map() };
function standingAt(t) {
  if (standing.t === t) return standing;
  D.fighters.forEach((fighter, place) => { [standing.xs[place], standing.ys[place]] = placeAt(fighter, t); standing.out[place] = isOut(fighter, t); });
  standing.t = t;
  standing.foes.clear();
  return standing;
}

// The nearest of another side, of those in the fight while there are any.
function nearestFoe(index, t) {
  const { xs, ys, out, foes } = standingAt(t);
  if (foes.has(index)) return foes.get(index);
  let best = -1, least = Infinity, gone = true;
  for (let place = 0; place < xs.length; place++) {
    if (D.fighters[place].side === D.fighters[index].side) continue;
    const far = (xs[place] - xs[index]) ** 2 + (ys[place] - ys[index]) ** 2;
    if ((gone && !out[place]) || (gone === out[place] && far < least)) { least = far; best = place; gone = out[place]; }
  }
  foes.set(index, best);
  return best;
}

// What goes on at a moment; what nothing has ended when the log ends goes on at its end.
function spansAt(fighter, t) {
  return fighter.spans.filter((span) => span[0] <= t && (t < span[1] || (t >= span[1] && span[5])));
}

const OUT = PHASE.findIndex((phase) => phase.key === "out");
const LYING = PHASE.findIndex((phase) => phase.key === "lying");
const isOut = (fighter, t) => fighter.out !== undefined && fighter.out <= t;

for (const fighter of D.fighters) {
  const span = fighter.spans.find((one) => one[2] === OUT);
  if (span) fighter.out = span[0];
}

// Numbers as people read them: at most three decimals, none that say nothing; true minus signs.
function number(value, digits = 3) {
  return String(Number(value.toFixed(digits))).replace("-", "−");
}

const typeOf = (place) => E.types[E.type[place]];
const kindOf = (place) => E.kinds[E.kind[place]][0];
const placeOf = (seq) => seq - FIRST;
const parsed = new Map();
function rawOf(place) {
  if (!parsed.has(place)) parsed.set(place, JSON.parse(RAW[place]));
  return parsed.get(place);
}

const WOUNDS = [];
for (let place = 0; place < COUNT; place++) if (typeOf(place) === "wound") WOUNDS.push(place);

// Make an element with properties and children; texts are texts, never markup.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "role") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A canvas as sharp as the screen, in its own measures.
function sized(canvas, width, height) {
  const sharp = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * sharp);
  canvas.height = Math.round(height * sharp);
  canvas.style.height = height + "px";
  const context = canvas.getContext("2d");
  context.setTransform(sharp, 0, 0, sharp, 0, 0);
  return context;
}

function setTime(t, chosen = null) {
  S.t = clamp(t, 0, END);
  S.chosen = chosen === null ? eventAt(S.t) : chosen;
  tell("time");
}

// Following a hand that drags: one drawing a frame, and the event's details once it rests.
let frameWaits = 0, restWaits = 0;
function scrubTo(t) {
  S.t = clamp(t, 0, END);
  S.chosen = eventAt(S.t);
  frameWaits ||= requestAnimationFrame(() => {
    frameWaits = 0;
    tell("time");
    clearTimeout(restWaits);
    restWaits = setTimeout(() => tell("chosen"), 120);
  });
}

function choose(place) {
  setTime(E.t[clamp(place, 0, COUNT - 1)], clamp(place, 0, COUNT - 1));
  tell("chosen");
  $("live").textContent = `count ${number(E.t[S.chosen])}: ${E.text[S.chosen]}`;
}
