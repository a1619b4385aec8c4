#include "standfast/study/experiment/work.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/sample/topics.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/record/style_file.h"
#include "standfast/study/record/summary.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// A corpus of more topics than this has no similarity matrix in its run: a heat map of it would not be read.
constexpr size_t kMostTopicsCompared = 500;

// The names of the topics of every fold are written where that are so many at most: leave-one-topic-out of
// thousands would write them by the gigabyte.
constexpr size_t kMostTopicsNamed = 1'000'000;

// Keeps what a unit logs; progress goes on.
class UnitLog final : public Sink {
 public:
  explicit UnitLog(Sink& next) : next_(next) {}
  void log(Level level, std::string_view line) override {
    if (level == Level::debug) return;
    const std::lock_guard lock(mutex_);
    lines_ += level == Level::warning ? "warning: " : "";
    lines_ += message_line(line);
    lines_ += '\n';
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    next_.progress(what, done, total);
  }
  const std::string& lines() const { return lines_; }

 private:
  Sink& next_;
  std::mutex mutex_;
  std::string lines_;
};

// Names of the topics of some rows, ascending.
std::vector<std::string> topic_names(const std::optional<Column>& topic, const RowSet& rows) {
  if (!topic) return {};
  std::vector<bool> seen(topic->names.size(), false);
  for (const uint32_t row : rows)
    if (const uint32_t code = topic->codes[row]; code != kMissing) seen[code] = true;
  std::vector<std::string> names;
  for (size_t code = 0; code < seen.size(); ++code)
    if (seen[code]) names.push_back(topic->names[code]);
  return names;
}

}  // namespace

Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& spec,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink) {
  SF_ASSIGN(ReadOptions options, read_options(spec, study.limit));
  options.sink = &sink;
  SF_ASSIGN(auto corpus, read_corpus_of(spec, options, study_folder));
  const std::string& path = corpus.name();
  if (facts != nullptr && corpus.data_hash() != facts->sha256)
    return data_error(
        fmt::format("{}: corpus \"{}\" is no longer the one this run began with", path, spec.name));
  if (facts != nullptr)
    for (const auto& [name, sha256] : facts->attributes)
      if (corpus.attribute_hash(name) != sha256)
        return data_error(
            fmt::format("{}: column \"{}\" of corpus \"{}\" is no longer what it was when this "
                        "run began",
                        path, name, spec.name));
  return corpus;
}

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
  if (corpus_ != nullptr && corpus_name_ == name) return corpus_.get();
  corpus_.reset();
  similarity_.reset();
  not_compared_.clear();
  vectors_.reset();
  vectors_key_.clear();
  const auto facts = std::find_if(provenance_.corpora.begin(), provenance_.corpora.end(),
                                  [&](const auto& c) { return c.name == name; });
  SF_ASSIGN(auto corpus,
            read_study_corpus(provenance_.study, provenance_.study.corpus(name), study_folder_,
                              facts != provenance_.corpora.end() ? &*facts : nullptr, null_sink()));
  corpus_ = std::make_unique<Corpus>(std::move(corpus));
  corpus_name_ = name;
  return corpus_.get();
}

Result<const TopicSimilarity*> Workshop::similarity(const Corpus& corpus, int threads) {
  const Column* topic = corpus.column(Role::topic);
  if (topic == nullptr || topic->names.empty() || topic->names.size() > kMostTopicsCompared) return nullptr;
  if (similarity_ == nullptr && not_compared_.empty()) {
    std::vector<uint32_t> rows(corpus.size());
    std::iota(rows.begin(), rows.end(), 0U);
    auto made = tfidf_topics().encode(corpus, rows, threads, null_sink());
    if (made)
      similarity_ = std::move(*made);
    else if (made.error().kind == ErrorKind::data)
      not_compared_ = "topics are not compared: " + made.error().message;
    else
      return tl::unexpected(made.error());
  }
  return similarity_.get();
}

Status Workshop::do_unit(const Unit& unit, int threads, Sink& sink) {
  UnitLog log(sink);
  Result<MadeUnit> made;
  try {
    const Status folder = make_directories(folder_.unit_folder(unit));
    made = folder ? attempt(unit, threads, log) : Result<MadeUnit>(Failure(folder.error()));
  } catch (const std::bad_alloc&) {
    made = data_error("not enough memory");
  } catch (const std::exception& error) {
    made = data_error(fmt::format("unexpected: {}", error.what()));
  }
  // The log comes before the marker, which lists it: a unit that counts as done has its log.
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
  if (made) return folder_.finish(unit, std::move(made->marker), made->files);
  SF_TRY(folder_.write_failure(unit, provenance_.study, made.error().message));
  return Failure(made.error());
}

Result<MadeUnit> Workshop::attempt(const Unit& unit, int threads, Sink& sink) {
  const Task& task = provenance_.study.the_task();
  switch (unit.kind) {
    case UnitKind::vectors:
      return do_vectors(unit, threads, sink);
    case UnitKind::corpus:
      return do_corpus(unit, threads, sink);
    case UnitKind::splits:
      return do_splits(unit, threads, sink);
    case UnitKind::features:
    case UnitKind::start:
      return task.do_shared(*this, unit, threads, sink);
    case UnitKind::cell:
      break;
  }
  return task.do_cell(*this, unit, threads, sink);
}

std::string Workshop::place(const Unit& unit, const std::string& name, MadeUnit& made) const {
  const std::string path = folder_.unit_folder(unit) + "/" + name;
  made.files.push_back(folder_.relative(path));
  return path;
}

Result<MadeUnit> Workshop::do_vectors(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  const ConditionSpec& condition = provenance_.study.condition(unit.condition);
  SF_ASSIGN(const StoredVectors pool,
            encode_pool(*corpus, condition, study_folder_, catalogs_, threads, sink));
  MadeUnit made;
  SF_ASSIGN(const auto names, write_vectors(folder_.unit_folder(unit), *corpus, pool.rows, pool.encoded));
  for (const auto& name : names) place(unit, name, made);
  Json facts = Json::object();
  for (const auto& fact : pool.encoded.facts) facts[fact.name] = fact.value;
  // Nothing of the condition: another one that shares them may be the first to ask.
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"encoder", unit.encoder},
                      {"documents", pool.encoded.rows()},
                      {"columns", pool.encoded.columns()},
                      {"facts", facts}});
  return made;
}

Result<TopicEncoder> Workshop::topic_encoder_of(const Unit& splits, const Corpus& corpus) {
  const ConditionSpec& condition = provenance_.study.condition(splits.condition);
  if (!condition.encoder) return tfidf_topics();
  if (vectors_ == nullptr || vectors_key_ != splits.vectors) {
    SF_TRY(check_artifact(splits.vectors));
    SF_ASSIGN(TopicPool pool, topic_pool(corpus, pool_min_docs(condition)));
    SF_ASSIGN(auto stored, read_vectors(folder_.artifact(splits.vectors, ""), std::move(pool.rows)));
    vectors_ = std::make_shared<const StoredVectors>(std::move(stored));
    vectors_key_ = splits.vectors;
  }
  SF_ASSIGN(TopicEncoder direct, study_topic_encoder(*condition.encoder, study_folder_, catalogs_));
  return stored_topic_encoder(vectors_, condition.encoder->aggregate, std::move(direct));
}

Result<MadeUnit> Workshop::do_corpus(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  MadeUnit made;
  SF_TRY(write_file(place(unit, "summary.json", made), file_text(corpus_summary(unit.corpus, *corpus))));
  const Column* topic = corpus->column(Role::topic);
  if (topic != nullptr && topic->names.size() > kMostTopicsCompared) {
    sink.info(fmt::format("{} topics are too many for a similarity matrix ({} at most)", topic->names.size(),
                          kMostTopicsCompared));
  }
  SF_ASSIGN(const TopicSimilarity* similarity, this->similarity(*corpus, threads));
  if (!not_compared_.empty()) sink.warn(not_compared_);
  if (similarity != nullptr) {
    Json json;
    json["schema"] = "standfast-topic-similarity/1";
    json["corpus"] = unit.corpus;
    json["vectors"] = tfidf_topics().name;
    json["topics"] = topic->names;
    json["similarity"] = Json::array();
    std::vector<double> row(topic->names.size());
    for (uint32_t t = 0; t < row.size(); ++t) {
      similarity->against_all(t, row);
      json["similarity"].push_back(row);
    }
    SF_TRY(write_file(place(unit, "topic_similarity.json", made),
                      json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"));
  }
  const StudySpec& study = provenance_.study;
  if (study.the_task().traits().has_target && study.target != Role::topic && topic != nullptr)
    SF_TRY(write_style(place(unit, "style_interaction.json", made),
                       style_of_corpus(unit.corpus, *corpus, study.target, threads)));
  made.marker = artifact_head(unit);
  made.marker["corpus"] = unit.corpus;
  return made;
}

Result<MadeUnit> Workshop::do_splits(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  const ConditionSpec& condition = provenance_.study.condition(unit.condition);
  SF_ASSIGN(const TopicEncoder encoder, topic_encoder_of(unit, *corpus));
  SF_ASSIGN(DrawnCondition drawn,
            draw_condition(*corpus, condition, catalogs_, drawn_for(provenance_.study, study_folder_),
                           unit.seed, threads, sink, encoder));
  SF_ASSIGN(const TopicSimilarity* similarity, this->similarity(*corpus, threads));
  if (!not_compared_.empty()) drawn.split.notes.push_back(not_compared_);
  const auto statistics = split_statistics(*corpus, drawn.sample, drawn.split, similarity,
                                           similarity != nullptr ? tfidf_topics().name + kOfWholeCorpus : "");
  MadeUnit made;
  made.files.push_back(folder_.relative(folder_.splits_file(unit)));
  SF_TRY(write_file(folder_.splits_file(unit), write_splits(*corpus, drawn.sample, drawn.split, statistics)));
  if (provenance_.study.the_task().traits().draws_pairs)
    SF_TRY(write_pairs(place(unit, "pairs.jsonl.gz", made), drawn.pairs));
  const auto topics = grouped_topics(*corpus, drawn.sample.group_of_topic);
  Json json;
  json["schema"] = "standfast-folds/1";
  json["corpus"] = unit.corpus;
  json["condition"] = unit.condition;
  json["seed"] = unit.seed;
  json["reason"] = drawn.split.reason;
  json["notes"] = drawn.sample.notes;
  for (const auto& note : drawn.split.notes) json["notes"].push_back(note);
  json["folds"] = Json::array();
  const bool named = !topics || topics->names.size() * drawn.split.folds.size() <= kMostTopicsNamed;
  for (size_t i = 0; i < drawn.split.folds.size(); ++i) {
    const Fold& fold = drawn.split.folds[i];
    Json entry = {{"train_topics", named ? Json(topic_names(topics, fold.train)) : Json(nullptr)},
                  {"test_topics", topic_names(topics, fold.test)},
                  {"train_documents", fold.train.size()},
                  {"validation_documents", fold.validation.size()},
                  {"test_documents", fold.test.size()}};
    if (!fold.aside.empty()) entry["aside_documents"] = fold.aside.size();
    if (!drawn.pairs.empty()) {
      entry["train_pairs"] = drawn.pairs[i].train.size();
      entry["validation_pairs"] = drawn.pairs[i].validation.size();
      entry["test_pairs"] = drawn.pairs[i].test.size();
    }
    json["folds"].push_back(std::move(entry));
  }
  SF_TRY(write_file(place(unit, "folds.json", made), file_text(json)));
  DesignFile design{unit.corpus,
                    unit.condition,
                    measure_drawn(*corpus, drawn.sample, drawn.split, drawn.pairs, provenance_.study.target),
                    {}};
  design.measures.seed = unit.seed;
  if (!condition.control_of.empty()) {
    if (!blocks_.contains(unit.corpus))
      blocks_[unit.corpus] =
          unused_blocks(provenance_.study, provenance_.study.corpus(unit.corpus), study_folder_, *corpus);
    design.blocks = blocks_[unit.corpus];
  }
  SF_TRY(write_file(place(unit, kDesignFile, made), design_text(design)));
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"condition", unit.condition},
                      {"seed", unit.seed},
                      {"folds", drawn.split.folds.size()}});
  return made;
}

}  // namespace standfast
