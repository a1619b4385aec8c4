// Any bytes as a text for small tokenizers: the seeds of tokenizer_json, made here.
#include <array>
#include <memory>
#include <string>

#include "fuzz/tokenizer_laws.h"
#include "standfast/text/token/byte_map.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_files.h"

namespace {

using standfast::token::Tokenizer;

Tokenizer made(const std::string& json) {
  auto parts = standfast::token::parse_tokenizer_json(json, "fuzz", {});
  if (!parts) std::abort();
  return Tokenizer(std::make_shared<const standfast::token::Parts>(*std::move(parts)));
}

constexpr const char* kAdded =
    R"("added_tokens": [{"id": 300, "content": "<m>", "lstrip": true, "special": true},
    {"id": 301, "content": "New", "single_word": true}, {"id": 302, "content": "a b", "rstrip": true}], )";

std::string words(const std::string& normalizer) {
  std::string json = "{";
  json += kAdded;
  json += R"("normalizer": )" + normalizer + R"(, "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "BertProcessing", "cls": ["x", 1], "sep": ["y", 2]},
    "model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "x": 1, "y": 2, "##x": 3, "!": 4, "\u00e9": 5, "e": 6}}})";
  return json;
}

std::string bytes() {
  std::string vocab;
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string symbol;
    standfast::append_utf8(standfast::token::kByteSymbols[byte], symbol);
    if (symbol == "\"" || symbol == "\\") symbol.insert(0, "\\");
    vocab += "\"" + symbol + "\": " + std::to_string(byte) + ", ";
  }
  std::string json = "{";
  json += kAdded;
  json += R"("pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": true},
    "post_processor": {"type": "RobertaProcessing", "cls": ["x", 1], "sep": ["y", 2]},
    "model": {"type": "BPE", "vocab": {)" +
          vocab + R"("ab": 256, "aba": 257}, "merges": ["a b", ["ab", "a"]]}})";
  return json;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::array kTokenizers = {
      made(words(R"({"type": "BertNormalizer"})")),
      made(words(R"({"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Lowercase"}]})")),
      made(bytes())};
  for (const auto& tokenizer : kTokenizers)
    standfast::fuzz::require_token_laws(tokenizer, {reinterpret_cast<const char*>(data), size});
  return 0;
}
