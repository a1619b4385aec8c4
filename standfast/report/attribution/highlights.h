// Documents with their tokens coloured by attribution, as a page without scripts. It holds texts: write it only where a
// user asked for texts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/text_tokens.h"

namespace standfast::report {

struct Highlighted {
  std::string_view id, text;
  std::span<const TokenSpan> tokens;
  std::vector<double> shares;  // by token, of the output that is shown
  std::string_view output;     // the class
  double base = 0, prediction = 0;
  std::span<const TokenSpan> planted = {};  // underlined
};

// The colours of tokens, for the style of a page: readable on light and on dark ground.
std::string_view highlight_style();

// title and note: plain text. The page is begin + documents + end.
std::string highlights_begin(std::string_view title, std::string_view note);
// Colours are relative to the largest share of the document: orange speaks for the class, blue against it.
// heading: the level of the heading of a document.
std::string highlighted_html(const Highlighted& document, int heading = 2);
// A document with the part coloured from which it was answered. chosen, planted: bytes, ascending.
std::string rationale_html(std::string_view id, std::string_view text, std::span<const TokenSpan> chosen,
                           std::span<const TokenSpan> planted, int heading = 2);
std::string highlights_end();

}  // namespace standfast::report
