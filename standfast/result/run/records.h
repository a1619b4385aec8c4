// Records of a run (run_reader.h reads them): its study, its cells and the facts about its splits.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/metric/task_profile.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/task/task.h"

namespace standfast::result {

inline constexpr uint32_t kNoCode = 0xffffffffU;

// Answers of a cell of verification: columns of equal length, one row for each test pair. Authors and topics
// are codes of their corpus.
struct CellPredictions {
  std::vector<double> value;
  std::vector<uint8_t> same;
  std::vector<uint32_t> author_a, author_b;
  // Places in CorpusInfo::tested_topics, kNoCode where the document has no topic. Empty where the file has
  // none.
  std::vector<uint32_t> topic_a, topic_b;
  // Codes, the same in all cells of a corpus; kNoCode where a document cannot be found. Empty for a run
  // without slices.
  std::vector<uint32_t> document_a, document_b;
  // Group codes, the same in all cells of a corpus (see DocumentSlices); kNoCode for none. Empty for a study
  // without a group.
  std::vector<uint32_t> group_a, group_b;
  std::vector<uint64_t> id = {};  // a hash of the pair's id; empty for a run without nested cells
};

// Answers of a cell of classification: one row for each test document.
struct ClassPredictions {
  std::vector<uint32_t> document;       // codes, the same in all cells of a corpus
  std::vector<uint32_t> truth;          // places in CorpusInfo::classes
  std::vector<uint32_t> author, topic;  // as above; kNoCode where a line has none
  std::vector<double> probabilities;    // rows x classes
  std::vector<uint8_t> cross_half;      // topic confusion: 1 = an author of the other half; else empty
  std::vector<uint32_t> group;          // as above; empty for a study without a group
  std::vector<uint8_t>
      cue;  // of a condition with a shortcut: places in its values, kNoCue for none; else empty
  size_t size() const { return truth.size(); }
};

struct StoredAnswers;
class AnswerStore;

// The answers of one cell on one side. A cell has one record for each side of its corpus. The condition of
// its key is the condition of its scores: with a side other than the test items, "iid/independent".
struct CellRecord : ScoreKey {
  std::string folder;        // the key of the cell, which is the name of its folder
  std::string answers_file;  // the file in that folder with these answers
  std::string task;
  std::string side = kTestSide;
  std::string drawn;  // the study's condition of its fold
  // The share of the fold's test items that the block of a nested cell has (study/cell/left_out.h).
  uint64_t unit_places = 0, places_left_out = 0;
  bool ok = false;
  std::string reason;  // the reason of a failure
  uint64_t n_train = 0, n_validation = 0, same_train = 0;
  uint64_t n_test = 0, same_test = 0;  // items of its side
  std::string profile;
  std::vector<CellScore> scores;
  std::optional<double> p1, p2;  // calibration thresholds, for models that have them
  CellPredictions predictions;   // of verification; empty for a failed cell
  bool probabilistic = true;     // of classification: the answers estimate probabilities
  uint64_t train_classes = 0;    // of classification: classes with a training document
  ClassPredictions classified;   // of classification
  std::shared_ptr<const PlantedRecord> shortcut = {};  // the cues planted in its fold; null: none
  // Training history of its network; null if it has none or an earlier version fitted it.
  std::shared_ptr<const TrainingHistory> history = {};
  // The share of training texts that a model trained elsewhere reads only in part.
  std::optional<double> too_long = {};
  // Location of the answers if they are not in memory; then `predictions` and `classified` are empty.
  // pair_answers() and append_class_answers() (answer_store.h) give the answers in either case.
  std::shared_ptr<const StoredAnswers> stored = {};

  // Returns its score by this metric; nothing if it has none.
  std::optional<double> value_of(const std::string& metric) const;
};

struct CorpusInfo {
  std::string name, sha256;
  uint64_t documents = 0, authors = 0, topics = 0;
  uint32_t tested_authors = 0;  // authors that occur in predictions; their codes are below this
  std::vector<std::string> tested_topics = {};  // names of topics that occur in predictions
  // Classification only.
  std::vector<std::string> classes = {};  // the fixed label set
  uint32_t tested_documents = 0;          // documents that occur in predictions; their codes are below this
  std::vector<SideFacts> sides = {};      // the sides other than the test items
  std::vector<OddValues> odd_values = {};
  double unspaced = 0;  // the share of its characters of scripts without spaces, if a run recorded any
};

// The origin of the space of a condition (study/spec/spec.h).
struct SpaceOrigin {
  bool of_model = false;  // maker is a classifier; false: an encoder
  std::string maker;      // in its catalog
  Options options = {};
  std::string words =
      {};  // "maxent", "lsa, then umap"; with options where another space of the run has the same words
  std::string fit = {};         // of a model: its fit in words, which no other fit of the run has
  std::string validation = {};  // of that fit: the side, or the share ("0.1"), of its validation documents
};

// The shortcut of a condition, as named in the study.
struct ShortcutInfo {
  std::string kind, law;
  double lambda = 1, test_lambda = 1;
  Options options = {};
};

// A condition of the study together with a side, the unit by which scores are compared. For each condition
// the list has first its test items, under its own name, and then each other side that some corpus has.
struct ConditionInfo {
  std::string name, sampler, splitter;
  bool reference = false;
  std::string control_of = {};          // the condition whose matched control this is, or ""
  std::vector<std::string> block = {};  // of controls: what is traded as a whole, outermost first
  uint32_t trades = 1;                  // of controls
  bool whole = false;                   // of controls: blocks with the documents of all their classes
  Options splitter_options = {};
  std::vector<std::string> corpora = {};  // the corpora it is asked of; empty: all
  std::string side = kTestSide;
  std::string side_of = {};  // only for a side other than the test items: the condition of the study
  std::optional<SpaceOrigin> space = {};      // in which it is split
  std::vector<std::string> match = {};        // of controls: in what traded documents agree besides the class
  std::optional<ShortcutInfo> shortcut = {};  // planted in its folds
  // Its specification in the study, without its name and the lambda of its shortcut: conditions with equal
  // settings differ in the dose alone.
  std::string setting = {};
  bool reference_by_default = false;  // no condition is marked, so the first is the reference
  // Returns true for the sides original and anti-test: the test documents of a fold, with other texts.
  bool of_planted_fold() const { return shortcut && (side == kOriginalSide || side == kAntiTestSide); }
  // Returns true if all folds answer the same items, so that folds are no independent data sets. The sides of
  // a planted fold are its own test documents.
  bool folds_share_items() const { return side != kTestSide && !of_planted_fold(); }
  const std::string& drawn() const { return side_of.empty() ? name : side_of; }
  // Returns true if, according to the splitter, no topic of a tested item was trained on. Returns false for
  // other sides, where nothing guarantees it.
  bool keeps_topics_apart() const;
};

// Returns the name of a condition on a side: "iid", "iid/independent". No name in a study has a slash.
std::string name_of_side(const std::string& condition, const std::string& side);

struct ModelInfo {
  std::string name;      // in this study
  std::string model;     // in the catalog
  bool foreign = false;  // answers of a program that ran elsewhere (add_predictions.h)
  Options options = {};  // of the model
};

// Values of the tested documents in a column that the study slices by, or in its group, which is the last of
// a corpus.
struct DocumentSlices {
  std::string name;                 // of the column
  std::vector<std::string> values;  // ascending by code point
  std::vector<uint32_t> of;         // by code of the document: its value, kNoCode for none
  bool is_group = false;            // of the study's group: then `of` is by code of the group in the answers
  uint32_t value_of(uint32_t code) const { return code == kNoCode ? kNoCode : of[code]; }
};
inline constexpr uint32_t kMixedSlice = kNoCode - 1;  // of a pair: its two documents have different values

// A cell of the plan without a record. Its condition is the condition of its scores, as in CellRecord.
struct MissingCell : ScoreKey {
  std::string label;
  std::string side = kTestSide;
};

// An artifact that several cells share (a split, pair features) and that could not be made.
struct FailedArtifact {
  std::string label, reason;
  bool only_shown = false;  // no cell needs it, only the report
};

// External answers that the study names. They are not among the models until they are added
// (add_predictions.h).
struct PredictionsInfo {
  std::string name, path;  // path: as written in the study
  std::string sha256;      // of the answers when `run` last saw them, "" for none
};

// A fit of a model that makes a space, if a network was trained.
struct SpaceFitInfo {
  std::string corpus, fit;  // fit: as SpaceOrigin has it
  uint64_t documents = 0, validation = 0;
  TrainingHistory history;
};

// All records of a run. In its artifacts, names of classes have become places in CorpusInfo::classes.
struct RunRecords : Artifacts {
  std::string name, version, profile;
  std::string task = "verification", target = {};  // target: of classification, the role of the classes
  std::string metric = {};                         // the metric that the study wants shown first, or ""
  std::vector<std::string> ignore = {};            // codes of warnings that the study ignores
  std::string group = {};                          // the column of the study's group, or ""
  std::vector<uint64_t> seeds;
  std::vector<CorpusInfo> corpora;  // in the order of the study; the next two lists as well
  std::vector<ConditionInfo> conditions;
  std::vector<ModelInfo> models;
  std::vector<PredictionsInfo> predictions = {};
  std::vector<CellRecord> cells;     // ordered by corpus, condition, model (study order), seed, fold
  std::vector<MissingCell> missing;  // by side, like cells
  std::vector<FailedArtifact> failed_artifacts;
  std::vector<std::string> not_shown =
      {};  // labels of units that only the report reads and that are not there
  std::map<std::string, std::vector<DocumentSlices>> slices = {};  // by corpus, in the order of the study
  std::vector<SpaceFitInfo> space_fits = {};  // by corpus, then as conditions ask for them
  std::vector<CellRecord> refits =
      {};  // fits of a fold after the first, without predictions (findings/spread.h)
  // Nested cells: the cells again, each trained without a block of units (findings/cell_scores.cc); without
  // answers if they failed. nested_repeats: the number of times that blocks were drawn; 0 if there are none.
  std::vector<CellRecord> nested = {};
  uint32_t nested_repeats = 0;
  std::shared_ptr<AnswerStore> store = {};  // store of the answers; null: they stay in the cells

  // Returns true if the condition is asked of the corpus and the corpus has the side of the condition. If
  // not, nothing is missing. Arguments are places in the lists above.
  bool asks(size_t corpus, size_t condition) const;
  // Returns the task of the run. read_run() refuses a task that this version does not have.
  const Task& the_task() const;
  bool is_chance(size_t model) const;      // its score is the score of guessing
  bool is_pretrained(size_t model) const;  // it is not trained in the run
  bool topics_only(size_t model) const;    // it sees what texts are about, but not their style
};

// The metrics and the profile of a run.
using RunMetric = TaskMetric;
using RunProfile = TaskProfile;

// Returns the profile of the run. Fails with a data error if this version does not know it.
Result<RunProfile> run_profile(const RunRecords& run);

}  // namespace standfast::result
