// Topic confusion (Altakrori, Cheung, Fung 2021, The Topic Confusion Task, Findings of EMNLP): half of the
// authors write on topic 1 in training and on topic 2 in the test, the other half the other way round. A
// model that goes by topic answers with an author of the wrong half; one whose picture of style is weak, with
// a wrong author of the right half. So the errors say which it was.
//
// Every configuration is a fold: two topics and two halves drawn at random; train = A on t1 and B on t2, test
// = B on t1 and A on t2, aside = other topics. (The paper tunes on those; here no model does, and they are no
// validation side, so that a model with early stopping stays with the topics of its training.) Topics are
// drawn only among pairs that enough authors wrote on both of, authors among those (the paper's grid is full,
// so there the order of the draws does not matter). A document is tested in as many folds as draw it.
#pragma once

#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry topic_confusion_splitter();

enum class ConfusionOutcome : uint8_t { correct, same_half, cross_half };

// Which author wrote on which topic in the training side of a fold. In a fold of topic-confusion that says
// which half an author is in: half A wrote on t1 and nothing else, half B on t2. On other splits it says
// which authors a model has seen on a topic, and same_half and cross_half read "had not" and "had written on
// it".
class TrainedTopics {
 public:
  // topic: the column as the sample sees it (grouped_topics). Documents kept aside are not counted: their
  // topics are not those of the halves.
  TrainedTopics(const Fold& fold, const Column& author, const Column& topic);

  bool wrote(uint32_t author, uint32_t topic) const;  // codes; false for kMissing

  // Of a document on `topic` by `truth` for which `predicted` was answered (author codes). A wrong answer is
  // cross-half if the author it names wrote on this topic in training, else same-half.
  ConfusionOutcome outcome(uint32_t truth, uint32_t predicted, uint32_t topic) const;

 private:
  std::vector<uint64_t> wrote_;  // author << 32 | topic, ascending
};

}  // namespace standfast
