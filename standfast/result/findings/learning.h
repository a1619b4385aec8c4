// Training summaries of the networks of a run: the fits of each model under each condition, and of spaces.
// They show whether a score comes from a network that has learned, and what selected its weights.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

struct LearnedFit {
  uint64_t seed = 0;
  uint32_t fold = 0, fit = 0;
  std::shared_ptr<const TrainingHistory> history;
};

// Summary of the fits of one model under one condition, or of one space. Numbers are means over fits unless
// marked otherwise.
struct Learning {
  size_t condition = 0,
         model = 0;  // places in RunRecords; of a space: the first condition in it, and no model
  bool of_space = false;
  std::string conditions;             // of a space: those that are split in it, by name
  std::string checkpoint, options;    // as the study names them; options: those that are not at their default
  std::string digest;                 // first 16 digits of the sha256 of the encoder's files
  std::vector<LearnedFit> fits;       // by seed, fold, fit
  uint64_t texts = 0, texts_cut = 0;  // sums over fits
  uint64_t least_texts = 0, most_texts = 0, most_tokens = 0;
  uint64_t least_updates = 0, most_updates = 0;
  uint64_t ended_early = 0;  // fits
  double guessing = 0;       // cross-entropy of guessing by the frequencies of classes; 0: not known
  double first = 0, lowest = 0, last = 0;  // training loss; lowest: of the points of its curve
  // Means at the validation whose weights were selected; nullopt if no fit had one.
  std::optional<double> validation_loss, validation_accuracy, best_update;
  uint64_t chosen = 0;                     // fits whose weights a validation chose
  uint64_t validation_texts = 0;           // of a fit, the most
  std::string validation;                  // of a space: the side or the share of its validation documents
  uint64_t at_guessing = 0, diverged = 0;  // fits, by the weights that they have (training_history.h)
};

// Summarises the training by condition and model, then by space.
std::vector<Learning> learning(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
