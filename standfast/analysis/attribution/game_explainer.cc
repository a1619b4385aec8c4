#include "standfast/analysis/attribution/game_explainer.h"

#include "standfast/analysis/attribution/make_game.h"

namespace standfast {

Result<std::vector<Attribution>> GameExplainer::explain(const ExplainedModel& model,
                                                        const DocumentView& documents,
                                                        const ExplainContext& context) const {
  const GameRequest request{
      .classifier = model.classifier,
      .classes = model.names.size(),
      .documents = documents,
      .whole = context.whole,
      .context = {{.seed = context.seed, .threads = context.threads, .sink = context.sink}}};
  SF_ASSIGN(const auto game, make_text_game(request, game_));
  std::vector<Attribution> out(documents.size());
  Coalitions ends;
  for (uint32_t i = 0; i < out.size(); ++i) {
    out[i].tokens = game->tokens(i);
    out[i].shares = DenseMatrix(game->players(i), game->classes());
    out[i].elsewhere.assign(game->classes(), 0);
    ends.add(i, PlayerSet(words_of_players(game->players(i)), 0));
    ends.add(i, all_players(game->players(i)));
  }
  DenseMatrix values;
  SF_TRY(game->play(ends, values));
  for (size_t i = 0; i < out.size(); ++i) {
    const auto base = values.row(2 * i), prediction = values.row(2 * i + 1);
    out[i].base.assign(base.begin(), base.end());
    out[i].prediction.assign(prediction.begin(), prediction.end());
    out[i].evaluations = 2;
  }
  SF_TRY(share(*game, documents, context, out));
  return out;
}

Status in_lots(size_t documents, size_t most, const std::function<size_t(uint32_t)>& cost,
               const std::function<Status(uint32_t begin, uint32_t end)>& body) {
  for (uint32_t begin = 0; begin < documents;) {
    uint32_t end = begin;
    for (size_t sum = 0; end < documents && (end == begin || sum + cost(end) <= most); ++end)
      sum += cost(end);
    SF_TRY(body(begin, end));
    begin = end;
  }
  return {};
}

}  // namespace standfast
