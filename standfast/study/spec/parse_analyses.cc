// [analyses]
// splits = ["word-overlap", { method = "kl", columns = "source" }, { method = "shift", encoder = "lsa" }]
#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// Checks that compared columns are categories; where an option takes several, they may be lists.
Status check_kinds(const TableReader& reader, const AnalysisSpec& analysis,
                   const SplitAnalysisCatalog::Entry& entry, const StudySpec& study) {
  const auto categories = categories_named(analysis.analysis.options, entry.options);
  for (const auto& name : analysis.columns) {
    if (const auto objection = objection_to_attribute(name); !objection.empty())
      return reader.fail_here(fmt::format("{}: a column {}", reader.owner(), objection));
    const bool list_will_do = std::find(categories.begin(), categories.end(), name) == categories.end();
    for (const auto& corpus : study.corpora)
      for (const auto& rule : corpus.attributes)
        if (rule.name == name && rule.kind != AttributeKind::category &&
            !(list_will_do && rule.kind == AttributeKind::list))
          return reader.fail_here(fmt::format(
              "{}: column \"{}\" of corpus {} is a {} where a category{} is needed", reader.owner(), name,
              corpus.name, kind_name(rule.kind), list_will_do ? " or a list" : ""));
  }
  return {};
}

Result<AnalysisSpec> parse_one(TableReader reader, const std::string& method, const std::string& file,
                               const StudyCatalogs& catalogs, const StudySpec& study) {
  AnalysisSpec analysis;
  const auto entry = catalogs.split_analyses->find(method);
  if (!entry) return reader.fail_here(entry.error().message);
  SF_ASSIGN(analysis.name, reader.text("name", method));
  SF_ASSIGN(analysis.seed, reader.count("seed", 0));
  SF_ASSIGN(analysis.encoder, parse_encoder(reader, file, *catalogs.encoders, false));
  const SplitAnalysisTraits& traits = (*entry)->traits;
  if (traits.reads_vectors && !analysis.encoder)
    return reader.fail_here(fmt::format(
        "{}: {} compares vectors of documents; name their encoder, as in {{ method = \"{}\", encoder = "
        "\"lsa\" }}",
        reader.owner(), method, method));
  if (!traits.reads_vectors && analysis.encoder)
    return reader.fail_here(
        fmt::format("{}: {} compares no vectors, so encoder has no effect", reader.owner(), method));
  if (traits.reads_classes && !study.the_task().traits().has_target)
    return reader.fail_here(
        fmt::format("{}: {} compares classes; it needs task = \"classification\"", reader.owner(), method));
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(analysis.analysis, reader.resolve(*catalogs.split_analyses, method, given));
  analysis.columns = attributes_named(analysis.analysis.options, (*entry)->options);
  SF_TRY(check_kinds(reader, analysis, **entry, study));
  return analysis;
}

}  // namespace

Result<std::vector<AnalysisSpec>> parse_analyses(const TomlValue& value, const std::string& file,
                                                 const StudyCatalogs& catalogs, const StudySpec& study,
                                                 Auxiliaries& auxiliaries) {
  const TomlTable nothing;
  const auto* table = std::get_if<TomlTable>(&value.value);
  if (table == nullptr)
    return TableReader(nothing, value.line, file, "the study")
        .wrong_type("analyses", value, "a table [analyses] with splits = [\"word-overlap\"]");
  TableReader reader(*table, value.line, file, "analyses");
  std::vector<AnalysisSpec> analyses;
  const TomlValue* splits = reader.take("splits");
  SF_TRY(reader.finish());
  if (splits == nullptr)
    return reader.fail_here("analyses: splits is missing, such as splits = [\"word-overlap\"]");
  const auto* list = std::get_if<TomlList>(&splits->value);
  if (list == nullptr) return reader.wrong_type("splits", *splits, "a list of analyses");
  std::set<std::string> names;
  for (const auto& item : *list) {
    const std::string owner = fmt::format("analyses: splits {}", analyses.size() + 1);
    const auto* name = std::get_if<std::string>(&item.value);
    const auto* options = std::get_if<TomlTable>(&item.value);
    if (name == nullptr && options == nullptr)
      return reader.wrong_type("splits", item, "the name of an analysis or a table { method = \"...\" }");
    TableReader one(name != nullptr ? nothing : *options, item.line, file, owner);
    one.allow(&auxiliaries);
    std::string method = name != nullptr ? *name : "";
    if (name == nullptr) {
      SF_ASSIGN(method, one.text("method"));
      if (method.empty()) return one.fail_here(owner + " names no method");
    }
    SF_ASSIGN(auto analysis, parse_one(one, method, file, catalogs, study));
    SF_TRY(check_name(one, analysis.name, names));
    analyses.push_back(std::move(analysis));
  }
  return analyses;
}

}  // namespace standfast
