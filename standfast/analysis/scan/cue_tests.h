// Tests for cues that occur with a label more often than by chance.
//
// For a cue and a label there are four counts: documents of the label with and without the cue, and the same
// for all other documents. Fisher's exact test (two-sided, metric/stat/discrete_distributions.h) tests the
// independence of cue and label; all pairs of a cue and a label are corrected for together
// (metric/stat/multiple_tests.h).
//
// Documents of one group (an author, a thread) are not independent: a cue that one author likes is one
// observation, however many documents the author wrote. So the counts of each of the two sets of documents
// are divided by its design effect, the variance of the share of the cue between groups over the variance for
// independent documents (Rao, Scott 1992, A Simple Method for the Analysis of Clustered Binary Data,
// Biometrics 48). It is at least 1. If all or none of the documents of a set have the cue, no variance can be
// estimated; then a set counts as many documents as it has groups. The design effect is often underestimated
// from few groups, or from groups of very unequal sizes, so p is at least the p of a test that counts groups
// (GroupTest). Without a column of groups, copies of a text are groups; if there are none, p is Fisher's.
//
// The numbers come from these effective counts, except pmi, which uses the documents as they are:
//   pmi       ln P(label | cue) / P(label): pointwise mutual information; none if no document of the label
//             has it
//   z         (P(label | cue) - P(label)) / sqrt(P(label) (1 - P(label)) / n), n documents with the cue: the
//             deviation of the cue from no information (Gardner et al. 2021, Competency Problems: On Finding
//             and Removing Artifacts in Language Data, EMNLP, section 3, with the share of the label in place
//             of 1 / classes)
//   log_odds  of the cue in documents of the label against all others, 1/2 added to each count; log_odds_z:
//             divided by its standard error (Haldane 1956; Monroe, Colaresi, Quinn 2008, Fightin' Words,
//             Political Analysis 16, section 3.3.3, with documents in place of words and a flat prior)
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
  uint32_t cue = 0;                      // index into Cues::all()
  uint32_t label = 0;                    // index into LabelUnits::labels
  uint64_t with = 0, of_label = 0;       // documents of the label that have the cue; documents of the label
  uint64_t others_with = 0, others = 0;  // documents of all other labels with the cue; all of them
  uint32_t groups_with = 0;              // groups that have the cue
  double effective_with = 0;             // documents with the cue, after the correction for groups
  double pmi = 0, z = 0, log_odds = 0, log_odds_z = 0;
  double p = 1, q = 1;                // q: corrected
  std::array<double, 2> half_z = {};  // z in two halves of the groups; 0 where no document has the cue
  bool stable = false;                // both halves agree with the whole in sign
  uint64_t documents() const { return with + others_with; }
};

struct CueTests {
  std::vector<CueFinding> findings;  // findings with q within the limit of the options; the largest |z| first
  uint64_t cues = 0, tests = 0;      // with two labels each cue is tested once
  // The least p that the groups allow, reached by a cue in all documents of a label and in no others. 0
  // without groups.
  double least_p = 0;
};

CueTests test_cues(const Cues& cues, const LabelUnits& units, const CueTestOptions& options);

// Tests of the association of a cue with a label in which a group (an author, a thread) is one observation,
// however many documents it has. Nothing is assumed about the documents inside a group: all may be alike, or
// all different.
//
// There are two tests, with different strengths. The smaller p, doubled, counts.
//   many groups  a group adds U = sum over its documents of (y - P)(x - X): y, x say if the document has the
//                label and the cue, P and X are the shares of both. The sum of U is compared with a normal
//                distribution. Its variance is the larger of sum U^2 (Liang, Zeger 1986, Biometrika 73:
//                robust for clusters, here under the hypothesis) and its value if groups got their shares of
//                the label at random. No p is below 2 / 2^k, with k groups that have the cue, as in a sign
//                test with one answer per group.
//   few, rare    as if in each group all documents with the cue had one label: the label has each group with
//                probability P. The distribution of the documents with cue and label is then a sum over
//                groups, computed exactly. Among all contents of the groups with this mean, none has a larger
//                spread (in the convex order; Hoeffding 1963, Journal of the American Statistical Association
//                58). P: the share in documents or in groups, whichever is more cautious. For a cue in most
//                documents, the documents without it are counted.
//
// One object holds the tests of one label. Quantities that do not depend on the cue are computed once.
class GroupTest {
 public:
  // all, by_label: by group, its documents, and the documents of each label, group after group. label: the
  // tested label. Both lists must outlive the test: they are shared by the tests of all labels.
  GroupTest(std::span<const uint32_t> all, std::span<const uint32_t> by_label, size_t label);

  // Returns the two-sided p. groups: groups that have the cue, ascending. cue, both: by index in groups, the
  // documents with the cue, and the subset that also has the label. 1 if nothing can be tested: a label or a
  // cue that all documents have, or none.
  double p(std::span<const uint32_t> groups, std::span<const uint32_t> cue,
           std::span<const uint32_t> both) const;
  // Returns the least p that these groups allow, reached by a cue in all documents of the label and in no
  // others.
  double least() const;

 private:
  struct CueCounts;
  double p_of_many(const CueCounts& of) const;
  double p_of_few(const CueCounts& of) const;

  uint32_t of_label(size_t group) const { return by_label_[group * labels_ + label_]; }

  std::span<const uint32_t> all_, by_label_;
  size_t labels_ = 0, label_ = 0;
  double documents_ = 0, share_ = 0;                // of the label, in documents
  double share_of_groups_ = 0;                      // the share of the label, mean over groups
  double squared_sizes_ = 0, squared_surplus_ = 0;  // of groups; surplus: label - share * documents
  double label_variance_ = 0;                       // of the share of the label between groups
};

}  // namespace standfast
