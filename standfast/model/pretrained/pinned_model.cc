#include "standfast/model/pretrained/pinned_model.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/neural/sentence/known_digest.h"

namespace standfast {

Result<PinnedModel> pinned_model(const std::string& folder_or_name, const std::string& sha256) {
  SF_ASSIGN(std::string folder, model_folder(folder_or_name));
  SF_ASSIGN(KnownDigest known, known_digest(folder));
  if (!sha256.empty() && known.sha256 != sha256)
    return data_error(fmt::format(
        "the files of {} have the sha256 {}, and the model that is asked for has {}; was it replaced?",
        folder_or_name, known.sha256, sha256));
  return PinnedModel{std::move(folder), std::move(known.sha256)};
}

}  // namespace standfast
