#include "standfast/model/verify/cng.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/model/verify/calibrated_verifier.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

struct Gram {
  std::string_view bytes;
  double frequency;
};
using Profile = std::vector<Gram>;  // ascending; empty: the text is shorter than n

Profile profile_of(std::string_view text, const CngOptions& options) {
  std::vector<size_t> starts;  // beginnings of code points, and the end
  for (size_t at = 0; at < text.size(); next_code_point(text, at)) starts.push_back(at);
  starts.push_back(text.size());
  const size_t points = starts.size() - 1;
  if (points < options.n) return {};
  std::vector<std::string_view> all;
  all.reserve(points - options.n + 1);
  for (size_t i = 0; i + options.n <= points; ++i)
    all.push_back(text.substr(starts[i], starts[i + options.n] - starts[i]));
  std::sort(all.begin(), all.end());
  Profile profile;
  const auto total = static_cast<double>(all.size());
  for (size_t begin = 0; begin < all.size();) {
    size_t end = begin;
    while (end < all.size() && all[end] == all[begin]) ++end;
    profile.push_back({all[begin], static_cast<double>(end - begin) / total});
    begin = end;
  }
  if (profile.size() > options.length) {
    std::stable_sort(profile.begin(), profile.end(),
                     [](const Gram& x, const Gram& y) { return x.frequency > y.frequency; });
    profile.resize(options.length);
    std::sort(profile.begin(), profile.end(), [](const Gram& x, const Gram& y) { return x.bytes < y.bytes; });
  }
  return profile;
}

double distance_of(const Profile& a, const Profile& b, bool target) {
  if (a.empty() || b.empty()) return std::numeric_limits<double>::quiet_NaN();
  double common = 0;
  size_t shared = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const int order = a[i].bytes.compare(b[j].bytes);
    if (order == 0) {
      const double x = a[i].frequency, y = b[j].frequency;
      const double term = 2 * (x - y) / (x + y);
      common += term * term;
      ++shared;
    }
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  // An n-gram in only one profile adds (2 f / f)^2 = 4.
  const double lonely = 4 * static_cast<double>(a.size() + b.size() - 2 * shared);
  return target ? common + lonely / 2 : common + lonely;
}

class CngPairFeatures final : public PairFeatures {
 public:
  explicit CngPairFeatures(const CngOptions& options) : options_(options) {}
  size_t width() const override { return 1; }
  std::string identity() const override {
    return fmt::format("cng/{}/{}/{}", options_.n, options_.length, options_.target ? "target" : "union");
  }
  Status compute(const PairView& view, int threads, Sink&, DenseMatrix& out) const override {
    out = DenseMatrix(view.pairs.size(), 1);
    return for_pair_blocks(view, kPairBlockBytes,
                           [&](const PairView& block, std::span<const size_t> places) -> Status {
                             compute_block(block, places, threads, out);
                             return {};
                           });
  }

 private:
  void compute_block(const PairView& block, std::span<const size_t> places, int threads,
                     DenseMatrix& out) const {
    const DocumentsOfPairs documents(block.pairs);
    std::vector<Profile> profiles(documents.rows.size());
    parallel_for(profiles.size(), threads, [&](size_t i) {
      profiles[i] = profile_of(block.corpus->text(documents.rows[i]), options_);
    });
    parallel_for(
        places.size(), threads,
        [&](size_t i) {
          out.data[places[i]] = distance_of(profiles[documents.index_of(block.pairs[i].a)],
                                            profiles[documents.index_of(block.pairs[i].b)], options_.target);
        },
        64);
  }

  CngOptions options_;
};

struct CngVerifierOptions {
  CngOptions cng = {};
  DistanceOptions distance = {};
};

class Cng final : public DistanceVerifier {
 public:
  explicit Cng(const CngVerifierOptions& options)
      : DistanceVerifier("cng", false, options.distance), cng_(options.cng), features_(options.cng) {}
  const PairFeatures* pair_features() const override { return &features_; }

 protected:
  const char* undefined_where() const override { return "a document shorter than one n-gram"; }
  Result<std::vector<double>> distances(const PairView& view, const ModelContext& context) const override {
    DenseMatrix found;
    SF_TRY(symmetric_pair_features(features_, view, context, found));
    return found.data;
  }
  void describe(nlohmann::ordered_json& facts) const override {
    facts["n"] = cng_.n;
    facts["profile"] = cng_.length;
    facts["variant"] = cng_.target ? "target" : "union";
  }

 private:
  CngOptions cng_;
  CngPairFeatures features_;
};

}  // namespace

double cng_distance(std::string_view a, std::string_view b, const CngOptions& options) {
  return distance_of(profile_of(a, options), profile_of(b, options), options.target);
}

VerifierCatalog::Entry cng_entry() {
  OptionTable<CngOptions> cng;
  cng.add("n", &CngOptions::n, "characters in an n-gram; longer ones hold more topic and need longer texts")
      .between(1, 64);
  cng.add("profile", &CngOptions::length,
          "n-grams in a profile (L): the most frequent of the text; more n-grams let topic in")
      .at_least(1);
  cng.words("variant", &CngOptions::target, {{"union", false}, {"target", true}},
            "n-grams to compare: union (of either profile, as in the paper) or target (of one profile, "
            "averaged over both choices)");
  OptionTable<CngVerifierOptions> table;
  table.include(&CngVerifierOptions::cng, cng);
  table.include(&CngVerifierOptions::distance, distance_option_table());
  // Made before the entry: gcc 12 destroys a member of a braced member twice where a later one throws.
  VerifierTraits traits;
  traits.pair_features =
      said_of(table, [](const CngVerifierOptions& o) { return CngPairFeatures(o.cng).identity(); });
  return {
      .name = "cng",
      .summary = "Common n-grams: distance of two texts' profiles of frequent n-grams, as a probability",
      .citation =
          "Keselj, Peng, Cercone and Thomas 2003, N-gram-based author profiles for authorship attribution, "
          "PACLING",
      .traits = std::move(traits),
      .options = table,
      .make = made_as<Verifier, Cng>(table)};
}

}  // namespace standfast
