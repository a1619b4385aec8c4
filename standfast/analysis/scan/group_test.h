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
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace standfast {

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
