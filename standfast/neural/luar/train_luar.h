// Training of LUAR: vectors of one author are pulled together, and away from the vectors of all others
// (supervised contrastive loss, Khosla et al. 2020), by AdamW at a constant rate.
//
// The result is a function of the model, the texts, the options and the seed. It does not depend on threads,
// on memory or on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/luar/luar_model.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"

namespace standfast {

// Batches for training LUAR: two episodes of each of some authors.

// The documents of an author, in an order that does not depend on places, each with its texts (EpisodeTexts).
struct EpisodeAuthor {
  struct Document {
    uint32_t first = 0, texts = 0;
    uint32_t topic = UINT32_MAX;  // UINT32_MAX: unknown
  };
  std::vector<Document> documents;  // each with at least one text

  uint64_t texts() const;
};

struct EpisodeOptions {
  uint32_t authors = 16;  // most authors of a batch
  uint32_t length = 8;    // most texts of an episode
  // Draws episodes as the released code of LUAR, else as follows. A batch has a length n = 1 + ceil((length -
  // 1) b), b ~ Beta(3, 1). An author's episodes have n texts, at most half of the author's texts: consecutive
  // ones of two documents, of two topics if possible, fewer if a document has fewer. An author of one
  // document gives two runs of it that share no text. Released: an author's documents are one row of texts;
  // each episode is `length` consecutive ones from a random start; all are cut to n, at most the smallest
  // number in the batch, from a common random start (0 if one is shorter). There two episodes may share
  // texts.
  bool released = false;
};

struct Episodes {
  std::vector<uint32_t> texts;
  std::vector<uint32_t> begins = {0};  // episode e has the texts from begins[e] on, up to begins[e + 1]
  std::vector<uint32_t> authors;       // of each episode
};

// Draws the batch of every update, as a function of the seed and the update.
class EpisodeDrawer {
 public:
  static constexpr uint64_t kLeastTexts = 2;  // texts that an author needs

  // authors: at least one, each with kLeastTexts texts. All have their turn in a random order; the authors
  // after the last whole batch wait for the next order.
  EpisodeDrawer(std::vector<EpisodeAuthor> authors, const EpisodeOptions& options, uint64_t seed);
  EpisodeDrawer(const EpisodeDrawer&) = delete;
  EpisodeDrawer& operator=(const EpisodeDrawer&) = delete;

  Episodes of_update(uint64_t update);
  const std::vector<EpisodeAuthor>& authors() const { return authors_; }

 private:
  std::vector<EpisodeAuthor> authors_;
  EpisodeOptions options_;
  uint64_t seed_;
  EpochBatches batches_;
};

struct LuarTrainOptions {
  uint32_t updates = 150;
  EpisodeOptions episodes;
  double temperature = 0.01;
  double learning_rate = 2e-5;
  AdamWOptions adamw;
  float dropout = 0.1F;
  // Number of untrained layers: 0 none, 1 the embeddings, 2 also the first layer ... One more than there are
  // layers trains only the layer after the encoder.
  uint32_t frozen = 0;
};

// Trains the model. authors: of the texts, at least two, each with EpisodeDrawer::kLeastTexts texts. key:
// identifies everything that the texts, their authors and the options do not determine, for the state in
// work.scratch. A data error if the loss is no longer a number. The loss of an update is the mean over the
// episodes whose loss is not 0.
Result<Trained> train_luar(LuarModel& model, const TextTokens& texts, std::vector<EpisodeAuthor> authors,
                           const LuarTrainOptions& options, const Work& work, const std::string& key);

}  // namespace standfast
