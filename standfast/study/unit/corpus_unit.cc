// Corpus unit: summary, topic similarity and style of a corpus, which the report shows besides scores.
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/record_file.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kSummaryFile = "summary.json", *kSimilarityFile = "topic_similarity.json",
                     *kStyleFile = "style_interaction.json";

std::string similarity_text(const std::string& corpus, const Column& topic,
                            const TopicSimilarity& similarity) {
  TopicCosines cosines{
      .topics = topic.names, .similarity = {}, .corpus = corpus, .vectors = tfidf_topics().name};
  std::vector<double> row(topic.names.size());
  for (uint32_t t = 0; t < row.size(); ++t) {
    similarity.against_all(t, row);
    cosines.similarity.insert(cosines.similarity.end(), row.begin(), row.end());
  }
  return json_text(similarity_fields().write(cosines)) + "\n";
}

class CorpusKind final : public UnitKind {
 public:
  const char* name() const override { return "corpus"; }
  const char* units() const override { return "summaries"; }
  const char* one() const override { return "summary"; }
  std::string label(const Unit& unit) const override { return fmt::format("{} / summary", unit.corpus); }
  bool only_shown() const override { return true; }

  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i) {
      Unit unit;
      unit.kind = this;
      unit.corpus = plan.corpora()[i].name;
      Json fields = key_fields(name(), plan.corpora()[i]);
      // The target is for the analysis of style.
      if (plan.study().the_task().traits().has_target) fields["target"] = role_name(plan.study().target);
      unit.key = key_of(fields);
      plan.add(std::move(unit), {i});
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    MadeUnit made;
    SF_TRY(write_file(shop.place(unit, kSummaryFile, made),
                      record_text(summary_fields(), corpus_summary(unit.corpus, *corpus))));
    const Column* topic = corpus->column(Role::topic);
    SF_ASSIGN(const Workshop::ComparedTopics compared, shop.similarity(*corpus, threads));
    if (compared.too_many)
      sink.info(fmt::format("{} topics are too many for a similarity matrix ({} at most)",
                            topic->names.size(), Workshop::kMostTopicsCompared));
    if (!compared.why_not.empty()) sink.warn(compared.why_not);
    if (compared.similarity != nullptr)
      SF_TRY(write_file(shop.place(unit, kSimilarityFile, made),
                        similarity_text(unit.corpus, *topic, *compared.similarity)));
    const StudySpec& study = shop.study();
    if (study.the_task().traits().has_target && study.target != Role::topic && topic != nullptr)
      SF_TRY(write_file(
          shop.place(unit, kStyleFile, made),
          json_text(style_fields().write(style_of_corpus(unit.corpus, *corpus, study.target, threads)), 2) +
              "\n"));
    made.marker = artifact_head(unit);
    made.marker["corpus"] = unit.corpus;
    return made;
  }

  // A corpus has some of the files.
  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_ASSIGN(const Json marker, folder.read_marker(unit, Check::digests));
    SF_ASSIGN(const auto files, files_of(marker));
    for (const auto& file : files) {
      const std::string name = std::filesystem::path(file.path).filename().string(),
                        path = folder.file(file.path);
      if (name == kSummaryFile) {
        SF_ASSIGN(into.summaries[unit.corpus], read_record(summary_fields(), path));
      }
      if (name == kSimilarityFile) {
        SF_ASSIGN(into.similarities[unit.corpus], read_record(similarity_fields(), path));
      }
      if (name == kStyleFile) {
        SF_ASSIGN(into.styles[unit.corpus], read_record(style_fields(), path));
      }
    }
    return {};
  }
};

}  // namespace

const UnitKind& corpus_kind() {
  static const CorpusKind kind;
  return kind;
}

// Slices unit: the values of the columns that a study slices its scores by, for each document; only the
// report reads them.

namespace {

using Json = nlohmann::ordered_json;

class SlicesKind final : public UnitKind {
 public:
  const char* name() const override { return "slices"; }
  const char* units() const override { return "slices"; }
  const char* one() const override { return "slices"; }
  std::string label(const Unit& unit) const override { return fmt::format("{} / slices", unit.corpus); }
  bool only_shown() const override { return true; }

  // Adds one unit for each corpus, if the study has slices.
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr || plan.study().slices.empty()) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i) {
      const CorpusFacts& corpus = plan.corpora()[i];
      Unit unit;
      unit.kind = this;
      unit.corpus = corpus.name;
      Json fields = key_fields(name(), corpus);
      for (const auto& slice : plan.study().slices) fields["columns"].push_back(column_fields(corpus, slice));
      unit.key = key_of(fields);
      plan.add(std::move(unit), {i});
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    for (const auto& slice : shop.study().slices)
      if (corpus->named_column(slice) == nullptr)
        sink.info(fmt::format("no document has a {}, so there are no slices by it", slice));
    MadeUnit made;
    SF_TRY(write_slices(shop.place(unit, kSlicesFile, made), unit.corpus, *corpus, shop.study().slices));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus}, {"columns", shop.study().slices}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_TRY(folder.check_artifact(unit.key, unit.label()));
    SF_ASSIGN(into.slice_columns[unit.corpus], read_slices(folder.artifact(unit.key, kSlicesFile)));
    return {};
  }
};

}  // namespace

const UnitKind& slices_kind() {
  static const SlicesKind kind;
  return kind;
}

}  // namespace standfast
