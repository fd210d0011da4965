// The map at a moment: what stands on the field, who is where, faces which way, reaches how far and goes where.

const map = (() => {
  const box = $("map"), canvas = box.querySelector("canvas"), HEIGHT = 352;
  const G = D.ground, down = D.system === "steps" ? 1 : -1;   // rows run down the page, +y of feet and meters runs up it
  let width = 300, scale = 10, cx = 0, cy = 0, pen = null;

  const X = (x) => width / 2 + (x - cx) * scale;
  const Y = (y) => HEIGHT / 2 + down * (y - cy) * scale;

  function bounds() {
    const xs = [], ys = [];
    for (const fighter of D.fighters) {
      fighter.motion.forEach((row, place) => {
        const until = place + 1 < fighter.motion.length ? fighter.motion[place + 1][0] : END;
        for (const t of [row[0], Math.min(until, END)]) {
          xs.push(row[1] + row[3] * Math.max(0, t - row[0]));
          ys.push(row[2] + row[4] * Math.max(0, t - row[0]));
        }
      });
    }
    for (const place of G.places || []) { xs.push(place.position[0] - place.radius, place.position[0] + place.radius); ys.push(place.position[1] - place.radius, place.position[1] + place.radius); }
    if (G.size) { xs.push(-0.5, G.size[0] - 0.5); ys.push(-0.5, G.size[1] - 0.5); }
    for (const wall of G.walls || []) for (const [x, y] of wall.points) if (Math.abs(x) < 1e4 && Math.abs(y) < 1e4) { xs.push(x); ys.push(y); }
    if (!xs.length) return [-5, 5, -5, 5];
    const low = (list) => list.reduce((a, b) => Math.min(a, b)), high = (list) => list.reduce((a, b) => Math.max(a, b));
    return [low(xs), high(xs), low(ys), high(ys)];
  }

  // Where everybody who is in the fight stands now.
  function boundsNow() {
    const those = D.fighters.filter((fighter) => !isOut(fighter, S.t)).map((fighter) => placeAt(fighter, S.t));
    if (!those.length) return bounds();
    const xs = those.map(([x]) => x), ys = those.map(([, y]) => y);
    return [Math.min(...xs) - 3, Math.max(...xs) + 3, Math.min(...ys) - 3, Math.max(...ys) + 3];
  }

  // The whole battle; or those who fight now, and asked again, the whole once more.
  let close = false;
  function fit(near = false) {
    close = near && !close;
    const [left, right, bottom, top] = close ? boundsNow() : bounds(), pad = D.system === "steps" ? 0.5 : 3;
    cx = (left + right) / 2;
    cy = (bottom + top) / 2;
    scale = Math.min(width / (right - left + 2 * pad), HEIGHT / (top - bottom + 2 * pad), D.system === "steps" ? 60 : 26);
  }

  function drawGround() {
    pen.lineWidth = 1;
    if (G.size) drawSquares();
    for (const place of G.places || []) drawPlace(place);
    for (const wall of G.walls || []) {
      pen.strokeStyle = colours.of(wall.open ? "grid" : "ink");
      pen.lineWidth = wall.low ? 2 : 3.5;
      pen.setLineDash(wall.open ? [4, 4] : wall.low ? [8, 4] : []);
      trace(wall.points);
      pen.stroke();
    }
    pen.setLineDash([2, 3]);
    for (const edge of G.edges || []) {
      pen.strokeStyle = colours.of("lying");
      pen.lineWidth = 2.5;
      trace([edge.start, edge.end]);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  function trace(points) {
    pen.beginPath();
    points.forEach(([x, y], place) => (place ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))));
  }

  function drawSquares() {
    const [columns, rows] = G.size;
    pen.strokeStyle = colours.of("grid");
    if (scale > 5) {
      pen.beginPath();
      for (let x = 0; x <= columns; x++) { pen.moveTo(X(x - 0.5), Y(-0.5)); pen.lineTo(X(x - 0.5), Y(rows - 0.5)); }
      for (let y = 0; y <= rows; y++) { pen.moveTo(X(-0.5), Y(y - 0.5)); pen.lineTo(X(columns - 0.5), Y(y - 0.5)); }
      pen.globalAlpha = 0.6;
      pen.stroke();
      pen.globalAlpha = 1;
    } else pen.strokeRect(X(-0.5), Y(-0.5), columns * scale, rows * scale);
    for (const one of G.objects) {
      if (one.gone !== null && one.gone <= S.t) continue;
      const [x, y] = one.position;
      pen.fillStyle = colours.of(one.cover ? "faint" : "walking");
      pen.globalAlpha = 0.25 + 0.5 * (Math.max(one.cover, one.concealment) / 100);
      pen.fillRect(X(x - 0.5) + 0.5, Y(y - 0.5) + 0.5, scale - 1, scale - 1);
      pen.globalAlpha = 1;
      if (scale > 11 && one.symbol) {
        pen.fillStyle = colours.of("ink");
        pen.font = `${Math.min(13, scale * 0.7)}px system-ui, sans-serif`;
        pen.textAlign = "center";
        pen.fillText(one.symbol, X(x), Y(y));
      }
    }
  }

  function drawPlace(place) {
    const [x, y] = place.position;
    pen.fillStyle = colours.of("raised");
    pen.strokeStyle = colours.of("faint");
    pen.beginPath(); pen.arc(X(x), Y(y), Math.max(2, place.radius * scale), 0, 7); pen.fill(); pen.stroke();
    if (place.facing !== null) {
      const half = ((place.arc || 180) / 2) * Math.PI / 180, middle = down * place.facing * Math.PI / 180;
      pen.lineWidth = 3;
      pen.beginPath(); pen.arc(X(x), Y(y), Math.max(2, place.radius * scale), middle - half, middle + half); pen.stroke();
      pen.lineWidth = 1;
    }
    if (S.names) label(`${place.name}${place.tags.length ? ` (${place.tags.join(", ")})` : ""}`, X(x), Y(y) + place.radius * scale + 9, "faint");
  }

  function label(text, x, y, colour) {
    pen.font = '11px system-ui, "DejaVu Sans", sans-serif';
    pen.textAlign = "center";
    pen.lineWidth = 3;
    pen.strokeStyle = colours.of("paper");
    const half = Math.min(pen.measureText(text).width, width - 8) / 2;
    if (x >= 0 && x <= width) x = clamp(x, half + 4, width - half - 4);   // whole, as long as what it names is in sight
    pen.strokeText(text, x, y);
    pen.fillStyle = colours.of(colour);
    pen.fillText(text, x, y);
  }

  function drawTrails() {
    const since = S.t - Math.max(20, END * 0.05);
    pen.lineWidth = 1.2;
    D.fighters.forEach((fighter, index) => {
      pen.strokeStyle = colours.side(fighter.side);
      pen.globalAlpha = 0.45;
      const first = Math.max(0, lastAt(fighter.motion, since)), last = lastAt(fighter.motion, S.t);
      const points = [placeAt(fighter, Math.max(0, since))];
      for (let place = first + 1; place <= last; place++) points.push(placeAt(fighter, fighter.motion[place][0] - 1e-9), fighter.motion[place].slice(1, 3));
      points.push(placeAt(fighter, S.t));
      trace(points);
      pen.stroke();
      const way = wayOf(index);
      if (way) { pen.setLineDash([3, 3]); pen.globalAlpha = 0.9; trace([placeAt(fighter, S.t), ...way]); pen.stroke(); pen.setLineDash([]); }
      pen.globalAlpha = 1;
    });
  }

  // The squares still ahead on the way a fighter is on.
  function wayOf(index) {
    let way = null;
    for (const [t, who, squares] of D.paths) {
      if (t > S.t) break;
      if (who === index) way = squares;
    }
    if (!way || !way.length || isOut(D.fighters[index], S.t)) return null;
    const [x, y] = placeAt(D.fighters[index], S.t), here = way.findIndex(([a, b]) => a === x && b === y);
    return way.slice(here + 1);
  }

  function drawRings(fighter, x, y) {
    const place = lastAt(fighter.tools, S.t);
    if (place < 0 || isOut(fighter, S.t) || D.system !== "counts") return;
    const [, tool, length] = fighter.tools[place], bounds = fighter.bounds[tool];
    pen.strokeStyle = colours.side(fighter.side);
    pen.lineWidth = 1;
    pen.globalAlpha = 0.55;
    if (length > 0) { pen.beginPath(); pen.arc(X(x), Y(y), length * scale, 0, 7); pen.stroke(); }
    if (bounds) { pen.setLineDash([4, 4]); pen.beginPath(); pen.arc(X(x), Y(y), bounds[1] * scale, 0, 7); pen.stroke(); pen.setLineDash([]); }
    pen.globalAlpha = 1;
  }

  function drawFighter(index) {
    const fighter = D.fighters[index], t = S.t, [x, y] = placeAt(fighter, t), px = X(x), py = Y(y);
    const radius = D.system === "steps" ? clamp(scale * 0.38, 4, 11) : clamp(scale * 0.8, 5, 11), out = isOut(fighter, t);
    const colour = colours.side(fighter.side), spans = spansAt(fighter, t);
    const act = spans.find((span) => PHASE[span[2]].row === "act"), lying = spans.some((span) => span[2] === LYING);
    if (act && !out) {
      pen.strokeStyle = colours.of(PHASE[act[2]].key);
      pen.lineWidth = 3;
      pen.beginPath(); pen.arc(px, py, radius + 3.5, 0, 7); pen.stroke();
    }
    pen.globalAlpha = out ? 0.45 : 1;
    pen.fillStyle = pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    if (!out) {
      const angle = down * facingAt(index, t) * Math.PI / 180, tip = radius + 9;
      pen.beginPath();
      pen.moveTo(px + Math.cos(angle) * tip, py + Math.sin(angle) * tip);
      pen.lineTo(px + Math.cos(angle + 0.75) * radius, py + Math.sin(angle + 0.75) * radius);
      pen.lineTo(px + Math.cos(angle - 0.75) * radius, py + Math.sin(angle - 0.75) * radius);
      pen.closePath(); pen.fill();
    }
    sideShape(pen, fighter.side, px, py, lying && !out ? radius * 0.75 : radius);
    if (out) pen.stroke(); else pen.fill();
    pen.globalAlpha = 1;
    if (out) { pen.beginPath(); pen.moveTo(px - radius, py - radius); pen.lineTo(px + radius, py + radius); pen.moveTo(px + radius, py - radius); pen.lineTo(px - radius, py + radius); pen.stroke(); }
    else if (lying) { pen.strokeStyle = colours.of("paper"); pen.beginPath(); pen.moveTo(px - radius * 0.6, py); pen.lineTo(px + radius * 0.6, py); pen.stroke(); }
    if (index === S.who) { pen.strokeStyle = colours.of("accent"); pen.lineWidth = 2; pen.strokeRect(px - radius - 7, py - radius - 7, 2 * radius + 14, 2 * radius + 14); }
    if (S.names) label(fighter.name, px, py - radius - 13, out ? "faint" : "ink");
  }

  function drawBlows() {
    for (const [start, end, from, to, result] of D.blows) {
      if (to < 0 || to === from || start > S.t || end < S.t - 0.75) continue;
      const [x, y] = placeAt(D.fighters[from], S.t), [fx, fy] = placeAt(D.fighters[to], S.t), what = D.results[result], landed = S.t >= end;
      pen.strokeStyle = pen.fillStyle = colours.of(landed ? (what === "hit" ? "committed" : "faint") : "winding");
      pen.lineWidth = landed && what === "hit" ? 3 : 1.6;
      pen.setLineDash(landed && what !== "hit" ? [4, 4] : []);
      pen.beginPath(); pen.moveTo(X(x), Y(y)); pen.lineTo(X(fx), Y(fy)); pen.stroke();
      pen.setLineDash([]);
    }
  }

  function drawBar() {
    const rough = 80 / scale, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) || rough;
    pen.strokeStyle = colours.of("ink");
    pen.lineWidth = 1.5;
    pen.beginPath(); pen.moveTo(10, HEIGHT - 14); pen.lineTo(10, HEIGHT - 8); pen.lineTo(10 + step * scale, HEIGHT - 8); pen.lineTo(10 + step * scale, HEIGHT - 14); pen.stroke();
    label(`${number(step, 4)} ${G.unit}`, 10 + (step * scale) / 2, HEIGHT - 18, "ink");
  }

  function draw() {
    pen.clearRect(0, 0, width, HEIGHT);
    pen.textBaseline = "middle";
    drawGround();
    if (S.trails) drawTrails();
    if (S.rings) for (const fighter of D.fighters) drawRings(fighter, ...placeAt(fighter, S.t));
    const order = D.fighters.map((_fighter, index) => index).sort((a, b) => isOut(D.fighters[b], S.t) - isOut(D.fighters[a], S.t));
    order.forEach(drawFighter);
    drawBlows();
    drawBar();
  }

  function resize() {
    width = Math.max(260, box.clientWidth);
    pen = sized(canvas, width, HEIGHT);
  }

  let held = null;
  canvas.addEventListener("pointerdown", (event) => { held = [event.clientX, event.clientY, event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    cx -= (event.clientX - held[2]) / scale;
    cy -= (down * (event.clientY - held[3])) / scale;
    held[2] = event.clientX; held[3] = event.clientY;
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (held && Math.abs(event.clientX - held[0]) + Math.abs(event.clientY - held[1]) < 4) {
      const bounds = canvas.getBoundingClientRect();
      let best = -1, least = 20;
      D.fighters.forEach((fighter, index) => {
        const [x, y] = placeAt(fighter, S.t), far = Math.hypot(X(x) - event.clientX + bounds.left, Y(y) - event.clientY + bounds.top);
        if (far < least) { least = far; best = index; }
      });
      if (best >= 0) setWho(best);
    }
    held = null;
  });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const bounds = canvas.getBoundingClientRect(), x = event.clientX - bounds.left - width / 2, y = event.clientY - bounds.top - HEIGHT / 2;
    const factor = (event.deltaY || event.deltaX) > 0 ? 0.85 : 1.18;
    cx += x / scale - x / (scale * factor);
    cy += down * (y / scale - y / (scale * factor));
    scale *= factor;
    draw();
  }, { passive: false });

  const zoomed = (factor) => { scale *= factor; draw(); };
  const start = () => { resize(); fit(); draw(); };
  watch("time", draw);
  watch("look", draw);
  watch("map", draw);
  watch("who", draw);
  watch("size", () => { resize(); draw(); });
  return { start, fit: () => { fit(true); draw(); }, zoomed };
})();
