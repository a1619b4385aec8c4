// Settings KEY=VALUE over a study file: run --set.
//
// A key is a path with dots: seeds, condition.hits.split.folds, model.ppm.order. In a list of tables the next
// part is the name of one of them, as the run will call it, or its number from 0: corpus.0.at-least.author. A
// part with a dot in it stands in quotes: condition."i.i.d.".sample.topics. A value is TOML (3, 0.5, true,
// [1, 2], { method = "k-fold" }); a value that is not TOML is text.
#pragma once

#include <string>
#include <vector>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/toml.h"

namespace standfast {

// Applies the settings to a study. A usage error, which suggests a key, names the whole KEY=VALUE. Unknown
// keys are left to parse_study.
Status set_keys(TomlTable& study, const std::vector<std::string>& settings);

// Parses a study whose file has been read already, and perhaps changed (else parse_study()). Messages give
// the lines of the values. A value without a line of its own has the line of its table.
Result<StudySpec> parse_study_tree(const TomlTable& table, const std::string& file,
                                   const StudyCatalogs& catalogs);

}  // namespace standfast
