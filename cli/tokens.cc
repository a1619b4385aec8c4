// standfast tokens: prints the tokens of a text as a model reads it.
#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/base/environment.h"
#include "standfast/base/input_stream.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/settings.h"
#include "standfast/text/printable.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct TokensAsked {
  std::string model, text, file, revision;
  int64_t most = 0;
  bool json = false;
};

// Returns the folder of the tokenizer files; older sentence-transformers models keep them in a subfolder.
Result<std::string> tokenizer_folder(const std::string& folder) {
  const auto parts = read_sentence_folder(folder);
  return parts && !parts->transformer.empty() ? folder + "/" + parts->transformer : folder;
}

Result<std::string> text_of(const TokensAsked& asked) {
  if (asked.text.empty() == asked.file.empty())
    return usage_error(asked.file.empty()
                           ? "tokens: there is no text; give TEXT, or --file FILE (- is standard input)"
                           : "tokens: TEXT and --file both give a text; leave one out");
  return asked.file.empty() ? Result<std::string>(asked.text) : read_file(asked.file);
}

Status run(const TokensAsked& asked) {
  SF_ASSIGN(const std::string text, text_of(asked));
  if (text.size() >= UINT32_MAX) return data_error("tokens: the text has 4 GB or more");
  SF_ASSIGN(const std::string cache, hub_cache_folder(process_environment()));
  SF_ASSIGN(const FoundModel found, find_model(asked.model, asked.revision, cache));
  SF_ASSIGN(const std::string folder, tokenizer_folder(found.folder));
  SF_ASSIGN(const auto tokenizer, token::Tokenizer::load(folder));
  const auto most = static_cast<size_t>(asked.most);
  if (most > 0 && most <= tokenizer.specials())
    return usage_error(
        fmt::format("tokens: --max-tokens {} leaves no room for a text: {} of them are the model's own marks",
                    most, tokenizer.specials()));
  token::Tokens tokens;
  const size_t all = tokenizer.encode(text, most, tokens);
  for (const std::string& note : tokenizer.notes()) terminal().info(asked.model + ": " + note);
  if (asked.json) {
    Json list = Json::array();
    for (size_t i = 0; i < tokens.size(); ++i)
      list.push_back({{"id", tokens.ids[i]},
                      {"piece", tokenizer.token(tokens.ids[i])},
                      {"begin", tokens.begin[i]},
                      {"end", tokens.end[i]}});
    print(json_text(Json{{"model", found.model},
                         {"folder", found.folder},
                         {"bytes", text.size()},
                         {"tokens_in_all", all},
                         {"cut", all > tokens.size()},
                         {"tokens", std::move(list)}},
                    1) +
          "\n");
    return {};
  }
  std::string lines = fmt::format("{:>8}  {:<20} {:>6} {:>6}  {}\n", "id", "piece", "begin", "end", "text");
  for (size_t i = 0; i < tokens.size(); ++i)
    lines += fmt::format(
        "{:>8}  {:<20} {:>6} {:>6}  {}\n", tokens.ids[i], tokenizer.token(tokens.ids[i]), tokens.begin[i],
        tokens.end[i],
        printable_line(std::string_view(text).substr(tokens.begin[i], tokens.end[i] - tokens.begin[i])));
  lines += all > tokens.size()
               ? fmt::format("{} of {} tokens; the rest is cut\n", tokens.size(), all)
               : fmt::format("{} tokens, {} of them the model's own marks\n", all, tokenizer.specials());
  print(lines);
  return {};
}

}  // namespace

Command tokens_command() {
  return {
      "tokens", "Print the tokens of a text: ids, pieces and places", [](Args& args) {
        auto asked = std::make_shared<TokensAsked>();
        args.text("MODEL", asked->model, "A folder, or a name in the hub's cache (standfast pull)", true)
            .folder();
        args.text("TEXT", asked->text, "The text, in quotes");
        args.text("--file", asked->file, "Read the text from a file instead; - is standard input").file();
        args.text("--revision", asked->revision, "A branch, a tag or a commit in the cache");
        args.count("--max-tokens", asked->most,
                   "Cut after this many tokens, the model's own marks included; 0: no cut");
        args.flag("--json", asked->json, "As JSON");
        args.footer(
            "Begin and end count bytes of the text in UTF-8, the end not included. A token of the model's "
            "own ([CLS],\n<s>) stands nowhere: 0 to 0 (docs/tokenizers.md).");
        args.example("standfast tokens sentence-transformers/all-MiniLM-L6-v2 \"Hello world\"",
                     "Show the tokens of two words for a model in the cache");
        return [asked] { return run(*asked); };
      }};
}

}  // namespace standfast::cli
