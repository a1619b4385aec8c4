#include "standfast/text/token/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <tuple>
#include <utility>

#include "standfast/text/token/encoding.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_files.h"

namespace standfast::token {
namespace {

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
