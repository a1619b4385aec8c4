#include "standfast/study/experiment/workshop.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/stop.h"
#include "standfast/feature/ngram/counted_texts.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/sample/topics.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/experiment/analysed_split.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Collects the log lines of a unit. Passes progress on, and warnings of kinds whose warnings are shown.
class UnitLog final : public Sink {
 public:
  // study_folder: paths in it are written relative to it, so that a log does not depend on the place of the
  // study or on the spelling of its path.
  UnitLog(const Unit& unit, const std::string& study_folder, Sink& next)
      : unit_(unit),
        study_folder_(study_folder.ends_with('/') ? study_folder : study_folder + "/"),
        next_(next) {}
  void log(Level level, std::string_view line) override {
    // Debug lines are about this process, and the log is an output of the unit.
    if (level == Level::debug) return;
    const std::lock_guard lock(mutex_);
    lines_ += level == Level::warning ? "warning: " : "";
    lines_ += message_line(without_study_folder(line));
    lines_ += '\n';
    if (level == Level::warning && unit_.kind->warns()) next_.warn(line);
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    next_.progress(what, done, total);
  }
  const std::string& lines() const { return lines_; }

 private:
  // Removes the folder only at the start of whole words: "../" may stand in the middle of another path.
  std::string without_study_folder(std::string_view line) const {
    std::string text(line);
    for (size_t at = 0; (at = text.find(study_folder_, at)) != std::string::npos;)
      if (at == 0 || std::string_view(" \"'(=").find(text[at - 1]) != std::string_view::npos)
        text.erase(at, study_folder_.size());
      else
        ++at;
    return text;
  }

  const Unit& unit_;
  const std::string study_folder_;
  Sink& next_;
  std::mutex mutex_;
  std::string lines_;
};

}  // namespace

Workshop::Workshop(RunFolder folder, Provenance provenance, std::string study_folder,
                   const StudyCatalogs& catalogs)
    : folder_(std::move(folder)),
      provenance_(std::move(provenance)),
      study_folder_(std::move(study_folder)),
      catalogs_(catalogs) {}
Workshop::~Workshop() = default;

Result<Options> Workshop::model_options(const ModelSpec& model) const {
  return located(model, study().the_task().models(catalogs_), study_folder_);
}

Result<const Corpus*> Workshop::corpus(const std::string& name) {
  SF_ASSIGN(const auto* corpus,
            corpora_.get<std::unique_ptr<Corpus>>(name, [&]() -> Result<std::unique_ptr<Corpus>> {
              of_corpus_.forget();
              const auto facts = std::find_if(provenance_.corpora.begin(), provenance_.corpora.end(),
                                              [&](const auto& c) { return c.name == name; });
              SF_ASSIGN(auto read, read_study_corpus(
                                       provenance_.study, provenance_.study.corpus(name), study_folder_,
                                       facts != provenance_.corpora.end() ? &*facts : nullptr, null_sink()));
              return std::make_unique<Corpus>(std::move(read));
            }));
  return corpus->get();
}

Result<Workshop::ComparedTopics> Workshop::similarity(const Corpus& corpus, int threads) {
  const Column* topic = corpus.column(Role::topic);
  if (topic == nullptr || topic->names.empty()) return ComparedTopics{};
  if (topic->names.size() > kMostTopicsCompared) return ComparedTopics{nullptr, true, ""};
  SF_ASSIGN(const Compared* compared, of_corpus_.get<Compared>(corpus.name(), [&]() -> Result<Compared> {
    std::vector<uint32_t> rows(corpus.size());
    std::iota(rows.begin(), rows.end(), 0U);
    auto made = tfidf_topics().encode(corpus, rows, threads, null_sink());
    if (made) return Compared{std::move(*made), ""};
    if (made.error().kind != ErrorKind::data) return tl::unexpected(made.error());
    return Compared{nullptr, "topics are not compared: " + made.error().message};
  }));
  return ComparedTopics{compared->similarity.get(), false, compared->why_not};
}

Result<const Duplicates*> Workshop::near_duplicates(const Corpus& corpus, int threads) {
  return of_corpus_.get<Duplicates>(corpus.name(), [&]() -> Result<Duplicates> {
    DuplicateOptions options;
    options.threshold = study().near;
    options.tokens = study().near_tokens == "runs" ? NearTokens::runs : NearTokens::words;
    options.threads = threads;
    Duplicates found = find_duplicates(corpus, options);
    if (found.all_near) return found;
    return data_error(fmt::format(
        "{}: there are too many near duplicates to list; a higher `near` finds fewer", corpus.name()));
  });
}

Result<const Encoded*> Workshop::vectors_to_compare(const Corpus& corpus, const EncoderChoice& choice,
                                                    int threads) {
  const Json key = {choice.name, options_to_json(choice.options), choice.seed};
  return of_corpus_.get<Encoded>(key.dump(), [&]() -> Result<Encoded> {
    return standfast::vectors_to_compare(corpus, choice, study_folder_, catalogs_, threads, null_sink());
  });
}

const MeasuredCorpus& Workshop::measured(const Corpus& corpus, const std::string& name) {
  const auto found = of_corpus_.get<MeasuredCorpus>(name, [&]() -> Result<MeasuredCorpus> {
    return measured_corpus(provenance_.study, provenance_.study.corpus(name), study_folder_, corpus);
  });
  return **found;  // never an error
}

Status Workshop::do_unit(const Unit& unit, int threads, Sink& sink) {
  UnitLog log(unit, study_folder_, sink);
  Result<MadeUnit> made;
  try {
    const Status folder = make_directories(folder_.unit_folder(unit));
    made = folder ? unit.kind->make(*this, unit, threads, log) : Result<MadeUnit>(Failure(folder.error()));
  } catch (const Stopped&) {
    throw;  // the unit has neither ended nor failed, and its scratch stays
  } catch (const std::bad_alloc&) {
    made = data_error("not enough memory");
  } catch (const std::exception& error) {
    made = data_error(fmt::format("unexpected: {}", error.what()));
  }
  // The log is written before the marker, which lists it. So a unit that counts as done has its log.
  const std::string log_file = folder_.log_file(unit);
  if (!log.lines().empty()) {
    if (const auto written = write_file(log_file, log.lines()); !written && made)
      made = Failure(written.error());
    else if (made)
      made->files.push_back(folder_.relative(log_file));
  } else {
    std::error_code ignored;
    fs::remove(log_file, ignored);
  }
  scratch(unit).remove();
  if (made) return folder_.finish(unit, std::move(made->marker), made->files);
  SF_TRY(folder_.write_failure(unit, provenance_.study, made.error().message));
  if (folder_.state(unit).state == RunFolder::State::done) return {};  // by another process
  return Failure(made.error());
}

std::string Workshop::place(const Unit& unit, const std::string& name, MadeUnit& made) const {
  const std::string path = folder_.unit_folder(unit) + "/" + name;
  made.files.push_back(folder_.relative(path));
  return path;
}

// Artifacts of units that were done before, which a unit reads.

Status Workshop::check_artifact(const std::string& key) {
  if (checked_.contains(key)) return {};
  SF_TRY(folder_.check_artifact(key));
  checked_.insert(key);
  return {};
}

Result<TopicEncoder> Workshop::topic_encoder_of(const Unit& splits, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(splits.condition);
  if (sampler_reads_space(condition, catalogs_)) {
    SF_ASSIGN(DocumentVectors vectors, space_of(splits, corpus));
    return space_topic_encoder(std::move(vectors), condition.space->maker.aggregate);
  }
  if (!condition.encoder) return remembering(tfidf_topics(), of_corpus_);
  const std::string& key = splits.need(vectors_kind());
  SF_ASSIGN(const auto* vectors,
            of_corpus_.get<std::shared_ptr<const StoredVectors>>(
                key, [&]() -> Result<std::shared_ptr<const StoredVectors>> {
                  SF_TRY(check_artifact(key));
                  SF_ASSIGN(TopicPool pool, topic_pool(corpus, pool_min_docs(condition)));
                  SF_ASSIGN(auto stored, read_vectors(folder_.artifact(key, ""), std::move(pool.rows)));
                  return std::make_shared<const StoredVectors>(std::move(stored));
                }));
  SF_ASSIGN(TopicEncoder direct, study_topic_encoder(*condition.encoder, study_folder_, catalogs_));
  return stored_topic_encoder(*vectors, condition.encoder->aggregate, std::move(direct));
}

Result<DocumentVectors> Workshop::space_of(const Unit& splits, const Corpus& corpus) {
  const std::string& key = splits.need(space_kind());
  if (key.empty()) return DocumentVectors{};
  const ConditionSpec& condition = provenance_.study.condition(splits.condition);
  SF_ASSIGN(const auto* space, of_corpus_.get<SpaceFile>(key, [&]() -> Result<SpaceFile> {
    SF_TRY(check_artifact(key));
    SF_ASSIGN(auto rows, rows_of_space(corpus, condition, catalogs_));
    return SpaceFile::open(folder_.artifact(key, ""), std::move(rows), condition.space->in_words());
  }));
  return space->view();
}

Result<std::unique_ptr<Classifier>> Workshop::fitted_for_space(const std::string& fit_key) {
  if (fit_key.empty()) return nullptr;
  SF_TRY(check_artifact(fit_key));
  SF_ASSIGN(SavedClassifier saved,
            load_classifier(folder_.artifact(fit_key, "model"), *catalogs_.classifiers));
  return std::move(saved.classifier);
}

Result<const Splits*> Workshop::splits_of(const Unit& cell, const Corpus& corpus) {
  const std::string& key = cell.need(splits_kind());
  return of_corpus_.get<Splits>(key, [&]() -> Result<Splits> {
    SF_TRY(check_artifact(key));
    return read_splits(folder_.splits_file(cell), corpus, null_sink());
  });
}

Result<std::optional<Column>> Workshop::topics(const Unit& cell, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(cell.condition);
  SF_ASSIGN(const auto* sampler, catalogs_.samplers->find(condition.sampler.name));
  if (!sampler->traits.merges_topics) return grouped_topics(corpus, {});
  SF_ASSIGN(const Splits* splits, splits_of(cell, corpus));
  return grouped_topics(corpus, splits->sample.group_of_topic);
}

Result<const Split*> Workshop::folds(const Unit& cell, const Corpus& corpus) {
  SF_ASSIGN(const Splits* splits, splits_of(cell, corpus));
  return &splits->split;
}

Result<const PlantedSides*> Workshop::planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                              const Column& classes) {
  const ConditionSpec& condition = provenance_.study.condition(cell.condition);
  if (!condition.shortcut) return nullptr;
  // The key of a split holds the name of its condition.
  const std::string key = fmt::format("{}/{}", cell.need(splits_kind()), cell.fold);
  return of_corpus_.get<PlantedSides>(key, [&]() {
    return plant_sides(corpus, fold, classes, condition, catalogs_, study_folder_, cell.seed, 1, null_sink());
  });
}

Result<const SplitPairs*> Workshop::pairs(const std::string& splits_key, const Corpus& corpus) {
  return of_corpus_.get<SplitPairs>(splits_key, [&]() -> Result<SplitPairs> {
    SF_TRY(check_artifact(splits_key));
    return read_pairs(folder_.artifact(splits_key, "pairs.jsonl.gz"), corpus.size());
  });
}

Result<const SplitPairs*> Workshop::pairs(const Unit& cell, const Corpus& corpus) {
  return pairs(cell.need(splits_kind()), corpus);
}

Result<const PairFeatureTable*> Workshop::features(const Unit& cell) {
  const std::string& key = cell.need(features_kind());
  if (key.empty()) return nullptr;
  SF_ASSIGN(const auto* file, of_corpus_.get<std::unique_ptr<FeaturesFile>>(
                                  key, [&]() -> Result<std::unique_ptr<FeaturesFile>> {
                                    SF_TRY(check_artifact(key));
                                    return FeaturesFile::open(folder_.artifact(key, "features.bin"));
                                  }));
  return file->get();
}

Result<const ModelState*> Workshop::start(const Unit& cell) {
  const std::string& key = cell.need(start_kind());
  if (key.empty()) return nullptr;
  return of_corpus_.get<ModelState>(key, [&]() -> Result<ModelState> {
    SF_TRY(check_artifact(key));
    SF_ASSIGN(const SavedClassifier saved,
              load_classifier(folder_.artifact(key, "model"), *catalogs_.classifiers));
    return saved.classifier->save();
  });
}

CountedTexts* Workshop::counted_texts(const Corpus& corpus) {
  const auto counted = of_corpus_.get<std::unique_ptr<CountedTexts>>(
      corpus.name(), [&]() -> Result<std::unique_ptr<CountedTexts>> {
        return std::make_unique<CountedTexts>(texts_of(corpus));
      });
  return (*counted)->get();  // never an error
}

}  // namespace standfast
