#include "standfast/model/ppm_escape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr int kNominalAlphabet = 256;
constexpr int kLongest = 5;

__extension__ typedef unsigned __int128 Wide;

// Up to five code points of 21 bits, newest lowest, and above them how many there are: an exact key.
Wide context_key(std::u32string_view context) {
  Wide key = context.size();
  for (const char32_t c : context) key = key << 21 | static_cast<uint32_t>(c);
  return key;
}

struct KeyHash {
  size_t operator()(Wide key) const {
    auto mix = static_cast<uint64_t>(key) * 0x9E3779B97F4A7C15ULL ^
               static_cast<uint64_t>(key >> 64) * 0xC2B2AE3D27D4EB4FULL;
    mix ^= mix >> 32;
    return static_cast<size_t>(mix * 0xD6E8FEB86659FD93ULL);
  }
};

struct Follower {
  char32_t symbol;
  uint32_t count;
};

std::u32string code_points(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  for (size_t at = 0; at < text.size();) result.push_back(next_code_point(text, at));
  return result;
}

}  // namespace

struct PpmEscapeModel::Tables {
  int order;
  EscapeMethod method;
  std::unordered_map<Wide, std::vector<Follower>, KeyHash> followers;  // of each context seen

  // Probability of `next` after all of `context`. `excluded` is scratch.
  double probability(std::u32string_view context, char32_t next, std::vector<char32_t>& excluded) const {
    excluded.clear();
    double escaped = 1;
    for (;; context.remove_prefix(1)) {
      const auto found = followers.find(context_key(context));
      if (found != followers.end()) {
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
          if (count > 0) return escaped * (method == EscapeMethod::c ? c / (n + q) : (2 * c - 1) / (2 * n));
          escaped *= method == EscapeMethod::c ? q / (n + q) : q / (2 * n);
          excluded.clear();  // a context offers all that its longer contexts offered
          for (const auto& follower : found->second) excluded.push_back(follower.symbol);
        }
      }
      if (context.empty()) break;
    }
    return escaped / std::max(1, kNominalAlphabet - static_cast<int>(excluded.size()));
  }
};

PpmEscapeModel::PpmEscapeModel(std::string_view text, int order, EscapeMethod method)
    : tables_(std::make_unique<Tables>(Tables{std::clamp(order, 0, kLongest), method, {}})) {
  const std::u32string symbols = code_points(text);
  const std::u32string_view view = symbols;
  for (size_t i = 0; i < view.size(); ++i) {
    const size_t longest = std::min<size_t>(i, static_cast<size_t>(tables_->order));
    for (size_t length = 0; length <= longest; ++length) {
      auto& seen = tables_->followers[context_key(view.substr(i - length, length))];
      const auto known =
          std::find_if(seen.begin(), seen.end(), [&](const Follower& f) { return f.symbol == view[i]; });
      if (known != seen.end())
        ++known->count;
      else
        seen.push_back({view[i], 1});
    }
  }
}
PpmEscapeModel::~PpmEscapeModel() = default;
PpmEscapeModel::PpmEscapeModel(PpmEscapeModel&&) noexcept = default;

double PpmEscapeModel::cross_entropy(std::string_view text) const {
  const std::u32string symbols = code_points(text);
  if (symbols.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::u32string_view view = symbols;
  std::vector<char32_t> excluded;
  double bits = 0;
  for (size_t i = 0; i < view.size(); ++i) {
    const size_t length = std::min<size_t>(i, static_cast<size_t>(tables_->order));
    bits -= std::log2(tables_->probability(view.substr(i - length, length), view[i], excluded));
  }
  return bits / static_cast<double>(view.size());
}

double PpmEscapeModel::probability(std::u32string_view context, char32_t next) const {
  std::vector<char32_t> excluded;
  const auto order = static_cast<size_t>(tables_->order);
  if (context.size() > order) context.remove_prefix(context.size() - order);
  return tables_->probability(context, next, excluded);
}

}  // namespace standfast
