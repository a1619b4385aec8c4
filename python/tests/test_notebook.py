"""The notebook view: one chart, at most 400 pixels high, light and dark, without script."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import standfast as sf
from standfast import _html

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def found(columns: Any) -> sf.Survival:
    conditions = {"iid": sf.StratifiedKFold(3), "novel topics": sf.TopicKFold(4), "new <authors>": sf.AuthorKFold(3)}
    return sf.survival(columns, label="topic", models=["naive-bayes", "linear-svm"], conditions=conditions)


def test_it_is_one_chart_without_script(found: sf.Survival) -> None:
    html = found._repr_html_()
    assert "<script" not in html and "http" not in html and "@import" not in html
    assert found.to_svg().count("survives") and "new &lt;authors&gt;" in html and "<authors>" not in html
    assert html.count('class="plot"') == 1 and len(html) < 60_000
    for line in found.headline.split("\n"):
        assert line.split("<")[0] in html


def test_dark_colours_are_those_of_reports() -> None:
    page = (ROOT / "web/page.css").read_text()
    dark = page[page.index("prefers-color-scheme: dark") :]
    for name, color in _html.DARK.items():
        assert f"{name}: {color};" in dark
    # Every variable of the chart is set for a dark background.
    drawn = (ROOT / "standfast/report/figure/survival.cc").read_text() + (ROOT / "standfast/report/figure/svg_parts.h").read_text()
    assert set(re.findall(r"var\((--[a-z]+\d?),", drawn)) <= set(_html.DARK)


MEASURE = """<script>
const view = document.querySelector(".standfast"), box = view.getBoundingClientRect();
const text = view.querySelector("svg text"), dot = view.querySelector("svg [fill*=shift1], svg g[fill*=shift1] *, svg [style*=shift1]");
document.body.dataset.told = JSON.stringify({
  height: box.height, inner: view.scrollHeight, ground: getComputedStyle(view).backgroundColor,
  ink: getComputedStyle(text).fill, dot: getComputedStyle(dot).fill, charts: view.querySelectorAll(".plot").length,
  wide: view.scrollWidth - view.clientWidth });
</script>"""


def measured(html: str, body: str, path: Path, *flags: str) -> dict[str, Any]:
    """Returns measurements of the page in a browser, and saves a picture next to it for inspection."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs chromium")
    page = path.with_suffix(".html")
    page.write_text(f'<!doctype html><meta charset="utf-8"><body {body} style="margin:0;background:#7f7f7f">{html}{MEASURE}')
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1200,600", *flags]
    command.append(f"--user-data-dir={path.with_suffix('.profile')}")

    def asked(*what: str) -> str:
        done = subprocess.run([*command, *what, page.as_uri()], check=True, capture_output=True, timeout=120)
        return done.stdout.decode()

    asked(f"--screenshot={path}")
    told = re.search('data-told="([^"]*)"', asked("--dump-dom"))
    assert told is not None
    made: dict[str, Any] = json.loads(unescape(told.group(1)))
    return made


LIGHT = {"ground": "rgb(255, 255, 255)", "ink": "rgb(26, 28, 32)", "dot": "rgb(208, 103, 10)"}
DARK = {"ground": "rgb(20, 23, 28)", "ink": "rgb(230, 232, 235)", "dot": "rgb(238, 138, 53)"}
SYSTEM_IS_DARK = "--blink-settings=preferredColorScheme=0"


@pytest.mark.parametrize(
    ("body", "flags", "colors"),
    [
        ("", [], LIGHT),
        ("", [SYSTEM_IS_DARK], DARK),
        ('data-jp-theme-light="false"', [], DARK),
        ('data-jp-theme-light="true"', [SYSTEM_IS_DARK], LIGHT),
        ('class="vscode-dark"', [], DARK),
    ],
)
def test_it_is_seen_in_light_and_dark_notebooks(
    found: sf.Survival, tmp_path: Path, body: str, flags: list[str], colors: dict[str, str]
) -> None:
    told = measured(found._repr_html_(), body, tmp_path / "view.png", *flags)
    assert {key: told[key] for key in colors} == colors
    assert told["charts"] == 1 and 100 < told["height"] <= 400
    assert told["inner"] <= 400 and told["wide"] == 0, "this one needs no scrolling"


def test_many_models_stay_within_the_height(columns: Any, tmp_path: Path) -> None:
    models = {f"bayes {i}": "naive-bayes" for i in range(30)}
    many = sf.survival(columns, models=models, conditions={"iid": sf.StratifiedKFold(2), "novel": sf.TopicKFold(2)})
    told = measured(many._repr_html_(), "", tmp_path / "many.png")
    assert told["height"] == 400 and told["inner"] > 800, "the rest is scrolled to"
