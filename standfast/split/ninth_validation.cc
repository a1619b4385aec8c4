#include "standfast/split/ninth_validation.h"

#include <fmt/format.h>

#include "standfast/base/numpy_legacy.h"
#include "standfast/split/proportional_draw.h"

namespace standfast {
namespace {

constexpr uint32_t kPublishedSeed = 42;

}  // namespace

OptionTable<NinthValidationOptions> ninth_validation_table(const std::string& what,
                                                           NinthValidation by_default) {
  OptionTable<NinthValidationOptions> table(NinthValidationOptions{by_default});
  table.words_in_order(
      "ninth", &NinthValidationOptions::ninth, std::vector<std::string>{"none", "stratified", "numpy-legacy"},
      fmt::format(
          "validation from a ninth of {}: stratified by class and drawn by id, or numpy-legacy as in the "
          "released code of latent feature splits (always seed 42, not stratified)",
          what));
  return table;
}

TrainAndValidation take_ninth_validation(NinthValidation how, const Corpus& corpus,
                                         std::vector<uint32_t> train, const SplitContext& context) {
  const Fraction ninth{1, 9};
  const uint64_t wanted = rounded_up(train.size(), ninth);
  if (how == NinthValidation::none || train.size() < 2) return {std::move(train), {}};
  if (how == NinthValidation::numpy_legacy) {
    const auto shuffled = NumpyLegacy(kPublishedSeed).shuffled(train);
    const auto cut = shuffled.begin() + static_cast<std::ptrdiff_t>(wanted);
    return {{cut, shuffled.end()}, {shuffled.begin(), cut}};
  }
  // Documents without a class are a class of their own.
  const size_t classes = context.classes == nullptr ? 0 : context.classes->names.size();
  std::vector<uint32_t> class_of(corpus.size(), 0);
  if (context.classes != nullptr)
    for (const uint32_t row : train) {
      const uint32_t code = context.classes->codes[row];
      class_of[row] = code == kMissing ? static_cast<uint32_t>(classes) : code;
    }
  TrainAndValidation parts;
  parts.validation =
      draw_proportionally(corpus, train, class_of, classes + 1, ninth, wanted, context.seed, "split/ninth");
  parts.train = rows_without(train, parts.validation, corpus);
  return parts;
}

}  // namespace standfast
