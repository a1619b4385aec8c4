// Does units of a plan: the one place where samplers, splitters, pair sampling, models and metrics meet.
// Everything a unit writes is a function of the study and the corpora, whoever does it, in whatever order,
// with however many threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/last.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/experiment/sides.h"
#include "standfast/study/record/features_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/scratch.h"
#include "standfast/study/record/space_file.h"
#include "standfast/study/record/vectors_file.h"
#include "standfast/study/task/task.h"

namespace standfast {

// Vectors of the documents that the sampler of a condition chooses from, by the encoder that the condition
// names (it must).
Result<StoredVectors> encode_pool(const Corpus& corpus, const ConditionSpec& condition,
                                  const std::string& study_folder, const StudyCatalogs& catalogs, int threads,
                                  Sink& sink);
// The encoder that a condition names, named as the study names it.
Result<TopicEncoder> study_topic_encoder(const EncoderChoice& choice, const std::string& study_folder,
                                         const StudyCatalogs& catalogs);

// What the folds of a condition are drawn for.
struct DrawnFor {
  TaskTraits asks = {.draws_pairs = true};
  Role target = Role::author;     // the classes; of controls whatever the task
  std::string study_folder = "";  // where relative paths of splitters start; "": paths are as they are
};
DrawnFor drawn_for(const StudySpec& study, const std::string& study_folder);

// Sample, folds and pairs of one condition: what a splits unit writes, and what a dry run shows. space: of a
// condition that has one.
struct DrawnCondition {
  Sample sample;
  Split split;                   // of tasks with a target: without documents that have no class
  std::vector<FoldPairs> pairs;  // one per fold; of tasks that draw them
  std::vector<SidePairs> sides;  // of what the corpus keeps apart; of tasks that draw pairs
};
Result<DrawnCondition> draw_condition(const Corpus& corpus, const ConditionSpec& condition,
                                      const StudyCatalogs& catalogs, const DrawnFor& task, uint64_t seed,
                                      int threads, Sink& sink, const TopicEncoder& encoder = tfidf_topics(),
                                      const DocumentVectors& space = {});

struct MadeUnit {
  nlohmann::ordered_json marker;
  std::vector<std::string> files;
};

// Where units are done: it hands out what a unit is made of, and keeps the last of each for the next unit.
class Workshop {
 public:
  // study_folder: where relative corpus paths start.
  Workshop(RunFolder folder, Provenance provenance, std::string study_folder, const StudyCatalogs& catalogs);
  ~Workshop();

  // Does one unit. On failure the failure is recorded in the folder and returned. What the unit logs goes to
  // its file below log/, progress to `sink`.
  Status do_unit(const Unit& unit, int threads, Sink& sink);

  // For kinds of units and for tasks.
  const RunFolder& folder() const { return folder_; }
  const StudySpec& study() const { return provenance_.study; }
  const std::string& study_folder() const { return study_folder_; }
  const StudyCatalogs& catalogs() const { return catalogs_; }
  Result<const Corpus*> corpus(const std::string& name);

  // All topics of the corpus against each other, by tf-idf over the whole of it. It is shown, no cell needs
  // it.
  struct ComparedTopics {
    const TopicSimilarity* similarity = nullptr;  // null where there are no topics, or one of the next two
    bool too_many = false;                        // more than kMostTopicsCompared
    std::string why_not;                          // texts without words to compare
  };
  // A corpus of more topics has no similarity matrix in its run: a heat map of it would not be read.
  static constexpr size_t kMostTopicsCompared = 500;
  Result<ComparedTopics> similarity(const Corpus& corpus, int threads);
  // Columns of the corpus that could be blocks of a control and are not (unused_blocks).
  const std::vector<BlockColumn>& blocks(const Corpus& corpus, const std::string& name);

  // What the units that a unit needs have written, checked against their markers the first time.
  // The encoder of a condition, reading the vectors that were stored for it.
  Result<TopicEncoder> topic_encoder_of(const Unit& splits, const Corpus& corpus);
  // The space of a condition: a view of what was stored for it, until another one is asked for; empty where
  // it has none.
  Result<DocumentVectors> space_of(const Unit& splits, const Corpus& corpus);
  // The model of a space; null for no key.
  Result<std::unique_ptr<Classifier>> fitted_for_space(const std::string& fit_key);
  Result<const SplitPairs*> pairs(const std::string& splits_key, const Corpus& corpus);
  Result<const Split*> folds(const Unit& cell, const Corpus& corpus);
  // The topic column as the sampler of the cell's condition merged it; nullopt where there are no topics.
  Result<std::optional<Column>> topics(const Unit& cell, const Corpus& corpus);
  // Of a model, with the paths among them as they are to be opened.
  Result<Options> model_options(const ModelSpec& model) const;
  // What the cells of a model share; null for no key.
  Result<const FeaturesFile*> features(const std::string& key);
  Result<const ModelState*> start(const std::string& key);

  // What the unit keeps while it is under way; it goes when the unit ends.
  Scratch scratch(const Unit& unit) const { return {folder_, unit}; }
  // Where the unit writes its file of that name, which is noted among the files made.
  std::string place(const Unit& unit, const std::string& name, MadeUnit& made) const;

 private:
  // An artifact that another unit made.
  Status check_artifact(const std::string& key);
  Result<const Splits*> splits_of(const Unit& cell, const Corpus& corpus);

  RunFolder folder_;
  Provenance provenance_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  std::set<std::string> checked_;  // artifacts
  struct Compared {
    std::unique_ptr<TopicSimilarity> similarity;
    std::string why_not;
  };
  // By name of the corpus.
  Last<std::unique_ptr<Corpus>> corpus_;
  Last<Compared> similarity_;
  Last<std::vector<BlockColumn>> blocks_;
  // By key of the unit that made it.
  Last<std::shared_ptr<const StoredVectors>> vectors_;
  Last<SpaceFile> space_;
  Last<SplitPairs> pairs_;
  Last<Splits> splits_;
  Last<std::unique_ptr<FeaturesFile>> features_;
  Last<ModelState> start_;
};

// Reads a corpus of the study and checks that it is still the one the run began with (if `facts` says which).
Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& corpus,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink);

}  // namespace standfast
