// Documents with their tokens coloured by attribution, and rationales. The pages and sections hold texts:
// write them only if a user asked for texts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/study/experiment/explained_texts.h"

namespace standfast::report {

struct Highlighted {
  std::string_view id, text;
  std::span<const TokenSpan> tokens;
  std::vector<double> shares;  // by token, of the output that is shown
  std::string_view output;     // the class
  double base = 0, prediction = 0;
  std::span<const TokenSpan> planted = {};  // underlined
};

// Returns the style sheet for the colours of tokens, readable on light and dark backgrounds.
std::string_view highlight_style();

// Returns the beginning of the page, which is begin + documents + end. title and note: plain text.
std::string highlights_begin(std::string_view title, std::string_view note);
// Returns a document as HTML. Colours are relative to the largest share of the document: orange speaks for
// the class, blue against it. heading: the level of the heading of a document.
std::string highlighted_html(const Highlighted& document, int heading = 2);
// Returns a document as HTML, with the rationale, the part from which it was answered, coloured. chosen,
// planted: bytes, ascending.
std::string rationale_html(std::string_view id, std::string_view text, std::span<const TokenSpan> chosen,
                           std::span<const TokenSpan> planted, int heading = 2);
std::string highlights_end();

inline constexpr size_t kShownTexts = 3;  // of each condition, side and model

// Returns HTML with coloured documents; "" if no document of the corpus was explained.
Result<std::string> text_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                 ExplainedTexts& texts);
// Returns HTML with rationales; "" if no classifier has any.
Result<std::string> rationale_section(const RunRecords& run, size_t corpus, const CorpusFindings& found,
                                      ExplainedTexts& texts);

}  // namespace standfast::report
