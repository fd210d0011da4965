"""The style of HTML reports: one sheet, inlined; dark and light; readable from a phone to a wide screen."""

from __future__ import annotations

STYLE = """
.couched { --ink: #1b1f24; --faint: #59636e; --grid: #d8dee4; --paper: #ffffff; --raised: #f6f8fa; --accent: #0072b2;
  --warn: #fff3d6; --warn-edge: #b07800; color: var(--ink); background: var(--paper); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", Verdana, sans-serif; }
@media (prefers-color-scheme: dark) { .couched { --ink: #e6e9ed; --faint: #9aa4af; --grid: #363d46; --paper: #14171b;
  --raised: #1d2127; --accent: #6cb8ea; --warn: #3a2f12; --warn-edge: #d9a93a; } }
body { margin: 0; background: #ffffff; }
@media (prefers-color-scheme: dark) { body { background: #14171b; } }
main.couched { max-width: 62rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.couched h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .6rem; overflow-wrap: anywhere; }
.couched h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; overflow-wrap: anywhere; }
.couched p { margin: .5rem 0; overflow-wrap: anywhere; max-width: 46rem; }
.couched .kind { color: var(--faint); font-size: .85rem; letter-spacing: .04em; margin: 0; }
.couched .finding { font-size: 1.05rem; }
.couched .note, .couched figcaption { color: var(--faint); font-size: .88rem; }
.couched .partial { background: var(--warn); border-left: 4px solid var(--warn-edge); padding: .5rem .8rem; }
.couched figure { margin: 0; }
.couched .drawing { overflow-x: auto; max-width: 100%; }
.couched .drawing svg { width: 100%; height: auto; display: block; color: var(--ink); }
.couched .scroll { overflow-x: auto; max-width: 100%; border: 1px solid var(--grid); border-radius: 6px; }
.couched .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.couched table { border-collapse: collapse; font-size: .9rem; width: 100%; margin: 0; }
.couched th, .couched td { padding: .35rem .7rem; border-bottom: 1px solid var(--grid); text-align: left;
  vertical-align: top; background: var(--paper); color: var(--ink); }
.couched tbody tr:last-child > * { border-bottom: 0; }
.couched thead th { background: var(--raised); font-weight: 600; white-space: nowrap; }
.couched tbody th { font-weight: 500; min-width: 8rem; }
.couched tr > :first-child { position: sticky; left: 0; }
.couched .long { overflow-wrap: anywhere; min-width: 9rem; }
.couched th.number, .couched td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.couched details { margin: .8rem 0; }
.couched summary { cursor: pointer; color: var(--faint); font-size: .9rem; }
.couched dl { margin: .6rem 0; }
.couched dt { color: var(--faint); font-size: .88rem; overflow-wrap: anywhere; }
.couched dd { margin: 0 0 .6rem; overflow-wrap: anywhere; }
.couched code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .85rem; }
.couched dd > code { display: block; background: var(--raised); border: 1px solid var(--grid); border-radius: 6px;
  padding: .4rem .6rem; white-space: pre; overflow-x: auto; user-select: all; }
@media (min-width: 48rem) { .couched dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr;
  column-gap: 1.2rem; row-gap: .35rem; } .couched dl.commands { display: block; } .couched .long { min-width: 14rem; }
  .couched .facts dd { margin: 0; min-width: 0; } .couched .facts dt { padding-top: .1rem; } }
@media print { .couched .scroll { overflow: visible; border: 0; } .couched figure, .couched tr { break-inside: avoid; } }
"""
"""The sheet; everything hangs on the class, so that a notebook around it keeps its own look."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""What the page forbids itself: scripts, the network, anything but its own sheet and drawings."""
