#include "standfast/study/experiment/space.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/sample/topics.h"
#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/experiment/draw.h"

namespace standfast {
namespace {

Result<std::vector<uint32_t>> rows_learned(const SpaceWork& work) {
  if (work.condition.space->rows == SpaceRows::sample)
    return rows_of_space(work.corpus, work.condition, work.catalogs);
  return whole_corpus(work.corpus).rows;
}

// The training and validation rows of the fit of a space; all have a class.
struct RowsToFit {
  std::vector<uint32_t> train, dev;
};

// Moves a share of the documents of each class from train to dev: at least one, if a class has two.
void put_aside(const SpaceWork& work, const Column& classes, RowsToFit& rows) {
  const SpaceSpec& space = *work.condition.space;
  const std::vector<uint32_t> codes = classes_of(classes, rows.train);
  const TrainingSet all = {.documents = {&work.corpus, rows.train}, .classes = codes};
  const auto order = drawn_order(all, codes, {}, space.maker.seed, "space/validation");
  const auto part = drawn_share(order, codes, space.validation.share, 1, 1);
  rows.dev = TrainingPart(all, part, 1).rows;
  rows.train = TrainingPart(all, part, 0).rows;
}

Result<RowsToFit> rows_to_fit(const SpaceWork& work, const Column& classes) {
  const SpaceValidation& validation = work.condition.space->validation;
  RowsToFit rows;
  SF_ASSIGN(rows.train, rows_learned(work));
  rows.train = rows_with_class(classes, rows.train);
  if (!validation.any()) return rows;
  if (validation.share > 0) put_aside(work, classes, rows);
  for (const auto& kept : work.corpus.kept_apart())
    if (kept.side == validation.side) rows.dev = rows_with_class(classes, kept.rows);
  if (!rows.dev.empty()) return rows;
  return validation.side.empty()
             ? data_error("no class has two documents, so none can be put aside for validation")
             : data_error(
                   fmt::format("side {}, its validation, has no documents with a class", validation.side));
}

Failure of_space(const SpaceWork& work, const Error& error) {
  return with_context(fmt::format("{}: space {}", work.corpus.name(), work.condition.space->in_words()),
                      error);
}

Result<Encoded> represented(const SpaceWork& work, const Classifier& fitted, std::span<const uint32_t> rows) {
  ClassifierContext context;
  context.seed = work.condition.space->maker.seed;
  context.threads = work.threads;
  context.sink = work.sink;
  Encoded encoded;
  SF_ASSIGN(encoded.vectors, fitted.represent({&work.corpus, rows}, context));
  return encoded;
}

Result<Encoded> encoded_by(const SpaceWork& work, std::span<const uint32_t> rows) {
  const SpaceSpec& space = *work.condition.space;
  SF_ASSIGN(const EncoderChoice choice, located(space.maker, work.study_folder, work.catalogs));
  SF_ASSIGN(const auto* entry, work.catalogs.encoders->find(choice.name));
  SF_ASSIGN(const auto encoder, entry->make(choice.options));
  SF_ASSIGN(auto learned, rows_learned(work));
  std::vector<uint32_t> codes;
  TrainingSet training;
  if (entry->traits.learns_classes) {
    if (!work.study.the_task().traits().has_target)
      return usage_error("it learns classes, so it needs task = \"classification\"");
    SF_ASSIGN(const Column* classes, work.corpus.require(work.study.target));
    learned = rows_with_class(*classes, learned);
    for (const uint32_t row : learned) codes.push_back(classes->codes[row]);
    training.names = classes->names;
  }
  training.documents = {&work.corpus, learned};
  training.classes = codes;
  const EncoderContext context = {choice.seed, work.threads, work.sink, work.scratch};
  SF_ASSIGN(const auto fitted, encoder->fit(training, context));
  SF_ASSIGN(Encoded encoded, fitted->transform({&work.corpus, rows}, context));
  encoded.facts = with_facts(*fitted, std::move(encoded.facts));
  return encoded;
}

Status reduce(const SpaceWork& work, Encoded& encoded) {
  const SpaceSpec& space = *work.condition.space;
  if (space.reduction.empty()) return {};
  SF_ASSIGN(const auto* entry, work.catalogs.reductions->find(space.reduction));
  SF_ASSIGN(const auto reduction, entry->make(space.reduction_options));
  SF_ASSIGN(encoded.vectors, reduction->reduce(encoded, {space.maker.seed, work.threads, work.sink}));
  return {};
}

// Moves rows from the order of ids to ascending order.
MadeSpace in_order(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& by_id,
                   FloatMatrix&& made) {
  MadeSpace space{rows, FloatMatrix(made.rows, made.columns)};
  for (size_t i = 0; i < by_id.size(); ++i) {
    const auto place = std::lower_bound(rows.begin(), rows.end(), by_id[i]) - rows.begin();
    std::ranges::copy(made.row(i), space.matrix.row(static_cast<size_t>(place)).begin());
  }
  return space;
}

}  // namespace

bool samples_topics(const ConditionSpec& condition, const StudyCatalogs& catalogs) {
  const auto sampler = catalogs.samplers->find(condition.sampler.name);
  return (sampler && (*sampler)->traits.needs_topics) || pool_min_docs(condition) > 1;
}

Result<std::vector<uint32_t>> rows_of_space(const Corpus& corpus, const ConditionSpec& condition,
                                            const StudyCatalogs& catalogs) {
  if (!samples_topics(condition, catalogs)) return whole_corpus(corpus).rows;
  SF_ASSIGN(TopicPool pool, topic_pool(corpus, static_cast<uint64_t>(pool_min_docs(condition))));
  return std::move(pool.rows);
}

Result<SpaceFit> fit_for_space(const SpaceWork& work) {
  const SpaceSpec& space = *work.condition.space;
  SF_ASSIGN(const auto* entry, work.catalogs.classifiers->find(space.maker.name));
  SF_ASSIGN(const Options options, located("condition " + work.condition.name, space.maker.options,
                                           entry->options, work.study_folder));
  SF_ASSIGN(const Column* classes, work.corpus.require(work.study.target));
  const auto rows = rows_to_fit(work, *classes);
  if (!rows) return of_space(work, rows.error());
  ClassifierContext context;
  context.seed = space.maker.seed;
  context.threads = work.threads;
  context.sink = work.sink;
  context.scratch = work.scratch;
  auto classifier = fit_classifier(work.corpus, *classes, {rows->train, rows->dev}, work.catalogs,
                                   space.maker.name, options, context);
  if (!classifier) return of_space(work, classifier.error());
  return SpaceFit{std::move(*classifier), rows->train.size(), rows->dev.size()};
}

Result<MadeSpace> make_space(const SpaceWork& work, const Classifier* fitted) {
  SF_ASSIGN(const auto rows, rows_of_space(work.corpus, work.condition, work.catalogs));
  // In the order of ids, sums over documents do not depend on the order of the corpus.
  const auto by_id = rows_by_id({&work.corpus, rows});
  auto encoded = fitted != nullptr ? represented(work, *fitted, by_id) : encoded_by(work, by_id);
  if (!encoded) return of_space(work, encoded.error());
  if (auto reduced = reduce(work, *encoded); !reduced) return of_space(work, reduced.error());
  auto matrix = float_vectors(*encoded);
  if (!matrix) return of_space(work, matrix.error());
  MadeSpace made = in_order(rows, by_id, std::move(*matrix));
  made.facts = std::move(encoded->facts);
  return made;
}

TopicEncoder space_topic_encoder(DocumentVectors vectors, Aggregate aggregate) {
  std::string name = vectors.space;
  return {std::move(name),
          [vectors = std::move(vectors), aggregate](const Corpus& corpus, std::span<const uint32_t> rows,
                                                    int threads,
                                                    Sink&) -> Result<std::shared_ptr<const TopicSimilarity>> {
            SF_ASSIGN(const auto places, places_of(corpus, vectors, rows));
            SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
            FloatMatrix of_rows(rows.size(), vectors.matrix.columns);
            for (size_t i = 0; i < places.size(); ++i)
              std::ranges::copy(vectors.matrix.row(places[i]), of_rows.row(i).begin());
            Encoded encoded;
            encoded.vectors = std::move(of_rows);
            return topic_similarity(encoded, rows, *topic, aggregate, threads);
          }};
}

}  // namespace standfast
