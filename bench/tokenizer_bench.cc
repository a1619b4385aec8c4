// Times the tokenizers of a model, with offsets, on one thread. STANDFAST_BENCH_TOKENIZER=folder is a folder
// that tests/reference/tokenizers_reference.py has written (digests): a tokenizer, lines, and the reference's
// answers, which are compared before timing. The script's "time" gives the reference's own speed on the same
// lines. Without a folder, the benchmark uses a small byte-level tokenizer without merges on synthetic
// English, whose answer is known.
#include <cstdlib>
#include <fstream>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/text/token/byte_map.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer.h"
#include "standfast/text/token/tokenizer_files.h"
#include "tests/support/token_digest.h"

namespace standfast {
namespace {

using token::Tokenizer;
using token::Tokens;

struct Input {
  std::vector<std::string> texts;
  std::vector<std::string> digests;  // digests of the reference
  std::optional<Tokenizer> tokenizer;
  int64_t bytes = 0;
};

Tokenizer bytes_only() {
  nlohmann::json vocab;
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string symbol;
    append_utf8(token::kByteSymbols[byte], symbol);
    vocab[symbol] = byte;
  }
  const nlohmann::json json = {
      {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
      {"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", nlohmann::json::array()}}}};
  auto parts = token::parse_tokenizer_json(json.dump(), "made", {});
  if (!parts) std::abort();
  return Tokenizer(std::make_shared<const token::Parts>(*std::move(parts)));
}

const Input& input() {
  static const Input made = [] {
    Input all;
    if (const char* const folder = std::getenv("STANDFAST_BENCH_TOKENIZER")) {
      const std::string path = folder;
      auto tokenizer = Tokenizer::load(path + "/tokenizer");
      if (!tokenizer) std::abort();
      all.tokenizer = *tokenizer;
      std::ifstream lines(path + "/lines.jsonl"), digests(path + "/digests.txt");
      for (std::string line; std::getline(lines, line);) all.texts.push_back(nlohmann::json::parse(line));
      for (std::string line; std::getline(digests, line);) all.digests.push_back(line);
    } else {
      all.tokenizer = bytes_only();
      all.texts = bench::English(1).documents(20'000'000, 200);
    }
    for (const auto& text : all.texts) all.bytes += static_cast<int64_t>(text.size());
    return all;
  }();
  return made;
}

bool is_right(const Input& all) {
  Tokens out;
  for (size_t i = 0; i < all.texts.size(); ++i) {
    all.tokenizer->encode(all.texts[i], 0, out);
    if (all.digests.empty()) {
      if (out.size() != all.texts[i].size()) return false;
      for (size_t k = 0; k < out.size(); ++k)
        if (out.ids[k] != static_cast<unsigned char>(all.texts[i][k])) return false;
    } else if (i >= all.digests.size() || testing::token_digest(out) != all.digests[i]) {
      return false;
    }
  }
  return true;
}

void Encode(benchmark::State& state) {
  const Input& all = input();
  static const bool right = is_right(all);
  if (!right) return state.SkipWithError("the tokens are not those of the reference");
  Tokens out;
  size_t tokens = 0;
  for (auto _ : state) {
    tokens = 0;
    for (const auto& text : all.texts) tokens += all.tokenizer->encode(text, 0, out);
  }
  state.SetBytesProcessed(state.iterations() * all.bytes);
  state.SetLabel(std::to_string(tokens) + " tokens");
}
BENCHMARK(Encode)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
