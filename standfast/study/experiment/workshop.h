// The workshop of a run, which does the units of a plan: the one place where samplers, splitters, pair
// sampling, models and metrics meet. Everything a unit writes is a function of the study and the corpora. It
// does not depend on the process that does the unit, on the order, or on the number of threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/memo.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/study/cell/cell_store.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/record/features_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/scratch.h"
#include "standfast/study/record/vectors_file.h"
#include "standfast/study/task/task.h"

namespace standfast {

// The result of a unit that succeeded: its marker without status and files, and the files that it wrote,
// relative to the folder of the run.
struct MadeUnit {
  nlohmann::ordered_json marker;
  std::vector<std::string> files;
};

// The place where units are done. It provides the inputs of a unit, and keeps the last one of each kind in
// memory for the next unit.
class Workshop final : public CellStore {
 public:
  // study_folder: where relative corpus paths start.
  Workshop(RunFolder folder, Provenance provenance, std::string study_folder, const StudyCatalogs& catalogs);
  ~Workshop() override;

  // Does one unit. If it fails, the failure is recorded in the folder and returned. Log lines of the unit go
  // to its file below log/, progress goes to `sink`.
  Status do_unit(const Unit& unit, int threads, Sink& sink);

  // The folder, study and catalogs, for kinds of units and for tasks.
  const RunFolder& folder() const { return folder_; }
  const StudySpec& study() const override { return provenance_.study; }
  const std::string& study_folder() const { return study_folder_; }
  const StudyCatalogs& catalogs() const override { return catalogs_; }
  Result<const Corpus*> corpus(const std::string& name);

  // The pairwise similarity of the topics of a corpus, by tf-idf fitted on the whole corpus. Only the report
  // shows it; no cell needs it.
  struct ComparedTopics {
    // Null if there are no topics, if there are too many, or if why_not gives a reason.
    const TopicSimilarity* similarity = nullptr;
    bool too_many = false;  // true for more than kMostTopicsCompared topics
    std::string why_not;    // reason: texts without words to compare
  };
  // The largest number of topics for which a run has a similarity matrix: a larger heat map would not be
  // readable.
  static constexpr size_t kMostTopicsCompared = 500;
  Result<ComparedTopics> similarity(const Corpus& corpus, int threads);
  // Returns the near duplicates of the corpus, as the study asks for them (`near`). A data error where there
  // are too many to list.
  Result<const Duplicates*> near_duplicates(const Corpus& corpus, int threads);
  // Returns the vectors that analyses of splits compare (analysed_split.h). Only the vectors of the last
  // encoder are kept, so the pointer is valid until another encoder or corpus is requested.
  Result<const Encoded*> vectors_to_compare(const Corpus& corpus, const EncoderChoice& choice, int threads);
  // Returns the facts of the corpus that the measures of drawn conditions need (judge.h).
  const MeasuredCorpus& measured(const Corpus& corpus, const std::string& name);

  // Returns the topic encoder of a condition: a reader of the condition's stored vectors or space, or tf-idf
  // if the condition names no encoder. This function and the functions below read files that earlier units
  // made. A file is checked against its marker when it is first read.
  Result<TopicEncoder> topic_encoder_of(const Unit& splits, const Corpus& corpus);
  // Returns the space of a condition: a view of its stored vectors. It is valid until another space is
  // requested. Empty if the condition has no space.
  Result<DocumentVectors> space_of(const Unit& splits, const Corpus& corpus);
  // Loads the fitted model on which a space is based. fit_key: key of the unit that fitted it; if the key is
  // empty, the result is null.
  Result<std::unique_ptr<Classifier>> fitted_for_space(const std::string& fit_key);
  Result<const SplitPairs*> pairs(const std::string& splits_key, const Corpus& corpus);
  // The interface of CellStore, for cells.
  Result<const Corpus*> corpus_of(const Unit& cell) override { return corpus(cell.corpus); }
  Result<const Split*> folds(const Unit& cell, const Corpus& corpus) override;
  Result<const PlantedSides*> planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                      const Column& classes) override;
  Result<const SplitPairs*> pairs(const Unit& cell, const Corpus& corpus) override;
  Result<std::optional<Column>> topics(const Unit& cell, const Corpus& corpus) override;
  Result<Options> model_options(const ModelSpec& model) const override;
  Result<const PairFeatureTable*> features(const Unit& cell) override;
  Result<const ModelState*> start(const Unit& cell) override;
  CountedTexts* counted_texts(const Corpus& corpus) override;
  std::string scratch_folder(const Unit& cell) const override { return scratch(cell).folder(); }

  // Returns the scratch files of the unit, which are removed when it ends.
  Scratch scratch(const Unit& unit) const { return {folder_, unit}; }
  // Returns the path at which the unit writes its file of that name, and adds the file to the list of files
  // made.
  std::string place(const Unit& unit, const std::string& name, MadeUnit& made) const;

 private:
  // Checks an artifact that another unit made.
  Status check_artifact(const std::string& key);
  Result<const Splits*> splits_of(const Unit& cell, const Corpus& corpus);

  RunFolder folder_;
  Provenance provenance_;
  std::string study_folder_;
  const StudyCatalogs& catalogs_;
  std::set<std::string> checked_;  // keys of artifacts
  struct Compared {
    std::shared_ptr<const TopicSimilarity> similarity;
    std::string why_not;
  };
  Memo corpora_;    // the last corpus, by name
  Memo of_corpus_;  // results for that corpus, which are dropped together with it
};

}  // namespace standfast
