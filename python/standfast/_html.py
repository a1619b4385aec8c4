"""The notebook view: one chart, at most 400 pixels high, light or dark like the notebook, without script."""

from __future__ import annotations

from html import escape

# The figures have the colour on white next to each variable; these colours are brighter, for a dark
# background. Reports use the same.
DARK = {
    "--reference": "#62a9ea",
    "--control": "#94a3b8",
    "--shift1": "#ee8a35",
    "--shift2": "#e87c77",
    "--shift3": "#bb9d52",
    "--shift4": "#c08a63",
    "--paper": "#14171c",
    "--ink": "#e6e8eb",
    "--faint": "#9aa3af",
}
LIGHT = {**dict.fromkeys(DARK, "initial"), "--paper": "#ffffff", "--ink": "#1a1c20", "--faint": "#5c636e"}

# Marks of a dark or light notebook in JupyterLab, VS Code and Colab. Elsewhere the reader's system decides.
_ON_DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", ".vscode-high-contrast", 'html[theme="dark"]')
_ON_LIGHT = ('[data-jp-theme-light="true"]', ".vscode-light", 'html[theme="light"]')


def _rule(selectors: tuple[str, ...], colors: dict[str, str]) -> str:
    inside = ";".join(f"{name}:{value}" for name, value in colors.items())
    return f"{','.join(f'{one} .standfast'.strip() for one in selectors)}{{{inside}}}"


STYLE = (
    _rule(("",), LIGHT)
    + f"@media (prefers-color-scheme:dark){{{_rule(('',), DARK)}}}"
    + _rule(_ON_LIGHT, LIGHT)
    + _rule(_ON_DARK, DARK)
    + ".standfast{max-height:400px;overflow:auto;box-sizing:border-box;padding:8px 12px;background:var(--paper);"
    "color:var(--ink);font:13px/1.4 system-ui,sans-serif}"
    ".standfast p{margin:0 0 4px;max-width:none;color:inherit}.standfast .faint{color:var(--faint);font-size:12px}"
    ".standfast .plot{font:11px sans-serif}.standfast .line{display:flex;flex-wrap:wrap;gap:8px 20px;margin-bottom:6px}"
    ".standfast .piece{display:block;flex:none;fill:var(--ink)}.standfast text{pointer-events:none}"
)


def survival_html(headline: list[str], pieces: str, text: str, counts: list[str]) -> str:
    """Returns the first lines of the headline, the chart (the table as text if there is none), and the
    counts."""
    lines = [f"<p>{escape(line)}</p>" for line in headline[:3] if line]
    if len(headline) > 3:
        counts = [*counts, ".headline says more"]
    body = f'<div class="plot">{pieces}</div>' if pieces else f"<pre>{escape(text)}</pre>"
    return (
        f'<div class="standfast"><style>{STYLE}</style>{"".join(lines)}{body}'
        f'<p class="faint">{escape("; ".join(counts))}. print() shows the table.</p></div>'
    )
