// standfast split diff: the differences between two splits of one corpus.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/split_difference.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SplitDiffArgs {
  CorpusArgs corpus;
  std::string a, b, out;
  bool json = false;
};

struct Setting {
  std::string name, a, b;
};

std::vector<Setting> settings_that_differ(const AnySplit& a, const AnySplit& b) {
  std::vector<Setting> differ;
  const auto compare = [&differ](const std::string& name, const std::string& in_a, const std::string& in_b) {
    if (in_a != in_b) differ.push_back({name, in_a, in_b});
  };
  const auto form = [](const AnySplit& split) {
    return split.form == SplitForm::splits_json  ? "splits.json"
           : split.form == SplitForm::fold_lists ? "lists"
                                                 : "indices";
  };
  compare("form", form(a), form(b));
  // Lists and index files carry no metadata.
  if (a.form != SplitForm::splits_json || b.form != SplitForm::splits_json) return differ;
  compare("tool", a.file.tool, b.file.tool);
  compare("data", a.file.data_hash, b.file.data_hash);
  compare("sample", a.splits.sample.method, b.splits.sample.method);
  compare("method", a.splits.split.method, b.splits.split.method);
  compare("seed", std::to_string(a.splits.split.seed), std::to_string(b.splits.split.seed));
  const auto compare_options = [&](const std::string& prefix, const Options& in_a, const Options& in_b) {
    std::set<std::string> names;
    for (const Options* options : {&in_a, &in_b})
      for (const auto& [name, value] : options->values()) names.insert(name);
    const auto value = [](const Options& options, const std::string& name) {
      const auto found = options.values().find(name);
      return found == options.values().end() ? std::string() : to_string(found->second);
    };
    for (const auto& name : names) compare(prefix + name, value(in_a, name), value(in_b, name));
  };
  compare_options("sample option ", a.splits.sample.options, b.splits.sample.options);
  compare_options("option ", a.splits.split.options, b.splits.split.options);
  return differ;
}

std::string percent(double share) {
  return std::isnan(share) ? "-" : fmt::format("{:.1f} %", 100 * share);
}

double chance_share(const SideOverlap& side, uint64_t n) {
  const uint64_t smaller = std::min(side.a, side.b);
  return smaller == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : side.by_chance(n) / static_cast<double>(smaller);
}

std::string in_words(const SplitDifference& difference, const std::vector<Setting>& settings,
                     const SplitDiffArgs& given) {
  std::string out = fmt::format("A: {}\nB: {}\n{} documents are used by A or by B\n", given.a, given.b,
                                difference.documents);
  if (!settings.empty()) out += "\nsettings that differ:\n";
  for (const auto& one : settings)
    out += fmt::format("  {:<24} A {:<24} B {}\n", one.name, one.a.empty() ? "-" : shortened(one.a, 60),
                       one.b.empty() ? "-" : shortened(one.b, 60));
  out += fmt::format("\n{:<11} {:<10} {:>8} {:>8} {:>8} {:>8} {:>11} {:>11} {:>10}\n", "fold A, B", "side",
                     "in A", "in B", "in both", "Jaccard", "of smaller", "by chance", "= share");
  for (const auto& fold : difference.folds)
    for (size_t s = 0; s < fold.sides.size(); ++s) {
      const SideOverlap& side = fold.sides[s];
      if (side.a + side.b == 0) continue;
      out += fmt::format("{:<11} {:<10} {:>8} {:>8} {:>8} {:>8} {:>11} {:>11.1f} {:>10}\n",
                         fmt::format("{}, {}", fold.a, fold.b), kSidesOfDifference[s], side.a, side.b,
                         side.both, fmt::format("{:.3f}", side.jaccard()), percent(side.of_smaller()),
                         side.by_chance(difference.documents),
                         percent(chance_share(side, difference.documents)));
    }
  for (const auto& fold : difference.folds) {
    if (fold.moved() == 0) continue;
    out += fmt::format("\nfold {} of A and fold {} of B: {} documents moved\n  {:<16}", fold.a, fold.b,
                       fold.moved(), "from \\ to");
    for (const char* name : kSidesOfDifference) out += fmt::format(" {:>10}", name);
    out += '\n';
    for (size_t s = 0; s < kSidesOfDifference.size(); ++s) {
      out += fmt::format("  {:<16}", kSidesOfDifference[s]);
      for (size_t t = 0; t < kSidesOfDifference.size(); ++t)
        out += fmt::format(" {:>10}", fold.documents[s][t]);
      out += '\n';
    }
  }
  for (const auto& [folds, name] : {std::pair{&difference.only_a, "A"}, {&difference.only_b, "B"}})
    if (!folds->empty())
      out += fmt::format("\nfolds of {} without a partner: {}\n", name, fmt::join(*folds, ", "));
  if (difference.matched && difference.folds.size() > 1)
    out +=
        "\n"
        "Folds are paired so that their test sides share most documents. Pairs chosen in this way share more "
        "than\n"
        "chance even where the splits have nothing to do with each other.\n";
  if (!difference.matched)
    out += "\nFolds are paired by number, as there are too many to look for partners.\n";
  return out;
}

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const Corpus& corpus, const SplitDifference& difference, const std::vector<Setting>& settings,
             const SplitDiffArgs& given, const AnySplit& a, const AnySplit& b) {
  Json json = {{"a", given.a},
               {"b", given.b},
               {"same", difference.same()},
               {"documents", difference.documents},
               {"folds_matched", difference.matched},
               {"settings", Json::array()},
               {"folds", Json::array()},
               {"only_a", difference.only_a},
               {"only_b", difference.only_b}};
  for (const auto& one : settings)
    json["settings"].push_back({{"name", one.name}, {"a", one.a}, {"b", one.b}});
  for (const auto& fold : difference.folds) {
    Json item = {{"a", fold.a}, {"b", fold.b}, {"moved", fold.moved()}, {"sides", Json::object()}};
    for (size_t s = 0; s < fold.sides.size(); ++s) {
      const SideOverlap& side = fold.sides[s];
      item["sides"][kSidesOfDifference[s]] = {
          {"a", side.a},
          {"b", side.b},
          {"both", side.both},
          {"jaccard", number_or_null(side.jaccard())},
          {"share_of_smaller", number_or_null(side.of_smaller())},
          {"both_by_chance", number_or_null(side.by_chance(difference.documents))}};
    }
    for (size_t s = 0; s < kSidesOfDifference.size(); ++s)
      for (size_t t = 0; t < kSidesOfDifference.size(); ++t)
        item["documents"][kSidesOfDifference[s]][kSidesOfDifference[t]] = fold.documents[s][t];
    item["moves"] = Json::array();
    const auto in_a = sides_of_rows(corpus.size(), a.splits.split.folds[fold.a]);
    const auto in_b = sides_of_rows(corpus.size(), b.splits.split.folds[fold.b]);
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (in_a[row] != in_b[row])
        item["moves"].push_back({{"id", std::string(corpus.id(row))},
                                 {"from", kSidesOfDifference[in_a[row]]},
                                 {"to", kSidesOfDifference[in_b[row]]}});
    json["folds"].push_back(std::move(item));
  }
  return json;
}

std::string moves_csv(const Corpus& corpus, const SplitDifference& difference, const AnySplit& a,
                      const AnySplit& b) {
  std::string csv = "fold_a,fold_b,id,side_a,side_b\n";
  for (const auto& fold : difference.folds) {
    const auto in_a = sides_of_rows(corpus.size(), a.splits.split.folds[fold.a]);
    const auto in_b = sides_of_rows(corpus.size(), b.splits.split.folds[fold.b]);
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (in_a[row] != in_b[row])
        csv += fmt::format("{},{},{},{},{}\n", fold.a, fold.b, csv_cell(corpus.id(row)),
                           kSidesOfDifference[in_a[row]], kSidesOfDifference[in_b[row]]);
  }
  return csv;
}

Status run(const SplitDiffArgs& given) {
  const std::vector<std::string> inputs = {given.corpus.path, given.a, given.b};
  if (std::count(inputs.begin(), inputs.end(), "-") > 1)
    return usage_error("split diff: only one of the corpus and the splits can come from standard input");
  if (given.json && given.out == "-")
    return usage_error("split diff: --json and --out - would both write to standard output");
  SF_TRY(keep_inputs("--out", given.out, inputs));
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  SF_ASSIGN(const AnySplit a, read_any_split(given.a, corpus, terminal()));
  SF_ASSIGN(const AnySplit b, read_any_split(given.b, corpus, terminal()));
  const SplitDifference difference = split_difference(corpus, a.splits.split, b.splits.split);
  const auto settings = settings_that_differ(a, b);
  if (!given.out.empty()) SF_TRY(write_file(given.out, moves_csv(corpus, difference, a, b)));
  if (given.json)
    print(json_text(to_json(corpus, difference, settings, given, a, b)) + "\n");
  else if (given.out != "-")
    print(in_words(difference, settings, given));
  if (difference.same()) return {};
  uint64_t moved = 0;
  for (const auto& fold : difference.folds) moved += fold.moved();
  const size_t alone = difference.only_a.size() + difference.only_b.size();
  return fail(
      ErrorKind::check_failed,
      fmt::format(
          "{} and {} differ: {} documents are on another side{}{}", given.a, given.b, moved,
          difference.folds.size() == 1 ? "" : fmt::format(", counted over {} folds", difference.folds.size()),
          alone == 0 ? "" : fmt::format(", {} folds have no partner", alone)));
}

}  // namespace

Command split_diff_command() {
  return {
      "split-diff", "Compare two splits of a corpus (also: standfast split diff)", [](Args& args) {
        auto given = std::make_shared<SplitDiffArgs>();
        given->corpus.declare(args);
        args.text(
                "A", given->a,
                "A split: splits.json, lists of rows or ids (JSON, or a folder as --export lists writes), or "
                "an "
                "index file",
                true)
            .path();
        args.text("B", given->b, "Another split of the same corpus", true).path();
        args.text("-o,--out", given->out, "CSV of the documents that moved: fold_a,fold_b,id,side_a,side_b")
            .new_file();
        args.flag("--json", given->json,
                  "Print one JSON document with everything, ids of moved documents too");
        args.footer(
            "Exit code 0: every fold of A has a partner in B with the same documents on the same sides "
            "(numbers of\n"
            "folds and settings may differ). 1: a document is on another side. \"by chance\" is what two "
            "random sides\n"
            "of these sizes share: |A| |B| / n, n the documents that A or B uses.");
        args.example("standfast split diff corpus.jsonl splits.json lists",
                     "Compare lists of rows with the split that they were written from");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
