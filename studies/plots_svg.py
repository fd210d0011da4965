"""Making matplotlib's SVG fit where it goes: files that any viewer shows, elements inside a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from studies.plots_style import FONT, PAGE

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"

_FONTS = f"'{FONT}', Verdana, sans-serif"
"""Verdana has the same widths; whatever else is there has the other scripts."""

_INKS = {PAGE.text: "currentColor", PAGE.faint: "var(--faint)", PAGE.grid: "var(--grid)", PAGE.paper: "var(--paper)"}

_INK = re.compile("|".join(_INKS))


def standing(data: bytes) -> bytes:
    """Return an SVG file whose texts fall back to other fonts."""
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(data)
    for element in root.iter():
        _give_fonts(element)
    text = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def inlined(data: bytes, name: str, about: str) -> ElementTree.Element:
    """Return an ``svg`` element for an HTML page.

    Args:
        data: the file, drawn with the stand-ins of `PAGE`.
        name: what its ids begin with, unique on the page.
        about: what it shows, for readers who can't see it.
    """
    root = ElementTree.fromstring(data)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {key.rpartition("}")[2]: _settled(key, value, name) for key, value in element.attrib.items()}
        _give_fonts(element)
    for group in [root, *root.iter("defs")]:
        for child in [child for child in group if child.tag in ("metadata", "style")]:
            group.remove(child)
    for name_ in ("width", "height", "version"):
        root.attrib.pop(name_, None)
    root.set("role", "img")
    root.set("aria-label", about)
    return root


def _settled(key: str, value: str, name: str) -> str:
    """Return an attribute with ids of this picture and inks of the page."""
    key = key.rpartition("}")[2]
    if key == "id":
        return f"{name}-{value}"
    if key == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    value = re.sub(r"url\(#", f"url(#{name}-", value)
    return _INK.sub(lambda found: _INKS[found.group()], value)


def _give_fonts(element: ElementTree.Element) -> None:
    style = element.get("style")
    if style and f"'{FONT}'" in style:
        element.set("style", style.replace(f"'{FONT}'", _FONTS))
