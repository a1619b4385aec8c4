// The worth of a cue to a text classifier: its score with the cue, and without it.
//
// Folds hold whole groups. Three answers are compared on the same documents:
//   with      trained on the texts and applied to them
//   blinded   the same fits, applied to test texts without the cue (keyword-filtered test documents: Chew et
//             al. 2024, Understanding and Mitigating Spurious Correlations in Text Classification with
//             Neighborhood Analysis, EACL Findings, has the idea)
//   retrained the cue is removed from training and test texts, so no model can use it
// Documents without the cue are the same in all three; fits of `retrained` differ.
//
// The two drops support a conclusion (WorthHint): a model that relied on the cue loses when blinded. If
// training without the cue restores the score, the rest of the text is sufficient: the cue is an easy way,
// not a needed one. If it does not, nothing else in the text replaces the cue: then it is either genuine
// evidence or an artefact of the labels, and only a reader can decide. No drop means that the rest of the
// text carries the same information. None of this proves that a cue is spurious: that is a question about the
// world, not about the corpus.
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
  // A form, a length or a place: a trace of how the text was made; genuine only if the task is about form.
  form,
  column,     // a value of a column: not in the text
  leaned_on,  // blinding costs points, and training without the cue restores at least half of them
  carries,    // blinding costs points, and training without the cue does not restore half of them
  redundant,  // the cost of blinding cannot be told from 0
  unknown     // it was not measured
};
std::string_view hint_name(WorthHint hint);      // "leaned on"
std::string_view hint_in_words(WorthHint hint);  // a sentence

struct ScoreDrop {
  double points = 0;  // mean over documents of (right before - right after), as a share of 1
  std::optional<Interval>
      // 95 %, t over groups (metric/stat/weighted_mean.h); none below six groups, or if they are all alike
      interval;
  bool alike = false;   // six groups or more, and all lose the same
  double macro_f1 = 0;  // drop of macro F1
};

struct CueWorth {
  bool measured = false;
  std::string why_not;           // not "": the reason why it could not be measured
  uint64_t documents = 0;        // documents with the cue
  double accuracy_with = 0;      // on these, with the cue in place
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
  std::vector<CueWorth> cues;  // in the order of the request
};

// Measures the worth of cues. asked: indices into cues.all().
Result<ClassifierWorth> cue_worth(const Corpus& corpus, const LabelUnits& units, const Cues& cues,
                                  const std::vector<uint32_t>& asked, const WorthOptions& options);

}  // namespace standfast
