#include "standfast/text/token/encoding.h"

#include <algorithm>
#include <string>

#include "standfast/text/ascii.h"
#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/basic_splitting.h"
#include "standfast/text/token/byte_map.h"
#include "standfast/text/token/byte_splitting.h"
#include "standfast/text/utf8.h"
#include "standfast/text/utf8_repair.h"

namespace standfast::token {
namespace {

class Encoding {
 public:
  Encoding(const Parts& parts, std::string_view text, Tokens& out)
      : parts_(parts), original_(text), out_(out), before_(out.size()) {}

  void encode() {
    const std::string_view text = original_;
    if (is_valid_utf8(text)) return cut_raw({text, nullptr, 0});
    AlignedBytes repaired;
    repair_aligned(text, repaired);
    cut_raw(repaired.section());
  }

 private:
  // Cuts out the added tokens of the raw text first; the text between them is normalised.
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
    if (parts_.splitting == Splitting::bytes) return byte_words(text);
    for_each_basic_word(text.text, [&](size_t begin, size_t end) { word(text.part(begin, end)); });
  }

  void byte_words(const Section& text) {
    if (parts_.add_prefix_space && !text.text.starts_with(' ')) return led_words(text);
    split_bytes(text);
  }

  void led_words(const Section& text) {
    const std::string led = " " + std::string(text.text);
    if (text.spans == nullptr) {
      size_t first = 0;
      next_code_point(text.text, first);
      return split_bytes({led, nullptr, text.base - 1, static_cast<uint32_t>(first)});
    }
    std::vector<Span> spans(text.spans, text.spans + text.text.size());
    spans.insert(spans.begin(), spans.front());
    split_bytes({led, spans.data(), 0});
  }

  void split_bytes(const Section& text) {
    if (!parts_.gpt2_words) return word(text);
    for_each_byte_word(text.text, [&](size_t begin, size_t end) { word(text.part(begin, end)); });
  }

  // Splits at blanks: BERT has nothing that reaches over white space, so each chunk is treated by itself.
  // Most are plain ASCII, which needs no copy.
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
    for (const Piece& piece : pieces_) {
      const Span span = text.place(piece.begin, piece.end);
      add(piece.id, trim_ ? trimmed(span, parts_.vocabulary.token(piece.id)) : span);
    }
  }

  void cut(std::string_view word) {
    std::visit([&](const auto& model) { model.cut(parts_.vocabulary, word, pieces_); }, parts_.model);
  }

  void add_token(const AddedToken& token, const Section& text, size_t begin, size_t end) {
    const Span span = text.place(begin, end);
    add(token.id, trim_ ? trimmed(span, text.text.substr(begin, end - begin)) : span);
  }

  // Returns the span without the white space at the ends of the token, which the offsets are moved over. As
  // in the reference, this counts in code points and spares the space that was put before the text.
  Span trimmed(Span span, std::string_view token) const {
    size_t leading = 0, trailing = 0, run = 0;
    bool only = true;
    for (size_t at = 0; at < token.size();) {
      const CodePoint c = next_code_point(token, at);
      const bool blank = c == kSpaceSymbol || is_white(c);
      run = blank ? run + 1 : 0;
      only = only && blank;
      if (only) leading = run;
    }
    trailing = run;
    const bool first = out_.size() == before_ || span.begin == 0;
    if (leading == 1 && first && parts_.around.has_prefix_space) leading = 0;
    for (; leading > 0 && span.begin < span.end; --leading) {
      const int length = utf8_sequence(original_, span.begin);
      span.begin += static_cast<uint32_t>(length > 0 ? length : -length);
    }
    uint32_t end = span.end;
    for (; trailing > 0 && end > 0; --trailing) {
      do --end;
      while (end > 0 && is_continuation(original_[end]));
    }
    if (trailing == 0) span.end = std::max(end, span.begin);
    return span;
  }

  void add(int32_t id, Span span) { out_.add(id, span.begin, span.end); }

  const Parts& parts_;
  const std::string_view original_;
  Tokens& out_;
  const size_t before_;  // tokens that were there
  const bool trim_ = parts_.around.trim_offsets;
  AlignedText aligned_;
  AlignedBytes bytes_;
  std::string lower_;
  std::vector<Piece> pieces_;
};

}  // namespace

void encode_body(const Parts& parts, std::string_view text, Tokens& out) {
  Encoding(parts, text, out).encode();
}

}  // namespace standfast::token
