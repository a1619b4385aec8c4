// A cache of fitted features and their rows. A method that fits several classifiers on the same documents
// gives one memo to all of them, so that their texts are read once. With it and without it the numbers are
// the same.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/feature/document/document_features.h"

namespace standfast {

// The cache. For one thread at a time. It keeps the last three of each kind, so memory does not grow; the
// texts must outlive it.
class FeatureMemo {
 public:
  // Calls features.fit(texts, threads, counted), or takes the earlier fit on the same texts, in any order,
  // under the same options.
  Status fit(DocumentFeatures& features, std::span<const std::string_view> texts, int threads,
             CountedTexts* counted = nullptr);

  // Returns features.transform(texts, threads, counted), or the rows that it gave before.
  std::shared_ptr<const CsrMatrix> rows(const DocumentFeatures& features,
                                        std::span<const std::string_view> texts, int threads,
                                        CountedTexts* counted = nullptr);

 private:
  using Texts =
      std::vector<std::string_view>;  // the same: views of the same bytes; of Learned by place in memory
  struct Learned {
    Texts texts;
    DocumentFeatures features;
  };
  struct Made {
    Texts texts;
    DocumentFeatures features;
    std::shared_ptr<const CsrMatrix> rows;
  };
  std::vector<Learned> learned_;
  std::vector<Made> made_;
};

}  // namespace standfast
