// KEY=VALUE over a study file: run --set.
//
// A key is a path with dots: seeds, condition.hits.split.folds, model.ppm.order. In a list of tables the next part is the
// name of one of them, as the run will call it, or its number from 0: corpus.0.at-least.author. A part with a dot in it
// stands in quotes: condition."i.i.d.".sample.topics. A value is TOML (3, 0.5, true, [1, 2], { method = "k-fold" }); what
// is no TOML is a text.
#pragma once

#include <string>
#include <vector>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/toml.h"

namespace standfast {

// A usage error, which guesses, names the whole KEY=VALUE. Keys that no study has are left to parse_study.
Status set_keys(TomlTable& study, const std::vector<std::string>& settings);

// parse_study() where the file has been read already, and perhaps changed.

// Lines in messages are those of the values. A value without a line of its own has that of its table.
Result<StudySpec> parse_study_tree(const TomlTable& table, const std::string& file,
                                   const StudyCatalogs& catalogs);

}  // namespace standfast
