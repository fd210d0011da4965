// The timeline: a lane a fighter, blows as arrows between lanes, what was broken off or lost marked.

const timeline = (() => {
  const box = $("lanes"), [base, over] = box.querySelectorAll("canvas");
  const AXIS = 24, FONT = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
  const lane = D.fighters.length <= 8 ? 46 : D.fighters.length <= 20 ? 32 : 22;
  const height = AXIS + lane * Math.max(1, D.fighters.length) + 4;
  const tall = make("div"), view = make("div", { className: "view" }, base, over);   // a hundred lanes are no canvas: those in sight are drawn
  let gutter = 90, width = 300, seen = 200, above = 0, crowded = false;   // crowded: arrows are faint but for those of the moment shown
  tall.style.height = height + "px";
  tall.append(view);
  box.append(tall);

  const xOf = (t) => gutter + ((t - S.from) / (S.to - S.from)) * (width - gutter - 10);
  const tOf = (x) => clamp(S.from + ((x - gutter) / (width - gutter - 10)) * (S.to - S.from), 0, END);
  const topOf = (index) => AXIS + index * lane - above;
  const inSight = (index) => topOf(index) + lane > AXIS && topOf(index) < seen;
  const middle = (index) => topOf(index) + lane * 0.36;

  function steps() {
    const rough = (S.to - S.from) / Math.max(3, (width - gutter) / 85), power = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) || rough;
  }

  function drawAxis(pen) {
    pen.fillStyle = colours.of("raised");
    pen.fillRect(0, 0, width, AXIS);
    pen.font = FONT;
    pen.textBaseline = "middle";
    pen.fillStyle = colours.of("faint");
    pen.textAlign = "left";
    pen.fillText("counts", 8, AXIS / 2);
    pen.textAlign = "center";
    const step = steps();
    for (let t = Math.ceil(S.from / step - 1e-9) * step; t <= S.to + 1e-9; t += step) {
      const x = Math.round(xOf(t)) + 0.5;
      pen.strokeStyle = colours.of("grid");
      pen.lineWidth = 1;
      pen.beginPath(); pen.moveTo(x, AXIS); pen.lineTo(x, seen); pen.stroke();
      pen.fillText(number(t, 6), x, AXIS / 2);
    }
  }

  function drawLane(pen, fighter, index) {
    const top = topOf(index), act = lane * 0.52, state = lane * 0.26;
    pen.strokeStyle = colours.of("grid");
    pen.beginPath(); pen.moveTo(0, top + lane - 0.5); pen.lineTo(width, top + lane - 0.5); pen.stroke();
    for (const span of fighter.spans) {
      if (span[1] < S.from || span[0] > S.to) continue;
      const phase = PHASE[span[2]];
      const x = Math.max(gutter, xOf(span[0])), wide = Math.max(1, Math.min(width, xOf(span[1])) - x);
      if (phase.row === "whole") fillPhase(pen, phase.key, x, top + 2, wide, lane - 5);
      else if (phase.row === "act") fillPhase(pen, phase.key, x, top + 3, wide, act);
      else fillPhase(pen, phase.key, x, top + 5 + act, wide, state);
      if (phase.row === "act" && lane > 30 && wide > 46) {
        pen.save();
        pen.beginPath(); pen.rect(x, top, wide, lane); pen.clip();
        pen.font = "11px system-ui, sans-serif";
        pen.textAlign = "left";
        const text = span[4] || phase.words, room = pen.measureText(text).width + 6;
        pen.fillStyle = colours.of("paper");
        pen.globalAlpha = 0.82;
        pen.fillRect(x + 3, top + 6, Math.min(wide - 6, room), act - 6);
        pen.globalAlpha = 1;
        pen.fillStyle = colours.of("ink");
        pen.fillText(text, x + 6, top + 3 + act / 2);
        pen.restore();
      }
    }
  }

  function drawNames(pen) {
    pen.fillStyle = colours.of("paper");
    pen.fillRect(0, AXIS, gutter, seen - AXIS);
    pen.textAlign = "left";
    D.fighters.forEach((fighter, index) => {
      if (!inSight(index)) return;
      const y = topOf(index) + lane / 2;
      pen.fillStyle = colours.side(fighter.side);
      sideShape(pen, fighter.side, 10, y, 4.5); pen.fill();
      pen.font = FONT;
      pen.fillStyle = colours.of("ink");
      pen.save();
      pen.beginPath(); pen.rect(18, y - lane / 2, gutter - 22, lane); pen.clip();
      pen.fillText(fighter.name, 19, y);
      pen.restore();
      pen.strokeStyle = colours.of("grid");
      pen.beginPath(); pen.moveTo(0, topOf(index) + lane - 0.5); pen.lineTo(gutter, topOf(index) + lane - 0.5); pen.stroke();
    });
  }

  const LOOK = { hit: ["committed", []], miss: ["faint", [4, 3]], critical_miss: ["faint", [1, 3]], parried: ["parrying", [7, 2]] };

  function drawBlow(pen, [start, end, from, to, result], strength = 1) {
    const what = D.results[result], x = xOf(end);
    if (to < 0 || to === from || what === "broken_off" || what === "lost") {
      drawSign(pen, { lost: "lost", broken_off: "off", hit: "hit" }[what] || "miss", x, middle(from));
      return;
    }
    const [colour, dash] = LOOK[what] || ["faint", [2, 4]], down = to > from ? 1 : -1;
    const x0 = xOf(start), y0 = middle(from), y1 = middle(to) - down * lane * 0.22;
    pen.globalAlpha = strength;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.bezierCurveTo(x0 + (x - x0) * 0.6, y0, x, y0 + (y1 - y0) * 0.4, x, y1 - down * 6);
    if (strength === 1) { pen.strokeStyle = colours.of("paper"); pen.lineWidth = 4; pen.stroke(); }   // else red runs on red
    pen.strokeStyle = pen.fillStyle = colours.of(colour);
    pen.lineWidth = what === "hit" ? 1.8 : 1.2;
    pen.setLineDash(dash);
    pen.stroke();
    pen.setLineDash([]);
    if (what === "parried") {
      pen.lineWidth = 2.5;
      pen.beginPath(); pen.moveTo(x - 5, y1 - down * 5); pen.lineTo(x + 5, y1 - down * 5); pen.stroke();
      pen.globalAlpha = 1;
      return;
    }
    pen.beginPath(); pen.moveTo(x, y1); pen.lineTo(x - 4, y1 - down * 7); pen.lineTo(x + 4, y1 - down * 7); pen.closePath();
    if (what === "hit") pen.fill(); else { pen.lineWidth = 1; pen.stroke(); }
    pen.globalAlpha = 1;
  }

  function drawSign(pen, sign, x, y) {
    const ink = { off: "winding", lost: "stunned", miss: "faint", hit: "committed", wound: "committed", end: "ink" }[sign];
    pen.strokeStyle = pen.fillStyle = colours.of(ink);
    pen.lineWidth = 2;
    pen.beginPath();
    if (sign === "off") { pen.moveTo(x - 4, y - 4); pen.lineTo(x + 4, y + 4); pen.moveTo(x + 4, y - 4); pen.lineTo(x - 4, y + 4); pen.stroke(); }
    else if (sign === "lost") { pen.arc(x, y, 4, 0, 7); pen.moveTo(x - 3, y + 3); pen.lineTo(x + 3, y - 3); pen.stroke(); }
    else if (sign === "hit") { pen.arc(x, y, 3.5, 0, 7); pen.fill(); }
    else if (sign === "miss") { pen.arc(x, y, 2.5, 0, 7); pen.stroke(); }
    else if (sign === "end") { pen.fillRect(x - 3.5, y - 3.5, 7, 7); }
    else { pen.moveTo(x, y - 5); pen.lineTo(x + 4, y); pen.lineTo(x, y + 5); pen.lineTo(x - 4, y); pen.closePath(); pen.fill(); }
  }

  function drawSigns(pen) {
    for (let place = 0; place < COUNT; place++) {
      const type = typeOf(place), who = E.actor[place];
      if (who < 0 || !inSight(who) || E.t[place] < S.from || E.t[place] > S.to) continue;
      const x = xOf(E.t[place]), low = topOf(who) + lane * 0.8;
      if (type === "wound") drawSign(pen, "wound", x, low);
      else if (type === "break_off") drawSign(pen, "off", x, middle(who));
      else if (type === "down" || type === "death") drawSign(pen, "end", x, middle(who));
    }
  }

  function draw() {
    width = Math.max(280, box.clientWidth);
    seen = Math.min(height, box.clientHeight);
    above = clamp(box.scrollTop, 0, height - seen);
    view.style.height = seen + "px";
    const pen = sized(base, width, seen);
    pen.font = FONT;
    const widest = Math.max(0, ...D.fighters.map((fighter) => pen.measureText(fighter.name).width));
    gutter = clamp(widest + 30, 64, Math.min(170, width * 0.3));
    drawAxis(pen);
    pen.save();
    pen.beginPath(); pen.rect(0, AXIS, width, seen - AXIS); pen.clip();
    D.fighters.forEach((fighter, index) => { if (inSight(index)) drawLane(pen, fighter, index); });
    pen.beginPath(); pen.rect(gutter, AXIS, width - gutter, seen - AXIS); pen.clip();
    const blows = D.blows.filter((blow) => blow[1] >= S.from && blow[0] <= S.to && crosses(blow));
    crowded = blows.length > width / 14;
    for (const blow of blows) drawBlow(pen, blow, crowded ? (D.results[blow[4]] === "hit" ? 0.4 : 0.22) : 1);
    drawSigns(pen);
    pen.restore();
    pen.save();
    pen.beginPath(); pen.rect(0, AXIS, width, seen - AXIS); pen.clip();
    drawNames(pen);
    pen.restore();
    drawOver();
  }

  // Whether the arrow of a blow runs over lanes in sight.
  function crosses([, , from, to]) {
    const other = to < 0 ? from : to;
    return topOf(Math.max(from, other)) + lane > AXIS && topOf(Math.min(from, other)) < seen;
  }

  // Scroll to the lane of the event that was chosen.
  function reveal() {
    const who = E.actor[S.chosen];
    if (S.playing || who < 0 || (topOf(who) >= AXIS && topOf(who) + lane <= seen)) return;
    box.scrollTop = AXIS + who * lane - seen / 2;
  }

  function drawOver() {
    const pen = over.width === base.width && over.height === base.height ? over.getContext("2d") : sized(over, width, seen);
    pen.clearRect(0, 0, width, seen);
    if (S.t >= S.from && S.t <= S.to) {
      const x = xOf(S.t);
      pen.strokeStyle = colours.of("now");
      pen.lineWidth = 1.5;
      pen.beginPath(); pen.moveTo(x, 0); pen.lineTo(x, seen); pen.stroke();
    }
    if (crowded) {
      pen.save();
      pen.beginPath(); pen.rect(gutter, AXIS, width - gutter, seen - AXIS); pen.clip();
      for (const blow of D.blows) if (blow[0] <= S.t && S.t <= blow[1] && crosses(blow)) drawBlow(pen, blow);
      pen.restore();
    }
    const who = E.actor[S.chosen];
    if (who >= 0 && topOf(who) >= AXIS - lane / 2) {
      pen.strokeStyle = colours.of("accent");
      pen.lineWidth = 2;
      pen.strokeRect(1, topOf(who) + 1, gutter - 2, lane - 3);
    }
  }

  function zoom(factor, around = S.t) {
    const span = clamp((S.to - S.from) * factor, Math.min(END, 2), END);
    const share = S.to > S.from ? clamp((around - S.from) / (S.to - S.from), 0, 1) : 0.5;
    S.from = clamp(around - span * share, 0, END - span);
    S.to = S.from + span;
    tell("view");
  }

  function follow() {
    if (S.t >= S.from && S.t <= S.to) return;
    const span = S.to - S.from;
    S.from = clamp(S.t - span * 0.15, 0, Math.max(0, END - span));
    S.to = S.from + span;
    tell("view");
  }

  function pick(event) {
    const bounds = box.getBoundingClientRect(), x = event.clientX - bounds.left, y = event.clientY - bounds.top + above;
    if (x < gutter) {
      const index = Math.floor((y - AXIS) / lane);
      if (index >= 0 && index < D.fighters.length) setWho(index);
      return;
    }
    scrubTo(tOf(x));
  }

  function pickEvent(event) {
    const bounds = box.getBoundingClientRect(), x = event.clientX - bounds.left, y = event.clientY - bounds.top + above;
    const index = Math.floor((y - AXIS) / lane), reach = ((S.to - S.from) / (width - gutter)) * 6;
    if (x < gutter || index < 0) return;
    let best = -1, least = reach;
    for (let place = 0; place < COUNT; place++) {
      const far = Math.abs(E.t[place] - tOf(x)) + E.kind[place] * reach * 0.01;
      if (E.actor[place] === index && far < least) { least = far; best = place; }
    }
    if (best >= 0) choose(best);
  }

  let down = null;
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.offsetX > box.clientWidth) return;
    down = event.clientX;
    pick(event);
  });
  window.addEventListener("pointermove", (event) => { if (down !== null) pick(event); });
  window.addEventListener("pointerup", (event) => {
    if (down !== null && Math.abs(event.clientX - down) < 3) pickEvent(event);
    down = null;
  });
  box.addEventListener("wheel", (event) => {
    const x = event.clientX - box.getBoundingClientRect().left;
    if (event.ctrlKey || event.metaKey) { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : 0.8, tOf(x)); }
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = ((event.deltaX || event.deltaY) / width) * (S.to - S.from), span = S.to - S.from;
      S.from = clamp(S.from + by, 0, END - span);
      S.to = S.from + span;
      tell("view");
    }
  }, { passive: false });

  let drawing = 0;
  box.addEventListener("scroll", () => { drawing ||= requestAnimationFrame(() => { drawing = 0; draw(); }); }, { passive: true });
  watch("view", draw);
  watch("chosen", reveal);
  watch("look", draw);
  watch("size", draw);
  watch("time", () => { follow(); drawOver(); });
  return { draw, zoom };
})();

function legendOfPhases() {
  const used = new Set(D.fighters.flatMap((fighter) => fighter.spans.map((span) => span[2])));
  const list = $("legend");
  list.replaceChildren();
  PHASE.forEach((phase, index) => {
    if (!used.has(index)) return;
    const canvas = make("canvas"), pen = sized(canvas, 26, 12);
    fillPhase(pen, phase.key, 0, 0, 26, 12);
    list.append(make("li", {}, canvas, phase.words));
  });
  const signs = "arrows: blows, full at a hit, hollow at a miss, a bar where parried (● ○ without a fighter as target); ✕ broken off, ⊘ lost, ◆ wound, ■ out of the fight";
  list.append(make("li", {}, signs));
}
