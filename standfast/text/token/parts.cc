#include "standfast/text/token/parts.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <string>

#include <fmt/format.h>

#include "standfast/text/printable.h"
#include "standfast/text/token/byte_map.h"
#include "standfast/text/utf8.h"

namespace standfast::token {

void WordPiece::prepare(const Vocabulary& vocabulary) {
  for (int32_t id = 0; id < vocabulary.end(); ++id)
    if (const auto token = vocabulary.token(id); token.size() > prefix.size() && token.starts_with(prefix))
      rests_.add(token.substr(prefix.size()), id);
}

void WordPiece::cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const {
  const auto all = static_cast<uint32_t>(word.size());
  // Bytes are looked at first: they are at least as many as code points, and counting takes time.
  if (word.size() > most_characters && count_code_points(word) > most_characters) {
    out.push_back({unknown, 0, all});
    return;
  }
  const size_t before = out.size();
  for (size_t begin = 0; begin < word.size();) {
    const Vocabulary& pieces = begin == 0 ? vocabulary : rests_;
    size_t end = begin + std::min(pieces.longest(), word.size() - begin);
    while (end < word.size() && is_continuation(word[end])) --end;
    int32_t id = -1;
    while (end > begin && (id = pieces.find(word.substr(begin, end - begin))) < 0) {
      do --end;
      while (end > begin && is_continuation(word[end]));
    }
    if (id < 0) {
      out.resize(before);
      out.push_back({unknown, 0, all});
      return;
    }
    out.push_back({id, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    begin = end;
  }
}

namespace {

uint64_t pair_key(int32_t left, int32_t right) {
  return static_cast<uint64_t>(left) << 32 | static_cast<uint32_t>(right);
}

size_t mixed(uint64_t key) {
  key *= 0x9E3779B97F4A7C15ULL;
  return static_cast<size_t>(key ^ (key >> 29));
}

// Tokens of a word while it is merged: a list, so that joining two moves nothing.
struct Symbol {
  int32_t id;
  uint32_t begin, end;  // bytes; begin == end: joined to the one before
  uint32_t before, after;
};
constexpr uint32_t kNone = UINT32_MAX;

struct Candidate {
  uint32_t rank, place;
  int32_t id;
  // The queue's top is the lowest rank, then the leftmost.
  bool operator<(const Candidate& other) const {
    return rank != other.rank ? rank > other.rank : place > other.place;
  }
};

}  // namespace

BytePairs::Joined& BytePairs::slot_of(uint64_t pair) {
  const size_t mask = joined_.size() - 1;
  size_t slot = mixed(pair) & mask;
  while (joined_[slot].id >= 0 && joined_[slot].pair != pair) slot = (slot + 1) & mask;
  return joined_[slot];
}

const BytePairs::Joined* BytePairs::find(int32_t left, int32_t right) const {
  const uint64_t pair = pair_key(left, right);
  const size_t mask = joined_.size() - 1;
  for (size_t slot = mixed(pair) & mask; joined_[slot].id >= 0; slot = (slot + 1) & mask)
    if (joined_[slot].pair == pair) return &joined_[slot];
  return nullptr;
}

Status BytePairs::add_merges(const Vocabulary& vocabulary, const std::vector<Merge>& merges,
                             const std::string& file, const std::string& name) {
  joined_.resize(std::bit_ceil(2 * merges.size() + 16));
  std::string both;
  for (size_t i = 0; i < merges.size(); ++i) {
    const auto& [left, right] = merges[i];
    const int32_t of_left = vocabulary.find(left);
    const int32_t of_right = vocabulary.find(right);
    both.assign(left).append(right);
    const int32_t of_both = vocabulary.find(both);
    if (of_left < 0 || of_right < 0 || of_both < 0)
      return file_error(fmt::format("{}: {} {} joins \"{}\" and \"{}\", but the vocabulary has no \"{}\"",
                                    file, name, i + 1, left, right,
                                    of_left < 0    ? left
                                    : of_right < 0 ? right
                                                   : std::string_view(both)));
    const uint64_t pair = pair_key(of_left, of_right);
    slot_of(pair) = {pair, static_cast<uint32_t>(i), of_both};
  }
  return {};
}

Result<BytePairs> BytePairs::make(const Vocabulary& vocabulary, const std::vector<Merge>& merges,
                                  bool ignore_merges, const std::string& file, const std::string& name) {
  BytePairs made;
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string symbol;
    append_utf8(kByteSymbols[byte], symbol);
    made.of_byte_[byte] = vocabulary.find(symbol);
    if (made.of_byte_[byte] < 0)
      return file_error(fmt::format(
          "{}: the vocabulary has no token for the byte {} (\"{}\"); is it byte-level, and trained with all "
          "bytes?",
          file, byte, symbol));
  }
  SF_TRY(made.add_merges(vocabulary, merges, file, name));
  std::vector<Piece> pieces;
  for (int32_t id = 0; id < vocabulary.end(); ++id) {
    const auto bytes = bytes_of_symbols(vocabulary.token(id));
    if (!bytes || bytes->empty()) continue;
    pieces.clear();
    if (!ignore_merges) made.merge(*bytes, pieces);
    if (ignore_merges || (pieces.size() == 1 && pieces[0].id == id)) made.whole_.add(*bytes, id);
  }
  return made;
}

void BytePairs::cut(const Vocabulary&, std::string_view word, std::vector<Piece>& out) const {
  if (word.size() <= whole_.longest())
    if (const int32_t id = whole_.find(word); id >= 0) {
      out.push_back({id, 0, static_cast<uint32_t>(word.size())});
      return;
    }
  merge(word, out);
}

void BytePairs::merge(std::string_view word, std::vector<Piece>& out) const {
  const auto size = static_cast<uint32_t>(word.size());
  std::vector<Symbol> symbols(size);
  for (uint32_t i = 0; i < size; ++i)
    symbols[i] = {of_byte_[static_cast<unsigned char>(word[i])], i, i + 1, i == 0 ? kNone : i - 1,
                  i + 1 == size ? kNone : i + 1};
  std::vector<Candidate> queue;
  queue.reserve(size);
  const auto consider = [&](uint32_t place) {
    const Joined* const joined = find(symbols[place].id, symbols[symbols[place].after].id);
    if (joined != nullptr) queue.push_back({joined->rank, place, joined->id});
    return joined != nullptr;
  };
  for (uint32_t i = 0; i + 1 < size; ++i) consider(i);
  std::make_heap(queue.begin(), queue.end());
  while (!queue.empty()) {
    std::pop_heap(queue.begin(), queue.end());
    const Candidate best = queue.back();
    queue.pop_back();
    Symbol& left = symbols[best.place];
    if (left.begin == left.end || left.after == kNone) continue;
    // The pair may have become another since it was put there.
    Symbol& right = symbols[left.after];
    const Joined* const joined = find(left.id, right.id);
    if (joined == nullptr || joined->id != best.id) continue;
    left.id = best.id;
    left.end = right.end;
    left.after = right.after;
    right.begin = right.end;
    if (left.after != kNone) symbols[left.after].before = best.place;
    if (left.before != kNone && consider(left.before)) std::push_heap(queue.begin(), queue.end());
    if (left.after != kNone && consider(best.place)) std::push_heap(queue.begin(), queue.end());
  }
  for (uint32_t i = 0; i != kNone; i = symbols[i].after)
    out.push_back({symbols[i].id, symbols[i].begin, symbols[i].end});
}

}  // namespace standfast::token
