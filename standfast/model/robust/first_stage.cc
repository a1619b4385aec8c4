#include "standfast/model/robust/first_stage.h"

#include <algorithm>

#include "standfast/model/robust/training_part.h"

namespace standfast {
namespace {

// Returns the context of the inner models, without the caller's start, which is a fit of another model.
ClassifierContext inner(const ClassifierContext& context) {
  ClassifierContext own = context;
  own.start = nullptr;
  return own;
}

Result<std::vector<uint8_t>> wrong_answers(const BaseModel& base, const TrainingSet& learned,
                                           const DocumentView& asked, std::span<const uint32_t> classes,
                                           const ClassifierContext& context) {
  std::vector<uint8_t> wrong(asked.size(), 0);
  if (learned.documents.rows.empty() || asked.rows.empty()) return wrong;
  const auto model = base.make();
  SF_TRY(model->fit(learned, inner(context)));
  DenseMatrix answers;
  SF_TRY(model->predict(asked, inner(context), answers));
  for (size_t i = 0; i < wrong.size(); ++i) wrong[i] = clear_answer(answers.row(i)) == classes[i] ? 0 : 1;
  return wrong;
}

}  // namespace

OptionTable<FirstStageOptions> first_stage_table() {
  using O = FirstStageOptions;
  OptionTable<O> table;
  table.words("errors", &O::training, {{"held-out", false}, {"training", true}},
              "errors that count: held-out, of models that have not seen the document (folds); training, "
              "of one model on its own training documents");
  table.add("folds", &O::folds, "number of parts into which documents are divided for errors = held-out")
      .between(2, 1000);
  table.add("first-set", &O::first_set,
            "options of the first-stage model in addition to base-set; lambda=100, say, keeps it from "
            "fitting too closely");
  return table;
}

uint32_t clear_answer(std::span<const double> row) {
  const auto most = std::max_element(row.begin(), row.end());
  if (std::find(most + 1, row.end(), *most) != row.end()) return kMissing;
  return static_cast<uint32_t>(most - row.begin());
}

Result<FirstStageErrors> first_stage_errors(const std::string& owner, const TrainingSet& train,
                                            const BaseOptions& base, const FirstStageOptions& options,
                                            bool of_dev, const ClassifierContext& context) {
  SF_ASSIGN(const BaseModel model, resolve_base(base, options.first_set));
  FirstStageErrors errors;
  if (options.training) {
    SF_ASSIGN(errors.train, wrong_answers(model, train, train.documents, train.classes, context));
  } else {
    const DrawnOrder order =
        drawn_order(train, train.classes, {}, context.seed, "model/robust/" + owner + "/folds");
    errors.train.assign(train.documents.size(), 0);
    for (uint32_t fold = 0; fold < static_cast<uint32_t>(options.folds); ++fold) {
      std::vector<uint8_t> held(train.documents.size(), 0);
      std::vector<uint32_t> places;
      for (uint32_t i = 0; i < held.size(); ++i) {
        if (order.rank[i] == kMissing || order.rank[i] % static_cast<uint32_t>(options.folds) != fold)
          continue;
        held[i] = 1;
        places.push_back(i);
      }
      if (places.empty()) continue;
      const TrainingPart rest(train, held, 0), asked(train, held, 1);
      const TrainingSet learned = rest.set(train);
      if (total_weight(learned) == 0) continue;  // no model could answer: not an error
      SF_ASSIGN(const auto wrong,
                wrong_answers(model, learned, {train.documents.corpus, asked.rows}, asked.classes, context));
      for (size_t k = 0; k < places.size(); ++k) errors.train[places[k]] = wrong[k];
    }
  }
  for (uint32_t i = 0; i < train.documents.size(); ++i)
    if (train.weight(i) == 0) errors.train[i] = 0;
  if (of_dev) {
    SF_ASSIGN(errors.dev, wrong_answers(model, train, train.dev, train.dev_classes, context));
  }
  return errors;
}

}  // namespace standfast
