#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/check.h"
#include "cli/draw_args.h"
#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/file.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/split/control/check_strata.h"
#include "standfast/split/file/check.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/matched_control.h"
#include "standfast/text/printable.h"

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

// The checked promises of a split, and the findings of the data checks.
struct Checked {
  std::vector<SplitFinding> findings;
  std::shared_ptr<const TopicSimilarity> similarity;
  std::optional<SplitStatistics> statistics;
  std::optional<CheckedData> data;
  std::optional<Findings> of_data;  // only if the folds are bound to their documents
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
  return usage_error(fmt::format(
      "check: --of compares a matched control with its original, and {} is not a matched control", path));
}

// Compares the strata of a matched control with the strata of the split that it was made from.
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

// Returns findings for lists of rows or ids, which record neither the data that they were made for nor a
// method.
std::vector<SplitFinding> findings_of_lists(const AnySplit& any, const Corpus& corpus) {
  auto findings = check_splits(any.file, any.splits, corpus);
  findings.front() = {"data", true, "not recorded in the file; its documents are all in this corpus"};
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

namespace {

using Json = nlohmann::ordered_json;
using IdOf = std::function<std::string_view(uint32_t row)>;

constexpr size_t kLeaksShown = 5;  // leaks of a fold, on the terminal; --json names all

Json rows_json(const std::vector<uint32_t>& rows, const IdOf& id) {
  Json ids = Json::array();
  for (const uint32_t row : rows) ids.push_back(id(row));
  return ids;
}

Json to_json(const NearLeaks& found, const DuplicateOptions& options, const IdOf& id) {
  Json json = {{"schema", "standfast-near-leaks/1"},
               {"near", options.threshold},
               {"tokens", options.tokens == NearTokens::runs ? "runs" : "words"},
               {"all", found.all},
               {"too_short", found.too_short},
               {"folds", Json::array()}};
  if (!options.near)
    json["near"] = json["tokens"] = json["all"] = json["too_short"] =
        nullptr;  // the search was for equal texts only
  for (const auto& fold : found.folds) {
    Json leaks = Json::array();
    for (const auto& leak : fold.leaks)
      leaks.push_back({{"test", id(leak.test)}, {"train", id(leak.train)}, {"similarity", leak.similarity}});
    json["folds"].push_back({{"test", fold.test},
                             {"leaking", fold.leaking},
                             {"leaks", std::move(leaks)},
                             {"drop_test", rows_json(fold.drop_test, id)},
                             {"drop_train", rows_json(fold.drop_train, id)}});
  }
  return json;
}

std::string shown_ids(const std::vector<uint32_t>& rows, const char* side, const IdOf& id) {
  if (rows.empty()) return "";
  std::string text = fmt::format("{} from {}:", rows.size(), side);
  for (size_t i = 0; i < std::min(kLeaksShown, rows.size()); ++i) text += " " + printable_line(id(rows[i]));
  return rows.size() > kLeaksShown ? text + " ..." : text;
}

std::string to_text(const NearLeaks& found, const DuplicateOptions& options, const IdOf& id) {
  const std::string shared = !options.near
                                 ? "the text"
                                 : fmt::format("{:g} % of their {}", 100 * options.threshold,
                                               options.tokens == NearTokens::runs ? "5-word runs" : "words");
  std::string out;
  for (size_t f = 0; f < found.folds.size(); ++f) {
    const auto& fold = found.folds[f];
    const std::string name = found.folds.size() == 1 ? "" : fmt::format("fold {}: ", f);
    if (fold.leaks.empty()) {
      out += fmt::format("{}none of {} test documents shares {} with a training document\n", name, fold.test,
                         shared);
      continue;
    }
    out += fmt::format("{}{} of {} test documents share {} with a training document, in {} pairs\n", name,
                       fold.leaking, fold.test, shared, fold.leaks.size());
    for (size_t i = 0; i < std::min(kLeaksShown, fold.leaks.size()); ++i) {
      const auto& leak = fold.leaks[i];
      out += fmt::format("  {} ~ {} ({:.0f} %)\n", printable_line(id(leak.test)),
                         printable_line(id(leak.train)), 100 * leak.similarity);
    }
    if (fold.leaks.size() > kLeaksShown)
      out += fmt::format("  and {} more (--json)\n", fold.leaks.size() - kLeaksShown);
    const std::string test = shown_ids(fold.drop_test, "test", id),
                      train = shown_ids(fold.drop_train, "training", id);
    out += fmt::format("  dropping {} leaves no pair, and no smaller set does: {}{}{}\n",
                       counted(fold.drop_test.size() + fold.drop_train.size(), "document"), test,
                       test.empty() || train.empty() ? "" : "; ", train);
  }
  if (found.too_short > 0) out += too_short_text(found.too_short);
  if (!found.all) out += "There are too many near duplicates to list; a higher --near finds fewer.\n";
  return out;
}

// Prints the listing and the findings. The listing belongs to the findings SF331 and SF332. promises: the
// promises of the split, or null.
Status say(const CheckedData& data, const std::string& what, const DuplicateOptions& options,
           const FindingArgs& asked, bool json, const std::vector<SplitFinding>* promises = nullptr) {
  const IdOf id = [&](uint32_t row) { return data.ids[row]; };
  const NearLeaks found = near_leaks(data.duplicates, data.size(), data.folds);
  const Findings findings(data, asked);
  if (json) {
    Json document = to_json(found, options, id);
    if (promises != nullptr) add_findings(*promises, document);
    findings.add_to(document);
    print(json_text(document) + "\n");
  } else {
    print((promises != nullptr ? findings_text(*promises, true) : "") + to_text(found, options, id) +
          findings.text());
  }
  SF_TRY(findings.status(what));
  if (found.all || asked.ignores("SF332")) return {};
  return fail(ErrorKind::check_failed, what + ": too many near duplicates to list");
}

}  // namespace

std::string too_short_text(uint64_t documents) {
  return fmt::format(
      "  {} {} fewer than five words, so only the same text is near (--near-tokens words compares them)\n",
      documents, documents == 1 ? "document has" : "documents have");
}

Status check_near_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                        const DuplicateOptions& options, const FindingArgs& asked, bool json) {
  const Splits& splits = verified.splits;
  SF_ASSIGN(const CheckedData data,
            checked_data(corpus, splits.split.folds, asked.groups, options, splits.sample.group_of_topic));
  const Status leaks = say(data, corpus.name(), options, asked, json, &verified.findings);
  SF_TRY(status_of(verified.findings, path));
  return leaks;
}

Status check_two_files(const CorpusArgs& args, const std::string& test, const DuplicateOptions& options,
                       const FindingArgs& asked, bool json) {
  if (args.path == "-" && test == "-")
    return usage_error("check: both files cannot come from standard input");
  ReadReport learned_report, tested_report;
  SF_ASSIGN(const Corpus learned, args.read(&learned_report));
  CorpusArgs second = args;
  second.path = test;
  SF_ASSIGN(const Corpus tested, second.read(&tested_report));
  SF_ASSIGN(CheckedData data,
            checked_data(learned, tested, asked.groups, options, nullptr, {}, args.join_values));
  data.ids_are_made = learned_report.id_column.empty() || tested_report.id_column.empty();
  return say(data, test, options, asked, json);
}

}  // namespace standfast::cli
