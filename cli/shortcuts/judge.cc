// standfast judge: asks a language model four questions about each rewrite.
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
#include "standfast/rewrite/judgement.h"
#include "standfast/rewrite/prompt.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct JudgeArgs {
  CorpusArgs corpus;
  EndpointArgs endpoint;
  std::string rewrites, style, prompt, out;
  bool json = false;
};

struct JudgedPairs {
  std::vector<std::string> ids;  // documents that have a rewrite
  std::vector<std::optional<Judgement>> judgements;
  std::vector<std::string> troubles;
  uint64_t cached = 0, malformed = 0, unanswered = 0;

  std::vector<Judgement> answered() const {
    std::vector<Judgement> all;
    for (const auto& one : judgements)
      if (one) all.push_back(*one);
    return all;
  }
};

Result<std::string> chosen_style(const JudgeArgs& given, const Rewrites& rewrites) {
  if (given.style.empty() && rewrites.styles().size() > 1)
    return usage_error(fmt::format("judge: {} has several styles ({}); name one with --style", given.rewrites,
                                   fmt::join(rewrites.styles(), ", ")));
  if (given.style.empty() || rewrites.styles() == std::vector<std::string>{""})
    return rewrites.styles().front();
  return given.style;
}

Result<JudgedPairs> judge(const JudgeArgs& given, const Corpus& corpus) {
  SF_ASSIGN(const Rewrites rewrites, read_rewrites(given.rewrites, {}));
  SF_ASSIGN(const std::string style, chosen_style(given, rewrites));
  std::string prompt = judge_prompt();
  if (!given.prompt.empty()) {
    SF_ASSIGN(prompt, read_prompt(given.prompt));
  }
  SF_TRY(check_prompt(given.prompt, prompt, {kTextPlace, kRewritePlace}));
  SF_ASSIGN(const ChatQuestion common, given.endpoint.question());
  JudgedPairs pairs;
  std::vector<ChatQuestion> questions;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const Rewrite* one = rewrites.find(corpus.id(row), style);
    if (one == nullptr) continue;
    pairs.ids.emplace_back(corpus.id(row));
    questions.push_back(common);
    questions.back().text = filled_prompt(prompt, corpus.text(row), one->text);
  }
  if (questions.empty())
    return data_error(
        fmt::format("{}: no rewrite{} belongs to a document of {}; are these its ids?", given.rewrites,
                    style.empty() ? "" : fmt::format(" in the style \"{}\"", style), corpus.name()));
  const auto serves = [](const ChatQuestion& question, const ChatAnswer& answer) {
    return read_judgement(answer.text, question.text).has_value();
  };
  SF_ASSIGN(const auto asked, given.endpoint.ask("judge", questions, given.out, "judgements", serves));
  for (size_t i = 0; i < asked.size(); ++i) {
    const auto& one = asked[i];
    pairs.cached += one.cached ? 1 : 0;
    pairs.judgements.push_back(one.answer ? read_judgement(one.answer->text, questions[i].text)
                                          : std::nullopt);
    if (!one.answer)
      pairs.troubles.push_back(one.trouble);
    else if (pairs.judgements.back())
      pairs.troubles.emplace_back();
    else if (one.answer->text.empty())
      pairs.troubles.emplace_back(one.answer->without_text());
    else
      pairs.troubles.emplace_back("the answer has no four numbers from 1 to 5");
    if (!one.answer)
      ++pairs.unanswered;
    else if (!pairs.judgements.back())
      ++pairs.malformed;
  }
  return pairs;
}

std::string lines_of(const JudgedPairs& pairs) {
  std::string lines;
  for (size_t i = 0; i < pairs.ids.size(); ++i) {
    Json line = {{"id", pairs.ids[i]}};
    for (size_t q = 0; q < kJudgeQuestions; ++q)
      line[judge_questions()[q].name] = pairs.judgements[i] ? Json((*pairs.judgements[i])[q]) : Json(nullptr);
    if (!pairs.troubles[i].empty()) line["no_answer"] = pairs.troubles[i];
    lines += json_text(line) + "\n";
  }
  return lines;
}

Json facts_of(const JudgeArgs& given, const JudgedPairs& pairs,
              const std::vector<JudgedQuestion>& questions) {
  Json facts = {{"model", given.endpoint.model},       {"pairs", pairs.ids.size()},
                {"answered", pairs.answered().size()}, {"malformed", pairs.malformed},
                {"unanswered", pairs.unanswered},      {"from_cache", pairs.cached},
                {"questions", Json::array()}};
  for (const auto& one : questions)
    facts["questions"].push_back(
        {{"name", one.name},
         {"n", one.n},
         {"mean", json_or_null(one.mean)},
         {"low", json_or_null(one.interval ? std::optional(one.interval->low) : std::nullopt)},
         {"high", json_or_null(one.interval ? std::optional(one.interval->high) : std::nullopt)},
         {"counts", one.counts},
         {"saturated", one.saturated}});
  return facts;
}

std::string in_words(const JudgedPairs& pairs, const std::vector<JudgedQuestion>& questions) {
  std::string text = fmt::format("{} of {} rewrites were judged", pairs.answered().size(), pairs.ids.size());
  if (pairs.malformed > 0) text += fmt::format("; {} answers have no four numbers", pairs.malformed);
  text += fmt::format("\n{:<10} {:>6} {:>16}   {}\n", "", "mean", "95 % interval", "answers 1 2 3 4 5");
  for (const auto& one : questions) {
    text += fmt::format(
        "{:<10} {:>6} {:>16}   {}{}\n", one.name, one.mean ? fmt::format("{:.2f}", *one.mean) : "-",
        one.interval ? fmt::format("[{:.2f}, {:.2f}]", one.interval->low, one.interval->high) : "-",
        fmt::join(one.counts, " "),
        one.saturated ? "   saturated: nearly all answers are the same, so it hardly tells rewrites apart"
                      : "");
  }
  return text +
         "5 is the best answer of each question. The numbers are one model's opinion with one prompt.\n";
}

Status run(const JudgeArgs& given) {
  SF_ASSIGN(const Format named, output_format(given.out));
  if (named != Format::jsonl)
    return usage_error(fmt::format("judge: --out {}: judgements are written as JSON lines", given.out));
  SF_TRY(given.endpoint.check("judge", given.out));
  SF_TRY(keep_inputs("--out", given.out, {given.corpus.path, given.rewrites, given.prompt}));
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  SF_ASSIGN(const JudgedPairs pairs, judge(given, corpus));
  SF_TRY(write_file(given.out, lines_of(pairs)));
  const auto questions = judged_questions(pairs.answered());
  if (given.out != "-")
    print(given.json ? json_text(facts_of(given, pairs, questions)) + "\n" : in_words(pairs, questions));
  if (const uint64_t missing = pairs.unanswered + pairs.malformed; missing > 0)
    return fail(ErrorKind::incomplete,
                fmt::format("{} of {} rewrites were not judged ({} says why); the same command asks again",
                            missing, pairs.ids.size(), given.out));
  return {};
}

}  // namespace

Command judge_command() {
  return {
      "judge", "Ask a language model how well rewrites keep meaning and attitude", [](Args& args) {
        auto given = std::make_shared<JudgeArgs>();
        given->corpus.declare(args);
        args.text("--rewrites", given->rewrites, "File of rewrites: id, text and perhaps style", true).file();
        args.text("--style", given->style, "The style to judge, where the file has several");
        args.text("--prompt", given->prompt,
                  "File with a prompt of your own: {text} and {rewrite} stand where they go; it must ask for "
                  "the same\nfour numbers in JSON")
            .file();
        given->endpoint.declare(args);
        args.text("-o,--out", given->out,
                  "judgements.jsonl to write: {id, meaning, attitude, added, omitted} a line", true)
            .new_file();
        args.flag("--json", given->json, "Print one JSON document with means and counts");
        args.footer(
            "The four questions are those of Zhou et al. 2024 (Navigating the Shortcut Maze): sameness of "
            "meaning and of\nattitude, what was added, what was left out, each from 1 to 5. "
            "docs/rewriting.md");
        args.example(
            "standfast judge corpus.jsonl --rewrites rewrites.jsonl --endpoint http://localhost:8000/v1 "
            "--model m --out judged.jsonl",
            "Ask a model on this machine");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
