// Playing, stepping, jumping: the transport and the table of fighters at the moment shown.

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];   // counts a second

const play = (() => {
  let last = 0, drawn = 0;

  function frame(now) {
    if (!S.playing) return;
    const t = S.t + ((now - last) / 1000) * S.speed;
    last = now;
    if (t >= END) { setTime(END); pause(); tell("chosen"); return; }
    setTime(t);
    if (now - drawn > 250) { drawn = now; tell("chosen"); }
    requestAnimationFrame(frame);
  }

  function pause() {
    S.playing = false;
    $("play").textContent = "▶ play";
    $("play").setAttribute("aria-label", "play");
    tell("chosen");
  }

  function start() {
    if (S.t >= END) setTime(0);
    S.playing = true;
    $("play").textContent = "❚❚ pause";
    $("play").setAttribute("aria-label", "pause");
    last = performance.now();
    requestAnimationFrame(frame);
  }

  const toggle = () => (S.playing ? pause() : start());

  function jump(by) {
    const places = WOUNDS.filter((place) => (by > 0 ? place > S.chosen : place < S.chosen));
    if (places.length) choose(by > 0 ? places[0] : places[places.length - 1]);
  }

  function faster(by) {
    const place = clamp(SPEEDS.indexOf(S.speed) + by, 0, SPEEDS.length - 1);
    S.speed = SPEEDS[place];
    $("speed").value = String(S.speed);
  }

  for (const speed of SPEEDS) $("speed").append(make("option", { value: String(speed), textContent: `${speed} counts/s` }));
  $("speed").value = String(S.speed);
  $("speed").addEventListener("change", () => { S.speed = Number($("speed").value); });
  $("scrub").max = String(END);
  $("scrub").addEventListener("input", () => scrubTo(Number($("scrub").value)));
  $("play").addEventListener("click", toggle);
  $("first").addEventListener("click", () => choose(0));
  $("last").addEventListener("click", () => choose(COUNT - 1));
  $("back").addEventListener("click", () => list.step(-1));
  $("on").addEventListener("click", () => list.step(1));
  $("wound-back").addEventListener("click", () => jump(-1));
  $("wound-on").addEventListener("click", () => jump(1));
  return { toggle, jump, faster, pause };
})();

const table = (() => {
  const head = $("fighters").tHead, body = $("fighters").tBodies[0];
  const titles = ["fighter", "side", D.vital || "state", "now", "stage"].filter((title) => title !== "stage" || D.system === "counts");
  head.append(make("tr", {}, ...titles.map((title) => make("th", { scope: "col", textContent: title }))));
  const most = Math.max(1, ...D.fighters.map((fighter) => fighter.most || Math.max(...fighter.vital.map((row) => row[1]))));
  const cells = D.fighters.map((fighter, index) => {
    const dot = sideDot(fighter.side), fill = make("i"), bar = make("span", { className: "bar" }, fill);
    const vital = make("span"), doing = make("td"), stage = make("td");
    const row = make("tr", { onclick: () => setWho(index) }, make("th", { scope: "row" }, dot, fighter.name), make("td", { textContent: D.sides[fighter.side] }),
      D.vital ? make("td", {}, bar, vital) : make("td"), doing);
    if (titles.includes("stage")) row.append(stage);
    body.append(row);
    return { row, dot, fill, vital, doing, stage };
  });

  function doing(fighter, t) {
    const out = isOut(fighter, t);
    const parts = spansAt(fighter, t).filter((span) => !out || span[2] === OUT).map((span) => {
      const phase = PHASE[span[2]], words = phase.key === "working" || phase.key === "acting" ? span[4] || phase.words.split(":")[0] : phase.words.split(":")[0];
      return phase.row === "act" && phase.key !== "working" && phase.key !== "acting" && span[4] ? `${words}: ${span[4]}` : words;
    });
    return parts.join(", ") || "waits";
  }

  function stageOf(fighter, index, t) {
    const foe = isOut(fighter, t) ? -1 : nearestFoe(index, t), place = foe < 0 ? -1 : lastAt(fighter.stages[foe] || [], t);
    return place < 0 ? "" : D.stages[fighter.stages[foe][place][1]].replace("_", " ");
  }

  // What is left in numbers; POW, too, where somebody's mind was attacked.
  function leftOf(fighter, value) {
    const pow = fighter.pow.length > 1 ? `, POW ${number(valueAt(fighter.pow, S.t))}/${number(fighter.pow[0][1])}` : "";
    return number(value) + (fighter.most ? `/${number(fighter.most)}` : "") + pow;
  }

  const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  function draw() {
    D.fighters.forEach((fighter, index) => {
      const cell = cells[index], value = valueAt(fighter.vital, S.t), of = fighter.most || most;
      cell.dot.style.background = colours.side(fighter.side);
      cell.fill.style.width = clamp(((value ?? 0) / of) * 100, 0, 100) + "%";
      cell.fill.style.background = colours.side(fighter.side);
      put(cell.vital, value === null ? "" : leftOf(fighter, value));
      put(cell.doing, doing(fighter, S.t));
      if (titles.includes("stage")) put(cell.stage, stageOf(fighter, index, S.t));
      if (index === S.who) cell.row.setAttribute("aria-current", "true"); else cell.row.removeAttribute("aria-current");
    });
  }
  watch("time", draw);
  watch("who", draw);
  watch("look", draw);
  return { draw };
})();
