// Tasks: everything in which studies, plans and cells differ by the kind of question. A new task is a class
// like those in this folder and one line in catalog.cc. No other code depends on the task of a study.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/task_profile.h"

namespace standfast {

class CellStore;
struct CorpusFacts;
struct ExaminedCell;
struct ModelSpec;
struct SplitFacts;
struct StudyCatalogs;
struct StudySpec;
struct Unit;
class UnitKind;
class Workshop;

struct TaskTraits {
  bool draws_pairs = false;  // its items are pairs, which are drawn from each side of a fold
  bool has_target = false;   // an answer is a value of a column of the corpus, the target of the study
  // True if a matched control tests exactly the items of its condition, so that the loss of the condition is
  // measured from it.
  bool controls_are_baselines = false;
};

// Facts about a model, by its name in the catalog of its task.
struct ModelFacts {
  bool known = false;          // this version has the model
  bool chance = false;         // its score is the score of guessing
  bool topics_only = false;    // it sees the topics of texts, but not their style
  bool deterministic = false;  // the seed has no effect
  std::string summary, citation;
  bool pretrained = false;  // it is not trained here
};

struct MadeUnit;

// Inputs for making the units that the cells of a model in a corpus share.
struct SharedBy {
  const StudySpec& study;
  const ModelSpec& model;
  const StudyCatalogs& catalogs;
  const CorpusFacts& corpus;
  const std::vector<Unit>& splits;
  const std::map<std::string, SplitFacts>& facts;  // facts of splits, by key
};

class Task {
 public:
  virtual ~Task() = default;
  virtual const char* name() const = 0;  // "verification"
  virtual const char* item() const = 0;  // name of a tested item, singular: "pair"
  std::string items() const { return item() + std::string("s"); }
  virtual TaskTraits traits() const = 0;
  // Returns the first word in the names of files of answers (study/record/answer_files.h): "answers".
  virtual const char* answers_name() const = 0;

  // Return its models, their facts, and its profiles of metrics.
  virtual const ComponentList& models(const StudyCatalogs& catalogs) const = 0;
  virtual ModelFacts model_facts(std::string_view model, const StudyCatalogs& catalogs) const = 0;
  ModelFacts model_facts(std::string_view model) const;  // with the catalogs of this version
  // Returns a model whose score is the score of guessing; "": there is none.
  virtual std::string chance_model(const StudyCatalogs& catalogs) const = 0;
  // Checks that the model can run here, for example that its program is present.
  virtual Status ready(const ModelSpec& model, const StudyCatalogs& catalogs) const = 0;
  virtual const std::vector<std::string>& profiles(const StudyCatalogs& catalogs) const = 0;
  virtual std::string default_profile(const StudyCatalogs& catalogs) const = 0;
  // Returns the profile. An unknown profile is a usage error with a suggestion.
  virtual Result<TaskProfile> profile(std::string_view name) const = 0;

  // Return the kind of the units that all cells of a model in a corpus read, and such a unit. Nothing if this
  // model has none. Facts may lack splits that have not ended yet; then the unit is not yet the final one.
  virtual const UnitKind* shared_kind() const = 0;
  virtual Result<std::optional<Unit>> shared_unit(const SharedBy& by) const = 0;
  virtual Result<MadeUnit> do_shared(Workshop& shop, const Unit& unit, int threads, Sink& sink) const = 0;

  // Fits the model of a cell on its fold and examines it on all sides. Nothing is written. The result may
  // view what the store has given.
  virtual Result<ExaminedCell> examine(CellStore& store, const Unit& cell, int threads, Sink& sink) const = 0;
  // Writes the answers of one side, by its place in the record, to a file (docs/run-folder.md).
  virtual Status write_answers(const std::string& path, const ExaminedCell& cell, size_t side) const = 0;
};

// Returns the tasks in the order in which they are listed.
const std::vector<const Task*>& tasks();
std::vector<std::string> task_names();
// Returns the task of this name; null if this version has no such task.
const Task* find_task(std::string_view name);
const Task& classification_task();
const Task& verification_task();

}  // namespace standfast
