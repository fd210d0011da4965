// Curves of what a fighter has left, where it stands against an opponent, and how far from it. Drawn by uPlot.

const curves = (() => {
  const box = $("curves");
  let plots = [], lines = [];

  const STAGE_WORDS = D.stages.map((stage) => stage.replace("_", " "));

  function stepped(rows, index, until) {
    const xs = [], ys = [];
    for (const row of rows) { xs.push(row[0]); ys.push(row[index]); }
    if (xs.length && xs[xs.length - 1] < until) { xs.push(until); ys.push(ys[ys.length - 1]); }
    return [xs, ys];
  }

  // uPlot wants one list of moments for all series.
  function joined(parts) {
    const xs = [...new Set(parts.flatMap(([times]) => times))].sort((a, b) => a - b);
    return [xs, ...parts.map(([times, values]) => {
      let place = -1;
      return xs.map((x) => {
        while (place + 1 < times.length && times[place + 1] <= x) place++;
        return place < 0 ? null : values[place];
      });
    })];
  }

  // Where two straight movements meet, the distance is no straight line: enough moments, and every moment of a change.
  function distances(one, other) {
    const moments = new Set([0, END]);
    for (const index of [one, other]) for (const row of D.fighters[index].motion) moments.add(row[0]);
    for (let part = 0; part <= 600; part++) moments.add((END * part) / 600);
    const xs = [...moments].filter((t) => t <= END).sort((a, b) => a - b);
    return [xs, xs.map((t) => distance(one, other, t))];
  }

  function add(title, data, series, axis = {}, scale = {}) {
    const holder = make("div", { className: "curve" });
    box.append(holder);
    const ink = colours.of("faint"), grid = { stroke: colours.of("grid"), width: 1 };
    const plot = new uPlot({
      title, width: 240, height: 170, pxAlign: true,
      legend: { live: false }, cursor: { drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: () => [S.from, S.to] }, y: scale },
      axes: [
        { stroke: ink, grid, ticks: grid, values: (_plot, ticks) => ticks.map((t) => number(t, 6)), size: 28 },
        { stroke: ink, grid, ticks: grid, size: 74, ...axis },
      ],
      series: [{}, ...series.map((one) => ({ width: 2, points: { show: false }, paths: one.smooth ? undefined : uPlot.paths.stepped({ align: 1 }), ...one }))],
    }, data, holder);
    const line = make("div");
    line.style.cssText = "position:absolute;top:0;bottom:0;width:1.5px;pointer-events:none;background:" + colours.of("now");
    plot.over.append(line);
    plot.over.addEventListener("click", (event) => {
      setTime(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
      tell("chosen");
    });
    plots.push(plot);
    lines.push(line);
  }

  function draw() {
    plots.forEach((plot) => plot.destroy());
    box.replaceChildren();
    plots = []; lines = [];
    if (!D.fighters.length) return;
    const who = S.who, foe = S.foe >= 0 ? S.foe : nearestFoe(who, 0), pair = foe >= 0 ? [who, foe] : [who];
    const colour = (place) => colours.side(D.fighters[pair[place]].side);
    const same = pair.length > 1 && D.fighters[who].side === D.fighters[foe].side;
    const look = (place) => ({ label: D.fighters[pair[place]].name, stroke: colour(place), dash: place ? (same ? [3, 3] : [8, 3]) : undefined });
    if (D.vital) {
      const data = joined(pair.map((index) => stepped(D.fighters[index].vital, 1, END)));
      add(D.vital, data, pair.map((_index, place) => look(place)));
    }
    const minds = pair.filter((index) => D.fighters[index].pow.length > 1);
    if (minds.length) add("POW left", joined(minds.map((index) => stepped(D.fighters[index].pow, 1, END))), minds.map((index) => look(pair.indexOf(index))));
    if (foe < 0) { settle(); return; }
    const stages = pair.map((index, place) => D.fighters[index].stages[pair[1 - place]] || []);
    if (stages.some((rows) => rows.length)) {
      const shown = pair.filter((_index, place) => stages[place].length);
      const data = joined(shown.map((index) => stepped(stages[pair.indexOf(index)], 1, END)));
      const ticks = D.stages.map((_stage, place) => place);
      add("stage against the other", data, shown.map((index) => look(pair.indexOf(index))),
        { values: (_plot, found) => found.map((place) => STAGE_WORDS[place] || ""), splits: () => ticks.filter((place) => place % 2 === 0) },
        { range: [0, D.stages.length - 1] });
    }
    const unit = D.ground.unit === "squares" ? "squares, as the crow flies" : D.ground.unit;
    add(`distance from ${D.fighters[who].name} to ${D.fighters[foe].name} (${unit})`, distances(who, foe),
      [{ label: "distance", stroke: colours.of("ink"), smooth: true }], {}, { range: (_plot, _low, high) => [0, Math.max(1, high * 1.05)] });
    settle();
  }

  // Only when all are there does the grid say how wide each may be.
  function settle() {
    plots.forEach((plot) => plot.setSize({ width: Math.max(240, plot.root.parentElement.clientWidth), height: 170 }));
    requestAnimationFrame(now);
  }

  function now() {
    plots.forEach((plot, place) => {
      const x = plot.valToPos(S.t, "x"), inside = S.t >= S.from && S.t <= S.to;
      lines[place].style.display = inside ? "" : "none";
      lines[place].style.transform = `translateX(${x}px)`;
    });
  }

  watch("time", now);
  watch("view", () => { plots.forEach((plot) => plot.setScale("x", { min: S.from, max: S.to })); requestAnimationFrame(now); });
  watch("who", draw);
  watch("look", draw);
  watch("size", draw);
  return { draw };
})();

function setWho(index) {
  if (S.foe === index) S.foe = -1;
  S.who = index;
  $("curve-who").value = String(index);
  $("curve-foe").value = String(S.foe);
  tell("who");
}
