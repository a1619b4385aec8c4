#include "standfast/model/ppm/ppm_trie.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "standfast/model/ppm/ppm_contexts.h"
#include "standfast/text/utf8.h"

namespace standfast {

PpmTrie::PpmTrie(PpmOptions options) : options_(options), nodes_{Node{0, 0, 0}}, length_{0}, slots_(1024, 0) {
  assert(options.order >= 0 && options.order <= 5);
}

size_t PpmTrie::slot_of(uint32_t node, char32_t symbol) const {
  uint64_t hash = (uint64_t{node} << 21 | symbol) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 32;
  const size_t mask = slots_.size() - 1;
  size_t slot = static_cast<size_t>(hash * 0xD6E8FEB86659FD93ULL >> 20) & mask;
  while (slots_[slot] != 0 && (nodes_[slots_[slot]].parent != node || nodes_[slots_[slot]].symbol != symbol))
    slot = (slot + 1) & mask;
  return slot;
}

uint32_t PpmTrie::child(uint32_t node, char32_t symbol) const {
  return slots_[slot_of(node, symbol)];
}

uint32_t PpmTrie::child_or_new(uint32_t node, char32_t symbol, bool& fresh) {
  size_t slot = slot_of(node, symbol);
  fresh = slots_[slot] == 0;
  if (!fresh) return slots_[slot];
  if (2 * nodes_.size() >= slots_.size()) {
    grow();
    slot = slot_of(node, symbol);
  }
  const auto made = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({node, 0, symbol});
  length_.push_back(static_cast<uint8_t>(length_[node] + 1));
  slots_[slot] = made;
  return made;
}

void PpmTrie::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (uint32_t node = 1; node < nodes_.size(); ++node)
    slots_[slot_of(nodes_[node].parent, nodes_[node].symbol)] = node;
}

// Returns the context of the character that follows an n-gram: the n-gram itself, or its last `order`
// characters.
uint32_t PpmTrie::context_after(uint32_t gram) const {
  return length_[gram] > options_.order ? nodes_[gram].suffix : gram;
}

void PpmTrie::add(std::string_view text) {
  uint32_t context = 0;
  for (size_t at = 0; at < text.size();) {
    const char32_t symbol = next_code_point(text, at);
    ++characters_;
    bool fresh = false;
    const uint32_t longest = child_or_new(context, symbol, fresh);
    ++nodes_[longest].count;
    // A new n-gram may still be new without its first character, and so on. A known one already has its
    // links.
    uint32_t gram = longest, shorter = context;
    while (fresh && shorter != 0) {
      shorter = nodes_[shorter].suffix;
      const uint32_t suffix = child_or_new(shorter, symbol, fresh);
      nodes_[gram].suffix = suffix;
      gram = suffix;
    }
    context = context_after(longest);
  }
}

void PpmTrie::finish() {
  // The longest n-grams come first, so that the count of an n-gram is complete when its suffix takes it.
  for (int length = options_.order + 1; length > 1; --length)
    for (uint32_t node = 1; node < nodes_.size(); ++node)
      if (length_[node] == length) nodes_[nodes_[node].suffix].count += nodes_[node].count;
  for (uint32_t node = 1; node < nodes_.size(); ++node) {
    Node& parent = nodes_[nodes_[node].parent];
    parent.followed += nodes_[node].count;
    ++parent.kinds;
    nodes_[node].next_sibling = parent.first_child;
    parent.first_child = node;
  }
}

// Both functions store in `context` the longest known n-gram that ends here.
double PpmTrie::without_escape(uint32_t& context, char32_t symbol) const {
  for (uint32_t node = context;; node = nodes_[node].suffix) {
    const uint32_t found = child(node, symbol);
    if (found != 0) {
      context = context_after(found);
      return static_cast<double>(nodes_[found].count) / nodes_[node].followed;
    }
    if (node == 0) break;
  }
  context = 0;
  return 1.0 / kNominalAlphabet;
}

double PpmTrie::with_escape(uint32_t& context, char32_t symbol, std::vector<char32_t>& excluded) const {
  excluded.clear();
  double escaped = 1;
  const bool c = options_.escape == PpmEscape::c;
  for (uint32_t node = context;; node = nodes_[node].suffix) {
    // A context has all followers of its longer contexts, so this one knows all of `excluded`.
    uint64_t total = nodes_[node].followed;
    for (const char32_t gone : excluded) total -= nodes_[child(node, gone)].count;
    const uint64_t kinds = nodes_[node].kinds - excluded.size();
    if (kinds > 0) {
      const auto n = static_cast<double>(total), q = static_cast<double>(kinds);
      if (const uint32_t found = child(node, symbol); found != 0) {
        const double count = nodes_[found].count;
        context = context_after(found);
        return escaped * (c ? count / (n + q) : (2 * count - 1) / (2 * n));
      }
      escaped *= c ? q / (n + q) : q / (2 * n);
      excluded.clear();
      for (uint32_t next = nodes_[node].first_child; next != 0; next = nodes_[next].next_sibling)
        excluded.push_back(nodes_[next].symbol);
    }
    if (node == 0) break;
  }
  context = 0;
  return escaped / std::max(1.0, kNominalAlphabet - static_cast<double>(excluded.size()));
}

double PpmTrie::cross_entropy(std::string_view text) const {
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<char32_t> excluded;
  uint32_t context = 0;
  uint64_t characters = 0;
  double bits = 0;
  for (size_t at = 0; at < text.size(); ++characters) {
    const char32_t symbol = next_code_point(text, at);
    bits -= std::log2(options_.escape == PpmEscape::none ? without_escape(context, symbol)
                                                         : with_escape(context, symbol, excluded));
  }
  return bits / static_cast<double>(characters);
}

}  // namespace standfast
