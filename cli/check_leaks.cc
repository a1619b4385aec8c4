#include "cli/check_leaks.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using IdOf = std::function<std::string_view(uint32_t row)>;

constexpr size_t kLeaksShown = 5;  // of a fold, on the terminal; --json names all

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
        nullptr;  // only equal texts were looked for
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
    out += fmt::format("  {} documents are the fewest to drop so that none is left: {}{}{}\n",
                       fold.drop_test.size() + fold.drop_train.size(), test,
                       test.empty() || train.empty() ? "" : "; ", train);
  }
  if (found.too_short > 0) out += too_short_text(found.too_short);
  if (!found.all) out += "There are too many near duplicates to list; a higher --near finds fewer.\n";
  return out;
}

// Prints the listing and the findings. The listing is that of the findings SF331 and SF332. promises: of the split, or null.
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
