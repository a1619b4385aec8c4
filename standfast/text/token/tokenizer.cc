#include "standfast/text/token/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "standfast/text/ascii.h"
#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/basic_splitting.h"
#include "standfast/text/token/byte_map.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/properties.h"
#include "standfast/text/token/tokenizer_files.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

// Tokenization of text; the special tokens are added elsewhere (template_json.h).

// GPT-2's words: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+

// Returns the length of a contraction that begins here, or 0. Lower case only.
inline size_t contraction(std::string_view text, size_t at) {
  if (text[at] != '\'' || at + 1 == text.size()) return 0;
  const char first = text[at + 1];
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return 2;
  const auto two = text.substr(at + 1, 2);
  return two == "re" || two == "ve" || two == "ll" ? 3 : 0;
}

// Calls word(begin, end), bytes of the text, for each in order. Nothing is left out.
template <class Word>
void for_each_byte_word(std::string_view text, const Word& word) {
  const auto kind_at = [&](size_t& at) { return kind_of(next_code_point(text, at)); };
  for (size_t begin = 0; begin < text.size();) {
    if (const size_t length = contraction(text, begin); length > 0) {
      word(begin, begin + length);
      begin += length;
      continue;
    }
    size_t at = begin;
    Kind kind = kind_at(at);
    if (text[begin] == ' ' && at < text.size()) {  // one space goes with what follows it
      size_t next = at;
      if (const Kind follower = kind_at(next); follower != Kind::white) {
        kind = follower;
        at = next;
      }
    }
    size_t last = begin;  // begin of the last code point of the word
    while (at < text.size()) {
      size_t next = at;
      if (kind_at(next) != kind) break;
      last = at;
      at = next;
    }
    // The last white space before something else is left to it, if there is more than one.
    const size_t end = kind == Kind::white && at < text.size() && last > begin ? last : at;
    word(begin, end);
    begin = end;
  }
}

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
    std::string led(1, ' ');
    led += text.text;
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

// Adds the tokens of the text. Bytes that are not UTF-8 count as U+FFFD, one for each maximal malformed part.
void encode_body(const Parts& parts, std::string_view text, Tokens& out) {
  Encoding(parts, text, out).encode();
}

// Appends the first `count` tokens, or the last.
void append(const Tokens& from, size_t count, bool last, uint8_t type, Tokens& to) {
  const size_t begin = last ? from.size() - count : 0;
  for (size_t i = begin; i < begin + count; ++i) to.add(from.ids[i], from.begin[i], from.end[i], type);
}

// Keeps the last `count` of the tokens from `begin` on.
void keep_end(size_t begin, size_t count, Tokens& out) {
  const size_t gone = out.size() - begin - count;
  const auto move = [&](auto& numbers) {
    std::copy(numbers.begin() + static_cast<std::ptrdiff_t>(begin + gone), numbers.end(),
              numbers.begin() + static_cast<std::ptrdiff_t>(begin));
  };
  move(out.ids);
  move(out.begin);
  move(out.end);
  out.resize(begin + count);
}

// Cuts specials for a model that reads fewer tokens than it has specials: it gets the first of these, and the
// last.
void keep_last(size_t most, Tokens& out) {
  if (most == 0 || out.size() <= most) return;
  const int32_t last = out.ids.back();
  const uint8_t type = out.types.back();
  out.resize(most - 1);
  out.add(last, 0, 0, type);
}

// Returns the lengths of two texts that are to have `room` tokens together, as the reference's "longest
// first".
std::pair<size_t, size_t> longest_first(size_t a, size_t b, size_t room) {
  if (a + b <= room) return {a, b};
  size_t shorter = std::min(a, b);
  size_t longer = shorter > room ? shorter : std::max(shorter, room - shorter);
  if (shorter + longer > room) {
    shorter = room / 2;
    longer = shorter + room % 2;
  }
  return a > b ? std::pair(longer, shorter) : std::pair(shorter, longer);
}

}  // namespace

Result<Tokenizer> Tokenizer::load(const std::string& folder) {
  SF_ASSIGN(auto parts, load_parts(folder));
  return Tokenizer(std::make_shared<const Parts>(std::move(parts)));
}

size_t Tokenizer::encode(std::string_view text, size_t most, Tokens& out) const {
  assert(text.size() < UINT32_MAX);
  out.clear();
  const auto& around = parts_->around.single;
  const size_t specials = count_specials(around);
  size_t whole = specials;
  for (const TemplatePart& part : around) {
    if (part.what == TemplatePart::What::special) {
      out.add(part.id, 0, 0, part.type);
      continue;
    }
    const size_t before = out.size();
    encode_body(*parts_, text, out);
    const size_t length = out.size() - before;
    whole += length;
    const size_t kept = most > 0 ? std::min(length, most - std::min(most, specials)) : length;
    if (parts_->cuts_left && kept < length)
      keep_end(before, kept, out);
    else
      out.resize(before + kept);
    std::fill(out.types.begin() + static_cast<std::ptrdiff_t>(before), out.types.end(), part.type);
  }
  keep_last(most, out);
  return whole;
}

size_t Tokenizer::encode_pair(std::string_view a, std::string_view b, size_t most, Tokens& out) const {
  assert(a.size() < UINT32_MAX && b.size() < UINT32_MAX);
  out.clear();
  const auto& around = parts_->around.pair;
  const size_t specials = count_specials(around);
  Tokens first, second;
  encode_body(*parts_, a, first);
  encode_body(*parts_, b, second);
  auto [of_a, of_b] = std::pair(first.size(), second.size());
  if (most > 0) std::tie(of_a, of_b) = longest_first(of_a, of_b, most - std::min(most, specials));
  for (const TemplatePart& part : around) {
    if (part.what == TemplatePart::What::first)
      append(first, of_a, parts_->cuts_left, part.type, out);
    else if (part.what == TemplatePart::What::second)
      append(second, of_b, parts_->cuts_left, part.type, out);
    else
      out.add(part.id, 0, 0, part.type);
  }
  keep_last(most, out);
  return specials + first.size() + second.size();
}

size_t Tokenizer::vocabulary_size() const {
  return parts_->vocabulary.size() + parts_->beyond.size();
}

int32_t Tokenizer::largest_id() const {
  return std::max(parts_->vocabulary.end(), parts_->beyond.end()) - 1;
}

std::optional<int32_t> Tokenizer::id_of(std::string_view token) const {
  for (const Vocabulary* one : {&parts_->vocabulary, &parts_->beyond})
    if (const int32_t id = one->find(token); id >= 0) return id;
  return std::nullopt;
}

std::string_view Tokenizer::token(int32_t id) const {
  return parts_->vocabulary.has(id) ? parts_->vocabulary.token(id) : parts_->beyond.token(id);
}

std::optional<int32_t> Tokenizer::pad() const {
  return parts_->pad;
}
std::optional<int32_t> Tokenizer::cls() const {
  return parts_->cls;
}
std::optional<int32_t> Tokenizer::sep() const {
  return parts_->sep;
}
std::optional<int32_t> Tokenizer::mask() const {
  return parts_->mask;
}
std::optional<int32_t> Tokenizer::unk() const {
  return parts_->unk;
}
size_t Tokenizer::specials() const {
  return count_specials(parts_->around.single);
}
size_t Tokenizer::model_max_length() const {
  return parts_->model_max_length;
}
bool Tokenizer::cuts_left() const {
  return parts_->cuts_left;
}
const std::vector<std::string>& Tokenizer::files() const {
  return parts_->files;
}
const std::vector<std::string>& Tokenizer::notes() const {
  return parts_->notes;
}

}  // namespace standfast::token
