#include "cli/check_splits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/draw_args.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/split/file/bind_splits.h"
#include "standfast/split/file/check.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Corpus& corpus, const std::string& path, const std::vector<SplitFinding>& findings,
             const SplitStatistics* statistics) {
  Json json = {{"splits", path},
               {"ok", std::all_of(findings.begin(), findings.end(), [](const auto& f) { return f.ok; })}};
  for (const auto& finding : findings)
    json["checks"].push_back({{"name", finding.name}, {"ok", finding.ok}, {"message", finding.message}});
  if (statistics == nullptr) return json;
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  for (const auto& fold : statistics->folds)
    json["folds"].push_back({{"train", fold.train},
                             {"validation", fold.validation},
                             {"test", fold.test},
                             {"aside", fold.aside},
                             {"train_topics", fold.train_topics},
                             {"test_topics", fold.test_topics},
                             {"shared_topics", fold.shared_topics},
                             {"train_authors", fold.train_authors},
                             {"test_authors", fold.test_authors},
                             {"shared_authors", fold.shared_authors},
                             {"similarity_mean", number(fold.similarity_mean)},
                             {"similarity_max", number(fold.similarity_max)}});
  json["similarity"] = {{"vectors", statistics->vectors},
                        {"mean", number(statistics->similarity_mean)},
                        {"max", number(statistics->similarity_max)},
                        {"closest", Json::array()}};
  for (const auto& pair : statistics->closest) {
    const auto& names = corpus.column(Role::topic)->names;
    json["similarity"]["closest"].push_back(
        {{"topics", {names[pair.a], names[pair.b]}}, {"similarity", pair.similarity}});
  }
  return json;
}

}  // namespace

Status check_splits_against(const Corpus& corpus, const std::string& path, bool json,
                            const TopicEncoder& encoder, int threads) {
  SF_ASSIGN(const std::string text, read_file(path));
  SF_ASSIGN(const SplitsFile file, parse_splits(text, path));
  std::vector<SplitFinding> findings = {check_data(file, corpus)};
  std::optional<SplitStatistics> statistics;
  const auto splits = bind_splits(file, corpus);
  if (splits) {
    findings = check_splits(file, *splits, corpus);
    statistics = statistics_with_similarity(corpus, splits->sample, splits->split, threads, 5, encoder);
  } else if (findings.front().ok) {
    return Failure(splits.error());
  } else {
    findings.front().message += "; " + splits.error().message;
  }
  if (json) {
    print(json_text(to_json(corpus, path, findings, statistics ? &*statistics : nullptr)) + "\n");
  } else {
    std::string out;
    for (const auto& finding : findings)
      out += fmt::format("{:<6} {:<10} {}\n", finding.ok ? "ok" : "FAILED", finding.name, finding.message);
    if (statistics) out += "\n" + describe(corpus, *statistics);
    print(out);
  }
  const auto failures = std::count_if(findings.begin(), findings.end(), [](const auto& f) { return !f.ok; });
  if (failures > 0)
    return fail(ErrorKind::check_failed,
                fmt::format("{}: {} of {} checks failed", path, failures, findings.size()));
  return {};
}

}  // namespace standfast::cli
