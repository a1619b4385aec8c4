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
#include "standfast/study/experiment/analysed_split.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/sides.h"
#include "standfast/study/record/style_file.h"
#include "standfast/study/record/summary.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Collects what a unit logs; progress is passed on.
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

// The reader of a corpus speaks of flags of the command line. Keys of [[corpus]] have the same names, without dashes.
std::string as_keys(std::string message) {
  for (size_t at = message.find(" --"); at != std::string::npos; at = message.find(" --", at))
    message.erase(at + 1, 2);
  return message;
}

}  // namespace

Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& spec,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink,
                                 ReadReport* report) {
  SF_ASSIGN(ReadOptions options, read_options(spec, study.limit));
  options.sink = &sink;
  auto read = read_corpus_of(spec, options, study_folder, report);
  // What the table asks for is not in the file: the reader of the message has to look at the table.
  if (!read && read.error().kind == ErrorKind::usage && !spec.place.empty())
    return usage_error(
        fmt::format("{}: {}{}", spec.place,
                    read.error().message.starts_with("corpus ") ? "" : fmt::format("corpus {}: ", spec.name),
                    as_keys(read.error().message)));
  SF_ASSIGN(auto corpus, std::move(read));
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
  SF_TRY(keep_sides_apart(spec, corpus));
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

const std::vector<BlockColumn>& Workshop::blocks(const Corpus& corpus, const std::string& name) {
  const auto found =
      of_corpus_.get<std::vector<BlockColumn>>(name, [&]() -> Result<std::vector<BlockColumn>> {
        return unused_blocks(provenance_.study, provenance_.study.corpus(name), study_folder_, corpus);
      });
  return **found;  // never an error
}

Status Workshop::do_unit(const Unit& unit, int threads, Sink& sink) {
  UnitLog log(sink);
  Result<MadeUnit> made;
  try {
    const Status folder = make_directories(folder_.unit_folder(unit));
    made = folder ? unit.kind->make(*this, unit, threads, log) : Result<MadeUnit>(Failure(folder.error()));
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
  return Failure(made.error());
}

std::string Workshop::place(const Unit& unit, const std::string& name, MadeUnit& made) const {
  const std::string path = folder_.unit_folder(unit) + "/" + name;
  made.files.push_back(folder_.relative(path));
  return path;
}

}  // namespace standfast
