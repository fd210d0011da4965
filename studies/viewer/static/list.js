// The list of events: only the rows in sight are in the page, so that twenty thousand are no trouble.

const list = (() => {
  const box = $("list"), rows = box.querySelector(".rows"), HIGH = 22;
  let shown = [], texts = null;
  const kinds = new Set(E.kinds.map((_kind, place) => place));

  // What a word of a search is looked for in: the sentence and the type; a rule id, and key:value, in the log's own line.
  function matches(place, words) {
    texts ??= E.text.map((text, at) => `${text} type:${typeOf(at)} seq:${E.seq[at]}`.toLowerCase());
    return words.every((word) => texts[place].includes(word) || (/^[a-z]+-[a-z]{3}-\d/.test(word) && RAW[place].toLowerCase().includes(word)));
  }

  function filter() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean), who = Number($("who").value);
    shown = [];
    for (let place = 0; place < COUNT; place++) {
      if (kinds.has(E.kind[place]) && (who < 0 || E.actor[place] === who) && matches(place, words)) shown.push(place);
    }
    rows.style.height = shown.length * HIGH + "px";
    const of = shown.length === COUNT ? "" : ` of ${COUNT}`;
    $("found").textContent = `${shown.length}${of} event${COUNT === 1 ? "" : "s"}`;
    draw();
  }

  // Where an event stands among those shown, or the last one before it.
  function rowOf(place) {
    let low = 0, high = shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shown[middle] <= place) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  function draw() {
    const first = Math.max(0, Math.floor(box.scrollTop / HIGH) - 4), last = Math.min(shown.length, first + Math.ceil(box.clientHeight / HIGH) + 9);
    const chosen = rowOf(S.chosen), made = [];
    for (let row = first; row < last; row++) {
      const place = shown[row], now = E.t[place] === E.t[S.chosen] ? " same" : E.t[place] <= S.t ? " past" : " ahead";
      const dot = E.actor[place] < 0 ? make("span", { className: "dot" }) : sideDot(D.fighters[E.actor[place]].side);
      const element = make("div", { className: `row k-${kindOf(place)}${now}`, id: `row-${place}`, title: E.text[place], role: "option" },
        make("span", { className: "t", textContent: number(E.t[place], 6) }), dot, E.text[place]);
      element.style.top = row * HIGH + "px";
      element.setAttribute("aria-selected", String(row === chosen && place === S.chosen));
      element.setAttribute("aria-posinset", String(row + 1));
      element.setAttribute("aria-setsize", String(shown.length));
      element.addEventListener("click", () => { choose(place); });
      made.push(element);
    }
    rows.replaceChildren(...made);
    if (made.some((element) => element.id === `row-${S.chosen}`)) box.setAttribute("aria-activedescendant", `row-${S.chosen}`);
    else box.removeAttribute("aria-activedescendant");
  }

  function reveal() {
    const top = Math.max(0, rowOf(S.chosen)) * HIGH;
    if (top < box.scrollTop + HIGH || top > box.scrollTop + box.clientHeight - 2 * HIGH) box.scrollTop = top - box.clientHeight / 2;
    draw();
  }

  function step(by) {
    if (!shown.length) return;
    const at = rowOf(S.chosen), exact = shown[at] === S.chosen;
    choose(shown[clamp(by > 0 ? at + 1 : exact ? at - 1 : at, 0, shown.length - 1)]);
  }

  E.kinds.forEach(([key, words], place) => {
    const tick = make("input", { type: "checkbox", checked: true, id: `kind-${key}` });
    tick.addEventListener("change", () => { if (tick.checked) kinds.add(place); else kinds.delete(place); filter(); reveal(); });
    $("kinds").append(make("label", {}, tick, ` ${words}`));
  });
  box.addEventListener("scroll", draw, { passive: true });
  box.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (Math.abs(by) === 1) step(by);
    else if (shown.length) choose(shown[clamp(rowOf(S.chosen) + by, 0, shown.length - 1)]);
  });
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => { filter(); reveal(); }, 80); });
  $("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && shown.length) { event.preventDefault(); filter(); step(event.shiftKey ? -1 : 1); }
  });
  $("who").addEventListener("change", () => { filter(); reveal(); });
  watch("time", reveal);
  watch("look", draw);
  watch("size", draw);
  return { filter, reveal, step };
})();
