// Colours of the page's two looks, and the patterns that tell phases apart without colour.

const root = document.documentElement;

const colours = {
  cache: new Map(),
  of(name) {
    let found = this.cache.get(name);
    if (found === undefined) {
      found = getComputedStyle(root).getPropertyValue("--" + name).trim();
      this.cache.set(name, found);
    }
    return found;
  },
  side(number) {
    return this.of("side" + (number % 6));
  },
};

// Sides differ in shape, too: circle, square, diamond, triangle.
function sideShape(pen, side, x, y, r) {
  pen.beginPath();
  switch (side % 4) {
    case 0: pen.arc(x, y, r, 0, 7); break;
    case 1: pen.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76); break;
    case 2: pen.moveTo(x, y - r * 1.2); pen.lineTo(x + r * 1.2, y); pen.lineTo(x, y + r * 1.2); pen.lineTo(x - r * 1.2, y); pen.closePath(); break;
    default: pen.moveTo(x, y - r * 1.2); pen.lineTo(x + r * 1.1, y + r * 0.8); pen.lineTo(x - r * 1.1, y + r * 0.8); pen.closePath();
  }
}

// The same shape before a line of text.
function sideDot(side) {
  const dot = make("span", { className: `dot shape${side % 4}` });
  dot.style.background = colours.side(side);
  return dot;
}

// Each phase has a tile: how it is hatched on top of a pale ground of its colour.
const HATCH = {
  waiting: "frame", winding: "up", committed: "solid", couched: "dots", working: "across", acting: "down", parrying: "bars",
  guarding: "bars", recovering: "down", walking: "line", lying: "across", stunned: "cross", out: "out",
};

const tiles = new Map();

function tileOf(context, phase) {
  const key = phase + root.className;
  if (tiles.has(key)) return tiles.get(key);
  const size = 8, tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const pen = tile.getContext("2d"), colour = colours.of(phase), kind = HATCH[phase] || "solid";
  pen.fillStyle = pen.strokeStyle = colour;
  pen.globalAlpha = kind === "solid" ? 1 : kind === "frame" ? 0.12 : 0.3;
  pen.fillRect(0, 0, size, size);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.6;
  const lines = {
    up: [[-1, 5, 5, -1], [3, 9, 9, 3]], down: [[-1, 3, 5, 9], [3, -1, 9, 5]],
    cross: [[0, 0, 8, 8], [8, 0, 0, 8]], across: [[0, 2, 8, 2], [0, 6, 8, 6]], bars: [[2, 0, 2, 8], [6, 0, 6, 8]],
  };
  if (lines[kind]) {
    pen.beginPath();
    for (const [a, b, c, d] of lines[kind]) { pen.moveTo(a, b); pen.lineTo(c, d); }
    pen.stroke();
  } else if (kind === "dots") {
    for (const [x, y] of [[2, 2], [6, 6]]) { pen.beginPath(); pen.arc(x, y, 1.4, 0, 7); pen.fill(); }
  }
  const found = context.createPattern(tile, "repeat");
  tiles.set(key, found);
  return found;
}

function fillPhase(context, phase, x, y, width, height) {
  const kind = HATCH[phase];
  context.fillStyle = tileOf(context, phase);
  context.fillRect(x, y, width, height);
  if (kind !== "out" && width > 2) {
    context.strokeStyle = colours.of(phase);
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
}

function setLook(dark) {
  root.classList.toggle("dark", dark);
  colours.cache.clear();
  tiles.clear();
  $("theme").textContent = dark ? "Light" : "Dark";
  $("theme").setAttribute("aria-pressed", String(dark));
  try { localStorage.setItem("couched-look", dark ? "dark" : "light"); } catch { /* a page from disk may not store */ }
}

function startLook() {
  let kept = null;
  try { kept = localStorage.getItem("couched-look"); } catch { /* likewise */ }
  setLook(kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
}
