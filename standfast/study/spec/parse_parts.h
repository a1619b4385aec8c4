// The parts of a study file: one parser each, beside parse_study.cc, which puts them together.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"

namespace standfast {

// Names stand in file names, labels and the report: short, no path, no control characters. What is wrong with
// this one, or "".
std::string objection_to_name(std::string_view name);
// Also unlike those seen so far, to which it is added.
Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen);
// The name of a file or folder without what says its format.
std::string stem(const std::string& path);

// [[corpus]], [[condition]], [[model]], [[predictions]]. file: of the study, for messages. study: what was
// read of it before; conditions are read after the top and after one another.
Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file);
Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs, const StudySpec& study);
// space = { ... } of a condition of which sampler, encoder and splitter are known: fills it in, and refuses
// one that nobody reads or that is missing.
Status parse_space(TableReader& reader, const std::string& file, const StudyCatalogs& catalogs,
                   const StudySpec& study, ConditionSpec& condition);
Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs, const Task& task);
Result<PredictionsSpec> parse_predictions(TableReader reader);

// fits = 5, of the study or of a model.
Result<uint32_t> parse_fits(const TableReader& reader, const TomlValue& value);

}  // namespace standfast
