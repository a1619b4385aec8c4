// The explainer `occlusion`: the loss of the answer when a token, or a window of neighbours, is left out.
#include <algorithm>

#include "standfast/analysis/attribution/explainers.h"
#include "standfast/analysis/attribution/text_game.h"

namespace standfast {
namespace {

struct OcclusionOptions {
  uint32_t window = 1;
  GameOptions game = {};
};

class Occlusion final : public GameExplainer {
 public:
  explicit Occlusion(const OcclusionOptions& options)
      : GameExplainer(options.game), window_(options.window) {}

 private:
  // Returns the window width; a text shorter than a window has one window.
  size_t width(size_t players) const { return std::min<size_t>(window_, players); }
  size_t windows(size_t players) const { return players == 0 ? 0 : players - width(players) + 1; }

  Status share(const TextGame& game, const DocumentView&, const ExplainContext&,
               std::span<Attribution> out) const override {
    const auto cost = [&](uint32_t i) { return windows(game.players(i)); };
    return in_lots(out.size(), kMostSetsAtOnce, cost, [&](uint32_t begin, uint32_t end) -> Status {
      Coalitions asked;
      for (uint32_t i = begin; i < end; ++i) {
        const size_t n = game.players(i);
        for (size_t first = 0; first < windows(n); ++first) {
          PlayerSet players = all_players(n);
          for (size_t k = 0; k < width(n); ++k) dismiss(players, first + k);
          asked.add(i, players);
        }
      }
      DenseMatrix values;
      SF_TRY(game.play(asked, values));
      size_t row = 0;
      for (uint32_t i = begin; i < end; ++i) {
        const size_t n = game.players(i), w = width(n);
        out[i].evaluations += windows(n);
        for (size_t first = 0; first < windows(n); ++first, ++row)
          for (size_t k = first; k < first + w; ++k) {
            // The windows that hold the token share it equally.
            const size_t holding = std::min({k + 1, n - k, w, windows(n)});
            for (size_t c = 0; c < game.classes(); ++c)
              out[i].shares.row(k)[c] +=
                  (out[i].prediction[c] - values.row(row)[c]) / static_cast<double>(w * holding);
          }
      }
      return {};
    });
  }

  uint32_t window_;
};

}  // namespace

ExplainerCatalog::Entry occlusion_explainer() {
  OptionTable<OcclusionOptions> table;
  table
      .add("window", &OcclusionOptions::window,
           "number of neighbouring tokens left out together; the share of a token is the mean over the "
           "windows that hold it, divided by their size")
      .between(1, 1'000'000);
  table.include(&OcclusionOptions::game, game_table());
  return {
      .name = "occlusion",
      .summary = "Loss of the answer when a token, or a few neighbouring tokens, are left out",
      .citation =
          "Zeiler, Fergus 2014, Visualizing and understanding convolutional networks (ECCV), section 4.2; "
          "Li, Monroe, Jurafsky 2016, Understanding neural networks through representation erasure",
      .traits = {.adds_up = false, .exact = true},
      .options = table,
      .make = made_as<Explainer, Occlusion>(table)};
}

}  // namespace standfast
