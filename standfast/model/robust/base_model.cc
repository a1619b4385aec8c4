#include "standfast/model/robust/base_model.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/feature/document/document_feature_options.h"

namespace standfast {
namespace {

using Values = std::map<std::string, OptionValue>;

Result<Values> all_values(const BaseOptions& options, const std::string& name,
                          const std::vector<std::string>& more) {
  SF_ASSIGN(Values values, passed_options("base-set", options.base_set));
  SF_ASSIGN(const Values over, passed_options(name, more));
  for (const auto& [key, value] : over) values[key] = value;
  return values;
}

Result<BaseModel> resolved(const BaseOptions& options, const std::string& name,
                           const std::vector<std::string>& more) {
  SF_ASSIGN(const auto* entry, classifiers().find(options.base));
  SF_ASSIGN(Values values, all_values(options, name, more));
  const auto& specs = entry->options.specs();
  if (!options.checkpoint.empty() && std::none_of(specs.begin(), specs.end(), [](const OptionSpec& spec) {
        return spec.name == "checkpoint";
      }))
    return usage_error(fmt::format("checkpoint = {}: base = {} takes none; base = transformer does",
                                   options.checkpoint, options.base));
  for (const auto& spec : specs) {
    if (!values.contains(spec.name) || spec.kind == OptionKind::value) continue;
    if (spec.kind == OptionKind::model)
      return usage_error(fmt::format("{}: {} of {} is a separate option: {} = \"{}\"",
                                     more.empty() ? "base-set" : name, spec.name, options.base, spec.name,
                                     to_string(values.at(spec.name))));
    return usage_error(fmt::format("{}: {} of {} names a file, a program or a column; it cannot be passed on",
                                   more.empty() ? "base-set" : name, spec.name, options.base));
  }
  if (!options.checkpoint.empty()) values["checkpoint"] = options.checkpoint;
  if (!options.sha256.empty()) values["sha256"] = options.sha256;
  SF_ASSIGN(Options made, classifiers().resolve(options.base, values));
  return BaseModel{entry, std::move(made)};
}

std::vector<std::string> able(BaseNeed need);

std::string objection_to_base(const BaseOptions& options, BaseNeed need) {
  const auto entry = classifiers().find(options.base);
  if (!entry) return fmt::format("base = {}: {}", options.base, entry.error().message);
  const ClassifierTraits& traits = (*entry)->traits;
  const auto others = [&] { return fmt::format("; bases for it: {}", fmt::join(able(need), ", ")); };
  if (traits.wraps)
    return fmt::format("base = {}: it trains another classifier itself{}", options.base, others());
  if (traits.pretrained) return fmt::format("base = {}: it is not trained{}", options.base, others());
  if (traits.abstains) return fmt::format("base = {}: it may give no answer{}", options.base, others());
  if (need != BaseNeed::nothing && !traits.weights)
    return fmt::format("base = {}: it takes no weights of documents{}", options.base, others());
  if (need == BaseNeed::weights_and_last_layer && last_layer_of(**entry) == LastLayer::none)
    return fmt::format("base = {}: it has neither hidden units nor features that a last layer could use{}",
                       options.base, others());
  const auto model = resolved(options, "base-set", {});
  if (!model) return model.error().message;
  // A base whose last layer is fitted again learns from a part of the training documents alone.
  if (need == BaseNeed::weights_and_last_layer && traits.needs_validation &&
      traits.needs_validation(model->options))
    return fmt::format(
        "base-set: an option of {} needs validation documents, and the base of this method receives none",
        options.base);
  return "";
}

std::vector<std::string> able(BaseNeed need) {
  std::vector<std::string> names;
  for (const auto& entry : classifiers().entries())
    if (!entry.traits.wraps && !entry.traits.pretrained && !entry.traits.abstains &&
        (need == BaseNeed::nothing || entry.traits.weights) &&
        (need != BaseNeed::weights_and_last_layer || last_layer_of(entry) != LastLayer::none))
      names.push_back(entry.name);
  return names;
}

}  // namespace

bool has_document_features(const ClassifierCatalog::Entry& entry) {
  const std::vector<OptionSpec>& own = entry.options.specs();
  const std::vector<OptionSpec> wanted = document_feature_table().specs();
  return std::all_of(wanted.begin(), wanted.end(), [&](const OptionSpec& want) {
    return std::any_of(own.begin(), own.end(),
                       [&](const OptionSpec& spec) { return spec.name == want.name; });
  });
}

LastLayer last_layer_of(const ClassifierCatalog::Entry& entry) {
  if (entry.traits.represents && entry.traits.hidden_units) return LastLayer::units;
  return has_document_features(entry) ? LastLayer::features : LastLayer::none;
}

OptionTable<BaseOptions> base_model_table(BaseNeed need) {
  OptionTable<BaseOptions> table;
  table.add("base", &BaseOptions::base,
            need == BaseNeed::nothing ? "classifier to train"
                                      : "classifier to train: one that takes weights of documents");
  table.add("base-set", &BaseOptions::base_set,
            "options of the base, such as lambda=0.1,min-df=2; an item without = continues the list before "
            "it");
  table
      .add("checkpoint", &BaseOptions::checkpoint,
           "encoder of base = transformer: a folder of Hugging Face files, or a name that `standfast pull` "
           "has downloaded")
      .model();
  table.add("sha256", &BaseOptions::sha256, "required digest of the encoder; a study fills it in");
  table.require([need](const BaseOptions& options) { return objection_to_base(options, need); });
  return table;
}

uint64_t memory_of_base(const Options& options, const WorkSize& size) {
  const auto read = base_model_table(BaseNeed::nothing).read(options);
  if (!read) return 0;
  const auto base = resolve_base(*read);
  return base && base->entry->memory != nullptr ? base->entry->memory(base->options, size) : 0;
}

std::unique_ptr<Classifier> BaseModel::make() const {
  auto made = entry->make(options);
  assert(made && "options were checked");
  return std::move(*made);
}

Result<BaseModel> resolve_base(const BaseOptions& options, const std::vector<std::string>& more) {
  return resolved(options, "first-set", more);
}

std::string objection_to_items(const BaseOptions& options, const std::string& name,
                               const std::vector<std::string>& items) {
  if (items.empty()) return "";
  const auto model = resolved(options, name, items);
  return model ? "" : fmt::format("{}: {}", name, model.error().message);
}

}  // namespace standfast
