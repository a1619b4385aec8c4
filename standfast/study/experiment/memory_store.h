// Inputs of cells, made in memory: an experiment on a corpus needs no run folder. Its numbers are the same as
// in a run.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/memo.h"
#include "standfast/feature/ngram/counted_texts.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/cell/cell_store.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

// Pair features in memory, for verifiers that are fitted on many folds of one corpus.
class PairFeaturesInMemory final : public PairFeatureTable {
 public:
  // Computes the features. pairs: ascending by (a, b), each once (add_pairs_once).
  static Result<std::unique_ptr<PairFeaturesInMemory>> make(const PairFeatures& features,
                                                            const Corpus& corpus, std::vector<Pair> pairs,
                                                            int threads, Sink& sink);
  std::span<const double> find(uint32_t a, uint32_t b) const override;  // O(log pairs)

 private:
  std::vector<Pair> pairs_;
  DenseMatrix values_;  // pairs_.size() x width
};

// Draws the conditions of one corpus without a run folder. Vectors and spaces are made once for all
// conditions and seeds that share them, as in a run.
class DrawingInMemory {
 public:
  // The corpus and the catalogs must outlive this. study_folder: where relative paths of the study start.
  DrawingInMemory(const Corpus& corpus, std::string study_folder, const StudyCatalogs& catalogs, int threads,
                  Sink& sink = null_sink())
      : corpus_(corpus),
        study_folder_(std::move(study_folder)),
        catalogs_(catalogs),
        threads_(threads),
        sink_(&sink) {}

  // Draws a condition. splits: a splits unit of the study's plan.
  Result<DrawnCondition> draw(const StudySpec& study, const Unit& splits);
  // Returns the encoder of topics that draw() gives to the sampler. If the plan has vectors for it, they are
  // made once.
  Result<TopicEncoder> topic_encoder_of(const StudySpec& study, const Unit& splits);

 private:
  Result<TopicEncoder> with_stored_vectors(const ConditionSpec& condition, const std::string& key);
  Result<DocumentVectors> space_of(const StudySpec& study, const ConditionSpec& condition,
                                   const std::string& key);
  Result<MadeSpace> made_space(const StudySpec& study, const ConditionSpec& condition) const;

  const Corpus& corpus_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  int threads_;
  Sink* sink_;  // for making vectors, which may take minutes
  // By key of the unit in a run.
  std::map<std::string, std::shared_ptr<const StoredVectors>> vectors_;
  std::map<std::string, Result<MadeSpace>> spaces_;
  Memo topics_;  // similarities of the last documents that were compared
};

// A corpus of a study. The corpora that it points to must outlive its users.
struct CorpusInMemory {
  std::string name;                // in the study
  const Corpus* corpus = nullptr;  // conditions are drawn on it; its sides are kept apart (keep_sides_apart)
  // Other texts of the same documents, by name of the model that reads them. Rows, columns and sides are
  // those of `corpus`, so models that read different parts of the texts answer the same items.
  std::map<std::string, const Corpus*> read_by = {};
};

// Drawn conditions. Each is drawn once and kept by the key of its splits unit, so studies of the same corpora
// share what they have in common, as the runs of a folder do.
class DrawsInMemory {
 public:
  struct Draw {
    Sample sample;
    Split split;
    SplitPairs pairs;      // only of a task that draws pairs
    TopicEncoder encoder;  // the encoder that the sampler used
  };
  DrawsInMemory(std::vector<CorpusInMemory> corpora, std::string study_folder, const StudyCatalogs& catalogs,
                int threads);

  // Draws a condition, unless it has been drawn. splits: a splits unit of the study's plan.
  Result<const Draw*> draw(const StudySpec& study, const Unit& splits);
  // Returns a condition that has been drawn.
  const Draw& at(const std::string& splits_key) const { return *draws_.at(splits_key); }

  const std::vector<CorpusInMemory>& corpora() const { return corpora_; }
  const CorpusInMemory& corpus(const std::string& name) const;
  const std::string& study_folder() const { return study_folder_; }
  const StudyCatalogs& catalogs() const { return catalogs_; }
  int threads() const { return threads_; }

 private:
  std::vector<CorpusInMemory> corpora_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  int threads_;
  std::map<std::string, DrawingInMemory> drawing_;            // by corpus
  std::map<std::string, std::unique_ptr<const Draw>> draws_;  // by key
};

// The store for the cells of one study in memory. It makes features and starts when a cell first asks for
// them, and keeps them.
class MemoryStore final : public CellStore {
 public:
  // The arguments must outlive this. The splits of the plan have been drawn.
  MemoryStore(const StudySpec& study, const Plan& plan, const DrawsInMemory& draws)
      : study_(study), plan_(plan), draws_(draws) {}

  const StudySpec& study() const override { return study_; }
  const StudyCatalogs& catalogs() const override { return draws_.catalogs(); }
  Result<const Corpus*> corpus_of(const Unit& cell) override;
  Result<const Split*> folds(const Unit& cell, const Corpus& corpus) override;
  Result<const PlantedSides*> planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                      const Column& classes) override;
  Result<const SplitPairs*> pairs(const Unit& cell, const Corpus& corpus) override;
  Result<std::optional<Column>> topics(const Unit& cell, const Corpus& corpus) override;
  Result<Options> model_options(const ModelSpec& model) const override;
  Result<const PairFeatureTable*> features(const Unit& cell) override;
  Result<const ModelState*> start(const Unit& cell) override;
  CountedTexts* counted_texts(const Corpus& corpus) override;

 private:
  // The key of the unit in a run, and the texts that the unit is made from. Models with the same options
  // share a unit, but maybe not their texts.
  using Key = std::pair<std::string, const Corpus*>;
  Result<std::unique_ptr<PairFeaturesInMemory>> make_features(const Unit& cell, const Corpus& corpus) const;
  Result<ModelState> make_start(const Unit& cell, const Corpus& corpus) const;

  const StudySpec& study_;
  const Plan& plan_;
  const DrawsInMemory& draws_;
  std::map<Key, Result<std::unique_ptr<PairFeaturesInMemory>>> features_;
  std::map<Key, Result<ModelState>> starts_;
  Memo planted_;  // the planted sides of the last fold
  std::map<const Corpus*, std::unique_ptr<CountedTexts>> counted_;
};

}  // namespace standfast
