#include "standfast/neural/sentence/model_files.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>
#include <utility>

#include <sys/stat.h>

#include "standfast/base/digest.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

namespace fs = std::filesystem;

Result<std::string> digest_files(const std::string& folder, std::span<const std::string> names) {
  std::set<std::string> sorted;
  for (const std::string& name : names) sorted.insert(fs::path(name).lexically_normal().generic_string());
  Sha256 sha;
  for (const std::string& name : sorted) {
    SF_ASSIGN(const FileDigest one, digest_file((fs::path(folder) / name).string()));
    sha.add_field(name);
    sha.add_field(one.sha256);
  }
  return sha.hex();
}

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

namespace {

using Stamps = std::vector<KnownDigests::Stamp>;

constexpr size_t kMostFolders = 1000;  // a process uses a few models

struct Looked {
  Stamps stamps;  // empty if a file is inaccessible
  uint64_t bytes = 0;
  int64_t last = 0;  // time of the last change
};

Looked look_at(const std::string& folder, const std::vector<std::string>& files) {
  std::set<std::string> places = {folder};
  for (const std::string& name : files) {
    const fs::path path = fs::path(folder) / name;
    places.insert(path.string());
    places.insert(path.parent_path().string());
  }
  Looked looked;
  for (const std::string& place : places) {
    struct stat is = {};
    if (::stat(place.c_str(), &is) != 0) return {};
    const auto bytes = static_cast<uint64_t>(is.st_size);
    looked.stamps.push_back({is.st_dev,
                             is.st_ino,
                             bytes,
                             {is.st_mtim.tv_sec, is.st_mtim.tv_nsec},
                             {is.st_ctim.tv_sec, is.st_ctim.tv_nsec}});
    looked.last = std::max<int64_t>({looked.last, is.st_mtim.tv_sec, is.st_ctim.tv_sec});
    if (S_ISREG(is.st_mode)) looked.bytes += bytes;
  }
  return looked;
}

}  // namespace

Result<KnownDigest> KnownDigests::of(const std::string& folder) {
  const std::lock_guard lock(mutex_);  // also held while files are read: others that need the same folder
                                       // wait
  if (const auto at = known_.find(folder); at != known_.end()) {
    const Stamps now = look_at(folder, at->second.files).stamps;
    if (!now.empty() && now == at->second.stamps) return at->second.digest;
    known_.erase(at);
  }
  SF_ASSIGN(auto files, model_files(folder));
  Looked looked = look_at(folder, files);  // before they are read: files that change meanwhile are read again
  SF_ASSIGN(auto sha256, digest_files(folder, files));
  ++reads_;
  KnownDigest digest{std::move(sha256), looked.bytes};
  const bool settled = looked.last + settled_ < static_cast<int64_t>(std::time(nullptr));
  if (settled && !looked.stamps.empty() && known_.size() < kMostFolders)
    known_[folder] = {std::move(files), std::move(looked.stamps), digest};
  return digest;
}

size_t KnownDigests::reads() const {
  const std::lock_guard lock(mutex_);
  return reads_;
}

Result<KnownDigest> known_digest(const std::string& folder) {
  static KnownDigests known;
  return known.of(folder);
}

}  // namespace standfast
