#include "cli/check_splits.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/draw_args.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/split/control/check_strata.h"
#include "standfast/split/file/any_split.h"
#include "standfast/split/file/check.h"
#include "standfast/split/matched_control.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Corpus& corpus, const std::string& path, const std::vector<SplitFinding>& findings,
             const SplitStatistics* statistics) {
  Json json = {{"splits", path}};
  add_findings(findings, json);
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

// What a split was checked for, and what the checks of data found in it.
struct Checked {
  std::vector<SplitFinding> findings;
  std::unique_ptr<TopicSimilarity> similarity;
  std::optional<SplitStatistics> statistics;
  std::optional<CheckedData> data;
  std::optional<Findings> of_data;  // only of folds that are bound to their documents
};

Status look_at_data(const Corpus& corpus, const Splits& splits, const TopicEncoder& encoder,
                    const DuplicateOptions& near, const FindingArgs& asked, int threads, Checked& checked) {
  checked.similarity = compared_topics(corpus, threads, encoder);
  checked.statistics = split_statistics(corpus, splits.sample, splits.split, checked.similarity.get(),
                                        encoder.name + kOfWholeCorpus, 5);
  SF_ASSIGN(checked.data,
            checked_data(corpus, splits.split.folds, asked.groups, near, splits.sample.group_of_topic));
  checked.data->similarity = checked.similarity.get();
  checked.of_data.emplace(*checked.data, asked);
  return {};
}

Failure not_a_control(const std::string& path) {
  return usage_error(fmt::format("check: --of counts what a matched control keeps, and {} is none", path));
}

// Counts the strata of a matched control against the split that it was made from.
Status look_at_strata(const Corpus& corpus, const Split& split, const std::string& path,
                      const std::string& of, Checked& checked) {
  if (split.method != kMatchedControl) return of.empty() ? Status() : Status(not_a_control(path));
  if (of.empty()) {
    checked.findings.push_back(check_strata(split, nullptr, corpus));
    return {};
  }
  SF_ASSIGN(const AnySplit original, read_any_split(of, corpus, terminal()));
  checked.findings.push_back(check_strata(split, &original.splits.split, corpus));
  return {};
}

Status say(const Corpus& corpus, const std::string& path, bool json, const Checked& checked) {
  const auto& findings = checked.findings;
  if (json) {
    Json document = to_json(corpus, path, findings, checked.statistics ? &*checked.statistics : nullptr);
    if (checked.of_data) checked.of_data->add_to(document);
    print(json_text(document) + "\n");
  } else {
    std::string out = findings_text(findings);
    if (checked.statistics) out += "\n" + describe(corpus, *checked.statistics);
    if (checked.of_data) out += "\n" + checked.of_data->text();
    print(out);
  }
  SF_TRY(status_of(findings, path));
  return checked.of_data ? checked.of_data->status(path) : Status();
}

// Lists of rows or ids say nothing about the data that they were made for, nor about a method.
std::vector<SplitFinding> findings_of_lists(const AnySplit& any, const Corpus& corpus) {
  auto findings = check_splits(any.file, any.splits, corpus);
  findings.front() = {"data", true, "not said by the file; its documents are all in this corpus"};
  return findings;
}

}  // namespace

std::string findings_text(const std::vector<SplitFinding>& findings, bool failed_only) {
  std::string out;
  for (const auto& finding : findings)
    if (!failed_only || !finding.ok)
      out += fmt::format("{:<6} {:<10} {}\n", finding.ok ? "ok" : "FAILED", finding.name, finding.message);
  return out;
}

void add_findings(const std::vector<SplitFinding>& findings, Json& json) {
  json["ok"] = std::all_of(findings.begin(), findings.end(), [](const auto& f) { return f.ok; });
  for (const auto& finding : findings)
    json["checks"].push_back({{"name", finding.name}, {"ok", finding.ok}, {"message", finding.message}});
}

Status status_of(const std::vector<SplitFinding>& findings, const std::string& path) {
  const auto failures = std::count_if(findings.begin(), findings.end(), [](const auto& f) { return !f.ok; });
  if (failures == 0) return {};
  return fail(ErrorKind::check_failed,
              fmt::format("{}: {} of {} checks failed", path, failures, findings.size()));
}

Result<VerifiedSplit> verified_split(const Corpus& corpus, const std::string& path) {
  SF_ASSIGN(AnySplit any, read_any_split(path, corpus, terminal()));
  auto findings = any.form == SplitForm::splits_json ? check_splits(any.file, any.splits, corpus)
                                                     : findings_of_lists(any, corpus);
  return VerifiedSplit{std::move(any.splits), std::move(findings)};
}

Status check_splits_against(const Corpus& corpus, const std::string& path, const std::string& of, bool json,
                            const TopicEncoder& encoder, const DuplicateOptions& near,
                            const FindingArgs& asked, int threads) {
  std::string text;
  if (!is_folder(path)) {
    SF_ASSIGN(text, read_file(path));
  }
  SF_ASSIGN(const SplitForm form, form_of_split(path, text));
  Checked checked;
  if (form != SplitForm::splits_json) {
    if (!of.empty()) return not_a_control(path);
    SF_ASSIGN(const AnySplit any, read_any_split(path, corpus, terminal()));
    checked.findings = findings_of_lists(any, corpus);
    SF_TRY(look_at_data(corpus, any.splits, encoder, near, asked, threads, checked));
    return say(corpus, path, json, checked);
  }
  SF_ASSIGN(const SplitsFile file, parse_splits(text, path));
  checked.findings = {check_data(file, corpus)};
  const auto splits = bind_splits(file, corpus);
  if (splits) {
    checked.findings = check_splits(file, *splits, corpus);
    SF_TRY(look_at_strata(corpus, splits->split, path, of, checked));
    SF_TRY(look_at_data(corpus, *splits, encoder, near, asked, threads, checked));
  } else if (checked.findings.front().ok) {
    return Failure(splits.error());
  } else {
    checked.findings.front().message += "; " + splits.error().message;
  }
  return say(corpus, path, json, checked);
}

}  // namespace standfast::cli
