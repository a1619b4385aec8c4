// Text in another encoding: no access out of bounds; the output is UTF-8; the source may come in pieces of
// any size, and reads may take any number of bytes; every byte is valid in the guessed encoding.
#include "fuzz/reading.h"
#include "standfast/text/decoded_input.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"

namespace {

using namespace standfast;

struct Decoded {
  std::string text, problem;
  bool operator==(const Decoded&) const = default;
};

Decoded decode(const std::string& bytes, const TextEncoding& encoding, size_t piece, size_t room,
               size_t block) {
  const auto input =
      decoded_input("x", std::make_unique<standfast::testing::StringInput>(bytes, piece), encoding, block);
  Decoded out;
  std::string buffer(room, '\0');
  for (;;) {
    const auto n = input->read(buffer);
    if (!n) {
      out.problem = n.error().message;
      fuzz::require(!out.problem.empty() && !input->read(buffer));  // an error has a message and remains
      return out;
    }
    if (*n == 0) {
      fuzz::require(input->read(buffer).value_or(1) == 0);
      return out;
    }
    out.text.append(buffer, 0, *n);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const TextEncoding& encoding = encodings()[data[0] % encodings().size()];
  const size_t piece = 1 + data[1] % 32, room = 1 + data[1] / 8, block = 4 + data[2] % 64;
  const std::string bytes(reinterpret_cast<const char*>(data) + 3, size - 3);

  const Decoded whole = decode(bytes, encoding, ~size_t{0}, size_t{1} << 16, size_t{1} << 16);
  fuzz::require(*encoding.converter == '\0' || is_valid_utf8(whole.text));
  fuzz::require(decode(bytes, encoding, piece, room, size_t{1} << 16) == whole);
  // The byte order and the guess in a message are determined by the first block.
  if (const std::string_view name = encoding.name; name != "utf-16" && name != "utf-32") {
    const Decoded in_blocks = decode(bytes, encoding, piece, room, block);
    fuzz::require(in_blocks.text == whole.text && in_blocks.problem.empty() == whole.problem.empty());
  }

  const std::string guess = guess_encoding(bytes);
  if (guess.empty() || guess.starts_with("utf-")) return 0;
  const Decoded guessed =
      decode(bytes, find_encoding(guess).value(), ~size_t{0}, size_t{1} << 16, size_t{1} << 16);
  fuzz::require(guessed.problem.empty() || guessed.problem.find("at its end") != std::string::npos);
  return 0;
}
