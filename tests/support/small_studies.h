// Small studies on StudyRun's corpus. Together they have every kind of unit.
#pragma once

#include <string>

namespace standfast::testing {

// Has pair features, vectors, pairs, merged topics.
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

// Has nested cells of pairs. Without any one block of authors, some authors remain for validation.
inline constexpr const char* kNestedStudy = R"(profile = "pan21"
seeds = [3]
interval = "nested"
interval-repeats = 1
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2, validation = 0.5 }
[[condition]]
name = "novel"
split = { method = "topic-k-fold", folds = 2, validation = 0.5 }
[[model]]
type = "ppm"
[[model]]
type = "char-ngram"
features = 100
)";

// Has fits on all documents, measures of style.
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

// Ordinary folds, leave-one-topic-out and its control.
inline constexpr const char* kControlledStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 4 }
[[condition]]
name = "novel"
split = "leave-one-topic-out"
[[condition]]
name = "control"
control-of = "novel"
trades = 2
[[model]]
type = "naive-bayes"
)";

// Has a split that fails, so some cells cannot be done. Later runs fail in the same way.
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

// Has a matched control and topic confusion.
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

// Has spaces: class scores of a fitted model, the same scores reduced, and vectors of an encoder. One space
// is for a sampler.
inline constexpr const char* kSpaceStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[condition]]
name = "scores"
split = { method = "cluster-k-fold", clusters = 12, folds = 2 }
space = { model = "maxent" }
[[condition]]
name = "few scores"
split = { method = "cluster-k-fold", clusters = 8, folds = 2, balance = "classes" }
space = { model = "maxent", reduce = { method = "svd", components = 3 } }
[[condition]]
name = "words"
split = { method = "cluster-k-fold", clusters = 10, folds = 2, balance = "clusters" }
space = { encoder = "lsa", components = 5 }
[[condition]]
name = "control"
control-of = "words"
trades = 1
[[condition]]
name = "hits"
sample = { method = "hits", topics = 4, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
space = { model = "naive-bayes", aggregate = "median" }
[[model]]
type = "maxent"
[[model]]
type = "prior"
)";

// Has an artifact of every kind that only the report reads, except attributions.
inline constexpr const char* kArtifactStudy = R"(task = "classification"
seeds = 2
near = 0.8
slices = ["topic"]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "words"
split = { method = "cluster-k-fold", clusters = 10, folds = 2 }
space = { encoder = "lsa", components = 5 }
[[model]]
type = "prior"
[map]
method = "pca"
[analyses]
splits = ["lengths"]
)";

// Has a planted shortcut, attributions and rationales.
inline constexpr const char* kExplainedStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[condition]]
name = "planted"
split = { method = "hold-out", test-share = 0.3 }
shortcut = { kind = "single-term", term = "zweifellos" }
[[model]]
type = "naive-bayes"
[[model]]
type = "a2r"
epochs = 2
dimension = 4
units = 3
[explain]
models = ["naive-bayes"]
documents = 6
sides = ["test", "anti-test"]
max-evals = 60
)";

}  // namespace standfast::testing
