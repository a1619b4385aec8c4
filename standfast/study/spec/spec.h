// Study: corpora x conditions x models x seeds, both as a person writes it (TOML) and as a run records it
// (JSON, all defaults filled in). docs/study.md lists every key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/shortcut/shortcut.h"
#include "standfast/split/splitter.h"
#include "standfast/study/spec/auxiliary.h"

namespace standfast {

struct ComponentSpec {
  std::string name;  // in its catalog
  Options options;   // resolved
};

inline const std::vector<std::string> kCorpusFormats = {"guess", "jsonl", "csv", "tsv", "folder"};
inline const std::vector<std::string> kBadRowRules = {"fail", "skip", "repair"};

// A side: documents of a corpus that have all of these values. They are kept apart from every fold. Every
// fitted model is examined on them in addition to its test documents.
struct SideSpec {
  std::string name;
  std::vector<AttributeValue> where;  // by role or attribute; at least one
  bool operator==(const SideSpec&) const = default;
};

// Name of the side of a fold's test documents. Every cell has it.
inline constexpr const char* kTestSide = "test";

struct CorpusSpec {
  std::string name;  // name of the corpus in this study
  std::string path;  // the given path, relative to the folder of the study file; "" for a corpus in parts
  std::vector<CorpusPart> parts = {};  // several files, in this order; paths as given
  std::string format = "guess", bad_rows = "fail", quotes = "around", encoding = "utf-8";
  std::string text_column, id_column;
  std::array<std::string, kRoles.size()> role_columns;
  std::array<std::string, kRoles.size()> only;       // by role: read only documents with this value; "" = all
  std::vector<AttributeValue> only_attributes = {};  // the same selection by attributes
  std::string form = "nfc";                          // normal form of the texts: normal_form_names()
  std::vector<std::string> fold_letters = {};        // folds of letters in the texts: fold_names()
  std::vector<std::string> join_values = {};         // columns in which values that look alike are merged
  Frequent frequent;                                 // at-least, most
  // Columns without a role, by name: first the columns of the key `column`, then the columns that a block, a
  // splitter or `only` names without such a key; they are the columns of the file with that name.
  std::vector<AttributeRule> attributes = {};
  std::vector<SideSpec> sides = {};  // other than the test documents, by name
  // Place of its table in the study file, "study.toml:5", for messages; not recorded.
  std::string place = {};
};

// Names of the sides of a condition with a shortcut, which is planted in the texts of every fold after the
// fold is drawn. Each fit is then examined on the planted test documents (test), on the same documents as
// they are (original), and on them with the cue reversed (anti-test).
inline constexpr const char* kOriginalSide = "original";
inline constexpr const char* kAntiTestSide = "anti-test";
inline const std::vector<std::string> kDoseLaws = {"mixture", "product"};  // in the order of DoseLaw

struct ShortcutSpec {
  ComponentSpec kind;
  double lambda = 1;       // dose in train and validation, 0 to 1
  double test_lambda = 1;  // dose in test and anti-test
  DoseLaw law = DoseLaw::mixture;
  // Attributes of the corpora that options of the kind name, and the files that they name: path as given, and
  // SHA-256 (fill_file_digests). They are part of the keys of cells; folds do not depend on them.
  std::vector<std::string> columns = {};
  std::map<std::string, std::string> files = {};
};

// Name of an option of components that read a file: the digest of the file's content. A study fills it in.
inline constexpr const char* kDigestOption = "sha256";

// The documents a space learns from. Documents that no split of the study may see are in neither set.
enum class SpaceRows : uint8_t {
  sample,  // the documents that the sampler of the condition may choose from
  all,     // also the documents that the sampler leaves out (topics with too few documents)
};
inline constexpr const char* kSpaceRows[] = {"sample", "all"};  // in the order of the enum

// Validation documents of a space, which the fit of a model sees apart from its training documents
// (TrainingSet::dev): the documents of a side of the corpus, or a share of the training documents, drawn
// within each class by the seed of the space.
struct SpaceValidation {
  std::string side = {};
  double share = 0;  // above 0 and below 1; 0: no share
  bool any() const { return !side.empty() || share > 0; }
};

// Space of a condition: the vectors of documents in which its splitter or its sampler works. It is made by an
// encoder, or by a classifier that can return the numbers behind its answers (trait represents).
struct SpaceSpec {
  bool of_model = false;  // true: maker is a classifier; false: an encoder
  // The maker of the space. aggregate: only for samplers, which work with topics. seed: of the encoder or
  // classifier and of the reduction. It is not the seed of the draw, so all draws share one space.
  EncoderChoice maker = {};
  SpaceRows rows = SpaceRows::sample;
  SpaceValidation validation = {};  // only for a model that uses such documents
  std::string reduction = {};       // reduction of the vectors; "": none
  Options reduction_options = {};
  // The files that options of the maker name: path as given, and SHA-256 (fill_file_digests).
  std::map<std::string, std::string> files = {};

  // Describes the space: "maxent lambda=2, all rows, svd components=10". Only options that differ from their
  // default are named.
  std::string in_words() const;
  // Describes its fit alone: "maxent lambda=2, all rows".
  std::string fit_in_words() const;
};

struct ConditionSpec {
  std::string name;
  bool reference = false;  // true: survival is measured against this condition
  // True: the study names no reference, and this is the first condition that can be it.
  bool reference_by_default = false;
  // Names of the corpora that the condition is asked of; empty: all. For a control: the corpora of its
  // condition.
  std::vector<std::string> corpora = {};
  bool asks(std::string_view corpus) const {
    return corpora.empty() || std::find(corpora.begin(), corpora.end(), corpus) != corpora.end();
  }
  // The condition (earlier in the study) whose matched control this is: the folds of that condition, with
  // documents traded at random within classes (split/matched_control.h). "" if this is not a control. For a
  // control, everything after the next four members is copied from that condition.
  std::string control_of;
  std::vector<std::string> block = {};  // for controls: blocks that are traded as a whole, outermost first
  bool whole = false;  // for controls: blocks are traded with the documents of all their classes
  // For controls: columns in which traded documents agree besides the class.
  std::vector<std::string> match = {};
  uint32_t trades = 1;  // for controls: number of draws; their folds come one after the other
  ComponentSpec sampler, splitter;
  // Attributes of the corpora that options of the splitter name. Their values are part of the splitter's key.
  std::vector<std::string> columns = {};
  // Files that options of its components name: path as given, and SHA-256 (fill_file_digests).
  std::map<std::string, std::string> files = {};
  // Encoder of topics, for the sampler; nothing: word tf-idf, made where it is needed.
  std::optional<EncoderChoice> encoder;
  std::optional<SpaceSpec> space;             // the splitter works in it, or the sampler if it has no encoder
  Options pairs;                              // options of pair sampling; verification only
  std::optional<ShortcutSpec> shortcut = {};  // classification only
};

inline constexpr uint32_t kDefaultTrades = 10;  // for a control that does not set it

struct ModelSpec {
  std::string name;  // in this study
  ComponentSpec model;
  // Files that its options name (a program, its scripts, a list of words): path as given, and the SHA-256 at
  // the start of the run (fill_file_digests). A model whose files have changed is another model.
  std::map<std::string, std::string> files = {};
  uint32_t fits = 0;  // number of fits on each fold; 0: the number of the study
  // Column of the corpora with the weights of the training documents; only for a classifier. "": all weigh 1.
  std::string document_weight = {};
  // Accelerators that each fit needs; set for programs, because no component of ours computes on one. An
  // executor respects it; no key, number or record depends on it.
  uint32_t devices = 0;
};

// Predictions of a program that ran elsewhere, for the items of a run of the study. They are one more model
// in the report (result/run/add_predictions.h describes the folder).
struct PredictionsSpec {
  std::string name;         // must differ from the names of models
  std::string path;         // the given path of the folder, relative to the folder of the study file
  std::string sha256 = {};  // digest of the files of answers (answer_files.h); "": there are none yet
};

// An analysis of splits (analysis/split/split_analysis.h) that is made for every draw of every condition.
// Only the report reads it.
struct AnalysisSpec {
  std::string name;  // in this study
  ComponentSpec analysis;
  std::vector<std::string> columns = {};          // attributes of the corpora that its options name
  std::map<std::string, std::string> files = {};  // files that its options name: path as given, and SHA-256
  uint64_t seed = 0;                              // seed of its random draws; the same for every split
  std::optional<EncoderChoice> encoder = {};  // encoder of the vectors that it compares, if any; no aggregate
};

// A map of every space of the study: its documents on a plane, for the report.
struct MapSpec {
  ComponentSpec reduction;   // to two numbers
  uint64_t seed = 0;         // seed of the reduction, and of the choice of documents
  uint64_t points = 20'000;  // largest number of documents, drawn at random
};
inline constexpr uint64_t kMostMapPoints = 20'000;

// Attributions of the cells of a study: the contribution of each token of some of their documents to the
// answers. The first fit of a fold is explained. Only the report reads them.
struct ExplainSpec {
  ComponentSpec explainer;
  uint64_t documents = 100;  // largest number of each side of a cell, drawn at random; 0: all
  std::vector<std::string> sides = {kTestSide};  // a cell is explained on the sides that it has
  std::vector<std::string> conditions = {};      // empty: all
  std::vector<std::string> models = {};          // empty: all models that do not guess
  uint64_t seed = 0;                             // seed of the method, and of the choice of documents
  uint32_t top = 5;                              // the k of precision at k in the report
};
inline constexpr uint32_t kMostExplainTop = 1000;

class Task;

struct StudySpec {
  std::string title;
  std::string task = "verification";  // a name of tasks()
  Role target = Role::author;         // the column whose values are the classes; only for tasks with a target
  std::string profile = "hits";
  std::vector<uint64_t> seeds;  // seeds of the draws: each condition is drawn once for each seed
  uint32_t fits = 1;            // number of fits of each model on every fold, unless the model sets its own
  uint64_t limit = 0;           // documents to read of each corpus; 0 = all
  std::string metric;           // the metric that the report shows first; "": the metric of the profile
  std::vector<std::string> ignore;  // codes of warnings (analysis/leak/warning_catalog.h) that are not shown
  // Columns of the corpora (roles or attributes) by whose values the report has scores.
  std::vector<std::string> slices = {};
  // The group: a role or a category. Every prediction carries its document's value, classifiers get it as the
  // group of a training document, and the report has scores by it. It is not in `slices`. "": none.
  std::string group = {};
  // The threshold for near duplicates: the report has scores with and without test items that have a near
  // duplicate in training, a document that shares at least this part of its tokens (Jaccard similarity). 0:
  // near duplicates are not searched.
  double near = 0;
  std::string near_tokens = "words";  // or "runs" (corpus/duplicate/token_sets.h)
  bool keep_models = false;           // cells keep their fitted models in the run
  // Number of times that the units of a corpus are dealt into blocks for nested cells, which measure the part
  // of an interval that is due to the luck of training (study/cell/left_out.h). 0: intervals are about the
  // fitted models.
  uint32_t nested_repeats = 0;
  std::vector<AnalysisSpec> analyses = {};  // analyses of splits
  std::optional<MapSpec> map = {};          // nothing: no maps
  std::optional<ExplainSpec> explain = {};  // classification only
  std::vector<CorpusSpec> corpora;
  std::vector<ConditionSpec> conditions;
  std::vector<ModelSpec> models;  // include a model that guesses: its score is the chance level
  std::vector<PredictionsSpec> predictions = {};
  std::vector<AuxiliarySpec> auxiliaries = {};  // each is named by an option

  // Returns the task of the study. Studies are parsed only with tasks that exist.
  const Task& the_task() const;
  // Returns whether this is the column that the models predict.
  bool is_target(Role role) const;
  uint32_t fits_asked(const ModelSpec& model) const { return model.fits > 0 ? model.fits : fits; }

  const CorpusSpec& corpus(std::string_view name) const;  // must exist
  const ConditionSpec& condition(std::string_view name) const;
  const ModelSpec& model(std::string_view name) const;
  const AnalysisSpec& analysis(std::string_view name) const;
};

inline constexpr uint32_t kMostFits = 1000;
inline constexpr uint32_t kNestedRepeats = 4, kMostNestedRepeats = 100;
inline constexpr uint32_t kMostDevices = 1024;  // devices of a model

// The catalogs that names in a study refer to. Tests use catalogs of their own.
struct StudyCatalogs {
  const SamplerCatalog* samplers;
  const SplitterCatalog* splitters;
  const VerifierCatalog* verifiers;
  std::vector<OptionSpec> pair_options;
  std::vector<std::string> profiles;
  const EncoderCatalog* encoders = &standfast::encoders();
  const ClassifierCatalog* classifiers = &standfast::classifiers();
  std::vector<std::string> class_profiles = {"classification"};  // profiles of classification
  const ReductionCatalog* reductions = &standfast::reductions();
  const SplitAnalysisCatalog* split_analyses = &standfast::split_analyses();
  const ShortcutCatalog* shortcuts = &standfast::shortcuts();
  const ExplainerCatalog* explainers = &standfast::explainers();

  // Returns the catalog of the component that makes the space.
  const ComponentList& makers_of(const SpaceSpec& space) const {
    if (space.of_model) return *classifiers;
    return *encoders;
  }
};
const StudyCatalogs& study_catalogs();

// Returns whether the sampler of the condition works in its space. It does if it needs vectors and has no
// encoder of its own.
bool sampler_reads_space(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// Reads and checks a study. Errors are usage errors "file:line: ..." that suggest the likeliest word.
Result<StudySpec> parse_study(std::string_view text, const std::string& file, const StudyCatalogs& catalogs);

// Convert the resolved study to JSON and back. from_json(to_json(s)) equals s.
nlohmann::ordered_json study_to_json(const StudySpec& study);
// Returns one of its conditions as JSON; `draws_pairs` is a trait of the task.
nlohmann::ordered_json condition_to_json(const ConditionSpec& condition, bool draws_pairs);
Result<StudySpec> study_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs);

// Return the columns that options of the kind column name: columns_named with roles, attributes_named
// without.
std::vector<std::string> columns_named(const Options& options, const std::vector<OptionSpec>& specs);
std::vector<std::string> attributes_named(const Options& options, const std::vector<OptionSpec>& specs);
// Adds the columns that the condition does not name yet.
void add_columns(ConditionSpec& condition, const std::vector<std::string>& names);
// Returns the attributes among them that must be categories. An option that names several columns may name
// lists as well, and one that orders documents names numbers.
std::vector<std::string> categories_named(const Options& options, std::vector<OptionSpec> specs);

// Returns options as JSON, with keys in ascending order.
nlohmann::ordered_json options_to_json(const Options& options);

// Fills in the digests of the files that options of the kind path name, in all families, and of predictions
// and auxiliary files. In a study such options work like the paths of corpora (relative to the study, ${NAME}
// allowed). The study records a digest of the files' content (`files` of conditions and models; the option
// sha256 of the encoder `vectors`), so a changed file means another study.
// located returns paths that are ready to be opened.
Status fill_file_digests(StudySpec& study, const std::string& study_folder, const StudyCatalogs& catalogs);
Result<EncoderChoice> located(const EncoderChoice& choice, const std::string& study_folder,
                              const StudyCatalogs& catalogs);
Result<Options> located(const ModelSpec& model, const ComponentList& catalog,
                        const std::string& study_folder);
// Returns options with their paths ready to be opened. owner: the owner of the options, for messages.
Result<Options> located(const std::string& owner, const Options& options,
                        const std::vector<OptionSpec>& specs, const std::string& study_folder);

// Returns the options for reading one of the study's corpora.
Result<ReadOptions> read_options(const CorpusSpec& corpus, uint64_t limit);
// Paths of a study. ${NAME} in a path stands for an environment variable, so a study need not contain the
// place of data. It is a usage error if the variable is not set. The study and its records keep the path as
// it was written. study_folder: the folder where relative paths start.
// only for a corpus without parts
Result<std::string> corpus_path(const CorpusSpec& corpus, const std::string& study_folder);
// Reads the corpus from its file, or from all of its parts.
Result<Corpus> read_corpus_of(const CorpusSpec& corpus, const ReadOptions& options,
                              const std::string& study_folder, ReadReport* report = nullptr);
// Returns the existing files and folders that options of models, splits, samples, encoders, shortcuts and
// analyses name; a model that is named as in the hub has its folder in the cache.
std::vector<std::string> option_files(const StudySpec& study, const std::string& study_folder);
Result<std::string> auxiliary_path(const AuxiliarySpec& auxiliary, const std::string& study_folder);
Result<std::string> predictions_path(const PredictionsSpec& predictions, const std::string& study_folder);

}  // namespace standfast
