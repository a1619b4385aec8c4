// standfast checkpoint: facts about a model before its use: sizes, the longest input, and speed on this
// machine.
#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "standfast/base/environment.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/checkpoint/class_head.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/settings.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/neural/sentence/sentence_model.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckpointAsked {
  std::string model, revision;
  bool json = false, no_probe = false;
  int64_t jobs = 0;
};

// The facts that the weights alone give.
struct Contents {
  uint64_t parameters = 0;
  std::vector<std::string> unused;
  std::vector<std::string> classes;  // empty: it is an encoder
};

Result<Contents> contents_of(const std::string& place, const ModelConfig& config) {
  SF_ASSIGN(const Weights weights, Weights::open(place));
  SF_ASSIGN(const auto tensors, EncoderTensors::find(weights, config));
  Contents out;
  std::set<std::string> of_head;
  auto head = read_class_head(tensors, config, place);
  if (!head && head.error().kind != ErrorKind::missing) return Failure(std::move(head).error());
  if (head) {
    out.classes = std::move(head->classes);
    of_head = std::move(head->tensors);
  }
  out.unused = tensors.unused(of_head);
  const std::set<std::string> unused(out.unused.begin(), out.unused.end());
  for (const TensorInfo& tensor : weights.tensors())
    if (is_floating(tensor.type) && !unused.contains(tensor.name)) out.parameters += tensor.numbers();
  return out;
}

// Measures tokens per second on texts of about 128 tokens, for about a second; the first call is not counted.
double tokens_a_second(const SentenceModel& model, int threads) {
  constexpr const char* kWords[] = {"the", "cat", "sat", "on", "a", "mat", "and", "dog"};
  std::string text;
  const size_t words = std::min<size_t>(126, model.most_tokens() - model.tokenizer().specials());
  for (size_t i = 0; i < words; ++i) text += fmt::format("{} ", kWords[i % std::size(kWords)]);
  const std::vector<std::string_view> texts(16 * static_cast<size_t>(threads), text);
  SentenceCounts counts;
  model.encode(std::span(texts).first(1), 1, counts);
  counts = {};
  const auto begin = std::chrono::steady_clock::now();
  double seconds = 0;
  do {
    model.encode(texts, threads, counts);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  } while (seconds < 1);
  return static_cast<double>(counts.tokens) / seconds;
}

const char* pooling_text(Pooling pooling) {
  switch (pooling) {
    case Pooling::first:
      return "class token";
    case Pooling::max:
      return "max";
    case Pooling::mean:
      return "mean";
    case Pooling::mean_sqrt:
      return "mean by the root of the length";
    case Pooling::weighted_mean:
      return "weighted mean";
    case Pooling::last:
      return "last token";
  }
  return "";
}

const char* which_counts(size_t folder, size_t tokenizer, size_t table) {
  if (folder > 0) return folder <= table ? "sentence_bert_config.json" : "table of positions";
  return tokenizer > 0 && tokenizer <= table ? "tokenizer" : "table of positions";
}

// Describes how a text is prepared before it is tokenized.
std::string text_text(const SentenceFolder& folder, const token::Tokenizer& tokenizer) {
  std::string text = folder.strips ? "white space around it is removed" : "white space around it is kept";
  if (!folder.version.empty() || folder.strips)
    text += fmt::format(" (as sentence-transformers {} did)",
                        folder.version.empty() ? "before 5.4" : folder.version);
  if (folder.lower_case) text += "; lower case";
  return text + fmt::format("; a long one loses its {}", tokenizer.cuts_left() ? "beginning" : "end");
}

std::string length_text(size_t length) {
  return length == 0 ? "not given" : fmt::format("{}", length);
}

Status run(const CheckpointAsked& asked) {
  SF_ASSIGN(const FoundModel found, find_model(asked.model, asked.revision, process_environment()));
  SF_ASSIGN(const SentenceModel model, SentenceModel::load(found.folder, {}));
  const ModelConfig& config = model.config();
  const SentenceFolder& folder = model.folder();
  const std::string place =
      folder.transformer.empty() ? found.folder : found.folder + "/" + folder.transformer;
  SF_ASSIGN(const Contents contents, contents_of(place, config));
  SF_ASSIGN(const std::string digest, digest_model(found.folder));
  const size_t table = config.most_tokens(), tokenizer = model.tokenizer().model_max_length();
  const char* counts = which_counts(folder.most_tokens, tokenizer, table);
  const int threads = threads_of(asked.jobs);
  const double speed = asked.no_probe ? 0 : tokens_a_second(model, threads);
  const uint64_t bytes = contents.parameters * sizeof(float);
  std::vector<std::string> pooling;
  for (const Pooling one : folder.pooling) pooling.emplace_back(pooling_text(one));

  if (asked.json) {
    Json out = {{"model", found.model},
                {"commit", found.commit},
                {"folder", found.folder},
                {"family", name_of(config.family)},
                {"layers", config.layers},
                {"hidden", config.hidden},
                {"heads", config.heads},
                {"inner", config.inner},
                {"vocabulary", config.vocabulary},
                {"parameters", contents.parameters},
                {"bytes", bytes},
                {"columns", model.columns()},
                {"length",
                 {{"counts", model.most_tokens()},
                  {"from", counts},
                  {"sentence_bert_config", folder.most_tokens},
                  {"tokenizer", tokenizer},
                  {"positions", table}}},
                {"pooling", pooling},
                {"normalize", folder.normalize},
                {"prompt", folder.prompt},
                {"prompt_is_pooled", folder.pools_prompt},
                {"strips_white_space", folder.strips},
                {"cuts", model.tokenizer().cuts_left() ? "left" : "right"},
                {"sentence_transformers", folder.version},
                {"classes", contents.classes},
                {"unused", contents.unused},
                {"files", model.files()},
                {"digest", digest},
                {"notes", model.notes()}};
    if (!asked.no_probe) out["tokens_per_second"] = {{"threads", threads}, {"value", speed}};
    print(json_text(out, 2) + "\n");
    return {};
  }
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("{:<11}{}\n", name, value);
  };
  if (!found.model.empty()) line("model", fmt::format("{} at {}", found.model, found.commit));
  line("folder", found.folder);
  line("family", fmt::format("{}: {} layers of {} numbers, {} heads, inner width {}", name_of(config.family),
                             config.layers, config.hidden, config.heads, config.inner));
  line("parameters", fmt::format("{}; {} as numbers of 32 bits", contents.parameters, shown_bytes(bytes)));
  line("length", fmt::format("{} tokens count ({}); sentence_bert_config.json {}, tokenizer {}, positions {}",
                             model.most_tokens(), counts, length_text(folder.most_tokens),
                             length_text(tokenizer), table));
  line("vector", fmt::format("{} numbers: {}{}{}", model.columns(), fmt::join(pooling, ", "),
                             folder.dense.empty() ? "" : ", dense", folder.normalize ? ", unit length" : ""));
  line("text", text_text(folder, model.tokenizer()));
  if (!folder.prompt.empty())
    line("prompt",
         fmt::format("\"{}\"{}", folder.prompt, folder.pools_prompt ? "" : ", which is not pooled"));
  line("classes", contents.classes.empty()
                      ? "none: it is an encoder"
                      : fmt::format("{}: {}", contents.classes.size(), fmt::join(contents.classes, ", ")));
  if (!contents.unused.empty()) {
    constexpr size_t kNamed = 3;
    const size_t named = std::min(kNamed, contents.unused.size());
    line("unused", fmt::format("{} tensors: {}{}", contents.unused.size(),
                               fmt::join(contents.unused.begin(),
                                         contents.unused.begin() + static_cast<ptrdiff_t>(named), ", "),
                               contents.unused.size() > named ? " ..." : ""));
  }
  line("digest", digest);
  if (!asked.no_probe)
    line("speed",
         fmt::format("{:.0f} tokens a second here, {} threads, texts of about 128 tokens", speed, threads));
  for (const std::string& note : model.notes()) line("note", note);
  print(text);
  return {};
}

}  // namespace

Command checkpoint_command() {
  return {"checkpoint", "Describe a model: sizes, the length of text it reads, classes, speed",
          [](Args& args) {
            auto asked = std::make_shared<CheckpointAsked>();
            args.text("MODEL", asked->model, "A folder, or a name in the hub's cache (standfast pull)", true)
                .folder();
            args.text("--revision", asked->revision, "A branch, a tag or a commit in the cache");
            args.flag("--no-probe", asked->no_probe, "Do not measure the speed, which takes a second");
            args.jobs(asked->jobs, "Threads of the measurement (0: all processors)");
            args.flag("--json", asked->json, "As JSON");
            args.footer("Nothing is executed and nothing comes from the network.");
            args.example("standfast checkpoint sentence-transformers/all-MiniLM-L6-v2",
                         "Describe a model in the cache, and measure its speed here");
            return [asked] { return run(*asked); };
          }};
}

}  // namespace standfast::cli
