#include "cli/shortcuts/endpoint_args.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "standfast/base/input_stream.h"
#include "standfast/text/utf8.h"

namespace standfast::cli {
namespace {

constexpr int64_t kMostConcurrency = 256;

// Reads the key, from the environment only: everyone on the machine can see a command line.
Result<std::string> key_in(const std::string& variable) {
  if (variable.empty()) return std::string();
  const char* key = std::getenv(variable.c_str());
  if (key == nullptr || *key == '\0')
    return usage_error(
        fmt::format("--key-env {}: there is no such variable in the environment, or it is empty", variable));
  return std::string(key);
}

}  // namespace

void EndpointArgs::declare(Args& args) {
  args.text(
      "--endpoint", endpoint,
      "Address of an OpenAI-compatible server, up to where its protocol begins: http://127.0.0.1:8000/v1");
  args.text("--model", model, "The model, as the server names it");
  args.text("--key-env", key_env,
            "Variable of the environment that holds the server's key (none: no key is sent); it is written "
            "nowhere");
  args.number("--temperature", temperature, "Temperature of the model; 0: as repeatable as the server can");
  args.count("--max-tokens", most_tokens,
             "Longest answer, in tokens; an answer cut there is not used (0: the server's)");
  args.text("--answer-seed", seed, "Seed for the server (none: it is not sent; not every server takes one)");
  args.count("--concurrency", concurrency, "Questions under way at once");
  args.count("--retries", retries,
             "Times that a question is asked again while the server is busy or not reached");
  args.number("--timeout", timeout, "Seconds to wait for one whole answer");
  args.text("--cache", cache,
            "File that keeps each answer, so that none is asked for twice (default: OUT.cache.jsonl)")
      .new_file();
}

Result<ChatQuestion> EndpointArgs::question() const {
  ChatQuestion question;
  if (!(temperature >= 0) || !std::isfinite(temperature))
    return usage_error(fmt::format("--temperature {:g}: must be 0 or more", temperature));
  question.temperature = temperature;
  if (most_tokens > 10'000'000) return usage_error("--max-tokens: at most 10000000");
  question.most_tokens = static_cast<uint32_t>(most_tokens);
  if (!seed.empty()) {
    uint64_t number = 0;
    const auto [end, problem] = std::from_chars(seed.data(), seed.data() + seed.size(), number);
    if (problem != std::errc() || end != seed.data() + seed.size())
      return usage_error(fmt::format("--answer-seed {}: needs a whole number", seed));
    question.seed = number;
  }
  return question;
}

Status EndpointArgs::check(const std::string& command, const std::string& out) const {
  if (endpoint.empty() || model.empty())
    return usage_error(fmt::format("{}: name the server and the model by --endpoint and --model", command));
  if (concurrency < 1 || concurrency > kMostConcurrency)
    return usage_error(fmt::format("--concurrency {}: from 1 to {}", concurrency, kMostConcurrency));
  if (retries > 1000) return usage_error("--retries: at most 1000");
  if (!(timeout > 0 && timeout <= 86'400)) return usage_error("--timeout: above 0, at most 86400 seconds");
  if (cache.empty() && out == "-")
    return usage_error(
        fmt::format("{}: an answer on standard output needs --cache FILE for what was asked", command));
  SF_TRY(question());
  SF_TRY(key_in(key_env));
  SF_TRY(endpoint_address(endpoint));
  return {};
}

Result<std::vector<Asked>> EndpointArgs::ask(
    const std::string& command, const std::vector<ChatQuestion>& questions, const std::string& out,
    const std::string& what, std::function<bool(const ChatQuestion&, const ChatAnswer&)> serves) const {
  const std::string kept = cache.empty() ? out + ".cache.jsonl" : cache;
  EndpointOptions options{endpoint, model, {}, timeout};
  SF_ASSIGN(options.key, key_in(key_env));
  SF_ASSIGN(const HttpAddress address, endpoint_address(endpoint));
  if (!options.key.empty() && !address.secret)
    terminal().warn(
        fmt::format("{} is not encrypted: anyone on the way can read the key and the texts", endpoint));
  SF_ASSIGN(AnswerCache answers, AnswerCache::open(kept));
  catch_interrupts();
  auto asked = ask_all(options, questions, answers,
                       {.concurrency = static_cast<int>(concurrency),
                        .retries = static_cast<uint32_t>(retries),
                        .stop = interrupted,
                        .serves = std::move(serves),
                        .sink = &terminal(),
                        .what = what});
  if (!asked && asked.error().kind == ErrorKind::interrupted)
    return fail(ErrorKind::interrupted,
                fmt::format("interrupted; the same command continues (answers so far: {})", kept));
  if (!asked) return with_context(command, asked.error());
  return asked;
}

Result<std::string> read_prompt(const std::string& path) {
  SF_ASSIGN(std::string prompt, read_file(path));
  if (!is_valid_utf8(prompt)) return data_error(fmt::format("{}: the prompt is not UTF-8", path));
  return prompt;
}

}  // namespace standfast::cli
