#include "standfast/text/token/wordpiece_trainer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/basic_splitting.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"
#include "standfast/text/token/tokenizer_files.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

class PieceList {
 public:
  explicit PieceList(std::string_view prefix) : prefix_(prefix) {}

  uint32_t add(std::string piece) {
    const auto [at, is_new] = ids_.try_emplace(std::move(piece), static_cast<uint32_t>(pieces_.size()));
    if (is_new) pieces_.push_back(at->first);
    return at->second;
  }
  uint32_t add_joined(uint32_t a, uint32_t b) {
    std::string_view second = pieces_[b];
    if (second.starts_with(prefix_)) second.remove_prefix(prefix_.size());
    return add(pieces_[a] + std::string(second));
  }
  bool has(const std::string& piece) const { return ids_.contains(piece); }
  size_t size() const { return pieces_.size(); }
  std::vector<std::string> take() { return std::move(pieces_); }

 private:
  std::string prefix_;
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, uint32_t> ids_;
};

std::string text_of(CodePoint c) {
  std::string text;
  append_utf8(c, text);
  return text;
}

std::vector<CodePoint> kept_characters(const WordCounts& words, size_t most) {
  std::map<CodePoint, uint64_t> counts;
  for (const auto& [word, count] : words)
    for (size_t at = 0; at < word.size();) counts[next_code_point(word, at)] += count;
  std::vector<std::pair<CodePoint, uint64_t>> ranked(counts.begin(), counts.end());
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  ranked.resize(std::min(ranked.size(), most));
  std::vector<CodePoint> kept;
  kept.reserve(ranked.size());
  for (const auto& [c, count] : ranked) kept.push_back(c);
  std::sort(kept.begin(), kept.end());
  return kept;
}

// The words as numbers of their pieces, side by side.
struct CutWords {
  struct Word {
    size_t begin;
    uint32_t length;
    int64_t count;
  };
  std::vector<uint32_t> pieces;
  std::vector<Word> words;
};

CutWords cut(const WordCounts& words, const std::string& prefix, PieceList& list) {
  std::set<CodePoint> within;
  for (const auto& [word, count] : words)
    for (size_t at = 0; at < word.size();) {
      const bool first = at == 0;
      const CodePoint c = next_code_point(word, at);
      if (!first) within.insert(c);
    }
  std::unordered_map<CodePoint, uint32_t> continuing;
  for (const CodePoint c : within)
    if (std::string text = text_of(c); list.has(text)) continuing[c] = list.add(prefix + text);
  CutWords out;
  for (const auto& [word, count] : words) {
    const size_t begin = out.pieces.size();
    for (size_t at = 0; at < word.size();) {
      const bool first = at == 0;
      const CodePoint c = next_code_point(word, at);
      if (!first) {
        if (const auto found = continuing.find(c); found != continuing.end())
          out.pieces.push_back(found->second);
      } else if (std::string text = text_of(c); list.has(text)) {
        out.pieces.push_back(list.add(std::move(text)));
      }
    }
    out.words.push_back(
        {begin, static_cast<uint32_t>(out.pieces.size() - begin), static_cast<int64_t>(count)});
  }
  return out;
}

// The pairs that stand side by side, and the pairs that wait to be merged. As in tokenizers the count of a
// pair does not fall when the pair is merged, and where a pair comes up again after it has begun to wait, the
// new places wait by themselves. (In 170,000 random corpora neither changed a vocabulary.)
class Pairs {
 public:
  struct Waiting {
    int64_t count;
    uint32_t a, b;
    size_t places;                                // in places_: the words
    bool operator<(const Waiting& other) const {  // the largest is first in a heap
      return std::tuple(count, other.a, other.b, other.places) < std::tuple(other.count, a, b, places);
    }
  };

  void change(uint32_t a, uint32_t b, int64_t by, uint32_t word) {
    const auto [found, is_new] = index_.try_emplace(uint64_t{a} << 32U | b, facts_.size());
    if (is_new) facts_.push_back({a, b, 0, {}});
    Facts& facts = facts_[found->second];
    facts.count += by;
    if (by <= 0) return;
    if (facts.grown.empty()) grown_.push_back(found->second);
    if (facts.grown.empty() || facts.grown.back() != word) facts.grown.push_back(word);
  }

  // Queues the pairs that have grown since the last call.
  void queue_grown() {
    for (const size_t k : grown_) {
      Facts& facts = facts_[k];
      if (facts.count > 0) push({facts.count, facts.a, facts.b, places_.size()}, std::move(facts.grown));
      facts.grown = {};
    }
    grown_.clear();
  }

  // Takes the most frequent pair, with the words where it may stand. Returns false if none is left.
  bool pop(Waiting& next, std::vector<uint32_t>& words) {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end());
      next = heap_.back();
      heap_.pop_back();
      const int64_t now = facts_[index_.at(uint64_t{next.a} << 32U | next.b)].count;
      if (now == next.count) {
        words = std::move(places_[next.places]);
        return true;
      }
      next.count = now;
      heap_.push_back(next);
      std::push_heap(heap_.begin(), heap_.end());
    }
    return false;
  }

 private:
  struct Facts {
    uint32_t a, b;
    int64_t count;
    std::vector<uint32_t> grown;  // words where it has come up since the last queue_grown
  };
  void push(const Waiting& waiting, std::vector<uint32_t> words) {
    places_.push_back(std::move(words));
    heap_.push_back(waiting);
    std::push_heap(heap_.begin(), heap_.end());
  }

  std::unordered_map<uint64_t, size_t> index_;
  std::vector<Facts> facts_;
  std::vector<size_t> grown_;
  std::vector<std::vector<uint32_t>> places_;
  std::vector<Waiting> heap_;
};

// Replaces each a b of the word by `made`, from the left, and tells the pairs.
void merge_in_word(uint32_t a, uint32_t b, uint32_t made, uint32_t number, CutWords& cut, Pairs& pairs) {
  CutWords::Word& word = cut.words[number];
  uint32_t* const pieces = cut.pieces.data() + word.begin;
  uint32_t to = 0;
  for (uint32_t from = 0; from < word.length; ++from, ++to) {
    if (from + 1 == word.length || pieces[from] != a || pieces[from + 1] != b) {
      pieces[to] = pieces[from];
      continue;
    }
    if (to > 0) {
      pairs.change(pieces[to - 1], a, -word.count, number);
      pairs.change(pieces[to - 1], made, word.count, number);
    }
    ++from;
    if (from + 1 < word.length) {
      pairs.change(b, pieces[from + 1], -word.count, number);
      pairs.change(made, pieces[from + 1], word.count, number);
    }
    pieces[to] = made;
  }
  word.length = to;
}

}  // namespace

std::vector<std::string> train_word_pieces(const WordCounts& words, const WordPieceTraining& options) {
  PieceList list(options.prefix);
  for (const std::string& special : options.specials) list.add(special);
  for (const CodePoint c : kept_characters(words, options.characters)) list.add(text_of(c));
  CutWords cut_words = cut(words, options.prefix, list);
  Pairs pairs;
  for (uint32_t w = 0; w < cut_words.words.size(); ++w) {
    const CutWords::Word& word = cut_words.words[w];
    const uint32_t* const pieces = cut_words.pieces.data() + word.begin;
    for (uint32_t i = 1; i < word.length; ++i) pairs.change(pieces[i - 1], pieces[i], word.count, w);
  }
  pairs.queue_grown();
  Pairs::Waiting next{};
  std::vector<uint32_t> places;
  while (list.size() < options.pieces && pairs.pop(next, places)) {
    if (next.count < 1 || static_cast<uint64_t>(next.count) < options.least_count) break;
    const uint32_t made = list.add_joined(next.a, next.b);
    for (const uint32_t w : places) merge_in_word(next.a, next.b, made, w, cut_words, pairs);
    pairs.queue_grown();
  }
  return list.take();
}

namespace {

bool is_plain_white(char byte) {
  return kPlainKinds[static_cast<unsigned char>(byte)] == Plain::white;
}

// Returns whether the part is ASCII without controls: nothing to normalise but capitals.
bool is_plain_word(std::string_view part) {
  return std::all_of(part.begin(), part.end(),
                     [](char byte) { return kPlainKinds[static_cast<unsigned char>(byte)] != Plain::other; });
}

}  // namespace

WordCounter::WordCounter(bool lower)
    : lower_(lower),
      steps_(steps_of({.clean = true, .ideographs = true, .strip_accents = lower, .lower = lower})) {}

void WordCounter::count(std::string_view word) {
  const auto found = counts_.find(word);
  if (found != counts_.end())
    ++found->second;
  else
    counts_.emplace(word, 1);
}

// Counts the words of each part between white space. No step looks beyond white space, so a text may be taken
// apart there first. Most parts are plain.
void WordCounter::add(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && !is_plain_white(text[end])) ++end;
    const auto part = text.substr(at, end - at);
    at = end + 1;
    if (!is_plain_word(part)) {
      add_normalised(part);
      continue;
    }
    lowered_ = part;
    if (lower_)
      for (char& byte : lowered_)
        if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    for_each_basic_word(
        lowered_, [&](size_t from, size_t to) { count(std::string_view(lowered_).substr(from, to - from)); });
  }
}

void WordCounter::add_normalised(std::string_view part) {
  aligned_.clear();
  to_aligned({part, nullptr, 0}, aligned_);
  normalise(steps_, aligned_);
  to_bytes(aligned_, bytes_);
  for_each_basic_word(bytes_.text, [&](size_t from, size_t to) {
    count(std::string_view(bytes_.text).substr(from, to - from));
  });
}

std::string NewWordPieces::vocabulary_text() const {
  std::string out;
  for (const std::string& piece : pieces) out += piece + '\n';
  return out;
}

std::string NewWordPieces::config_text() const {
  const nlohmann::ordered_json config = {{"tokenizer_class", "BertTokenizer"},
                                         {"do_lower_case", lower},
                                         {"strip_accents", lower},
                                         {"tokenize_chinese_chars", true},
                                         {"model_max_length", most_tokens},
                                         {"pad_token", "[PAD]"},
                                         {"unk_token", "[UNK]"},
                                         {"cls_token", "[CLS]"},
                                         {"sep_token", "[SEP]"},
                                         {"mask_token", "[MASK]"}};
  return json_text(config, 2) + "\n";
}

Result<Tokenizer> NewWordPieces::tokenizer() const {
  SF_ASSIGN(const auto config, parse_tokenizer_config(config_text(), "tokenizer_config.json"));
  SF_ASSIGN(auto parts, parse_word_piece_list(vocabulary_text(), "vocab.txt", config));
  return Tokenizer(std::make_shared<const Parts>(std::move(parts)));
}

Status NewWordPieces::save(const std::string& folder) const {
  const std::filesystem::path path(folder);
  SF_TRY(write_file((path / "vocab.txt").string(), vocabulary_text()));
  return write_file((path / "tokenizer_config.json").string(), config_text());
}

}  // namespace standfast::token
