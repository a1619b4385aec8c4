// standfast pretrain: trains a small BERT with a vocabulary of its own on the texts of a corpus.
#include "standfast/neural/masked/pretrain.h"

#include <chrono>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/interrupt.h"
#include "cli/keep_inputs.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/unique_name.h"
#include "standfast/text/token/wordpiece_trainer.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct PretrainArgs {
  CorpusArgs corpus;
  std::string out;
  int64_t vocabulary = 4000, layers = 2, hidden = 128, heads = 2, inner = 512, length = 128, batch = 32;
  double epochs = 10, learning_rate = 5e-4, warm_up = 0.06, dropout = 0.1, held_out = 0.02;
  bool cased = false, json = false;
  int64_t seed = 0, jobs = 0;
};

Status check_numbers(const PretrainArgs& given) {
  const auto refuse = [](const std::string& what) { return usage_error("pretrain: " + what); };
  struct Range {
    const char* flag;
    int64_t value, least, most;
  };
  for (const Range& one : {Range{"--vocabulary", given.vocabulary, 10, 200'000},
                           {"--layers", given.layers, 1, 48},
                           {"--hidden", given.hidden, 1, 4096},
                           {"--heads", given.heads, 1, 64},
                           {"--inner", given.inner, 1, 16'384},
                           {"--tokens", given.length, 8, 4096},
                           {"--batch", given.batch, 1, 65'536}})
    if (one.value < one.least || one.value > one.most)
      return refuse(fmt::format("{} {}: from {} to {}", one.flag, one.value, one.least, one.most));
  if (given.hidden % given.heads != 0)
    return refuse(fmt::format("--hidden {} is not a multiple of --heads {}", given.hidden, given.heads));
  struct Share {
    const char* flag;
    double value, most;
  };
  for (const Share& one : {Share{"--warm-up", given.warm_up, 1},
                           {"--dropout", given.dropout, 0.9},
                           {"--held-out", given.held_out, 0.5}})
    if (!(one.value >= 0 && one.value <= one.most))
      return refuse(fmt::format("{} {}: from 0 to {}", one.flag, one.value, one.most));
  if (!(given.learning_rate > 0 && given.learning_rate <= 1))
    return refuse(fmt::format("--learning-rate {}: must be above 0 and at most 1", given.learning_rate));
  if (!(given.epochs > 0 && given.epochs <= 100'000))
    return refuse(fmt::format("--epochs {}: must be above 0 and at most 100000", given.epochs));
  return {};
}

// Refuses a folder that another program filled.
Status check_folder(const std::string& out) {
  std::error_code ignored;
  if (!fs::exists(out, ignored)) return {};
  if (!fs::is_directory(out, ignored))
    return usage_error(fmt::format("--out {} is a file; name a folder", out));
  remove_stale_beside(out + "/config.json");  // left by a killed pretrain
  for (const auto& entry : fs::directory_iterator(out, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name != "config.json" && name != "model.safetensors" && name != "vocab.txt" &&
        name != "tokenizer_config.json" && name != "pretraining.json" && !is_temporary_name(name))
      return usage_error(fmt::format("--out {} exists and holds {}; choose another folder", out, name));
  }
  return {};
}

Result<token::NewWordPieces> learn_vocabulary(const PretrainArgs& given,
                                              std::span<const std::string_view> texts,
                                              const std::string& name) {
  token::WordCounter words(!given.cased);
  for (const std::string_view text : texts) words.add(text);
  if (words.counts().empty()) return data_error(fmt::format("{}: there is no word in the texts", name));
  token::NewWordPieces out;
  out.pieces = train_word_pieces(words.counts(), {.pieces = static_cast<size_t>(given.vocabulary)});
  out.lower = !given.cased;
  out.most_tokens = static_cast<size_t>(given.length);
  const auto asked = static_cast<size_t>(given.vocabulary);
  if (out.pieces.size() > asked)
    terminal().warn(fmt::format("the characters alone make {} pieces, more than --vocabulary {}",
                                out.pieces.size(), asked));
  else if (out.pieces.size() < asked)
    terminal().info(
        fmt::format("the texts give {} pieces; no pair that occurs twice is left", out.pieces.size()));
  return out;
}

Json pretrain_settings(const PretrainArgs& given) {
  return {{"vocabulary", given.vocabulary}, {"layers", given.layers},
          {"hidden", given.hidden},         {"heads", given.heads},
          {"inner", given.inner},           {"length", given.length},
          {"cased", given.cased},           {"epochs", given.epochs},
          {"batch", given.batch},           {"learning_rate", given.learning_rate},
          {"warm_up", given.warm_up},       {"dropout", given.dropout},
          {"held_out", given.held_out},     {"seed", given.seed}};
}

Json made_json(const MaskedModel& model, const Pretrained& done) {
  Json held_out = Json::array();
  for (const HeldOutLoss& one : done.held_out)
    held_out.push_back(Json{{"update", one.update}, {"loss", one.loss}, {"perplexity", std::exp(one.loss)}});
  return {
      {"pieces", model.config().vocabulary},     {"parameters", model.parameters()}, {"blocks", done.blocks},
      {"held_out_blocks", done.held_out_blocks}, {"updates", done.updates},          {"tokens", done.tokens},
      {"held_out", std::move(held_out)}};
}

// Writes config.json last: a folder without it is no model.
Status save(const std::string& out, const MaskedModel& model, const token::NewWordPieces& pieces,
            const Json& origin) {
  SF_TRY(make_directories(out));
  std::error_code ignored;
  fs::remove(fs::path(out) / "config.json", ignored);
  SF_TRY(pieces.save(out));
  SF_TRY(write_file((fs::path(out) / "pretraining.json").string(), json_text(origin, 2) + "\n"));
  return model.save(out);
}

void show(const PretrainArgs& given, const MaskedModel& model, const Pretrained& done, double seconds) {
  const ModelConfig& config = model.config();
  std::string text = fmt::format("BERT with {} layers of {} numbers, {} pieces: {} parameters\n",
                                 config.layers, config.hidden, config.vocabulary, model.parameters());
  text += fmt::format("  {} tokens in {} updates, from {} blocks; {} blocks held out\n", done.tokens,
                      done.updates, done.blocks, done.held_out_blocks);
  if (const uint64_t now = done.tokens - done.tokens_before; now > 0 && seconds > 0)
    text += fmt::format("  {:.0f} tokens a second\n", static_cast<double>(now) / seconds);
  if (!done.held_out.empty())
    text += fmt::format("  perplexity of hidden tokens in held-out blocks: {:.1f} before, {:.1f} after\n",
                        std::exp(done.held_out.front().loss), std::exp(done.held_out.back().loss));
  print(text + fmt::format("saved in {}\n", given.out));
}

Status run(const PretrainArgs& given) {
  SF_TRY(check_numbers(given));
  SF_TRY(keep_inputs_outside("--out", given.out, {given.corpus.path}));
  SF_TRY(check_folder(given.out));
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  std::vector<std::string_view> texts;
  for (uint32_t row = 0; row < corpus.size(); ++row) texts.push_back(corpus.text(row));
  const int threads = threads_of(given.jobs);
  const auto seed = static_cast<uint64_t>(given.seed);
  SF_ASSIGN(const auto pieces, learn_vocabulary(given, texts, corpus.name()));
  SF_ASSIGN(const auto tokenizer, pieces.tokenizer());

  TokenMaskRule rule;
  rule.mask = tokenizer.mask().value();
  rule.first_plain = static_cast<int32_t>(token::WordPieceTraining().specials.size());
  rule.end = static_cast<int32_t>(pieces.pieces.size());
  const TextTokens blocks =
      cut_blocks(tokenizer, texts, static_cast<size_t>(given.length), rule.first_plain, threads);
  if (blocks.texts() == 0) return data_error(fmt::format("{}: there is no word in the texts", corpus.name()));

  ModelConfig config;
  config.vocabulary = pieces.pieces.size();
  config.hidden = static_cast<size_t>(given.hidden);
  config.layers = static_cast<size_t>(given.layers);
  config.heads = static_cast<size_t>(given.heads);
  config.inner = static_cast<size_t>(given.inner);
  config.positions = static_cast<size_t>(given.length);
  config.token_types = 2;
  MaskedModel model = MaskedModel::make(config, seed);

  PretrainOptions options;
  options.epochs = given.epochs;
  options.batch = static_cast<uint32_t>(given.batch);
  options.learning_rate = given.learning_rate;
  options.warm_up = given.warm_up;
  options.dropout = static_cast<float>(given.dropout);
  options.held_out = given.held_out;
  const std::string scratch = parts_beside(given.out);
  const auto begin = std::chrono::steady_clock::now();
  Pretrained done;
  SF_TRY(until_interrupted(
      [&]() -> Status {
        SF_ASSIGN(done, pretrain(model, blocks, rule, options,
                                 {.seed = seed, .threads = threads, .sink = &terminal(), .scratch = scratch},
                                 "command"));
        return {};
      },
      "pretrain: interrupted; the same command goes on from there"));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Json origin = {{"corpus_hash", corpus.data_hash()},
                       {"documents", corpus.size()},
                       {"settings", pretrain_settings(given)},
                       {"facts", made_json(model, done)}};
  SF_TRY(save(given.out, model, pieces, origin));
  remove_training_parts(scratch);
  if (given.json) {
    Json json = {{"folder", given.out}};
    json.update(origin);
    print(json_text(json) + "\n");
  } else {
    show(given, model, done, seconds);
  }
  return {};
}

}  // namespace

Command pretrain_command() {
  return {
      "pretrain", "Train a small BERT with a vocabulary of its own on the texts of a corpus", [](Args& args) {
        auto given = std::make_shared<PretrainArgs>();
        given->corpus.declare(args);
        args.text("-o,--out", given->out, "Folder to write; a model that pretrain wrote is replaced", true)
            .new_folder();
        args.count("--vocabulary", given->vocabulary, "Word pieces, specials included");
        args.flag("--cased", given->cased, "Distinguish capitals and accents");
        args.count("--layers", given->layers, "Layers");
        args.count("--hidden", given->hidden, "Size of a token's vector");
        args.count("--heads", given->heads, "Heads of attention; a divisor of --hidden");
        args.count("--inner", given->inner, "Inner width of the feed-forward part of a layer");
        args.count(
            "--tokens,~--length", given->length,
            "Tokens of a block, and of a text that the model can read later; longer texts make several "
            "blocks");
        args.number("--epochs", given->epochs, "Passes over all blocks");
        args.count("--batch", given->batch, "Blocks of an update");
        args.number("--learning-rate", given->learning_rate,
                    "Largest learning rate; it falls to 0 at the end");
        args.number("--warm-up", given->warm_up, "Share of the updates in which the learning rate rises");
        args.number("--dropout", given->dropout, "Dropout rate in training");
        args.number("--held-out", given->held_out,
                    "Share of the blocks held out to measure how well hidden tokens are predicted; 0: none");
        args.count("--seed", given->seed, "Seed of all draws");
        args.jobs(given->jobs);
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "15 % of the tokens are hidden, others in each epoch, and the model learns to predict them. "
            "Python's transformers\n"
            "loads the folder, and so do encode, train and studies (docs/pretraining.md). After a kill the "
            "same command\n"
            "continues where it was; the model is the same, bit for bit.");
        args.example("standfast pretrain corpus.jsonl --out tiny --vocabulary 2000 --epochs 3",
                     "Train a small model on a corpus");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
