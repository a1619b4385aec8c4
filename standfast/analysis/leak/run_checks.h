// Checks of a study after a run (docs/warnings.md). They examine its scores (SF201, SF202, SF207, SF208), the
// training of its networks (SF205, SF206) and its planted shortcuts (SF203, SF204).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"

namespace standfast {

// A score with its interval, of a model other than the chance level.
struct ScoredCondition {
  std::string corpus, condition, model, metric;
  // Others are compared with it: the reference, a control, the test side of another side.
  bool reference = false;
  std::optional<double> score, low, high, chance;
  std::optional<double> survival, survival_low, survival_high;  // if reference is false
  // Where others are compared with it on a subset of its items: the kind of these items, their number out of
  // the total, and one of the other conditions.
  std::string items = {};
  uint64_t n = 0, n_total = 0;
  std::string compared_with = {};
};

std::vector<StudyWarning> check_scores(const std::vector<ScoredCondition>& scores);

// A condition under which a model that knows topics alone is above guessing, and the models that are not
// shown to be above it.
struct ScoredByTopic {
  std::string corpus, condition, topic_model;
  double score = 0, low = 0, high = 0, guessing = 0;
  struct Model {
    std::string name;
    double score = 0, over = 0;                 // over: score minus the score of topic alone
    std::optional<double> low = {}, high = {};  // its interval
  };
  std::vector<Model> models;  // at least one
};

// Returns the warnings SF207. Conditions of a corpus must be adjacent.
std::vector<StudyWarning> check_topic_level(const std::vector<ScoredByTopic>& conditions);

// A verifier that leaves nearly all pairs of a condition undecided.
struct UndecidedModel {
  std::string corpus, condition, model;
  uint64_t undecided = 0, answers = 0;
};

// Returns the warnings SF208. Models of a corpus must be adjacent.
std::vector<StudyWarning> check_undecided(const std::vector<UndecidedModel>& models);

// The fits of a model on a corpus, or the fit of a space.
struct TrainedNetwork {
  std::string corpus, name;  // name: "model transformer"
  double share_cut = 0;      // of the training texts
  uint64_t most_tokens = 0;  // in a text; 0: unknown
  uint64_t fits = 0;
  // A subset of these fits, with the mean training loss near the weights they have, and the mean loss of
  // a guesser.
  struct Fits {
    uint64_t count = 0;
    double loss = 0, guessing = 0;
  };
  Fits at_guessing = {}, diverged = {};
  uint64_t updates = 0, texts = 0;  // the largest number in a fit at guessing
};

// Returns the warnings SF205 and SF206 on the training of networks.
std::vector<StudyWarning> check_learning(const std::vector<TrainedNetwork>& networks);

// The documents of a class, and the number that a shortcut could not be planted in.
struct ClassLoss {
  std::string name;
  uint64_t lost = 0, all = 0;
};
struct PlantedCondition {
  std::string corpus, condition;
  std::vector<ClassLoss> train, test;  // by class; sums over draws and folds
  bool ordered = true;                 // the order of classes determines which of them have the cue
};

// Returns the warnings SF203 and SF204 on planted shortcuts. A dry run and an export plant too, so both call
// it.
std::vector<StudyWarning> check_planted(const std::vector<PlantedCondition>& conditions);

}  // namespace standfast
