// novel_topics CORPUS [CLASSIFIER]: measures how much of a classifier's accuracy is left on topics that are new
// to it. Authors are classified twice: over random folds, and over folds of whole topics.
#include <cstdio>
#include <string>
#include <thread>

#include "standfast/corpus/read/read.h"
#include "standfast/metric/classes/classification_metrics.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/split/splitter.h"
#include "standfast/version.h"

namespace {

using namespace standfast;

// Classifies every document that has an author in one fold, by a classifier that has not seen it.
Result<ClassTally> cross_validate(const Corpus& corpus, const std::string& splitter,
                                  const std::string& model) {
  SF_ASSIGN(const Column* authors, corpus.require(Role::author));
  const int threads = static_cast<int>(std::thread::hardware_concurrency());
  SF_ASSIGN(const auto method, splitters().make(splitter, {{"folds", int64_t{5}}}));
  SplitContext drawing;
  drawing.seed = 1;
  drawing.threads = threads;
  drawing.classes = authors;
  SF_ASSIGN(const Split split, method->split(corpus, whole_corpus(corpus), drawing));

  ClassTally all(authors->names.size());
  for (const Fold& fold : split.folds) {
    // Each fold has a new classifier with the default options of the catalog.
    SF_ASSIGN(const auto classifier, classifiers().make(model, {}));
    ClassifierContext context;
    context.seed = 1;
    context.threads = threads;
    const auto with_author = [&](const RowSet& rows) {
      std::vector<uint32_t> kept;
      for (const uint32_t row : rows)
        if (authors->codes[row] != kMissing) kept.push_back(row);
      return kept;
    };
    const auto classes_of = [&](const std::vector<uint32_t>& rows) {
      std::vector<uint32_t> classes;
      for (const uint32_t row : rows) classes.push_back(authors->codes[row]);
      return classes;
    };
    const std::vector<uint32_t> train = with_author(fold.train), test = with_author(fold.test);
    const std::vector<uint32_t> known = classes_of(train), truth = classes_of(test);
    TrainingSet training;
    training.documents = {&corpus, train};
    training.classes = known;
    training.names = authors->names;
    SF_TRY(classifier->fit(training, context));
    DenseMatrix answers;
    SF_TRY(classifier->predict({&corpus, test}, context, answers));
    ClassItems items;
    items.classes = authors->names.size();
    items.truth = truth;
    items.probabilities = answers.data;
    all.add(tally(items));
  }
  return all;
}

Status run(const std::string& path, const std::string& model) {
  SF_ASSIGN(const Corpus corpus, read_corpus(path, {}));
  std::printf("standfast %s, %u documents, %s\n", kVersion, corpus.size(), model.c_str());
  for (const char* splitter : {"k-fold", "topic-k-fold"}) {
    SF_ASSIGN(const ClassTally tally, cross_validate(corpus, splitter, model));
    std::printf("%-12s  accuracy %.4f  (%llu of %llu)\n", splitter, accuracy(tally).value_or(0),
                static_cast<unsigned long long>(tally.all_right()),
                static_cast<unsigned long long>(tally.items));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: novel_topics CORPUS [CLASSIFIER]\n");
    return 2;
  }
  const Status done = run(argv[1], argc > 2 ? argv[2] : "maxent");
  if (done) return 0;
  std::fprintf(stderr, "novel_topics: %s\n", done.error().message.c_str());
  return exit_code(done.error().kind);
}
