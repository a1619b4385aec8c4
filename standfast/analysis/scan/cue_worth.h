// What a cue is worth to a classifier that reads the texts: its score with the cue, and without it.
//
// Folds hold whole groups. Three answers are compared on the same documents:
//   with      learned from the texts and asked about them
//   blinded   the same fits, asked about test texts from which the cue was taken out (keyword-filtered test documents:
//             Chew et al. 2024, Understanding and Mitigating Spurious Correlations in Text Classification with Neighborhood
//             Analysis, EACL Findings, has the idea)
//   retrained the cue is taken out of training and test texts, so no model can use it
// Documents without the cue are the same in all three; fits of `retrained` differ.
//
// What the two drops can tell (WorthHint): a model that leaned on the cue loses where it is blinded. If it comes back where
// it was trained without the cue, the rest of the text would have done: an easy way, not a needed one. If it does not,
// nothing else in the text says what the cue says: then it is either the one genuine piece of evidence or an artefact of
// the labels, and only a reader can say which. No drop says that the rest of the text tells the same. None of this proves
// that a cue is spurious: that is a question about the world, not about the corpus.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/scan/cues.h"
#include "standfast/analysis/scan/label_units.h"
#include "standfast/base/sink.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

enum class WorthHint : uint8_t {
  form,  // a form, a length or a place: it says how the text was made; genuine only where the task is about form
  column,     // a value of a column: not in the text
  leaned_on,  // blinding costs points, training without the cue brings at least half of them back
  carries,    // blinding costs points, and training without the cue does not bring half of them back
  redundant,  // blinding costs nothing that can be told from 0
  unknown     // it was not measured
};
std::string_view hint_name(WorthHint hint);      // "leaned on"
std::string_view hint_in_words(WorthHint hint);  // a sentence

struct ScoreDrop {
  double points = 0;  // mean over documents of right before minus right after, in shares of 1
  std::optional<Interval>
      interval;  // 95 %, t over groups (metric/stat/weighted_mean.h); none below six groups, or where they are alike
  bool alike = false;   // six groups or more, and all lose the same
  double macro_f1 = 0;  // drop of macro F1
};

struct CueWorth {
  bool measured = false;
  std::string why_not;           // not "": it could not be measured
  uint64_t documents = 0;        // that have the cue
  double accuracy_with = 0;      // of these, with the cue in place
  ScoreDrop blinded, retrained;  // over all documents
  ScoreDrop blinded_there;       // over documents that have the cue
  WorthHint hint = WorthHint::unknown;
};

struct WorthOptions {
  std::string classifier = "naive-bayes";
  Options options;    // resolved
  uint8_t folds = 5;  // 2 or more
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
};

struct ClassifierWorth {
  double accuracy = 0, macro_f1 = 0;  // with all cues in place, cross-validated
  uint64_t n = 0;
  std::vector<CueWorth> cues;  // as asked
};

// asked: places in cues.all().
Result<ClassifierWorth> cue_worth(const Corpus& corpus, const LabelUnits& units, const Cues& cues,
                                  const std::vector<uint32_t>& asked, const WorthOptions& options);

}  // namespace standfast
