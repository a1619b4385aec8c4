// Responses of a chat completion server, verdicts of a judge, and the file of answers: any bytes are an
// answer or one line of refusal.
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/rewrite/ask_all.h"
#include "standfast/rewrite/gates.h"
#include "standfast/rewrite/judgement.h"
#include "standfast/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto answer = read_chat_response({200, "", std::string(bytes)})) {
    fuzz::require(is_valid_utf8(answer->text));
    for (const auto& gate : rewrite_gates()) {
      gate.objection(answer->text, answer->text, {});
      gate.objection("One of 2 men in Oslo.", answer->text, {});
    }
    const auto once = without_outer_quotes(answer->text);
    fuzz::require(without_outer_quotes(once) == once);
  }
  const auto refused =
      read_chat_response({size % 2 == 0 ? 400 : 503, std::string(bytes.substr(0, 9)), std::string(bytes)});
  fuzz::require(!refused && refused.error().message.find('\n') == std::string::npos);
  if (const auto judged = read_judgement(bytes))
    for (const uint8_t number : *judged) fuzz::require(number >= 1 && number <= 5);
  const auto cached = read_cached_answers(bytes, "fuzz");
  fuzz::require_line(cached);
  if (cached) fuzz::require(cached->whole <= size && (cached->whole == 0 || data[cached->whole - 1] == '\n'));
  endpoint_address(bytes);
  return 0;
}
