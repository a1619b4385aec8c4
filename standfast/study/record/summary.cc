#include "standfast/study/record/summary.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns, by side in the order of the corpus, the number of its documents whose text also occurs outside the
// sides.
std::vector<uint64_t> texts_shared_with_sides(const Corpus& corpus) {
  std::vector<uint64_t> shared(corpus.kept_apart().size(), 0);
  if (shared.empty()) return shared;
  DuplicateOptions exact_ones;
  exact_ones.near = false;
  for (const auto& group : find_duplicates(corpus, exact_ones).exact) {
    if (std::all_of(group.begin(), group.end(), [&](uint32_t row) { return corpus.is_kept_apart(row); }))
      continue;
    for (size_t side = 0; side < shared.size(); ++side) {
      const auto& rows = corpus.kept_apart()[side].rows;
      for (const uint32_t row : group)
        shared[side] += std::binary_search(rows.begin(), rows.end(), row) ? 1 : 0;
    }
  }
  return shared;
}

constexpr double kRounding = 1e-6;  // rounding error of a cosine

std::string objection_to_cosines(const TopicCosines& cosines) {
  const auto& values = cosines.similarity;
  const size_t n = cosines.topics.size();
  if (values.size() != n * n)
    return fmt::format("{} topics need {} cosines, it has {}", n, n * n, values.size());
  // Clustering needs distances that are numbers and symmetric; otherwise it may not end.
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double one = values[i * n + j], other = values[j * n + i];
      if (!(one >= -1 - kRounding && one <= 1 + kRounding && std::abs(one - other) <= kRounding))
        return fmt::format("{} and {} cannot be the cosines of topics {} and {}", one, other, i, j);
    }
  return "";
}

}  // namespace

CorpusFacts corpus_sizes(const std::string& name, const Corpus& corpus) {
  const auto distinct = [&](Role role) {
    const Column* column = corpus.column(role);
    return column != nullptr ? column->names.size() : 0;
  };
  CorpusFacts facts;
  facts.name = name;
  facts.documents = corpus.size();
  facts.authors = distinct(Role::author);
  facts.topics = distinct(Role::topic);
  facts.text_bytes = corpus.text_bytes();
  facts.odd_values = odd_values(corpus);
  UnspacedShare unspaced;
  for (uint32_t row = 0; row < corpus.size(); ++row) unspaced.add(corpus.text(row));
  facts.unspaced = unspaced.worth_a_word() ? unspaced.share() : 0;
  const std::vector<uint64_t> shared = texts_shared_with_sides(corpus);
  for (const auto& kept : corpus.kept_apart())
    facts.sides.push_back({kept.side, kept.rows.size(), "", shared[facts.sides.size()]});
  return facts;
}

CorpusFacts corpus_facts(const std::string& name, const Corpus& corpus) {
  CorpusFacts facts = corpus_sizes(name, corpus);
  facts.sha256 = corpus.data_hash();
  for (const auto& attribute : corpus.attributes())
    facts.attributes[attribute.name] = corpus.attribute_hash(attribute.name);
  for (size_t side = 0; side < facts.sides.size(); ++side)
    facts.sides[side].sha256 = sha256_hex(fmt::format("{}", fmt::join(corpus.kept_apart()[side].rows, " ")));
  return facts;
}

CorpusSummary corpus_summary(const std::string& name, const Corpus& corpus) {
  const Column* author = corpus.column(Role::author);
  const Column* topic = corpus.column(Role::topic);
  CorpusSummary summary;
  summary.corpus = name;
  summary.documents = corpus.size();
  summary.bytes = corpus.text_bytes();
  if (author != nullptr) summary.authors = author->names;
  if (topic != nullptr) summary.topics = topic->names;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> cells;
  if (author != nullptr && topic != nullptr)
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (author->codes[row] != kMissing && topic->codes[row] != kMissing)
        ++cells[{author->codes[row], topic->codes[row]}];
  for (const auto& [cell, count] : cells) summary.cells.push_back({cell.first, cell.second, count});
  std::vector<uint64_t> lengths;
  for (uint32_t row = 0; row < corpus.size(); ++row) lengths.push_back(corpus.text(row).size());
  std::sort(lengths.begin(), lengths.end());
  if (!lengths.empty())
    for (size_t quarter = 0; quarter <= 4; ++quarter)
      summary.length_quantiles.push_back(lengths[quarter * (lengths.size() - 1) / 4]);
  return summary;
}

const FieldTable<CorpusSummary>& summary_fields() {
  static const auto table = [] {
    using S = CorpusSummary;
    FieldTable<S> fields;
    fields.constant("schema", "standfast-summary/1");
    fields.add("corpus", &S::corpus);
    fields.add("documents", &S::documents);
    fields.add("bytes", &S::bytes);
    fields.add("authors", &S::authors);
    fields.add("topics", &S::topics);
    fields.add_as(
        "matrix",
        [](const S& summary) {
          Json matrix = Json::array();
          for (const auto& cell : summary.cells) matrix.push_back({cell.author, cell.topic, cell.documents});
          return matrix;
        },
        [](const Json& matrix, S& summary) {
          for (const Json& cell : matrix)
            summary.cells.push_back(
                {cell.at(0).get<uint32_t>(), cell.at(1).get<uint32_t>(), cell.at(2).get<uint64_t>()});
        });
    fields.add("length_quantiles", &S::length_quantiles);
    fields.require([](const S& summary) {
      for (const auto& cell : summary.cells)
        if (cell.author >= summary.authors.size() || cell.topic >= summary.topics.size())
          return "matrix names an author or topic that is not listed";
      return "";
    });
    return fields;
  }();
  return table;
}

const FieldTable<TopicCosines>& similarity_fields() {
  static const auto table = [] {
    using T = TopicCosines;
    FieldTable<T> fields;
    fields.constant("schema", "standfast-topic-similarity/1");
    fields.add("corpus", &T::corpus);
    fields.add("vectors", &T::vectors);
    fields.add("topics", &T::topics);
    fields.add_as(
        "similarity",
        [](const T& cosines) {
          const auto n = static_cast<ptrdiff_t>(cosines.topics.size());
          Json rows = Json::array();
          for (auto row = cosines.similarity.begin(); row != cosines.similarity.end(); row += n)
            rows.push_back(std::vector<double>(row, row + n));
          return rows;
        },
        [](const Json& rows, T& cosines) {
          for (const Json& row : rows)
            for (const Json& value : row) cosines.similarity.push_back(value.get<double>());
        });
    fields.require(objection_to_cosines);
    return fields;
  }();
  return table;
}

namespace {

using Json = nlohmann::ordered_json;

// The limit on topics. The equations of the analysis have a topics x topics matrix, so the time grows with
// the cube of this number.
constexpr size_t kMostTopics = 500;

// An effect, with its p-value corrected for the number of measures.
struct CorrectedEffect : AnovaEffect {
  std::optional<double> p_holm;
};

// A measure on which the analysis was possible.
struct TestedMeasure {
  TwoWayAnova anova;
  CorrectedEffect target, topic, interaction;
};

FieldTable<TestedMeasure> tested_fields() {
  using E = CorrectedEffect;
  FieldTable<E> effect;
  effect.add("sum_of_squares", &E::sum_of_squares);
  effect.add("df", &E::df);
  effect.add("f", &E::f);
  effect.add("p", &E::p);
  effect.add("p_holm", &E::p_holm);
  effect.add("eta_squared", &E::eta_squared);
  effect.add("partial_eta_squared", &E::partial_eta_squared);

  using T = TestedMeasure;
  using A = TwoWayAnova;
  FieldTable<A> counts, sums;
  counts.add("n", &A::n);
  counts.add_as(
      "levels",
      [](const A& anova) -> Json {
        return {anova.levels_a, anova.levels_b};
      },
      [](const Json& json, A& anova) {
        json.at(0).get_to(anova.levels_a);
        json.at(1).get_to(anova.levels_b);
      });
  counts.add("cells", &A::cells);
  sums.add("residual_sum_of_squares", &A::residual_sum_of_squares);
  sums.add("residual_df", &A::residual_df);
  sums.add("total_sum_of_squares", &A::total_sum_of_squares);
  FieldTable<T> fields;
  fields.include(&T::anova, counts);
  fields.add("target", &T::target, effect);
  fields.add("topic", &T::topic, effect);
  fields.add("interaction", &T::interaction, effect);
  fields.include(&T::anova, sums);
  return fields;
}

FieldTable<MeasureInteraction> style_measure_fields() {
  using M = MeasureInteraction;
  FieldTable<M> fields;
  fields.add("name", &M::name);
  fields.add("undefined", &M::undefined);
  fields.add("why_not", &M::why_not).only_if([](const M& measure) { return !measure.anova; });
  fields.include_if(
      tested_fields(),
      [](const M& measure) -> std::optional<TestedMeasure> {
        if (!measure.anova) return std::nullopt;
        const TwoWayAnova& anova = *measure.anova;
        return TestedMeasure{anova,
                             {anova.a, measure.p_author},
                             {anova.b, measure.p_topic},
                             {anova.interaction, measure.p_interaction}};
      },
      [](TestedMeasure tested, M& measure) {
        measure.anova = tested.anova;
        measure.anova->a = tested.target;
        measure.anova->b = tested.topic;
        measure.anova->interaction = tested.interaction;
        measure.p_author = tested.target.p_holm;
        measure.p_topic = tested.topic.p_holm;
        measure.p_interaction = tested.interaction.p_holm;
      });
  return fields;
}

FieldTable<StyleFile> fields_of_style() {
  using I = StyleInteraction;
  FieldTable<I> found;
  found.add("documents", &I::documents);
  found.add("left_out", &I::left_out);
  found.add("cells", &I::cells);
  found.add("empty_cells", &I::empty_cells);
  found.add("targets", &I::authors);
  found.add("topics", &I::topics);
  found.add("language", &I::language).only_if([](const I& of) {
    return !of.language.empty() && of.language != "en";
  });
  found.add("measures", &I::measures, style_measure_fields());

  using S = StyleFile;
  FieldTable<S> fields;
  fields.constant("schema", "standfast-style-interaction/1");
  fields.add("corpus", &S::corpus);
  fields.add("target", &S::target);
  fields.add("why_not", &S::why_not).only_if([](const S& style) { return !style.found; });
  fields.include_if(
      found, [](const S& style) { return style.found; },
      [](I interaction, S& style) { style.found = std::move(interaction); });
  return fields;
}

}  // namespace

StyleFile style_of_corpus(const std::string& name, const Corpus& corpus, Role target, int threads) {
  StyleFile style{name, std::string(role_name(target)), std::nullopt, ""};
  const Column* topic = corpus.column(Role::topic);
  if (topic != nullptr && topic->names.size() > kMostTopics) {
    style.why_not = fmt::format("{} topics are too many ({} at most)", topic->names.size(), kMostTopics);
    return style;
  }
  InteractionOptions options;
  options.target = target;
  options.threads = threads;
  auto found = style_interaction(corpus, options);
  if (found) {
    style.found = std::move(*found);
    return style;
  }
  // Without the path at the front: nothing in a run depends on its place.
  style.why_not = found.error().message;
  if (const std::string place = corpus.name() + ": "; style.why_not.starts_with(place))
    style.why_not.erase(0, place.size());
  return style;
}

const FieldTable<StyleFile>& style_fields() {
  static const auto fields = fields_of_style();
  return fields;
}

}  // namespace standfast
