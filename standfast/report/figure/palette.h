// Colours of all figures. Each hue has one meaning on every page:
//
//   reference   blue             the condition that is the reference
//   control     grey             a matched control: the same split without what it is about
//   shift       orange, red,     all other conditions, in the order of the study (a fifth begins again; dashes and
//               ochre, brown     labels tell it apart)
//   value       green, violet,   what items are sorted by: classes, clusters, sides, whether two texts have one author
//               teal, pink,
//               lime, petrol
//   ink         text colour      everything else: models, parts of a row, baselines, guessing. Labels, dashes and shapes
//                                tell these apart.
//
// So a condition has its colour in every figure, and no figure needs colour for models. Colours stay apart for colour-blind
// readers (after Okabe and Ito 2008), each with a contrast of at least 3:1 on white; no figure relies on colour alone.
//
// A colour is a variable with the colour on white ground beside it, "var(--reference,#2f7bc0)": a page may set the variable
// for dark ground (web/page.css), a file has the plain colour (drawing.h).
#pragma once

#include <cstddef>
#include <string>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

inline constexpr const char* kInk = "var(--ink,#1a1a1a)";

// Number of values with a colour of their own.
inline constexpr size_t kValueColors = 6;

// Return the i-th colour; colours repeat.
std::string shift_color(size_t i);
std::string value_color(size_t i);
inline std::string reference_color() {
  return "var(--reference,#2f7bc0)";
}
inline std::string control_color() {
  return "var(--control,#64748b)";
}

// Returns the colour of a condition by its role in the study.
std::string condition_color(const CorpusFindings& found, size_t condition);

}  // namespace standfast::report
