// Parsers of the parts of a study file. parse_study.cc puts them together.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"

namespace standfast {

// Returns the problem of this name, or "". Names are used in file names, labels and the report. So they must
// be short, not a path, and without control characters.
std::string objection_to_name(std::string_view name);
// Checks a name, also against the names seen so far, and adds it to them.
Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen);
// Returns the name of a file or folder without the ending for its format.
std::string stem(const std::string& path);
// Returns the name of a corpus that has none: "iac_dense/docs.jsonl.gz" is iac_dense, since such files differ
// in their folder.
std::string name_of_corpus(const std::string& path);

// Parse [[corpus]] and [[condition]]. file: the study file, for messages. study: the part that has been read
// so far; conditions are read after the top of the file and one after another.
Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file);
Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs, const StudySpec& study);
// Reads map = "umap" or a table [map]. check_map later checks that some condition has a space.
Status parse_map(TableReader& top, const std::string& file, const StudyCatalogs& catalogs, StudySpec& study);
// Checks that some condition has a space, because a map shows a space.
Status check_map(TableReader& top, const StudySpec& study);

// Parses space = { ... } of a condition whose sampler, encoder and splitter are known, and fills it in.
// Refuses a missing space, and a space that no component reads.
Status parse_space(TableReader& reader, const std::string& file, const StudyCatalogs& catalogs,
                   const StudySpec& study, ConditionSpec& condition);
// Parses the key `validation` of a space. value: null if it is not given. The maker of the space and its
// options are known. Refuses validation for a model that uses no validation documents, and a missing
// validation for a model that needs it.
Result<SpaceValidation> parse_space_validation(const TableReader& reader, const TomlValue* value,
                                               const SpaceSpec& space, const StudyCatalogs& catalogs,
                                               const StudySpec& study, const ConditionSpec& condition);
// Parses encoder = "nmf" or { method = "nmf", components = 20, aggregate = "median", seed = 0 }. of_topics:
// vectors of topics are asked for, so there may be an aggregate.
Result<std::optional<EncoderChoice>> parse_encoder(TableReader& reader, const std::string& file,
                                                   const EncoderCatalog& catalog, bool of_topics);
// Parses [analyses]: splits = ["word-overlap", { method = "kl", columns = "source" }]. value: of the key.
Result<std::vector<AnalysisSpec>> parse_analyses(const TomlValue& value, const std::string& file,
                                                 const StudyCatalogs& catalogs, const StudySpec& study,
                                                 Auxiliaries& auxiliaries);
// Parses explain = "partition" or a table [explain]. value: of the key. Corpora, conditions, models and
// predictions of the study are known.
Result<ExplainSpec> parse_explain(const TomlValue& value, const std::string& file,
                                  const StudyCatalogs& catalogs, const StudySpec& study);
// Parse [[model]], [[predictions]] and [[auxiliary]]. The corpora and conditions of the study are known.
Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs, const StudySpec& study);
Result<PredictionsSpec> parse_predictions(TableReader reader);
Result<AuxiliarySpec> parse_auxiliary(TableReader reader);
// Returns whether an option of some component reads files of this kind. If none does, a study may declare
// such a file, and no option can name it.
bool kind_is_read(std::string_view kind, const StudyCatalogs& catalogs);

// Parses fits = 5, of the study or of a model.
Result<uint32_t> parse_fits(const TableReader& reader, const TomlValue& value);

}  // namespace standfast
