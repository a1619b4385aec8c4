// standfast rewrite: other wordings of documents, by a language model or from a file, checked by gates.
#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/shortcuts/endpoint_args.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/rewrites.h"
#include "standfast/rewrite/gates.h"
#include "standfast/rewrite/prompt.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct RewriteArgs {
  CorpusArgs corpus;
  EndpointArgs endpoint;
  std::string style, prompt, from, from_column, out, refused;
  std::vector<std::string> without_gates;
  GateOptions gates;
  bool keep_outer = false, json = false;

  bool asks() const { return from.empty() && from_column.empty(); }
  std::string refused_path() const { return refused.empty() ? out + ".refused.jsonl" : refused; }
  std::string manifest_path() const { return out + ".manifest.json"; }
};

struct Source {
  std::vector<CandidateRewrite> candidates;
  uint64_t cached = 0, cut = 0;
  std::string prompt = {};
};

Result<Source> from_file(const RewriteArgs& given, const Corpus& corpus) {
  SF_ASSIGN(const Rewrites rewrites,
            read_rewrites(given.from, {}, BlankRewrite::kept));  // a gate refuses blank ones
  const bool styled = rewrites.styles() != std::vector<std::string>{""};
  Source source;
  uint64_t found = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    CandidateRewrite candidate{std::string(corpus.id(row)), corpus.text(row), std::nullopt,
                               "the file has none"};
    if (const Rewrite* one = rewrites.find(corpus.id(row), styled ? given.style : "")) {
      ++found;
      const bool blank = one->text.find_first_not_of(" \t\r\n") == std::string::npos;
      if (blank && std::ranges::find(given.without_gates, "empty") != given.without_gates.end()) {
        candidate.trouble = "its rewrite is empty";  // a file with it would be unusable
      } else {
        candidate.text = one->text;
        candidate.trouble.clear();
      }
    }
    source.candidates.push_back(std::move(candidate));
  }
  if (found == 0 && corpus.size() > 0)
    return data_error(fmt::format(
        "{}: no rewrite{} belongs to a document of {}; are these its ids?{}", given.from,
        styled ? fmt::format(" in the style \"{}\"", given.style) : "", corpus.name(),
        styled ? fmt::format(" Styles of the file: {}", fmt::join(rewrites.styles(), ", ")) : ""));
  return source;
}

Result<Source> from_column(const Corpus& corpus) {
  SF_ASSIGN(const TextColumn* column, corpus.require_text("rewrite"));
  Source source;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const std::string_view text = column->values[row];
    source.candidates.push_back({std::string(corpus.id(row)), corpus.text(row),
                                 text.empty() ? std::nullopt : std::optional<std::string>(text),
                                 text.empty() ? "the column has none" : ""});
  }
  return source;
}

// Returns true if the answer has text; space and quotes do not count. A model that refuses, or that only
// calls a tool, gives none.
bool has_text(const ChatAnswer& answer) {
  return is_visible(without_outer_quotes(answer.text));
}

Result<Source> from_model(const RewriteArgs& given, const Corpus& corpus) {
  Source source;
  if (given.prompt.empty()) {
    SF_ASSIGN(const RewriteStyle* style, find_rewrite_style(given.style));
    source.prompt = style->prompt();
  } else {
    SF_ASSIGN(source.prompt, read_prompt(given.prompt));
  }
  SF_TRY(check_prompt(given.prompt, source.prompt, {kTextPlace}));
  SF_ASSIGN(const ChatQuestion common, given.endpoint.question());
  std::vector<ChatQuestion> questions;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    questions.push_back(common);
    questions.back().text = filled_prompt(source.prompt, corpus.text(row));
  }
  // A truncated answer is kept: the same question would be truncated again, and a larger --max-tokens makes
  // another question.
  const auto serves = [](const ChatQuestion&, const ChatAnswer& answer) {
    return answer.cut || has_text(answer);
  };
  SF_ASSIGN(const auto asked, given.endpoint.ask("rewrite", questions, given.out, "rewrites", serves));
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    CandidateRewrite candidate{std::string(corpus.id(row)), corpus.text(row), std::nullopt,
                               asked[row].trouble};
    source.cached += asked[row].cached ? 1 : 0;
    if (const auto& answer = asked[row].answer) {
      source.cut += answer->cut ? 1 : 0;
      if (answer->cut)
        candidate.trouble = "the answer was cut, at the longest length or by a filter";
      else if (!has_text(*answer))
        candidate.trouble = answer->without_text();
      else
        candidate.text = answer->text;
    }
    source.candidates.push_back(std::move(candidate));
  }
  return source;
}

Json facts_of(const RewriteArgs& given, const Corpus& corpus, const Source& source,
              const GatedRewrites& rewrites) {
  Json facts = {{"tool", std::string("standfast ") + kVersion},
                {"style", given.style},
                {"data", corpus.data_hash()},
                {"documents", corpus.size()},
                {"rewritten", rewrites.passed.size()},
                {"refused", rewrites.refused.size() - rewrites.missing},
                {"missing", rewrites.missing},
                {"objections", rewrites.objections},
                {"stripped", !given.keep_outer},
                {"least_ratio", given.gates.least_ratio},
                {"most_ratio", given.gates.most_ratio}};
  if (!given.from.empty()) facts["from"] = given.from;
  if (!given.from_column.empty()) facts["from_column"] = given.from_column;
  if (!given.asks()) return facts;
  facts["endpoint"] = given.endpoint.endpoint;
  facts["model"] = given.endpoint.model;
  facts["temperature"] = given.endpoint.temperature;
  facts["max_tokens"] = given.endpoint.most_tokens;
  facts["prompt"] = source.prompt;
  facts["from_cache"] = source.cached;
  facts["cut"] = source.cut;
  return facts;
}

std::string in_words(const RewriteArgs& given, const Corpus& corpus, const Source& source,
                     const GatedRewrites& rewrites) {
  std::string text = fmt::format("{}: {} of {} documents have a rewrite\n", given.style,
                                 rewrites.passed.size(), corpus.size());
  if (source.cached > 0)
    text += fmt::format("  {:<12} {:>7} answers were there already\n", "cache", source.cached);
  if (rewrites.missing > 0)
    text += fmt::format("  {:<12} {:>7} documents without a rewrite\n", "missing", rewrites.missing);
  for (const auto& [gate, n] : rewrites.objections)
    if (n > 0)
      text += fmt::format("  {:<12} {:>7} {} not pass this gate\n", gate, n,
                          n == 1 ? "rewrite did" : "rewrites did");
  return text;
}

Status check(const RewriteArgs& given) {
  const int sources = (given.from.empty() ? 0 : 1) + (given.from_column.empty() ? 0 : 1) +
                      (given.endpoint.endpoint.empty() ? 0 : 1);
  if (sources != 1)
    return usage_error(
        "rewrite: say where rewrites come from, by one of --endpoint, --from and --from-column");
  if (!given.prompt.empty() && !given.asks()) return usage_error("rewrite: --prompt is for --endpoint");
  if (!(given.gates.least_ratio >= 0 && given.gates.least_ratio <= given.gates.most_ratio))
    return usage_error("rewrite: --least-ratio and --most-ratio: 0 or more, the first not above the second");
  if (given.style.empty()) return usage_error("rewrite: --style must not be empty");
  SF_ASSIGN(const Format named, output_format(given.out));
  if (named != Format::jsonl)
    return usage_error(fmt::format(
        "rewrite: --out {}: rewrites are written as JSON lines (.jsonl, .jsonl.gz, .jsonl.zst)", given.out));
  if (given.out == "-" && given.refused.empty())
    return usage_error(
        "rewrite: rewrites on standard output need --refused FILE for rewrites that do not pass");
  const std::vector<std::string> inputs = {given.corpus.path, given.from, given.prompt};
  SF_TRY(keep_inputs("--out", given.out, inputs));
  SF_TRY(keep_inputs("--refused", given.refused_path(), inputs));
  SF_TRY(keep_inputs("--out (its manifest)", given.manifest_path(), inputs));
  if (!given.asks()) return {};
  SF_TRY(given.endpoint.check("rewrite", given.out));
  if (given.prompt.empty()) SF_TRY(find_rewrite_style(given.style));
  return {};
}

Status run(RewriteArgs given) {
  SF_TRY(check(given));
  SF_ASSIGN(const auto gates, gates_without(given.without_gates));
  if (!given.from_column.empty()) {
    given.corpus.columns["rewrite:text"] = given.from_column;
    given.corpus.asked_by.emplace("rewrite", "from-column");
  }
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  SF_ASSIGN(Source source, given.asks()         ? from_model(given, corpus)
                           : given.from.empty() ? from_column(corpus)
                                                : from_file(given, corpus));
  const GatedRewrites rewrites = gated(std::move(source.candidates), gates, given.gates, !given.keep_outer);
  const std::string refused = given.refused_path();
  SF_TRY(write_file(refused, refused_lines(rewrites, given.style)));
  SF_TRY(write_file(given.out, passed_lines(rewrites, given.style)));
  const Json facts = facts_of(given, corpus, source, rewrites);
  if (given.out != "-") SF_TRY(write_file(given.manifest_path(), json_text(facts, 2) + "\n"));
  if (given.json && given.out != "-")
    print(json_text(facts) + "\n");
  else if (given.out != "-")
    print(in_words(given, corpus, source, rewrites));
  if (given.asks() && rewrites.missing > 0)
    return fail(
        ErrorKind::incomplete,
        fmt::format(
            "{} of {} documents have no answer that can be used ({} says why); the same command asks again "
            "for the unanswered documents",
            rewrites.missing, corpus.size(), refused));
  return {};
}

std::string gates_in_words() {
  std::string text;
  for (const auto& gate : rewrite_gates()) text += fmt::format("  {:<12} {}\n", gate.name, gate.summary);
  return text;
}

}  // namespace

Command rewrite_command() {
  return {
      "rewrite", "Reword documents in another style: ask a language model, or check rewrites from a file",
      [](Args& args) {
        auto given = std::make_shared<RewriteArgs>();
        given->corpus.declare(args);
        std::string styles;
        for (const auto& style : rewrite_styles()) styles += (styles.empty() ? "" : ", ") + style.name;
        args.text("--style", given->style,
                  "Name of the style; there are prompts for " + styles + ", others need --prompt", true);
        args.text("--prompt", given->prompt,
                  "File with a prompt of your own: {text} stands where the document goes")
            .file();
        given->endpoint.declare(args);
        args.text("--from", given->from, "File of rewrites made elsewhere: id, text and perhaps style")
            .file();
        args.text("--from-column", given->from_column, "Column of the corpus that holds the rewrite")
            .column();
        args.text("-o,--out", given->out,
                  "rewrites.jsonl to write: {id, style, text} a line; its origin goes to OUT.manifest.json",
                  true)
            .new_file();
        args.text("--refused", given->refused,
                  "File for ids without a usable rewrite, with reasons (default: OUT.refused.jsonl)")
            .new_file();
        args.repeated("--without-gate", given->without_gates, "Gate to skip");
        args.number("--least-ratio", given->gates.least_ratio,
                    "Gate length: fewest words, as a part of the original's");
        args.number("--most-ratio", given->gates.most_ratio,
                    "Gate length: most words, as a multiple of the original's");
        args.flag("--keep-outer", given->keep_outer, "Keep white space and quotes around a rewrite");
        args.flag("--json", given->json, "Print one JSON document with the counts");
        args.footer(
            "Gates:\n" + gates_in_words() +
            "\nA rewrite that fails a gate is not written, and its id is listed. Studies and `standfast "
            "shortcut` read the file\nas rewrites. Exit code 5: some documents have no answer; 4: nothing "
            "answers at the address. docs/rewriting.md");
        args.example(
            "standfast rewrite corpus.jsonl --style casual --endpoint http://localhost:8000/v1 --model m "
            "--out rewrites.jsonl",
            "Ask a model on this machine");
        args.example("standfast rewrite corpus.jsonl --style mine --from made.jsonl --out rewrites.jsonl",
                     "Check rewrites made elsewhere");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
