#include "standfast/text/token/tokenizer_files.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/byte_pair_files.h"
#include "standfast/text/token/tokenizer_config.h"
#include "standfast/text/token/tokenizer_json.h"
#include "standfast/text/token/word_piece_list.h"

namespace standfast::token {
namespace {

constexpr const char* kConfig = "tokenizer_config.json";
constexpr const char* kJson = "tokenizer.json";
constexpr const char* kWordPieces = "vocab.txt";
constexpr const char* kBytePairs = "vocab.json";
constexpr const char* kMerges = "merges.txt";
constexpr const char* kSpecials = "special_tokens_map.json";
constexpr const char* kAdded = "added_tokens.json";

struct Folder {
  std::string path;
  std::string file(const char* name) const { return (std::filesystem::path(path) / name).string(); }
  bool has(const char* name) const {
    std::error_code ignored;
    return std::filesystem::exists(file(name), ignored);
  }
};

// Reads the configuration, and the names of the files that contributed to it.
Result<TokenizerConfig> read_config_of(const Folder& folder, std::vector<std::string>& files) {
  TokenizerConfig config;
  if (folder.has(kConfig)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kConfig)));
    SF_ASSIGN(config, parse_tokenizer_config(content, folder.file(kConfig)));
    files.emplace_back(kConfig);
  }
  if (config.lists_added) return config;
  if (folder.has(kSpecials)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kSpecials)));
    SF_ASSIGN(const bool counts, add_special_tokens_map(content, folder.file(kSpecials), config));
    if (counts) files.emplace_back(kSpecials);
  }
  if (folder.has(kAdded)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kAdded)));
    SF_TRY(add_added_tokens(content, folder.file(kAdded), config));
    files.emplace_back(kAdded);
  }
  return config;
}

Result<Parts> read_parts_of(const Folder& folder, const TokenizerConfig& config) {
  if (folder.has(kJson)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kJson)));
    SF_ASSIGN(auto parts, parse_tokenizer_json(content, folder.file(kJson), config));
    parts.files = {kJson};
    return parts;
  }
  if (folder.has(kWordPieces)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kWordPieces)));
    SF_ASSIGN(auto parts, parse_word_piece_list(content, folder.file(kWordPieces), config));
    parts.files = {kWordPieces};
    return parts;
  }
  if (folder.has(kBytePairs)) {
    if (!folder.has(kMerges))
      return missing_error(fmt::format("{}: is missing beside {}", folder.file(kMerges), kBytePairs));
    SF_ASSIGN(std::string vocabulary, read_file(folder.file(kBytePairs)));
    SF_ASSIGN(std::string merges, read_file(folder.file(kMerges)));
    SF_ASSIGN(auto parts, parse_byte_pair_files({folder.file(kBytePairs), std::move(vocabulary)},
                                                {folder.file(kMerges), std::move(merges)}, config));
    parts.files = {kBytePairs, kMerges};
    return parts;
  }
  return missing_error(fmt::format(
      "{}: no tokenizer is there (tokenizer.json, vocab.txt, or vocab.json and merges.txt); is it the folder of a "
      "model?",
      folder.path));
}

}  // namespace

Result<Parts> load_parts(const std::string& path) {
  const Folder folder{path};
  std::vector<std::string> files;
  SF_ASSIGN(const TokenizerConfig config, read_config_of(folder, files));
  SF_ASSIGN(auto parts, read_parts_of(folder, config));
  parts.files.insert(parts.files.end(), files.begin(), files.end());
  parts.notes.insert(parts.notes.end(), config.notes.begin(), config.notes.end());
  return parts;
}

}  // namespace standfast::token
