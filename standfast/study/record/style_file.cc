#include "standfast/study/record/style_file.h"

#include <fmt/format.h>

namespace standfast {
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
