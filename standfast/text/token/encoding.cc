#include "standfast/text/token/encoding.h"

#include <array>
#include <string>

#include "standfast/text/ascii.h"
#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/basic_splitting.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

class Encoding {
 public:
  Encoding(const Parts& parts, Tokens& out) : parts_(parts), out_(out) {}

  void encode(std::string_view text) {
    if (is_valid_utf8(text)) return cut_raw({text, nullptr, 0});
    AlignedBytes repaired;
    repair_aligned(text, repaired);
    cut_raw(repaired.section());
  }

 private:
  // Added tokens of the raw text first; what is between them is normalised.
  void cut_raw(const Section& text) {
    parts_.raw.for_each(
        text.text, [&](size_t begin, size_t end) { normalise_stretch(text.part(begin, end)); },
        [&](const AddedToken& token, size_t begin, size_t end) { add_token(token, text, begin, end); });
  }

  void normalise_stretch(const Section& stretch) {
    if (parts_.normalized.empty() && parts_.splitting == Splitting::basic) return basic_chunks(stretch);
    if (parts_.normalizer.empty()) return cut_normalised(stretch);
    to_aligned(stretch, aligned_);
    normalise(parts_.normalizer, aligned_);
    AlignedBytes bytes;
    to_bytes(aligned_, bytes);
    cut_normalised(bytes.section());
  }

  void cut_normalised(const Section& text) {
    parts_.normalized.for_each(
        text.text, [&](size_t begin, size_t end) { words(text.part(begin, end)); },
        [&](const AddedToken& token, size_t begin, size_t end) { add_token(token, text, begin, end); });
  }

  void words(const Section& text) {
    for_each_basic_word(text.text, [&](size_t begin, size_t end) { word(text.part(begin, end)); });
  }

  // BERT has nothing that reaches over white space, so each chunk between blanks is treated by itself. Most are plain
  // ASCII, which needs no copy.
  void basic_chunks(const Section& text) {
    for (size_t at = 0; at < text.text.size();) {
      if (kind(text, at) == Plain::white) {
        ++at;
        continue;
      }
      const size_t begin = at;
      Plain one = kind(text, at);
      bool plain = true;
      while (one != Plain::white) {
        plain = plain && one != Plain::other;
        if (++at == text.text.size()) break;
        one = kind(text, at);
      }
      const Section chunk = text.part(begin, at);
      if (plain && chunk.spans == nullptr)
        plain_words(chunk);
      else
        chunk_words(chunk);
    }
  }

  static Plain kind(const Section& text, size_t at) {
    return kPlainKinds[static_cast<unsigned char>(text.text[at])];
  }

  void plain_words(const Section& chunk) {
    for (size_t at = 0; at < chunk.text.size();) {
      const size_t begin = at++;
      if (kind(chunk, begin) == Plain::letter)
        while (at < chunk.text.size() && kind(chunk, at) == Plain::letter) ++at;
      plain_word(chunk, begin, at);
    }
  }

  void plain_word(const Section& chunk, size_t begin, size_t end) {
    pieces_.clear();
    const auto text = chunk.text.substr(begin, end - begin);
    if (parts_.lowers) {
      lower_.resize(text.size());
      for (size_t i = 0; i < text.size(); ++i)
        lower_[i] = static_cast<char>(ascii_lower(static_cast<unsigned char>(text[i])));
      cut(lower_);
    } else {
      cut(text);
    }
    const auto base = chunk.base + static_cast<uint32_t>(begin);
    for (const Piece& piece : pieces_) out_.add(piece.id, base + piece.begin, base + piece.end);
  }

  void chunk_words(const Section& chunk) {
    to_aligned(chunk, aligned_);
    normalise(parts_.normalizer, aligned_);
    to_bytes(aligned_, bytes_);
    words(bytes_.section());
  }

  void word(const Section& text) {
    pieces_.clear();
    cut(text.text);
    for (const Piece& piece : pieces_) add(piece.id, text.place(piece.begin, piece.end));
  }

  void cut(std::string_view word) {
    std::visit([&](const auto& model) { model.cut(parts_.vocabulary, word, pieces_); }, parts_.model);
  }

  void add_token(const AddedToken& token, const Section& text, size_t begin, size_t end) {
    add(token.id, text.place(begin, end));
  }

  void add(int32_t id, Span span) { out_.add(id, span.begin, span.end); }

  const Parts& parts_;
  Tokens& out_;
  AlignedText aligned_;
  AlignedBytes bytes_;
  std::string lower_;
  std::vector<Piece> pieces_;
};

}  // namespace

void encode_body(const Parts& parts, std::string_view text, Tokens& out) {
  Encoding(parts, out).encode(text);
}

}  // namespace standfast::token
