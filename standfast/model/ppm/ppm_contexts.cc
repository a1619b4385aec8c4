#include "standfast/model/ppm/ppm_contexts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr int kLongest = 5;

}  // namespace

PpmContexts::PpmContexts(int order, EscapeMethod method)
    : order_(static_cast<size_t>(std::clamp(order, 0, kLongest))), method_(method) {}

// Returns an exact key: up to five code points of 21 bits, the newest one lowest, and above them their
// number.
PpmContexts::Wide PpmContexts::key_of(std::u32string_view context) {
  Wide key = context.size();
  for (const char32_t c : context) key = key << 21 | static_cast<uint32_t>(c);
  return key;
}

size_t PpmContexts::KeyHash::operator()(Wide key) const {
  auto mix = static_cast<uint64_t>(key) * 0x9E3779B97F4A7C15ULL ^
             static_cast<uint64_t>(key >> 64) * 0xC2B2AE3D27D4EB4FULL;
  mix ^= mix >> 32;
  return static_cast<size_t>(mix * 0xD6E8FEB86659FD93ULL);
}

double PpmContexts::probability(std::u32string_view context, char32_t next,
                                std::vector<char32_t>& excluded) const {
  excluded.clear();
  double escaped = 1;
  for (;; context.remove_prefix(1)) {
    const auto found = followers_.find(key_of(context));
    if (found != followers_.end()) {
      uint64_t total = 0, kinds = 0, count = 0;
      for (const auto& follower : found->second) {
        if (std::find(excluded.begin(), excluded.end(), follower.symbol) != excluded.end()) continue;
        total += follower.count;
        ++kinds;
        if (follower.symbol == next) count = follower.count;
      }
      if (kinds > 0) {
        const double n = static_cast<double>(total), q = static_cast<double>(kinds),
                     c = static_cast<double>(count);
        if (count > 0) return escaped * (method_ == EscapeMethod::c ? c / (n + q) : (2 * c - 1) / (2 * n));
        escaped *= method_ == EscapeMethod::c ? q / (n + q) : q / (2 * n);
        excluded.clear();  // a context has all followers of its longer contexts
        for (const auto& follower : found->second) excluded.push_back(follower.symbol);
      }
    }
    if (context.empty()) break;
  }
  return escaped / std::max(1, kNominalAlphabet - static_cast<int>(excluded.size()));
}

void PpmContexts::count(std::u32string_view text, size_t at) {
  const size_t longest = std::min(at, order_);
  for (size_t length = 0; length <= longest; ++length) {
    auto& seen = followers_[key_of(text.substr(at - length, length))];
    const auto known =
        std::find_if(seen.begin(), seen.end(), [&](const Follower& f) { return f.symbol == text[at]; });
    if (known != seen.end())
      ++known->count;
    else
      seen.push_back({text[at], 1});
  }
}

void PpmContexts::uncount(std::u32string_view text, size_t at) {
  const size_t longest = std::min(at, order_);
  for (size_t length = 0; length <= longest; ++length) {
    const auto found = followers_.find(key_of(text.substr(at - length, length)));
    auto& seen = found->second;
    const auto known =
        std::find_if(seen.begin(), seen.end(), [&](const Follower& f) { return f.symbol == text[at]; });
    if (--known->count > 0) continue;
    seen.erase(known);  // it is the last follower: later ones have been undone
    if (seen.empty()) followers_.erase(found);
  }
}

std::u32string ppm_symbols(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  for (size_t at = 0; at < text.size();) result.push_back(next_code_point(text, at));
  return result;
}

struct PpmEscapeModel::Tables {
  PpmContexts contexts;
};

PpmEscapeModel::PpmEscapeModel(std::string_view text, int order, EscapeMethod method)
    : tables_(std::make_unique<Tables>(Tables{PpmContexts(order, method)})) {
  const std::u32string symbols = ppm_symbols(text);
  for (size_t i = 0; i < symbols.size(); ++i) tables_->contexts.count(symbols, i);
}
PpmEscapeModel::~PpmEscapeModel() = default;
PpmEscapeModel::PpmEscapeModel(PpmEscapeModel&&) noexcept = default;

double PpmEscapeModel::cross_entropy(std::string_view text) const {
  const std::u32string symbols = ppm_symbols(text);
  if (symbols.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::u32string_view view = symbols;
  std::vector<char32_t> excluded;
  double bits = 0;
  for (size_t i = 0; i < view.size(); ++i) {
    const size_t length = std::min(i, tables_->contexts.order());
    bits -= std::log2(tables_->contexts.probability(view.substr(i - length, length), view[i], excluded));
  }
  return bits / static_cast<double>(view.size());
}

double PpmEscapeModel::probability(std::u32string_view context, char32_t next) const {
  std::vector<char32_t> excluded;
  const size_t order = tables_->contexts.order();
  if (context.size() > order) context.remove_prefix(context.size() - order);
  return tables_->contexts.probability(context, next, excluded);
}

}  // namespace standfast
