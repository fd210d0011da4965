// One event: its sentence, the rolls and figures with their rules, what led to it, what came of it, the log's own line.

const details = (() => {
  const box = $("details"), COMMON = new Set(["seq", "t", "type", "actor", "action", "cause", "mods", "links", "damage_mods", "toughness_mods"]);
  const effects = new Map();
  for (let place = 0; place < COUNT; place++) {
    const cause = E.cause[place];
    if (cause < 0) continue;
    if (!effects.has(cause)) effects.set(cause, []);
    effects.get(cause).push(place);
  }

  const signed = (value) => (typeof value === "number" ? (value >= 0 ? "+" : "") + number(value) : String(value));

  function modsTable(rows, caption) {
    const body = make("tbody");
    for (const [rule, value, why] of rows) {
      body.append(make("tr", {}, make("td", { className: "value", textContent: value }), make("td", { textContent: why }), make("td", {}, ruleLink(rule))));
    }
    return make("table", {}, make("caption", { className: "hidden", textContent: caption }), body);
  }

  function ruleLink(rule) {
    if (!Object.hasOwn(D.rules, rule)) return rule;
    return make("button", { type: "button", className: "link", textContent: rule, title: "the constants of this rule", onclick: () => showRule(rule) });
  }

  function showRule(rule) {
    let section = $("rule-box");
    section?.remove();
    section = make("section", { id: "rule-box" }, make("h3", { textContent: `${rule} in this battle` }));
    const body = make("tbody");
    for (const [field, value, unit, why] of D.rules[rule]) {
      body.append(make("tr", {}, make("td", { textContent: field }), make("td", { className: "value", textContent: `${value} ${unit}` }), make("td", { textContent: why })));
    }
    section.append(make("table", {}, body));
    box.append(section);
    section.scrollIntoView({ block: "nearest" });
  }

  function modsOf(raw) {
    const found = [];
    for (const key of ["mods", "links", "damage_mods", "toughness_mods"]) {
      if (!Array.isArray(raw[key])) continue;
      for (const mod of raw[key]) if (mod && typeof mod === "object") found.push([String(mod.rule), signed(mod.value ?? mod.steps ?? ""), String(mod.why)]);
    }
    return found;
  }

  function figures(raw) {
    const rows = Object.entries(raw).filter(([key]) => !COMMON.has(key));
    if (!rows.length) return null;
    const body = make("tbody");
    for (const [key, value] of rows) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      body.append(make("tr", {}, make("td", { textContent: key.replaceAll("_", " ") }), make("td", { textContent: text.length > 600 ? text.slice(0, 600) + " ..." : text })));
    }
    return make("table", {}, body);
  }

  function link(place) {
    return make("button", { type: "button", className: "link", textContent: `${number(E.t[place], 6)}  ${E.text[place]}`, onclick: () => choose(place) });
  }

  function chainOf(place) {
    const found = [];
    for (let cause = E.cause[place]; cause >= 0 && found.length < 200; cause = E.cause[placeOf(cause)]) found.push(placeOf(cause));
    return found;
  }

  function section(title, ...children) {
    box.append(make("h3", { textContent: title }), ...children);
  }

  function listed(places, most) {
    const items = make("ol", {});
    for (const place of places.slice(0, most)) {
      const item = make("li", {}, link(place)), mods = place === S.chosen ? [] : modsOf(rawOf(place));
      if (mods.length && typeOf(place) === "roll") item.append(modsTable(mods, "modifiers"));
      items.append(item);
    }
    if (places.length > most) items.append(make("li", { className: "faint", textContent: `and ${places.length - most} more` }));
    return items;
  }

  function draw() {
    if (!COUNT) return;
    const place = S.chosen, raw = rawOf(place), seq = E.seq[place];
    $("details-head").textContent = `Event ${seq}: ${typeOf(place)} at count ${number(E.t[place], 6)}`;
    box.replaceChildren(make("p", { className: "lead", textContent: E.text[place] }));
    const steps = D.steps[seq] || modsOf(raw);
    if (steps.length) section(D.steps[seq] ? "its figures, step by step" : typeOf(place) === "chain" ? "links of the difficulty" : "modifiers", modsTable(steps, "modifiers"));
    const rolls = (D.beside[seq] || []).map(placeOf);
    if (rolls.length) section("what else decided it", listed(rolls, 12));
    const chain = chainOf(place);
    if (chain.length) section("because of", listed(chain, 14));
    const after = effects.get(seq) || [];
    if (after.length) section("led to", listed(after, 14));
    const table = place === 0 ? null : figures(raw);
    if (table) section("all it holds", table);
    const text = RAW[place];
    section("the log's line", make("pre", { textContent: text.length > 3000 ? text.slice(0, 3000) + " ..." : text }));
    $("go-cause").disabled = E.cause[place] < 0;
    box.scrollTop = 0;
  }

  const toCause = () => { if (E.cause[S.chosen] >= 0) choose(placeOf(E.cause[S.chosen])); };
  $("go-cause").addEventListener("click", toCause);
  return { draw, toCause };
})();
