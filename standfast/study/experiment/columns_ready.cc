#include "standfast/study/experiment/columns_ready.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/split/needed_roles.h"
#include "standfast/split/strata.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// Does the file have the column of this attribute? A corpus in parts has "part" without one.
bool has_column(const CorpusSpec& spec, const ReadReport& report, const std::string& name) {
  const auto rule = std::find_if(spec.attributes.begin(), spec.attributes.end(),
                                 [&](const AttributeRule& one) { return one.name == name; });
  if (rule == spec.attributes.end()) return name == kPartAttribute && !spec.parts.empty();
  return rule->from == "id" ||
         std::find(report.columns.begin(), report.columns.end(), rule->from) != report.columns.end();
}

// asker: who names the column, in words.
Failure missing_column(const CorpusSpec& spec, const Corpus& corpus, const ReadReport& report,
                       const std::string& name, const std::string& asker) {
  const std::string head = fmt::format("corpus {}: {}", spec.name, corpus.name());
  const auto role = role_from_name(name);
  if (role && !report.role_columns[static_cast<size_t>(*role)].empty())
    return data_error(fmt::format("{}: no document has a value in \"{}\", the {} column, which {}", head,
                                  report.role_columns[static_cast<size_t>(*role)], name, asker));
  if (!role && has_column(spec, report, name))
    return data_error(fmt::format("{}: no document has a {}, which {}", head, name, asker));
  const std::string advice = role ? fmt::format("; {} = \"COLUMN\" in [[corpus]] names one", name) : "";
  return data_error(fmt::format("{}: no {} column, which {}{}{}", head, name, asker, advice,
                                hint_of_columns(name, report.columns)));
}

// Who needs the role: the method of a condition, or one of its options.
std::string asker_of(const NeededRole& needed, const ConditionSpec& condition) {
  const std::string of = fmt::format("of condition \"{}\"", condition.name);
  if (needed.option.empty()) return fmt::format("the split {} {} needs", condition.splitter.name, of);
  if (needed.option == kValidationOption)
    return fmt::format("{} {} keeps whole ({} = \"document\" needs none)", needed.option, of,
                       kValidationUnitOption);
  return fmt::format("{} {} needs", needed.option, of);
}

}  // namespace

ColumnsReady::ColumnsReady(const StudySpec& study, const StudyCatalogs& catalogs)
    : study_(study), catalogs_(catalogs) {}

Status ColumnsReady::check(const CorpusSpec& spec, const Corpus& corpus, const ReadReport& report) {
  // Where a list will not do, parsing has said so.
  const auto has = [&](const std::string& name) {
    return corpus.named_column(name) != nullptr || corpus.require_list(name).has_value();
  };
  const auto need = [&](std::string_view name, const std::string& asker) -> Status {
    const std::string column(name);
    if (has(column)) return {};
    return missing_column(spec, corpus, report, column, asker);
  };
  const TaskTraits asks = study_.the_task().traits();
  const std::string target(role_name(study_.target));
  if (asks.has_target) SF_TRY(need(target, "is the target of the study"));
  if (asks.draws_pairs) SF_TRY(need(target, "pairs are drawn by"));
  for (const auto& condition : study_.conditions) {
    if (!condition.asks(spec.name)) continue;
    const auto asker = [&](const char* key) {
      return fmt::format("{} of condition \"{}\" names", key, condition.name);
    };
    SF_ASSIGN(const auto* sampler, catalogs_.samplers->find(condition.sampler.name));
    const bool bounded = !options_changed(condition.sampler.options, sampler->options).empty();
    if (sampler->traits.needs_topics || (sampler->traits.options_need_topics && bounded))
      SF_TRY(need(role_name(Role::topic),
                  fmt::format("the sample {} of condition \"{}\" needs", sampler->name, condition.name)));
    SF_ASSIGN(const auto* splitter, catalogs_.splitters->find(condition.splitter.name));
    for (const auto& name : columns_named(condition.splitter.options, splitter->options))
      SF_TRY(need(name, asker("split")));
    for (const auto& one : needed_roles(splitter->traits, condition.splitter.options))
      SF_TRY(need(role_name(one.role), asker_of(one, condition)));
    if (asks.draws_pairs) {
      SF_ASSIGN(const PairOptions pairs, pair_options(condition.pairs));
      if (pairs.positives != TopicRelation::any || pairs.negatives != TopicRelation::any)
        SF_TRY(need(role_name(Role::topic),
                    fmt::format("pairs of condition \"{}\" are drawn by", condition.name)));
      for (const auto& name : pairs.cross_block) SF_TRY(need(name, asker("cross-block")));
      for (const auto& name : pairs.positives_same) SF_TRY(need(name, asker("positives")));
      for (const auto& name : pairs.negatives_same) SF_TRY(need(name, asker("negatives")));
    }
    if (condition.shortcut) {
      SF_ASSIGN(const auto* kind, catalogs_.shortcuts->find(condition.shortcut->kind.name));
      for (const auto& name : columns_named(condition.shortcut->kind.options, kind->options))
        if (!corpus.require_text(name)) SF_TRY(need(name, asker("shortcut")));
    }
    for (const auto& name : condition.block) SF_TRY(need(name, asker("block")));
    for (const auto& name : condition.match)
      if (name != kLengthToMatch && !corpus.require_number(name)) SF_TRY(need(name, asker("match")));
  }
  for (const auto& analysis : study_.analyses) {
    SF_ASSIGN(const auto* meter, catalogs_.split_analyses->find(analysis.analysis.name));
    for (const auto& name : columns_named(analysis.analysis.options, meter->options))
      SF_TRY(need(name, fmt::format("{} of analyses names", analysis.name)));
  }
  for (const auto& model : study_.models) {
    const std::string& name = model.document_weight;
    if (name.empty() || corpus.require_number(name)) continue;  // a weight may be a number or a category
    SF_TRY(need(name, fmt::format("document-weight of model \"{}\" names", model.name)));
  }
  if (!begun_)
    for (const auto& name : study_.slices)
      slices_.emplace_back(name, missing_column(spec, corpus, report, name, "slices names"));
  if (!begun_ && !study_.group.empty())
    slices_.emplace_back(study_.group, missing_column(spec, corpus, report, study_.group, "group names"));
  begun_ = true;
  std::erase_if(slices_, [&](const auto& slice) { return has(slice.first); });
  return {};
}

Status ColumnsReady::finish() const {
  if (!slices_.empty()) return slices_.front().second;
  return {};
}

}  // namespace standfast
