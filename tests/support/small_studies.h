// Small studies of StudyRun's corpus that between them have every kind of unit.
#pragma once

#include <string>

namespace standfast::testing {

// Pair features, vectors, pairs, topics that are merged.
inline constexpr const char* kPairStudy = R"(profile = "pan21"
seeds = [3]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "hits"
sample = { method = "hits", topics = 4, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
encoder = { method = "lsa", components = 4 }
[[model]]
type = "ppm"
[[model]]
type = "char-ngram"
features = 100
)";

// Fits on all documents, measures of style.
inline constexpr const char* kClassStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[condition]]
name = "novel"
split = { method = "topic-k-fold", folds = 2 }
[[model]]
type = "maxent"
[[model]]
type = "prior"
)";

// A split that fails, so cells that cannot be done, and the same of every later run.
inline constexpr const char* kFailingStudy = R"(profile = "pan21"
seeds = [3, 4]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "too many"
split = { method = "topic-k-fold", folds = 50 }
[[model]]
type = "ppm"
)";

// A matched control and topic confusion.
inline constexpr const char* kControlStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "novel"
reference = true
split = "leave-one-topic-out"
[[condition]]
name = "control"
control-of = "novel"
trades = 2
[[condition]]
name = "confusion"
split = { method = "topic-confusion", configurations = 2, authors-per-half = 3 }
[[model]]
type = "naive-bayes"
)";

}  // namespace standfast::testing
