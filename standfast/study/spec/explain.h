// Selection of the cells that a study explains, and of their sides. parse_explain() (parse_parts.h) reads it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/study/spec/spec.h"

namespace standfast {

bool is_among(const std::vector<std::string>& names, std::string_view name);
// Returns whether the score of the model is the score of guessing: no word of a text changes its answer.
bool guesses(const StudySpec& study, const StudyCatalogs& catalogs, const ModelSpec& model);
bool covers(const ExplainSpec& explain, const ConditionSpec& condition);

// Returns the sides of a cell that the study has explained, in the order of [explain]; none if it explains
// nothing or leaves this model or condition out.
std::vector<std::string> sides_to_explain(const StudySpec& study, const StudyCatalogs& catalogs,
                                          const CorpusSpec& corpus, const ConditionSpec& condition,
                                          const ModelSpec& model);

}  // namespace standfast
