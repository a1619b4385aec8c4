// space = { encoder = "nmf", components = 20 } or { model = "maxent", reduce = "svd" } of a condition.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// The model must be able to return the numbers behind its answers.
Status check_model(const TableReader& reader, const std::string& name, const StudyCatalogs& catalogs,
                   const StudySpec& study) {
  if (!study.the_task().traits().has_target)
    return reader.fail_here(fmt::format(
        "{}: a model learns classes, which task = \"classification\" has; name an encoder", reader.owner()));
  const auto entry = catalogs.classifiers->find(name);
  if (!entry) return reader.fail_here(fmt::format("{}: {}", reader.owner(), entry.error().message));
  if ((*entry)->traits.represents) return {};
  std::vector<std::string> able;
  for (const auto& one : catalogs.classifiers->entries())
    if (one.traits.represents) able.push_back(one.name);
  return reader.fail_here(fmt::format(
      "{}: {} gives no vectors of documents (these do: {}{})", reader.owner(), name, fmt::join(able, ", "),
      (*entry)->traits.pretrained ? "; the vectors of a pretrained model are those of the encoder sentence"
                                  : ""));
}

Result<SpaceSpec> parse_table(TableReader& reader, const StudyCatalogs& catalogs, const StudySpec& study,
                              const ConditionSpec& condition) {
  SpaceSpec space;
  SF_ASSIGN(const std::string encoder, reader.text("encoder"));
  SF_ASSIGN(const std::string model, reader.text("model"));
  if (encoder.empty() == model.empty())
    return reader.fail_here(fmt::format(
        "{} names {}; it is made by one of them, as in space = {{ encoder = \"lsa\" }} or space = "
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
        "{}: the splitter {} reads vectors of documents; say what makes them, as in space = {{ encoder = "
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
            ? fmt::format("{}: encoder makes what the sampler {} looks at, and the splitter {} looks at no "
                          "vectors, so space has no use",
                          reader.owner(), sampler->name, splitter->name)
            : fmt::format(
                  "{}: neither the sampler {} nor the splitter {} looks at vectors, so space has no use",
                  reader.owner(), sampler->name, splitter->name));
  if (!samples && inner.has("aggregate"))
    return reader.fail_at(value->line,
                          fmt::format("{}: space: aggregate makes vectors of topics, which no sampler reads "
                                      "here",
                                      reader.owner()));
  return {};
}

}  // namespace standfast
