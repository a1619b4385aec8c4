// Which cues go with a label more often than by chance.
//
// For a cue and a label there are four counts: documents of the label with and without the cue, and the same of all other
// documents. Fisher's exact test (two-sided, metric/stat/hypergeometric.h) asks whether cue and label are independent;
// all pairs of a cue and a label are corrected for together (metric/stat/multiple_tests.h).
//
// Documents of one group (an author, a thread) are not independent: a cue that one author likes is one observation,
// however many documents he wrote. So the counts of each of the two sets of documents are divided by its design effect,
// the variance of the share of the cue between groups over that of independent documents (Rao, Scott 1992, A Simple Method
// for the Analysis of Clustered Binary Data, Biometrics 48). It is 1 at least. Where all or none of the documents of a set
// have the cue there is no variance to be seen; then a set counts as many documents as it has groups. An effect that is
// seen in few groups, or in groups of very unequal sizes, is often seen too small, so p is at least that of a test that
// counts groups (GroupTest). Without a column of groups, copies of a text are groups; where there are none, p is Fisher's.
//
// Numbers, from these effective counts, but pmi, which is of documents as they are:
//   pmi       ln P(label | cue) / P(label): pointwise mutual information; none where no document of the label has it
//   z         (P(label | cue) - P(label)) / sqrt(P(label) (1 - P(label)) / n), n documents with the cue: how far the cue
//             departs from telling nothing (Gardner et al. 2021, Competency Problems: On Finding and Removing Artifacts
//             in Language Data, EMNLP, section 3, with the share of the label in place of 1 / classes)
//   log_odds  of the cue in documents of the label against all others, 1/2 added to each count; log_odds_z: by its
//             standard error (Haldane 1956; Monroe, Colaresi, Quinn 2008, Fightin' Words, Political Analysis 16, section
//             3.3.3, with documents in place of words and a flat prior)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/scan/cues.h"
#include "standfast/analysis/scan/label_units.h"

namespace standfast {

enum class Correction : uint8_t { benjamini_hochberg, benjamini_yekutieli };

struct CueTestOptions {
  double q = 0.05;
  Correction correction = Correction::benjamini_hochberg;
  int threads = 1;
};

struct CueFinding {
  uint32_t cue = 0;                      // place in Cues::all()
  uint32_t label = 0;                    // place in LabelUnits::labels
  uint64_t with = 0, of_label = 0;       // documents of the label that have the cue; documents of the label
  uint64_t others_with = 0, others = 0;  // the same of all other labels
  uint32_t groups_with = 0;              // groups that have the cue
  double effective_with = 0;             // documents with the cue, after the correction for groups
  double pmi = 0, z = 0, log_odds = 0, log_odds_z = 0;
  double p = 1, q = 1;                // q: corrected
  std::array<double, 2> half_z = {};  // z in two halves of the groups; 0 where no document has the cue
  bool stable = false;                // both halves agree with the whole in sign
  uint64_t documents() const { return with + others_with; }
};

struct CueTests {
  std::vector<CueFinding> findings;  // q at most that of the options; the largest |z| first
  uint64_t cues = 0, tests = 0;      // of two labels each cue is tested once
  // The least p that groups allow: of a cue that all documents of a label have and no others. 0 without groups.
  double least_p = 0;
};

CueTests test_cues(const Cues& cues, const LabelUnits& units, const CueTestOptions& options);

// How surely a cue goes with a label where a group (an author, a thread) is one observation, however many documents it
// has. Nothing is assumed about the documents inside a group: all may be of one kind, or each of another.
//
// Two tests, each with a strength of its own. The smaller p counts, doubled.
//   many groups  a group adds U = sum over its documents of (y - P)(x - X): y, x say whether the document has the label
//                and the cue, P and X are the shares of both. The sum of U is held against a normal distribution. Its variance
//                is the larger of sum U^2 (Liang, Zeger 1986, Biometrika 73: robust for clusters, here under the
//                hypothesis) and of what it would be if groups got their shares of the label at random. No p is below
//                2 / 2^k, with k groups that have the cue, as if each only said yes or no (the sign test).
//   few, rare    as if in each group all documents with the cue had one label: the label has each group with chance P. The
//                distribution of the documents with cue and label is then a sum over groups, counted exactly. Of
//                all that groups may hold with this mean, nothing spreads more (in the convex order; Hoeffding 1963,
//                Journal of the American Statistical Association 58). P: of documents or of groups, whichever is the more cautious. Of a cue
//                that most documents have, the documents without it are counted.

// Of one label. What does not depend on the cue is counted once.
class GroupTest {
 public:
  // By group: its documents, and those of each label, group after group. label: whose test it is. Both lists must stay: they
  // are shared by the tests of all labels.
  GroupTest(std::span<const uint32_t> all, std::span<const uint32_t> by_label, size_t label);

  // groups: those that have the cue, ascending. cue, both: by place in groups, the documents with the cue, and those of them
  // that have the label. Two-sided. 1 where nothing can be told: a label or a cue that all documents have, or none.
  double p(std::span<const uint32_t> groups, std::span<const uint32_t> cue,
           std::span<const uint32_t> both) const;
  // The least p that these groups allow: of a cue that all documents of the label have and no others.
  double least() const;

 private:
  struct CueCounts;
  double p_of_many(const CueCounts& of) const;
  double p_of_few(const CueCounts& of) const;

  uint32_t of_label(size_t group) const { return by_label_[group * labels_ + label_]; }

  std::span<const uint32_t> all_, by_label_;
  size_t labels_ = 0, label_ = 0;
  double documents_ = 0, share_ = 0;                // of the label, in documents
  double share_of_groups_ = 0;                      // the same, mean over groups
  double squared_sizes_ = 0, squared_surplus_ = 0;  // of groups; surplus: label - share * documents
  double label_variance_ = 0;                       // of the share of the label between groups
};

}  // namespace standfast
