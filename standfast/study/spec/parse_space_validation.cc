// validation = 0.1 or validation = "independent" of a space that a model makes.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/spec/parse_parts.h"

namespace standfast {
namespace {

// A side must be one of every corpus that the condition is asked of: "" or what is wrong with its name.
std::string objection_to_side(const std::string& side, const StudySpec& study,
                              const ConditionSpec& condition) {
  for (const auto& corpus : study.corpora) {
    if (!condition.asks(corpus.name)) continue;
    std::vector<std::string> sides;
    for (const auto& one : corpus.sides) sides.push_back(one.name);
    if (std::find(sides.begin(), sides.end(), side) != sides.end()) continue;
    return fmt::format("names no side of corpus {}: \"{}\"{}", corpus.name, side,
                       sides.empty() ? " (it keeps none apart: sides = { ... } of the corpus does)"
                                     : suggestion(side, sides));
  }
  return "";
}

}  // namespace

Result<SpaceValidation> parse_space_validation(const TableReader& reader, const TomlValue* value,
                                               const SpaceSpec& space, const StudyCatalogs& catalogs,
                                               const StudySpec& study, const ConditionSpec& condition) {
  const auto fail = [&](const std::string& why) {
    return reader.fail_at(value->line, fmt::format("{}: validation {}", reader.owner(), why));
  };
  if (!space.of_model) {
    if (value == nullptr) return SpaceValidation{};
    return fail("is for the fit of a model; an encoder has none");
  }
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(space.maker.name));
  const ClassifierTraits& traits = entry->traits;
  if (value == nullptr) {
    if (!traits.needs_validation || !traits.needs_validation(space.maker.options)) return SpaceValidation{};
    return reader.fail_here(
        fmt::format("{}: {} needs validation documents under its options; say which, as in validation = 0.1",
                    reader.owner(), entry->name));
  }
  if (!traits.uses_validation)
    return fail(fmt::format("gives documents that {} does not look at; leave it out", entry->name));
  if (const auto* share = std::get_if<double>(&value->value)) {
    if (*share > 0 && *share < 1) return SpaceValidation{.share = *share};
    return fail(fmt::format("is a share above 0 and below 1, not {}", *share));
  }
  const auto* side = std::get_if<std::string>(&value->value);
  if (side == nullptr)
    return reader.wrong_type("validation", *value, "a share such as 0.1 or the name of a side of the corpus");
  if (const auto objection = objection_to_side(*side, study, condition); !objection.empty())
    return fail(objection);
  return SpaceValidation{.side = *side};
}

}  // namespace standfast
