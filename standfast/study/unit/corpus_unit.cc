// Corpus unit: summary, topic similarity and style of a corpus, which the report shows besides scores.
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
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

}  // namespace standfast
