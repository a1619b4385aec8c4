#include <algorithm>

#include "standfast/corpus/groups.h"
#include "standfast/split/control/trades.h"

namespace standfast {
namespace {

// Single documents change places within their stratum.
class DocumentTrades final : public Trades {
 public:
  DocumentTrades(const Corpus& corpus, const Strata& strata) : corpus_(corpus), strata_(strata) {}
  bool possible(uint64_t) const override {
    return std::any_of(strata_.begin(), strata_.end(), [](const auto& rows) { return rows.size() > 1; });
  }
  ControlTrade draw(uint64_t seed, uint32_t trade) const override {
    ControlTrade drawn;
    for (const auto& members : strata_) {
      const auto from = rows_by_id(corpus_, members);
      const auto to = shuffled_rows(corpus_, members, seed, stream("split/matched-control", trade));
      for (size_t i = 0; i < from.size(); ++i) {
        drawn.pairs.emplace_back(from[i], to[i]);
        drawn.moved += from[i] != to[i];
      }
    }
    return drawn;
  }

 private:
  const Corpus& corpus_;
  const Strata& strata_;
};

}  // namespace

std::unique_ptr<Trades> document_trades(const Corpus& corpus, const Strata& strata) {
  return std::make_unique<DocumentTrades>(corpus, strata);
}

}  // namespace standfast
