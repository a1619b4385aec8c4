// Topic confusion (Altakrori, Cheung, Fung 2021, The Topic Confusion Task, Findings of EMNLP): half of the
// authors write on topic 1 in training and on topic 2 in the test; the other half does the reverse. A model
// that relies on topic answers with an author of the wrong half; a model with weak features of style answers
// with a wrong author of the right half. So the errors show the cause.
//
// Every configuration is a fold: two topics and two halves drawn at random; train = A on t1 and B on t2, test
// = B on t1 and A on t2, aside = other topics. (The paper tunes on the other topics. Here no model does, and
// they are no validation side, so that a model with early stopping stays with the topics of its training.)
// Topic pairs are drawn only among pairs with enough authors who wrote on both topics, and authors only among
// these (the paper's grid is full, so there the order of the draws does not matter). A document is tested in
// as many folds as draw it.
#pragma once

#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry topic_confusion_splitter();

enum class ConfusionOutcome : uint8_t { correct, same_half, cross_half };

// The topics that each author wrote on in the training side of a fold. In a fold of topic-confusion they
// identify the half of an author: half A wrote on t1 and nothing else, half B on t2. In other splits they are
// the topics on which a model has seen an author; same_half then means "had not written on the topic",
// cross_half "had written on it".
class TrainedTopics {
 public:
  // topic: the column as the sample sees it (grouped_topics). Documents kept aside are not counted: their
  // topics do not belong to the halves.
  TrainedTopics(const Fold& fold, const Column& author, const Column& topic);

  bool wrote(uint32_t author, uint32_t topic) const;  // codes; false for kMissing

  // Classifies the answer `predicted` for a document on `topic` by `truth` (author codes). A wrong answer is
  // cross-half if the author it names wrote on this topic in training, else same-half.
  ConfusionOutcome outcome(uint32_t truth, uint32_t predicted, uint32_t topic) const;

 private:
  std::vector<uint64_t> wrote_;  // author << 32 | topic, ascending
};

}  // namespace standfast
