#include "cli/analyze_splits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/keep_inputs.h"
#include "cli/show_tables.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/analysis/split/test_overlap.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/read/table_rows.h"
#include "standfast/report/table/table.h"
#include "standfast/split/file/read_splits.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::exact;
using report::shown;
using report::Table;

constexpr size_t kMostRowsShown = 60;  // rows of a table on a terminal; --json and --out have all

struct Chosen {
  const SplitAnalysisCatalog::Entry* entry = nullptr;
  Options options = {};
};

std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    if (!word.empty()) words.push_back(std::move(word));
    begin = end + 1;
  }
  return words;
}

Result<std::vector<Chosen>> chosen_analyses(const SplitAnalysisArgs& given) {
  std::map<std::string, std::map<std::string, OptionValue>> options;
  for (const auto& [key, value] : given.options) {
    const size_t dot = key.find('.');
    if (dot == std::string::npos)
      return usage_error(fmt::format("analyze --option {}={}: name the analysis too, as in word-overlap.n=2",
                                     key, to_string(value)));
    options[key.substr(0, dot)][key.substr(dot + 1)] = value;
  }
  std::vector<Chosen> chosen;
  for (const auto& name : words_between_commas(given.what)) {
    Chosen one;
    SF_ASSIGN(one.entry, split_analyses().find(name));
    if (std::any_of(chosen.begin(), chosen.end(),
                    [&](const auto& other) { return other.entry == one.entry; }))
      return usage_error(fmt::format("analyze --what {}: {} is named twice", given.what, name));
    SF_ASSIGN(one.options, split_analyses().resolve(name, options[name]));
    options.erase(name);
    chosen.push_back(std::move(one));
  }
  if (chosen.empty()) return usage_error("analyze --what names no analysis (standfast ls \"split meters\")");
  if (!options.empty())
    return usage_error(fmt::format("analyze --option {}.{}: --what does not name {}", options.begin()->first,
                                   options.begin()->second.begin()->first, options.begin()->first));
  return chosen;
}

// Returns the columns that options name.
std::vector<std::string> columns_of(const std::vector<Chosen>& chosen) {
  std::vector<std::string> columns;
  for (const auto& one : chosen)
    for (const auto& spec : one.entry->options) {
      if (spec.kind != OptionKind::column) continue;
      for (auto& name : words_between_commas(one.options.text(spec.name)))
        if (name != kNoColumn) columns.push_back(std::move(name));
    }
  return columns;
}

// Returns the vectors of the rows of the corpus, or nothing if no analysis reads vectors.
Result<std::optional<Encoded>> vectors_of(const SplitAnalysisArgs& given, const std::vector<Chosen>& chosen,
                                          const Corpus& corpus, int threads) {
  const auto reader = std::find_if(chosen.begin(), chosen.end(),
                                   [](const auto& one) { return one.entry->traits.reads_vectors; });
  const bool asked = !given.vectors.encoder.empty() || !given.vectors_file.empty();
  const VectorArgs& more = given.vectors;
  const bool told = !more.settings.empty() || !more.preset.empty() || !more.reduce.empty() ||
                    !more.reduce_settings.empty() || !more.reduce_preset.empty();
  if (reader == chosen.end()) {
    if (asked || told)
      return usage_error(fmt::format("analyze --what {}: none of these analyses reads vectors", given.what));
    return std::optional<Encoded>();
  }
  if (!asked)
    return usage_error(fmt::format(
        "analyze: {} compares vectors: name an encoder that makes them (--encoder lsa) or a file that holds "
        "them (--vectors vectors.npy)",
        reader->entry->name));
  VectorArgs vectors = given.vectors;
  if (!given.vectors_file.empty()) {
    if (!vectors.encoder.empty()) return usage_error("analyze: --vectors and --encoder: give one of them");
    vectors.encoder = "vectors";
    vectors.settings["path"] = given.vectors_file;
  }
  SF_TRY(vectors.check());
  SF_ASSIGN(Encoded encoded, vectors.encode(corpus, threads));
  return std::optional<Encoded>(std::move(encoded));
}

struct NamedSplit {
  std::string name, path;
  std::vector<Fold> folds;
};

// Reads splits with their names for tables: the file name without its ending, or the path if two names would
// be equal.
Result<std::vector<NamedSplit>> read_named_splits(const std::vector<std::string>& paths,
                                                  const Corpus& corpus) {
  std::vector<NamedSplit> splits;
  std::map<std::string, int> stems;
  const auto stem = [](std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();  // a folder of lists
    const std::string name = path.substr(path.find_last_of('/') + 1);
    return name.substr(0, name.find('.', 1));
  };
  for (const auto& path : paths) ++stems[stem(path)];
  for (const auto& path : paths) {
    if (std::any_of(splits.begin(), splits.end(), [&](const auto& other) { return other.path == path; }))
      return usage_error(fmt::format("analyze --splits: {} is named twice", path));
    SF_ASSIGN(AnySplit read, read_any_split(path, corpus, terminal()));
    splits.push_back({stems[stem(path)] == 1 ? stem(path) : path, path, std::move(read.splits.split.folds)});
  }
  return splits;
}

// The results of an analysis for each split.
struct Found {
  const SplitAnalysisCatalog::Entry* entry;
  std::vector<std::vector<FoldMeasures>> of_split;
  std::vector<std::vector<SplitMeasure>> mean;
};

std::string label_of(const SplitMeasure& one) {
  return one.group.empty() ? one.name : fmt::format("{}: {}", one.group, one.name);
}

Table measures_table(const Found& found, const std::vector<NamedSplit>& splits, const std::string& target) {
  Table table;
  table.name = "split-" + found.entry->name;
  table.title = fmt::format("What splits rest on: {}{}", found.entry->name,
                            found.entry->traits.reads_classes ? fmt::format(" (classes: {})", target) : "");
  table.caption =
      found.entry->summary +
      " Value: mean over the folds in which it is defined. n: the items that it rests on, out of all items, "
      "in all folds.";
  table.header = {"split", "measure", "value", "lowest fold", "highest fold", "n", "note"};
  table.data_header = {"split", "fold", "group", "measure", "value", "used", "total", "note"};
  table.texts = {"split", "fold", "group", "measure", "note"};
  const auto data = [&](const std::string& split, const std::string& fold, const SplitMeasure& one) {
    table.data.push_back({split, fold, one.group, one.name, exact(one.value), std::to_string(one.used),
                          std::to_string(one.total), one.note});
  };
  for (size_t s = 0; s < splits.size(); ++s) {
    for (const auto& one : found.mean[s]) {
      std::optional<double> low, high;
      for (const auto& fold : found.of_split[s])
        for (const auto& other : fold.measures)
          if (other.group == one.group && other.name == one.name && other.value) {
            low = std::min(low.value_or(*other.value), *other.value);
            high = std::max(high.value_or(*other.value), *other.value);
          }
      const auto cell = [](const std::optional<double>& value) {
        if (!value) return std::string("-");
        return std::abs(*value) > 0 && std::abs(*value) < 0.01 ? fmt::format("{:.2e}", *value)
                                                               : shown(*value);
      };
      table.rows.push_back({{splits[s].name},
                            {label_of(one)},
                            {cell(one.value)},
                            {cell(low)},
                            {cell(high)},
                            {fmt::format("{} of {}", one.used, one.total)},
                            {one.note}});
      data(splits[s].name, "all", one);
    }
    for (size_t f = 0; f < found.of_split[s].size(); ++f)
      for (const auto& one : found.of_split[s][f].measures) data(splits[s].name, std::to_string(f), one);
  }
  return table;
}

Table words_table(const Found& found, const std::vector<NamedSplit>& splits) {
  Table table;
  table.name = fmt::format("split-{}-words", found.entry->name);
  table.title = fmt::format("Words of {}", found.entry->name);
  table.data_header = table.header = {"split", "fold", "class", "side", "rank", "word", "score"};
  table.texts = {"split", "fold", "class", "side", "word"};
  for (size_t s = 0; s < splits.size(); ++s)
    for (size_t f = 0; f < found.of_split[s].size(); ++f)
      for (const auto& one : found.of_split[s][f].words)
        table.data.push_back({splits[s].name, std::to_string(f), one.group, one.side,
                              std::to_string(one.rank), one.word, exact(one.score)});
  return table;
}

constexpr size_t kMostTestSides = 200;

Result<Table> overlap_table(const std::vector<NamedSplit>& splits) {
  std::vector<RowSet> sides;
  std::vector<std::string> names;
  for (const auto& split : splits)
    for (size_t f = 0; f < split.folds.size(); ++f) {
      sides.push_back(split.folds[f].test);
      names.push_back(split.folds.size() == 1 ? split.name : fmt::format("{}, fold {}", split.name, f));
    }
  Table table;
  table.name = "split-test-overlap";
  table.title = "What test sides have in common";
  table.caption =
      "Jaccard: documents in both test sides, divided by those in either. Of the smaller: divided by the "
      "size of the "
      "smaller side.";
  table.header = {"one", "other", "shared", "of", "and", "Jaccard", "of the smaller"};
  table.data_header = {"one", "other", "shared", "documents_one", "documents_other", "jaccard", "of_smaller"};
  table.texts = {"one", "other"};
  if (sides.size() > kMostTestSides) {
    table.caption +=
        fmt::format(" {} test sides are too many to compare: at most {}.", sides.size(), kMostTestSides);
    return table;
  }
  for (const auto& one : test_overlaps(sides)) {
    table.rows.push_back({{names[one.a]},
                          {names[one.b]},
                          {std::to_string(one.shared)},
                          {std::to_string(one.of_a)},
                          {std::to_string(one.of_b)},
                          {one.jaccard ? shown(*one.jaccard) : "-"},
                          {one.of_smaller ? shown(*one.of_smaller) : "-"}});
    table.data.push_back({names[one.a], names[one.b], std::to_string(one.shared), std::to_string(one.of_a),
                          std::to_string(one.of_b), exact(one.jaccard), exact(one.of_smaller)});
  }
  return table;
}

struct SplitScores {
  std::vector<double> mean;  // by split; NaN without a score
  uint64_t scores = 0, splits = 0, conditions = 0;
};

// Reads a CSV file with the columns split and score; a column condition is counted. A split may have several
// scores: only their mean counts, because scores of one split are not independent.
Result<SplitScores> read_split_scores(const std::string& path, const std::vector<NamedSplit>& splits) {
  SplitScores found;
  std::vector<double> sums(splits.size(), 0);
  std::vector<uint64_t> counts(splits.size(), 0);
  std::set<std::string> conditions;
  uint64_t incomplete = 0;  // the first line without a split or a score
  SF_ASSIGN(const auto input, open_input(path));
  const auto take = [&](const TableRow& row) -> Status {
    const auto refuse = [&](const std::string& why) {
      return data_error(fmt::format("{}:{}: {}", path, row.line, why));
    };
    // A missing column is reported below.
    if (!row.values[0] || !row.values[1]) {
      if (incomplete == 0) incomplete = row.line;
      return {};
    }
    const std::string name(*row.values[0]);
    const auto split = std::find_if(splits.begin(), splits.end(),
                                    [&](const auto& one) { return one.name == name || one.path == name; });
    if (split == splits.end()) {
      std::vector<std::string> names;
      for (const auto& one : splits) names.push_back(one.name);
      return refuse(fmt::format("there is no split \"{}\" among the splits of --splits ({})", name,
                                fmt::join(names, ", ")));
    }
    double score = 0;
    const std::string_view text = *row.values[1];
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), score);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(score))
      return refuse(fmt::format("the score \"{}\" is no number", text));
    const auto place = static_cast<size_t>(split - splits.begin());
    sums[place] += score;
    ++counts[place];
    ++found.scores;
    if (row.values[2]) conditions.emplace(*row.values[2]);
    return {};
  };
  SF_ASSIGN(const auto columns,
            for_each_row(*input, path, Format::csv, {"split", "score", "condition"}, take));
  for (const char* wanted : {"split", "score"})
    if (std::find(columns.begin(), columns.end(), wanted) == columns.end())
      return data_error(
          fmt::format("{}: has no column {} (it has {})", path, wanted, fmt::join(columns, ", ")));
  if (incomplete > 0) return data_error(fmt::format("{}:{}: needs a split and a score", path, incomplete));
  for (size_t s = 0; s < splits.size(); ++s) {
    found.mean.push_back(counts[s] == 0 ? std::nan("") : sums[s] / static_cast<double>(counts[s]));
    found.splits += counts[s] > 0;
  }
  found.conditions = conditions.size();
  return found;
}

Table correlation_table(const std::vector<Found>& all, const SplitScores& scores) {
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<double>>> values;
  std::vector<size_t> scored;
  std::vector<double> of_scored;
  for (size_t s = 0; s < scores.mean.size(); ++s)
    if (!std::isnan(scores.mean[s])) {
      scored.push_back(s);
      of_scored.push_back(scores.mean[s]);
    }
  for (const auto& found : all) {
    std::set<std::string> seen;
    for (const auto& split : found.mean)
      for (const auto& one : split) {
        if (!one.property || !seen.insert(label_of(one)).second) continue;
        names.push_back(fmt::format("{} {}", found.entry->name, label_of(one)));
        auto& of_splits = values.emplace_back();
        for (const size_t s : scored) {
          const auto same = std::find_if(found.mean[s].begin(), found.mean[s].end(), [&](const auto& other) {
            return other.group == one.group && other.name == one.name;
          });
          of_splits.push_back(same == found.mean[s].end() ? std::nullopt : same->value);
        }
      }
  }
  Table table;
  table.name = "split-correlations";
  table.title = "Properties of splits and scores";
  table.caption = fmt::format(
      "Pearson's r over {} splits, with the p of a two-sided t test; {} scores; the scores of one split "
      "count as their mean. p (Holm): corrected for all properties of the table.{} p takes splits as "
      "independent. Splits of one corpus are not: they share documents, and splits of one condition are "
      "alike. So p is smaller than it should be.",
      scores.splits, scores.scores,
      scores.conditions > 0 ? fmt::format(" The splits are of {} conditions.", scores.conditions) : "");
  table.header = {"property", "r", "p", "p (Holm)", "n", "note"};
  table.data_header = {"property", "r", "p", "p_holm", "used", "total", "note"};
  table.texts = {"property", "note"};
  for (const auto& one : correlate_properties(names, values, of_scored)) {
    table.rows.push_back({{one.property},
                          {one.r ? report::signed_shown(*one.r) : "-"},
                          {report::shown_p(one.p)},
                          {report::shown_p(one.holm)},
                          {fmt::format("{} of {}", one.used, one.total)},
                          {one.why_not}});
    table.data.push_back({one.property, exact(one.r), exact(one.p), exact(one.holm), std::to_string(one.used),
                          std::to_string(one.total), one.why_not});
  }
  return table;
}

}  // namespace

void SplitAnalysisArgs::declare(Args& args) {
  args.repeated("--splits", splits,
                "Split to analyse, as splits.json or as lists that exports write; several are compared")
      .path();
  std::vector<std::string> names;
  for (const auto& entry : split_analyses().entries()) names.push_back(entry.name);
  args.text("--what", what,
            fmt::format("With --splits: analyses, with commas between them: {}", fmt::join(names, ", ")))
      .listed(names);
  args.settings("--option", options, "With --splits: option of an analysis, e.g. word-overlap.n=2");
  args.text("--scores", scores,
            "With --splits: CSV with the columns split and score; properties of splits are correlated with "
            "scores")
      .file();
  args.text("--vectors", vectors_file, "With --splits: file of vectors that shift compares").file();
  args.flag("--word-lists,~--words", words,
            "With --splits and --out: also write lists of words of classes (texts may be offensive)");
  vectors.declare(args, "With --splits: encoder whose vectors shift compares");
}

Status analyze_splits(const SplitAnalysisArgs& given, CorpusArgs corpus_args,
                      const SplitAnalysisOutput& output) {
  SF_ASSIGN(const auto chosen, chosen_analyses(given));
  if (given.words && output.folder.empty())
    return usage_error("analyze: --word-lists writes lists of words and needs --out FOLDER");
  if (given.words &&
      std::ranges::none_of(chosen, [](const auto& one) { return one.entry->traits.lists_words; }))
    return usage_error(
        "analyze: --word-lists writes the words that an analysis lists, and no analysis of --what lists any");
  corpus_args.also_read(columns_of(chosen));
  SF_ASSIGN(const Corpus corpus, corpus_args.read());
  SF_ASSIGN(const auto splits, read_named_splits(given.splits, corpus));
  SplitAnalysisContext context{
      .seed = static_cast<uint64_t>(given.vectors.seed), .threads = output.threads, .sink = &terminal()};
  SF_ASSIGN(const auto vectors, vectors_of(given, chosen, corpus, output.threads));
  if (vectors) context.vectors = &*vectors;
  SplitScores scores;
  if (!given.scores.empty()) {
    SF_ASSIGN(scores, read_split_scores(given.scores, splits));
  }
  std::vector<Found> all;
  std::vector<Table> tables;
  for (const auto& one : chosen) {
    if (one.entry->traits.reads_classes) {
      const Role role = *role_from_name(output.target);
      if (corpus.column(role) == nullptr && role != Role::label && corpus.column(Role::label) != nullptr)
        return data_error(fmt::format(
            "{}: {} reads classes, which are the {}s unless --target says otherwise, and there is no {} "
            "column; --target "
            "label takes the labels",
            corpus.name(), one.entry->name, output.target, output.target));
      SF_ASSIGN(context.classes, corpus.require(*role_from_name(output.target)));
    }
    SF_ASSIGN(const auto analysis, one.entry->make(one.options));
    Found found{one.entry, {}, {}};
    for (const auto& split : splits) {
      auto measured = analysis->measure(corpus, split.folds, context);
      if (!measured) return with_context(one.entry->name, measured.error());
      found.mean.push_back(over_folds(*measured));
      found.of_split.push_back(std::move(*measured));
    }
    tables.push_back(measures_table(found, splits, output.target));
    all.push_back(std::move(found));
  }
  if (splits.size() > 1) {
    SF_ASSIGN(auto table, overlap_table(splits));
    tables.push_back(std::move(table));
  }
  if (!given.scores.empty()) tables.push_back(correlation_table(all, scores));
  if (!output.folder.empty()) {
    std::vector<Table> written = tables;
    if (given.words)
      for (const auto& found : all)
        if (found.entry->traits.lists_words) written.push_back(words_table(found, splits));
    auto inputs =
        together({{corpus_args.path, given.scores, given.vectors_file}, given.splits, given.vectors.files()});
    for (const auto& one : chosen)
      inputs = together({std::move(inputs), files_named(one.options, one.entry->options)});
    SF_TRY(write_tables(output.folder, written, inputs));
  }
  if (output.json) {
    Json document = {
        {"schema", "standfast-analyze-splits/1"}, {"data", corpus.name()}, {"splits", given.splits}};
    document["tables"] = tables_json(tables);
    print(json_text(document) + "\n");
    return {};
  }
  std::string text;
  for (auto table : tables) {
    if (table.rows.size() > kMostRowsShown) {
      table.caption += fmt::format(" The first {} of {} rows are shown; --json and --out have all.",
                                   kMostRowsShown, table.rows.size());
      table.rows.resize(kMostRowsShown);
    }
    text += shown_table(table);
  }
  print(text);
  return {};
}

}  // namespace standfast::cli
