// Helpers of classifiers over fine-tuned encoders: their texts, their history and facts, and rows of answers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/option_table.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/training_set.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/training_history.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

std::vector<std::string_view> texts_of(const DocumentView& documents);

// Returns the groups of texts: a class together with a value of the group's column, numbered from 0 in the
// order of values and then of classes; kNoGroup without a value. Empty if there are no values.
std::vector<uint32_t> numbers_of_groups(std::span<const uint32_t> classes, std::span<const uint32_t> values);

using TokensOf = std::function<TextTokens(std::span<const std::string_view> texts)>;
// Returns the validation documents of a training set. Documents of a class without a training document cannot
// be answered correctly, and are left out. present: the classes of the model.
LabelledTexts validation_texts(const TrainingSet& train, const std::vector<uint32_t>& present,
                               const TokensOf& tokens);

// Returns the history of a training; warns if it ends at guessing. digest: of the encoder's files. guessing:
// whether the loss can be compared with the loss of guessing.
TrainingHistory history_of_fit(const FineTuned& done, const LabelledTexts& training,
                               const LabelledTexts& validation, const std::string& digest, size_t most_tokens,
                               bool guessing, Sink& sink);
// Returns the facts of a fit, without its history.
nlohmann::ordered_json facts_of_fit(const FineTuned& done, const TrainingHistory& history, size_t classes);

// Computes probabilities by softmax; other classes have 0. out: a row a text; present: the class of each
// score.
void put_probabilities(const FloatMatrix& scores, const std::vector<uint32_t>& present, DenseMatrix& out);
// Warns about truncated texts. cut: by text; which: "texts", "training texts".
void warn_of_cut(std::span<const uint8_t> cut, const char* which, size_t most_tokens, Sink& sink);

// The options of AdamW for the models that it trains.
OptionTable<AdamWOptions> adamw_option_table();

}  // namespace standfast
