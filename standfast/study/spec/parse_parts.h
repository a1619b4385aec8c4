// The parts of a study file, with one parser for each. parse_study.cc puts them together.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"

namespace standfast {

// Names are used in file names, labels and the report. So they must be short, not a path, and without control
// characters. Returns what is wrong with this name, or "".
std::string objection_to_name(std::string_view name);
// Also checks that the name differs from those seen so far, and adds it to them.
Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen);
// The name of a file or folder without the ending that tells its format.
std::string stem(const std::string& path);
// The name of a corpus that has none: "iac_dense/docs.jsonl.gz" is iac_dense, since what tells such files apart is their
// folder.
std::string name_of_corpus(const std::string& path);

// Parsers of [[corpus]], [[condition]], [[model]], [[predictions]] and [[auxiliary]]. file: the study file, for messages.
// study: what has been read of it so far; conditions are read after the top of the file and one after
// another.
Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file);
Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs, const StudySpec& study);
// map = "umap" or a table [map]. Reads it; whether some condition has a space is checked later (check_map).
Status parse_map(TableReader& top, const std::string& file, const StudyCatalogs& catalogs, StudySpec& study);
// A map is of a space.
Status check_map(TableReader& top, const StudySpec& study);

// Parses space = { ... } of a condition whose sampler, encoder and splitter are known, and fills it in. A
// space that nobody reads, or a missing space, is refused.
Status parse_space(TableReader& reader, const std::string& file, const StudyCatalogs& catalogs,
                   const StudySpec& study, ConditionSpec& condition);
// Its key `validation`; value: null if it is not given. The maker of the space and its options are known. Refused are a model
// that looks at no validation documents, and one that needs some and gets none.
Result<SpaceValidation> parse_space_validation(const TableReader& reader, const TomlValue* value,
                                               const SpaceSpec& space, const StudyCatalogs& catalogs,
                                               const StudySpec& study, const ConditionSpec& condition);
// encoder = "nmf" or { method = "nmf", components = 20, aggregate = "median", seed = 0 }. of_topics: their vectors are
// asked for, so there may be an aggregate.
Result<std::optional<EncoderChoice>> parse_encoder(TableReader& reader, const std::string& file,
                                                   const EncoderCatalog& catalog, bool of_topics);
// [analyses]: splits = ["word-overlap", { method = "kl", columns = "source" }]. value: of the key.
Result<std::vector<AnalysisSpec>> parse_analyses(const TomlValue& value, const std::string& file,
                                                 const StudyCatalogs& catalogs, const StudySpec& study,
                                                 Auxiliaries& auxiliaries);
// explain = "partition" or a table [explain]. value: of the key. Corpora, conditions, models and predictions of the study
// are known.
Result<ExplainSpec> parse_explain(const TomlValue& value, const std::string& file,
                                  const StudyCatalogs& catalogs, const StudySpec& study);
// The corpora and conditions of the study are known.
Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs, const StudySpec& study);
Result<PredictionsSpec> parse_predictions(TableReader reader);
Result<AuxiliarySpec> parse_auxiliary(TableReader reader);
// Does an option of some component read files of this kind? If none does, a study may declare such a file, and
// no option can name it.
bool kind_is_read(std::string_view kind, const StudyCatalogs& catalogs);

// fits = 5, of the study or of a model.
Result<uint32_t> parse_fits(const TableReader& reader, const TomlValue& value);

}  // namespace standfast
