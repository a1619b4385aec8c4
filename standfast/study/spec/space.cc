// Space of a condition: parser of space = { encoder = "nmf", components = 20 } or { model = "maxent", reduce
// = "svd" }, and its description in words.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/model/classify/classifier.h"
#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// Checks that the model can return the numbers behind its answers.
Status check_model(const TableReader& reader, const std::string& name, const StudyCatalogs& catalogs,
                   const StudySpec& study) {
  if (!study.the_task().traits().has_target)
    return reader.fail_here(
        fmt::format("{}: a model learns classes, so it needs task = \"classification\"; name an encoder",
                    reader.owner()));
  const auto entry = catalogs.classifiers->find(name);
  if (!entry) return reader.fail_here(fmt::format("{}: {}", reader.owner(), entry.error().message));
  if ((*entry)->traits.represents) return {};
  std::vector<std::string> able;
  for (const auto& one : catalogs.classifiers->entries())
    if (one.traits.represents) able.push_back(one.name);
  return reader.fail_here(fmt::format(
      "{}: {} gives no vectors of documents (these do: {}{})", reader.owner(), name, fmt::join(able, ", "),
      (*entry)->traits.pretrained ? "; the encoder sentence gives the vectors of a pretrained model" : ""));
}

Result<SpaceSpec> parse_table(TableReader& reader, const StudyCatalogs& catalogs, const StudySpec& study,
                              const ConditionSpec& condition) {
  SpaceSpec space;
  SF_ASSIGN(const std::string encoder, reader.text("encoder"));
  SF_ASSIGN(const std::string model, reader.text("model"));
  if (encoder.empty() == model.empty())
    return reader.fail_here(fmt::format(
        "{} names {}; one of them makes it, as in space = {{ encoder = \"lsa\" }} or space = "
        "{{ model = \"maxent\" }}",
        reader.owner(), encoder.empty() ? "neither encoder nor model" : "an encoder and a model"));
  space.of_model = !model.empty();
  space.maker.name = space.of_model ? model : encoder;
  if (space.of_model) SF_TRY(check_model(reader, model, catalogs, study));
  SF_ASSIGN(const std::string rows,
            reader.word("rows", {std::begin(kSpaceRows), std::end(kSpaceRows)}, kSpaceRows[0]));
  space.rows = rows == kSpaceRows[0] ? SpaceRows::sample : SpaceRows::all;
  const TomlValue* validation = reader.take("validation");
  if (reader.take("reduce") != nullptr) {
    SF_ASSIGN(ComponentSpec reduction, reader.component("reduce", "method", *catalogs.reductions, ""));
    space.reduction = std::move(reduction.name);
    space.reduction_options = std::move(reduction.options);
  }
  SF_ASSIGN(const std::string aggregate,
            reader.word("aggregate", {std::begin(kAggregates), std::end(kAggregates)}, kAggregates[0]));
  SF_ASSIGN(space.maker.aggregate, aggregate_from_name(aggregate));
  SF_ASSIGN(space.maker.seed, reader.count("seed", 0));
  SF_ASSIGN(const auto given, reader.rest());
  const ComponentList& makers = catalogs.makers_of(space);
  SF_ASSIGN(ComponentSpec maker, reader.resolve(makers, space.maker.name, given));
  space.maker.options = std::move(maker.options);
  SF_ASSIGN(space.validation, parse_space_validation(reader, validation, space, catalogs, study, condition));
  return space;
}

}  // namespace

Status parse_space(TableReader& reader, const std::string& file, const StudyCatalogs& catalogs,
                   const StudySpec& study, ConditionSpec& condition) {
  SF_ASSIGN(const auto* sampler, catalogs.samplers->find(condition.sampler.name));
  SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
  const bool splits = splitter->traits.reads_vectors;
  const TomlValue* value = reader.take("space");
  if (value == nullptr) {
    if (!splits) return {};
    return reader.fail_here(fmt::format(
        "{}: the splitter {} reads vectors of documents; give it a space, as in space = {{ encoder = "
        "\"lsa\" }}{}",
        reader.owner(), splitter->name,
        study.the_task().traits().has_target ? " or space = { model = \"maxent\" }" : ""));
  }
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr)
    return reader.wrong_type("space", *value, "a table { encoder = \"...\" } or { model = \"...\" }");
  TableReader inner(*table, value->line, file, reader.owner() + ": space");
  inner.allow(reader.allowed());
  SF_ASSIGN(condition.space, parse_table(inner, catalogs, study, condition));
  const bool samples = sampler_reads_space(condition, catalogs);
  if (!splits && !samples)
    return reader.fail_at(
        value->line,
        condition.encoder
            ? fmt::format(
                  "{}: encoder makes the vectors that the sampler {} reads, and the splitter {} reads none, "
                  "so space has no effect",
                  reader.owner(), sampler->name, splitter->name)
            : fmt::format(
                  "{}: neither the sampler {} nor the splitter {} reads vectors, so space has no effect",
                  reader.owner(), sampler->name, splitter->name));
  if (!samples && inner.has("aggregate"))
    return reader.fail_at(value->line,
                          fmt::format("{}: space: aggregate makes vectors of topics, which no sampler reads "
                                      "here",
                                      reader.owner()));
  return {};
}

Result<std::optional<EncoderChoice>> parse_encoder(TableReader& reader, const std::string& file,
                                                   const EncoderCatalog& catalog, bool of_topics) {
  const TomlValue* value = reader.take("encoder");
  if (value == nullptr) return std::nullopt;
  EncoderChoice choice;
  PlacedOptions given;
  given.line = value->line;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    choice.name = *name;
  } else {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("encoder", *value, "a table { method = \"...\" }");
    TableReader inner(*table, value->line, file, reader.owner() + ": encoder");
    SF_ASSIGN(choice.name, inner.text("method"));
    if (choice.name.empty()) return inner.fail_here(inner.owner() + " names no method");
    if (of_topics) {
      SF_ASSIGN(const std::string aggregate,
                inner.word("aggregate", {std::begin(kAggregates), std::end(kAggregates)}, "mean"));
      SF_ASSIGN(choice.aggregate, aggregate_from_name(aggregate));
    }
    SF_ASSIGN(choice.seed, inner.count("seed", 0));
    SF_ASSIGN(given, inner.rest());
  }
  SF_ASSIGN(ComponentSpec component, reader.resolve(catalog, choice.name, given));
  choice.options = std::move(component.options);
  return choice;
}

// Parser of map = "umap" or [map] method = "umap", points = 5000 of a study.

namespace {

// Returns the reduction with two numbers for each document, whatever the default of the method.
Result<ComponentSpec> to_a_plane(const TableReader& reader, const std::string& method, PlacedOptions given,
                                 const StudyCatalogs& catalogs) {
  SF_ASSIGN(ComponentSpec reduction,
            reader.resolve(*catalogs.reductions, method, std::move(given), {{"components", int64_t{2}}}));
  if (reduction.options.integer("components") != 2)
    return reader.fail_here("map: a map has two components; leave components out");
  return reduction;
}

}  // namespace

Status parse_map(TableReader& top, const std::string& file, const StudyCatalogs& catalogs, StudySpec& study) {
  const TomlValue* value = top.take("map");
  if (value == nullptr) return {};
  MapSpec map;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    SF_ASSIGN(map.reduction, to_a_plane(top, *name, {{}, {}, value->line}, catalogs));
    study.map = std::move(map);
    return {};
  }
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return top.wrong_type("map", *value, "a name such as \"umap\" or a table [map]");
  TableReader inner(*table, value->line, file, "map");
  SF_ASSIGN(const std::string method, inner.text("method", "umap"));
  SF_ASSIGN(map.seed, inner.count("seed", 0));
  SF_ASSIGN(map.points, inner.count("points", kMostMapPoints));
  if (map.points < 3 || map.points > kMostMapPoints)
    return inner.fail_here(fmt::format("map: points = {}: choose 3 to {}", map.points, kMostMapPoints));
  SF_ASSIGN(auto given, inner.rest());
  SF_ASSIGN(map.reduction, to_a_plane(inner, method, std::move(given), catalogs));
  study.map = std::move(map);
  return {};
}

Status check_map(TableReader& top, const StudySpec& study) {
  if (!study.map || std::ranges::any_of(study.conditions, [](const auto& c) { return c.space.has_value(); }))
    return {};
  return top.fail_at(
      top.take("map")->key_line,
      "map: no condition has a space, so there is nothing to map; give one a space, or leave map out");
}

// Parser of validation = 0.1 or validation = "independent" of a space that a model makes.

namespace {

// Returns the objection to the name of a side, or "": it must be a side of every corpus that the condition is
// asked of.
std::string objection_to_side(const std::string& side, const StudySpec& study,
                              const ConditionSpec& condition) {
  for (const auto& corpus : study.corpora) {
    if (!condition.asks(corpus.name)) continue;
    std::vector<std::string> sides;
    for (const auto& one : corpus.sides) sides.push_back(one.name);
    if (std::find(sides.begin(), sides.end(), side) != sides.end()) continue;
    return fmt::format("names no side of corpus {}: \"{}\"{}", corpus.name, side,
                       sides.empty() ? " (this corpus has no sides; sides = { ... } declares them)"
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
        fmt::format("{}: {} needs validation documents with these options; give some, as in validation = 0.1",
                    reader.owner(), entry->name));
  }
  if (!traits.uses_validation)
    return fail(fmt::format("gives documents that {} does not use; leave it out", entry->name));
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

namespace {

std::string with_options(const std::string& name, const Options& options, const ComponentList& catalog) {
  const auto entry = catalog.info(name);
  return entry ? name + options_changed(options, *entry->options, kDigestOption) : name;
}

}  // namespace

std::string SpaceSpec::fit_in_words() const {
  const ComponentList& catalog = of_model ? static_cast<const ComponentList&>(classifiers())
                                          : static_cast<const ComponentList&>(encoders());
  std::string text = with_options(maker.name, maker.options, catalog);
  if (maker.seed != 0) text += fmt::format(" seed={}", maker.seed);
  if (rows == SpaceRows::all) text += ", all rows";
  if (validation.share > 0) text += fmt::format(", validation {}", validation.share);
  if (!validation.side.empty()) text += ", validation " + validation.side;
  return text;
}

std::string SpaceSpec::in_words() const {
  std::string text = fit_in_words();
  if (!reduction.empty()) text += ", " + with_options(reduction, reduction_options, reductions());
  return text;
}

}  // namespace standfast
