#include "standfast/study/experiment/preflight.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/feature/document/feature_options.h"
#include "standfast/model/robust/base_model.h"
#include "standfast/split/splitter.h"
#include "standfast/split/strata.h"
#include "standfast/study/task/task.h"
#include "standfast/text/printable.h"

namespace standfast {

Result<AuxiliariesReady> AuxiliariesReady::read(const StudySpec& study, const std::string& study_folder) {
  AuxiliariesReady ready;
  for (const auto& spec : study.auxiliaries) {
    const std::string owner = "auxiliary " + spec.name;
    SF_ASSIGN(const std::string path, auxiliary_path(spec, study_folder));
    SF_ASSIGN(const AuxiliaryCatalog::Entry* const kind, auxiliary_kinds().find(spec.kind));
    SF_ASSIGN(const auto reader, kind->make(spec.options));
    auto content = reader->read(path);
    if (!content) return with_context(owner, content.error());
    if (kind->traits.joined_by_id) ready.unmatched_.push_back({ready.files_.size(), std::move(content->ids)});
    ready.files_.push_back({spec.name, spec.kind, path, content->entries, kind->traits.holds});
  }
  return ready;
}

void AuxiliariesReady::look_at(const std::string& name, const Corpus& corpus) {
  for (auto& one : unmatched_)
    std::erase_if(one.ids, [&](const std::string& id) { return corpus.row_of(id).has_value(); });
  if (!corpus_.empty() || corpus.size() == 0) return;
  corpus_ = name;
  document_ = corpus.id(0);
}

Status AuxiliariesReady::finish(Sink& sink) const {
  for (const auto& [place, ids] : unmatched_) {
    const AuxiliaryFile& file = files_[place];
    if (ids.empty()) continue;
    if (ids.size() == file.entries)
      return data_error(fmt::format(
          "auxiliary {}: {}: none of its {} {} belongs to a document of the corpora: it has the id \"{}\", "
          "and corpus {} has \"{}\" (does id name the right column?)",
          file.name, file.path, file.entries, file.holds, printable_line(ids.front()), corpus_,
          printable_line(document_)));
    sink.warn(fmt::format(
        "auxiliary {}: {} of {} {} belong{} to no document of the corpora, the first with the id \"{}\" "
        "(does the study read its corpora in part, by limit, only or at-least?)",
        file.name, ids.size(), file.entries, file.holds, ids.size() == 1 ? "s" : "",
        printable_line(ids.front())));
  }
  return {};
}

namespace {

// Returns whether the file has the column of this attribute. A corpus in parts has "part" without one.
bool has_column(const CorpusSpec& spec, const ReadReport& report, const std::string& name) {
  const auto rule = std::find_if(spec.attributes.begin(), spec.attributes.end(),
                                 [&](const AttributeRule& one) { return one.name == name; });
  if (rule == spec.attributes.end()) return name == kPartAttribute && !spec.parts.empty();
  return rule->from == "id" ||
         std::find(report.columns.begin(), report.columns.end(), rule->from) != report.columns.end();
}

// Returns the error for a missing column. asker: the part of the study that names the column, in words.
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

// Returns the part of the study that needs the role: the method of a condition, or one of its options.
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
  // A list where none is allowed has been refused by the parser.
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

namespace {

// Describes each part none of whose documents has a class: "part "pe" (pe.csv)".
std::vector<std::string> parts_without_class(const CorpusSpec& spec, const Corpus& corpus,
                                             const Column& classes) {
  std::vector<std::string> found;
  const Column* const part = spec.parts.empty() ? nullptr : corpus.named_column(kPartAttribute);
  if (part == nullptr) return found;
  for (const auto& one : spec.parts) {
    const auto code = static_cast<uint32_t>(std::ranges::find(part->names, one.name) - part->names.begin());
    uint64_t documents = 0, with = 0;
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      if (part->codes[row] != code) continue;
      ++documents;
      with += classes.codes[row] != kMissing;
    }
    if (documents > 0 && with == 0)
      found.push_back(fmt::format("part \"{}\" ({})", printable_line(one.name), printable_line(one.path)));
  }
  return found;
}

}  // namespace

Status classes_ready(const StudySpec& study, const CorpusSpec& spec, const Corpus& corpus, Sink& sink) {
  if (!study.the_task().traits().has_target) return {};
  SF_ASSIGN(const Column* const classes, corpus.require(study.target));
  const std::string_view target = role_name(study.target);
  // Only classes of the folds count: no model is fitted on documents that are kept apart.
  std::vector<bool> seen(classes->names.size(), false);
  uint64_t without = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const uint32_t code = classes->codes[row];
    if (code == kMissing)
      ++without;
    else if (!corpus.is_kept_apart(row))
      seen[code] = true;
  }
  const auto different = std::ranges::count(seen, true);
  if (different < 2)
    return data_error(fmt::format(
        "corpus {}: {}: classification needs two {}s, and the documents have {} (do only, at-least, most or "
        "limit leave the others out?)",
        spec.name, corpus.name(), target,
        different == 0 ? std::string("none")
                       : fmt::format("one, \"{}\"", printable_line(classes->names[static_cast<size_t>(
                                                        std::ranges::find(seen, true) - seen.begin())]))));
  if (without == 0) return {};
  const auto parts = parts_without_class(spec, corpus, *classes);
  sink.warn(fmt::format("corpus {}: {} of {} documents have no {} and are left out{}", spec.name, without,
                        corpus.size(), target,
                        parts.empty()
                            ? ""
                            : fmt::format("; {} {} none at all (does the column have another name there?)",
                                          fmt::join(parts, " and "), parts.size() == 1 ? "has" : "have")));
  return {};
}

Status labels_ready(const StudySpec& study, const Corpus& corpus, const std::string& study_folder,
                    const StudyCatalogs& catalogs) {
  if (!study.the_task().traits().has_target) return {};
  SF_ASSIGN(const Column* const classes, corpus.require(study.target));
  for (const auto& model : study.models) {
    SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model.model.name));
    if (!entry->traits.pretrained && !entry->traits.in_batches) continue;
    SF_ASSIGN(const Options options, located(model, *catalogs.classifiers, study_folder));
    SF_ASSIGN(const auto classifier, entry->make(options));
    if (const auto good = classifier->check_classes(classes->names); !good)
      return with_context("model " + model.name, good.error());
  }
  return {};
}

Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs) {
  for (const auto& spec : study.models)
    if (const Status ready = study.the_task().ready(spec, catalogs); !ready)
      return with_context(fmt::format("model \"{}\"", spec.name), ready.error());
  for (const auto& condition : study.conditions)
    if (const auto& space = condition.space; space && space->of_model)
      if (const Status ready = catalogs.classifiers->ready(space->maker.name, space->maker.options); !ready)
        return with_context(fmt::format("space of condition \"{}\"", condition.name), ready.error());
  return {};
}

namespace {

// Checks a list of words. owner: the reader of the list, in words.
Status list_is_ready(const std::string& owner, const std::string& classifier, const Options& given,
                     const std::string& study_folder, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* const entry, catalogs.classifiers->find(classifier));
  if (!has_document_features(*entry)) return {};
  SF_ASSIGN(const Options options, located(owner, given, entry->options, study_folder));
  SF_ASSIGN(const DocumentFeatureOptions features, document_feature_table().read(options));
  if (features.function_words.empty() ||
      std::ranges::find(features.families, Family::function_words) == features.families.end())
    return {};
  if (const auto words = prepared_function_words(features); !words) return with_context(owner, words.error());
  return {};
}

}  // namespace

Status word_lists_ready(const StudySpec& study, const std::string& study_folder,
                        const StudyCatalogs& catalogs) {
  if (!study.the_task().traits().has_target) return {};
  for (const auto& model : study.models)
    SF_TRY(list_is_ready(fmt::format("model \"{}\"", model.name), model.model.name, model.model.options,
                         study_folder, catalogs));
  for (const auto& condition : study.conditions)
    if (const auto& space = condition.space; space && space->of_model)
      SF_TRY(list_is_ready(fmt::format("space of condition \"{}\"", condition.name), space->maker.name,
                           space->maker.options, study_folder, catalogs));
  return {};
}

}  // namespace standfast
