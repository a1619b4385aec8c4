// standfast explain: the contribution of each token of a document to the answer of a saved classifier.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/show_tables.h"
#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/analysis/attribution/planted_spans.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/base/rng.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/report/attribution/highlights.h"
#include "standfast/report/attribution/planted_tables.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kDocumentsAtOnce = 4096;

struct ExplainArgs {
  CorpusArgs corpus;
  FormGiven form_given;
  std::string model, method = "partition", preset, out, splits, side = "test", planted, html,
                     rank_class = "any";
  std::map<std::string, OptionValue> settings;
  std::vector<std::string> ids;
  int64_t fold = 0, draw = 0, top = 5, seed = 0, jobs = 0;
  bool with_text = false, whole_spans = false, json = false;
};

struct ChosenRows {
  std::vector<uint32_t> rows, background;
};

Result<ChosenRows> choose_rows(const ExplainArgs& given, const Corpus& corpus) {
  ChosenRows chosen;
  if (given.splits.empty()) {
    chosen.rows.resize(corpus.size());
    std::iota(chosen.rows.begin(), chosen.rows.end(), 0U);
    chosen.background = chosen.rows;
  } else {
    SF_ASSIGN(const AnySplit read, read_any_split(given.splits, corpus, terminal()));
    const auto& folds = read.splits.split.folds;
    if (given.fold >= static_cast<int64_t>(folds.size()))
      return usage_error(fmt::format("explain --fold {}: {} has {} folds, numbered from 0", given.fold,
                                     given.splits, folds.size()));
    const Fold& fold = folds[static_cast<size_t>(given.fold)];
    const RowSet& side = given.side == "train"        ? fold.train
                         : given.side == "validation" ? fold.validation
                                                      : fold.test;
    chosen.rows = side.list();
    chosen.background = fold.train.list();
  }
  if (!given.ids.empty()) {
    std::vector<uint32_t> asked;
    const std::set<uint32_t> there(chosen.rows.begin(), chosen.rows.end());
    for (const auto& id : given.ids) {
      const auto row = corpus.row_of(id);
      if (!row)
        return data_error(fmt::format("explain --only-ids: {} has no document \"{}\"", corpus.name(), id));
      if (!there.contains(*row))
        return data_error(fmt::format("explain --only-ids: document \"{}\" is not on side {} of fold {}", id,
                                      given.side, given.fold));
      if (std::find(asked.begin(), asked.end(), *row) != asked.end())
        return usage_error(fmt::format("explain --only-ids: \"{}\" is named twice", id));
      asked.push_back(*row);
    }
    chosen.rows = std::move(asked);
  }
  if (given.draw > 0 && static_cast<size_t>(given.draw) < chosen.rows.size()) {
    Rng rng(static_cast<uint64_t>(given.seed), "explain/draw");
    std::vector<uint32_t> drawn;
    for (const uint32_t at :
         rng.choose(static_cast<uint32_t>(chosen.rows.size()), static_cast<uint32_t>(given.draw)))
      drawn.push_back(chosen.rows[at]);
    chosen.rows = std::move(drawn);
  }
  if (chosen.rows.empty()) return data_error("explain: no document to explain");
  return chosen;
}

// Returns the file with spans: the path itself, or in a folder spans.jsonl, or else the file with the name of
// the corpus, as in a folder that `standfast shortcut --out` wrote.
Result<std::string> planted_file(const std::string& path, const std::string& corpus) {
  if (!is_folder(path)) return path;
  const std::string folder = path.ends_with('/') ? path : path + "/";
  for (const std::string& name : {std::string("spans.jsonl"), corpus.substr(corpus.find_last_of('/') + 1)})
    if (is_file(folder + name)) return folder + name;
  return data_error(fmt::format(
      "{}: holds neither spans.jsonl nor a file of the name of the corpus; name the file with the spans (one "
      "line {{\"id\": "
      "..., \"spans\": [[begin, end]]}} a document, or a side that standfast shortcut wrote)",
      path));
}

// Returns the predicted class, or nothing if the classifier gives no answer: then all numbers are 0, as
// probabilities and as log-odds (text_game.h). The log-odds of two equally likely classes are also 0.
std::optional<size_t> predicted_class(const Attribution& one) {
  if (std::ranges::all_of(one.prediction, [](double of_class) { return of_class == 0; })) return std::nullopt;
  return static_cast<size_t>(std::max_element(one.prediction.begin(), one.prediction.end()) -
                             one.prediction.begin());
}

Json line_of(const Attribution& one, std::string_view id, std::string_view text,
             std::span<const std::string> names, bool with_text) {
  const auto predicted = predicted_class(one);
  Json line = {{"id", id}, {"predicted", predicted ? Json(names[*predicted]) : Json()}};
  Json& spans = line["spans"] = Json::array();
  for (const TokenSpan& token : one.tokens) spans.push_back({token.begin, token.end});
  if (with_text) {
    Json& tokens = line["tokens"] = Json::array();
    for (const TokenSpan& token : one.tokens)
      tokens.push_back(text.substr(token.begin, token.end - token.begin));
  }
  Json& classes = line["classes"] = Json::object();
  for (size_t c = 0; c < names.size(); ++c) {
    Json& of_class = classes[names[c]];
    of_class = {{"base", one.base[c]},
                {"prediction", one.prediction[c]},
                {"elsewhere", one.elsewhere[c]},
                {"gap", one.gap(c)}};
    Json& shares = of_class["shares"] = Json::array();
    for (size_t i = 0; i < one.shares.rows; ++i) shares.push_back(one.shares.row(i)[c]);
    if (one.errors.rows == 0) continue;
    Json& errors = of_class["errors"] = Json::array();
    for (size_t i = 0; i < one.errors.rows; ++i) errors.push_back(one.errors.row(i)[c]);
  }
  line["evaluations"] = one.evaluations;
  line["exact"] = one.exact();
  return line;
}

report::Highlighted highlighted(const Attribution& one, std::string_view id, std::string_view text,
                                std::span<const std::string> names, std::span<const TokenSpan> planted) {
  const auto predicted = predicted_class(one);
  const size_t c = predicted.value_or(0);
  report::Highlighted shown{id,
                            text,
                            one.tokens,
                            {},
                            predicted ? std::string_view(names[c]) : "no answer",
                            one.base[c],
                            one.prediction[c],
                            planted};
  for (size_t i = 0; i < one.shares.rows; ++i) shown.shares.push_back(one.shares.row(i)[c]);
  return shown;
}

Status check_flags(const ExplainArgs& given) {
  if (given.out.empty() && given.html.empty() && given.planted.empty())
    return usage_error(
        "explain: name a file to write (--out FILE.jsonl), or --planted for the measures alone");
  if (!given.html.empty() && !given.with_text)
    return usage_error("explain: --html shows texts, so it needs --with-text too");
  if (given.whole_spans && given.planted.empty())
    return usage_error("explain: --whole-spans needs --planted, which says where spans are");
  if (given.rank_class != "any" && given.planted.empty())
    return usage_error("explain: --rank-class needs --planted, which says whose ranks are looked at");
  if (given.fold != 0 && given.splits.empty())
    return usage_error("explain: --fold counts the folds of --splits, and there is none");
  if (given.side != "test" && given.splits.empty())
    return usage_error("explain: --side names a side of a fold of --splits, and there is none");
  if (given.out == "-" && (given.json || given.html == "-"))
    return usage_error(
        "explain: --out - is standard output, which only one output can use: give --out a file");
  if (!given.planted.empty() && !given.json && (given.out == "-" || given.html == "-"))
    return usage_error("explain: the tables of --planted go to standard output: give --out or --html a file");
  if (given.html == "-" && given.json)
    return usage_error("explain: --html - and --json both want standard output: give --html a file");
  if (given.top < 1) return usage_error("explain: --precision-at counts tokens, from 1");
  return {};
}

struct Totals {
  uint64_t documents = 0, tokens = 0, evaluations = 0, cut = 0;
  double largest_gap = 0;
};

Status run(const ExplainArgs& given) {
  SF_TRY(check_flags(given));
  const auto inputs = together({{given.corpus.path, given.splits, given.planted},
                                files_named(explainers(), given.method, given.settings, given.preset)});
  for (const auto& [flag, out] : {std::pair{"--out", &given.out}, {"--html", &given.html}}) {
    SF_TRY(keep_inputs(flag, *out, inputs));
    SF_TRY(keep_folder(flag, *out, given.model));
  }
  SF_ASSIGN(const auto* entry, explainers().find(given.method));
  SF_ASSIGN(const Options options, explainers().resolve(entry->name, given.settings, given.preset));
  SF_ASSIGN(const auto explainer, entry->make(options));
  SF_ASSIGN(const SavedClassifier saved, load_classifier(given.model));
  const std::vector<std::string>& names = saved.labels.names;
  CorpusArgs from = given.corpus;
  SF_TRY(read_as_learned("explain", saved.reading, given.form_given, from));
  SF_ASSIGN(const Corpus corpus, from.read());
  SF_ASSIGN(const ChosenRows chosen, choose_rows(given, corpus));
  std::optional<PlantedTruth> truth;
  if (!given.planted.empty()) {
    SF_ASSIGN(const std::string path, planted_file(given.planted, given.corpus.path));
    SF_ASSIGN(const PlantedSpans planted, read_planted_spans(path));
    SF_ASSIGN(truth, bind_planted_spans(planted, {&corpus, chosen.rows}));
  }
  if (explainer->needs_background() && given.splits.empty())
    terminal().info(
        fmt::format("absent features are at their mean over the {} documents of {} (--splits: those that "
                    "a fold trains on)",
                    chosen.background.size(), corpus.name()));

  std::optional<OutputFile> out, html;
  if (!given.out.empty()) {
    SF_ASSIGN(out, OutputFile::create(given.out));
  }
  if (!given.html.empty()) {
    SF_ASSIGN(html, OutputFile::create(given.html));
    SF_TRY(html->write(report::highlights_begin(
        fmt::format("What {} rests on", saved.name),
        fmt::format("{}, shares of the {} of the predicted class. Orange speaks for it, blue against it.{}",
                    entry->name, explainer->output(), truth ? " Underlined: planted." : ""))));
  }
  Totals totals;
  std::vector<MeasuredDocument> planted;  // filled if measures of planted tokens are asked for
  const auto top = static_cast<uint32_t>(std::min<int64_t>(given.top, 1'000'000));
  const bool by_predicted = given.rank_class == "predicted";
  for (size_t begin = 0; begin < chosen.rows.size(); begin += kDocumentsAtOnce) {
    const size_t count = std::min(kDocumentsAtOnce, chosen.rows.size() - begin);
    const auto rows = std::span<const uint32_t>(chosen.rows).subspan(begin, count);
    ExplainContext context{.seed = static_cast<uint64_t>(given.seed),
                           .threads = threads_of(given.jobs),
                           .sink = &terminal(),
                           .whole = {},
                           .background = {&corpus, chosen.background}};
    if (given.whole_spans)
      context.whole = std::span<const std::vector<TokenSpan>>(truth->whole).subspan(begin, count);
    SF_ASSIGN(auto explained, explainer->explain({saved.classifier.get(), names}, {&corpus, rows}, context));
    for (size_t i = 0; i < count; ++i) {
      Attribution& one = explained[i];
      const std::string_view id = corpus.id(rows[i]), text = corpus.text(rows[i]);
      ++totals.documents;
      totals.tokens += one.tokens.size();
      totals.evaluations += one.evaluations;
      totals.cut += one.cut ? 1 : 0;
      for (size_t c = 0; c < names.size(); ++c)
        totals.largest_gap = std::max(totals.largest_gap, std::abs(one.gap(c)));
      if (out) SF_TRY(out->write(json_text(line_of(one, id, text, names, given.with_text)) + "\n"));
      if (html) {
        const auto spans =
            truth ? std::span<const TokenSpan>(truth->spans[begin + i]) : std::span<const TokenSpan>();
        SF_TRY(html->write(report::highlighted_html(highlighted(one, id, text, names, spans))));
      }
      if (truth) {
        const auto predicted = predicted_class(one);
        planted.push_back(measured_document(one, truth->spans[begin + i], truth->values[begin + i],
                                            by_predicted ? predicted : std::nullopt, top));
        if (by_predicted && !predicted) planted.back().ranking.clear();  // there is no class to rank by
      }
    }
    terminal().progress("documents explained", totals.documents, chosen.rows.size());
  }
  if (out) SF_TRY(out->commit());
  if (html) {
    SF_TRY(html->write(report::highlights_end()));
    SF_TRY(html->commit());
  }

  std::vector<report::Table> tables;
  if (truth) {
    const auto shares = planted_shares(planted, names.size());
    const auto ranking = planted_ranking(planted, top);
    const report::PlantedSharesOf shares_of{{}, shares, planted.size()};
    const report::PlantedRankingOf ranking_of{{}, ranking, planted.size()};
    tables.push_back(
        report::planted_shares_table({"planted-shares", "Mean attribution of planted tokens and of others"},
                                     std::span(&shares_of, 1), names, explainer->output()));
    tables.push_back(report::planted_ranking_table(
        {"planted-ranking", "Do planted tokens rank on top?"}, std::span(&ranking_of, 1),
        by_predicted ? "the share of the predicted class" : "the largest share of any class"));
  }
  if (given.json) {
    Json json = {
        {"schema", "standfast-explain/1"}, {"model", saved.name},        {"method", entry->name},
        {"output", explainer->output()},   {"data", corpus.data_hash()}, {"seed", given.seed},
        {"documents", totals.documents},   {"tokens", totals.tokens},    {"evaluations", totals.evaluations},
        {"cut_by_budget", totals.cut}};
    if (entry->traits.adds_up) json["largest_gap"] = totals.largest_gap;
    if (truth) {
      json["named_documents"] = truth->named;
      json["planted_documents"] =
          std::ranges::count_if(planted, [](const auto& one) { return one.planted > 0; });
    }
    json["tables"] = tables_json(tables);
    print(json_text(json) + "\n");
    return {};
  }
  std::string text = shown_tables(tables);
  std::vector<std::string> lines = {
      fmt::format("{} of {} ({}): documents {}, tokens {}, answers of the model {}", entry->name, saved.name,
                  explainer->output(), totals.documents, totals.tokens, totals.evaluations)};
  if (entry->traits.adds_up)
    lines.push_back(fmt::format("base, shares and elsewhere add up to the predictions within {:.1e}",
                                totals.largest_gap));
  if (totals.cut > 0)
    lines.push_back(fmt::format(
        "in {} documents the budget ended before every token had a share of its own (--preset exact, or a "
        "larger max-evals)",
        totals.cut));
  // If lines of documents go to standard output, messages about them do not.
  if (given.out == "-" || given.html == "-") {
    for (const auto& line : lines) terminal().info(line);
    return {};
  }
  print(fmt::format("{}{}\n", text, fmt::join(lines, "\n")));
  return {};
}

}  // namespace

Command explain_command() {
  return {
      "explain", "Measure how much each token of a document adds to the answer of a saved classifier",
      [](Args& args) {
        auto given = std::make_shared<ExplainArgs>();
        given->corpus.declare(args);
        given->form_given.declare(args);
        args.text("-m,--model", given->model, "Folder of a classifier, made by standfast train", true)
            .folder();
        std::vector<std::string> methods;
        for (const auto& entry : explainers().entries()) methods.push_back(entry.name);
        args.text("--method", given->method,
                  fmt::format("One of {} (standfast ls explainers --long)", fmt::join(methods, ", ")))
            .named(methods);
        args.settings("--set", given->settings, "Options of the method");
        args.text("--preset", given->preset, "Named set of options of the method; --set overrides it");
        args.texts("--only-ids,~--ids", given->ids, "Explain these documents");
        args.count("--draw", given->draw, "Explain this many of the documents, drawn with the seed (0: all)");
        args.text(
                "--splits", given->splits,
                "A split, as splits.json or as lists that exports write: explain documents of one side of a "
                "fold")
            .path();
        args.count("--fold", given->fold, "With --splits: number of the fold, from 0");
        args.choice("--side", given->side, {"train", "validation", "test"},
                    "With --splits: side of the fold");
        args.text("--planted", given->planted,
                  "JSON lines {id, spans: [[begin, end], ...], value}, or a side of standfast shortcut, or "
                  "their folder: compare shares with the planted spans")
            .path();
        args.flag("--whole-spans", given->whole_spans,
                  "With --planted: the tokens of a planted span are one");
        args.choice(
            "--rank-class", given->rank_class, {"any", "predicted"},
            "With --planted: rank tokens by the largest share of any class, or by the share of the predicted "
            "class");
        args.count("--precision-at,~--top", given->top, "With --planted: the k of precision at k");
        args.flag("--with-text", given->with_text, "Write the tokens too, not only their places");
        args.text("--html", given->html, "With --with-text: page with the tokens coloured by their share")
            .new_file();
        args.count("--seed", given->seed, "Seed of all draws");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "File of JSON lines to write, one a document").new_file();
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "A line has the tokens as bytes [begin, end) of the text, and for each class base, prediction "
            "and the shares "
            "of\n"
            "the tokens; base + shares + elsewhere is the prediction (not for occlusion). Methods and "
            "formulas: "
            "docs/explain.md.");
        args.example("standfast explain corpus.jsonl --model model --draw 3 --out shares.jsonl",
                     "Measure what each token of three documents adds to the answer");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
