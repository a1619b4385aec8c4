// Colours that stay apart for colour-blind readers (after Okabe and Ito 2008, darkened or lightened so that each has
// a contrast of at least 3:1 on white and on the dark page). No figure relies on colour alone: conditions also differ
// by dash or row, classes by dash.

const kConditionColors = ["#2f7bc0", "#d0670a", "#1b8f6e", "#b8559a", "#8f742f", "#64748b", "#c0443f", "#5b8f1b"];
const kDashes = ["none", "7 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 4", "10 2 2 2 2 2"];

export const conditionColor = (index: number): string => kConditionColors[index % kConditionColors.length];
export const conditionDash = (index: number): string => kDashes[index % kDashes.length];

export const kSame = { color: "#2f7bc0", dash: "none", label: "same author" };
export const kDifferent = { color: "#d0670a", dash: "4 2", label: "different authors" };

// Dark to light for heat maps; single direction of lightness, readable without colour.
export const kHeatScheme = "cividis";
// Light to dark for shares, where an empty cell is a share of 0.
export const kShareScheme = "blues";
