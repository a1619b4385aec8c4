#include "standfast/analysis/attribution/predict_game.h"

#include <numeric>
#include <string>

#include <fmt/format.h>

namespace standfast {
namespace {

// Edited texts that are held and asked at once. A program (`command`) is started once for each such lot.
constexpr size_t kLotBytes = size_t{64} << 20;

class PredictGame final : public TextGame {
 public:
  PredictGame(const GameRequest& request, const GameOptions& options)
      : TextGame(players_of(request, options.tokens), request.classes),
        request_(request),
        rule_{options.mask, options.collapse},
        output_(options.output) {}

  Status play(const Coalitions& coalitions, DenseMatrix& values) const override {
    values = DenseMatrix(coalitions.size(), classes());
    std::string text;
    for (size_t begin = 0; begin < coalitions.size();) {
      CorpusBuilder builder("edited texts");
      size_t end = begin, bytes = 0;
      for (; end < coalitions.size() && bytes < kLotBytes; ++end) {
        const uint32_t document = coalitions.document(end);
        write_edited(request_.documents.text(document), tokens(document), coalitions.players(end), rule_,
                     text);
        bytes += text.size() + 64;
        SF_TRY(builder.add(fmt::format("{}/{}", document, end), text, {}));
      }
      const Corpus edited = std::move(builder).finish();
      std::vector<uint32_t> rows(edited.size());
      std::iota(rows.begin(), rows.end(), 0U);
      DenseMatrix answers;
      SF_TRY(request_.classifier->predict({&edited, rows}, request_.context, answers));
      for (size_t i = begin; i < end; ++i) to_output(answers.row(i - begin), output_, values.row(i));
      begin = end;
    }
    return {};
  }

 private:
  GameRequest request_;
  MaskRule rule_;
  OutputSpace output_;
};

}  // namespace

std::unique_ptr<TextGame> make_predict_game(const GameRequest& request, const GameOptions& options) {
  return std::make_unique<PredictGame>(request, options);
}

}  // namespace standfast
