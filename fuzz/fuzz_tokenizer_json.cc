// tokenizer.json: any bytes give a tokenizer or one line of refusal. Such a tokenizer tokenizes any text.
#include <memory>
#include <string>

#include "fuzz/require_line.h"
#include "fuzz/tokenizer_laws.h"
#include "standfast/text/token/tokenizer_files.h"

namespace {

void try_out(const standfast::Result<standfast::token::Parts>& parts) {
  using namespace standfast;
  fuzz::require_line(parts);
  if (!parts) return;
  const token::Tokenizer tokenizer(std::make_shared<const token::Parts>(*parts));
  for (const std::string_view text :
       {"", "  Hello, new  lonely world! ", "\xC3 e\u0301\u0323 \u6f22\u5b57 \u0130 <mask> [SEP]"})
    fuzz::require_token_laws(tokenizer, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast::token;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_out(parse_tokenizer_json(bytes, "fuzz", {}));
  try_out(parse_word_piece_list(bytes, "fuzz", {}));
  try_out(parse_byte_pair_files({"fuzz", bytes}, {"merges", "h e\n"}, {}));
  if (const auto config = parse_tokenizer_config(bytes, "fuzz"))
    try_out(parse_word_piece_list("[UNK]\n[CLS]\n[SEP]\nh\n##e\n", "list", *config));
  return 0;
}
