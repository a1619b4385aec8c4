#include "standfast/neural/sentence/model_files.h"

#include <algorithm>
#include <filesystem>

#include "standfast/checkpoint/folder_digest.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

namespace fs = std::filesystem;

Result<std::vector<std::string>> model_files(const std::string& folder) {
  SF_ASSIGN(const SentenceFolder said, read_sentence_folder(folder));
  const std::string place =
      said.transformer.empty() ? folder : (fs::path(folder) / said.transformer).string();
  const auto add = [](std::vector<std::string>& to, const std::string& below,
                      const std::vector<std::string>& names) {
    for (const std::string& name : names) to.push_back((fs::path(below) / name).string());
  };
  std::vector<std::string> files = said.files;
  add(files, said.transformer, {"config.json"});
  SF_ASSIGN(const Weights weights, Weights::open(place));
  add(files, said.transformer, weights.files());
  SF_ASSIGN(const auto tokenizer, token::Tokenizer::load(place));
  add(files, said.transformer, tokenizer.files());
  for (const auto& dense : said.dense) {
    SF_ASSIGN(const Weights of_dense, Weights::open((fs::path(folder) / dense.folder).string()));
    add(files, dense.folder, of_dense.files());
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

Result<std::string> digest_model(const std::string& folder) {
  SF_ASSIGN(const auto files, model_files(folder));
  return digest_files(folder, files);
}

}  // namespace standfast
