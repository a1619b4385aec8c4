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
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/record/features_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
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

// Sample, folds and pairs of one condition: what a splits unit writes, and what a dry run shows.
struct DrawnCondition {
  Sample sample;
  Split split;                   // of tasks with a target: without documents that have no class
  std::vector<FoldPairs> pairs;  // one per fold; of tasks that draw them
};
Result<DrawnCondition> draw_condition(const Corpus& corpus, const ConditionSpec& condition,
                                      const StudyCatalogs& catalogs, const DrawnFor& task, uint64_t seed,
                                      int threads, Sink& sink, const TopicEncoder& encoder = tfidf_topics());

struct MadeUnit {
  nlohmann::ordered_json marker;
  std::vector<std::string> files;
};

class Workshop {
 public:
  // study_folder: where relative corpus paths start.
  Workshop(RunFolder folder, Provenance provenance, std::string study_folder, const StudyCatalogs& catalogs);
  ~Workshop();

  // Does one unit. On failure the failure is recorded in the folder and returned. What the unit logs goes to
  // its file below log/, progress to `sink`. Keeps the last corpus, pairs and features for the next unit.
  Status do_unit(const Unit& unit, int threads, Sink& sink);

  // What units are made of, for tasks. Each keeps the last one that was asked for.
  const RunFolder& folder() const { return folder_; }
  const StudySpec& study() const { return provenance_.study; }
  const StudyCatalogs& catalogs() const { return catalogs_; }
  Result<const Corpus*> corpus(const std::string& name);
  // The pairs and the folds that a splits unit wrote.
  Result<const std::vector<FoldPairs>*> pairs(const std::string& splits_key, const Corpus& corpus);
  Result<const Split*> folds(const Unit& cell, const Corpus& corpus);
  // The topic column as the sampler of the cell's condition merged it; nullopt where there are no topics.
  Result<std::optional<Column>> topics(const Unit& cell, const Corpus& corpus);
  // Of a model, with the paths among them as they are to be opened.
  Result<Options> model_options(const ModelSpec& model) const;
  // What the cells of a model share; null for no key.
  Result<const FeaturesFile*> features(const std::string& key);
  Result<const ModelState*> start(const std::string& key);
  // Where the unit writes its file of that name, which is noted among the files made.
  std::string place(const Unit& unit, const std::string& name, MadeUnit& made) const;

 private:
  Result<MadeUnit> attempt(const Unit& unit, int threads, Sink& sink);
  Result<MadeUnit> do_vectors(const Unit& unit, int threads, Sink& sink);
  Result<MadeUnit> do_corpus(const Unit& unit, int threads, Sink& sink);
  Result<MadeUnit> do_splits(const Unit& unit, int threads, Sink& sink);
  // An artifact that another unit made, checked against its marker the first time it is read.
  Status check_artifact(const std::string& key);
  // Of all topics of the corpus, by tf-idf over the whole of it; null where it has none or too many, or where
  // its texts have no words to compare (then not_compared_ says why): it is shown, no cell needs it.
  Result<const TopicSimilarity*> similarity(const Corpus& corpus, int threads);
  // The encoder of a condition, reading the vectors that were stored for it.
  Result<TopicEncoder> topic_encoder_of(const Unit& splits, const Corpus& corpus);

  RunFolder folder_;
  Provenance provenance_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  std::string corpus_name_, vectors_key_, pairs_key_, groups_key_, features_key_, folds_key_, start_key_;
  std::set<std::string> checked_;  // artifacts
  std::unique_ptr<Corpus> corpus_;
  std::unique_ptr<TopicSimilarity> similarity_;
  std::map<std::string, std::vector<BlockColumn>> blocks_;  // by corpus; of studies with controls
  std::string not_compared_;
  std::shared_ptr<const StoredVectors> vectors_;
  std::vector<FoldPairs> pairs_;
  std::vector<uint32_t> groups_;
  std::unique_ptr<FeaturesFile> features_;
  Split folds_;
  ModelState start_;
};

// Reads a corpus of the study and checks that it is still the one the run began with (if `facts` says which).
Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& corpus,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink);

}  // namespace standfast
