#include "standfast/text/token/byte_pair_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/text/file_error.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/model_json.h"
#include "standfast/text/token/template_json.h"

namespace standfast::token {
namespace {

// Reads merges, one a line, two tokens with one space between. A merge may begin with '#', so only a line
// "#version" is none.
Result<std::vector<Merge>> read_merges(const NamedContent& from) {
  std::vector<Merge> merges;
  const std::string_view content = from.content;
  size_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    auto line = content.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("#version") || (line.empty() && at >= content.size())) continue;
    const size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0 || space + 1 == line.size() ||
        line.find(' ', space + 1) != std::string_view::npos)
      return file_error(
          fmt::format("{}:{}: two tokens with one space between are expected", from.file, number));
    merges.push_back({line.substr(0, space), line.substr(space + 1)});
  }
  return merges;
}

}  // namespace

Result<Parts> parse_byte_pair_files(const NamedContent& vocabulary, const NamedContent& merges,
                                    const TokenizerConfig& config) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(vocabulary.content, vocabulary.file));
  Parts parts;
  SF_ASSIGN(parts.vocabulary, parse_vocabulary(JsonField(json, vocabulary.file)));
  SF_ASSIGN(const auto pairs, read_merges(merges));
  SF_ASSIGN(parts.model, BytePairs::make(parts.vocabulary, pairs, false, merges.file, "merge"));
  parts.splitting = Splitting::bytes;
  parts.add_prefix_space = config.add_prefix_space.value_or(false);

  std::vector<AddedToken> added;
  const auto special = [&](const char* key, const char* usual) {
    AddedToken token;
    token.content = usual;
    token.special = true;
    token.lstrip = std::string_view(key) == "mask_token";
    if (const auto found = config.named.find(key); found != config.named.end()) {
      const bool lstrip = token.lstrip;
      token = found->second;
      token.lstrip = token.lstrip || lstrip;
    }
    token.id = parts.vocabulary.find(token.content);
    if (token.id >= 0 && std::ranges::find(added, token.content, &AddedToken::content) == added.end())
      added.push_back(token);
    return token.id;
  };
  const int32_t cls = special(config.named.contains("cls_token") ? "cls_token" : "bos_token", "<s>");
  const int32_t sep = special(config.named.contains("sep_token") ? "sep_token" : "eos_token", "</s>");
  special("pad_token", "<pad>");
  special("unk_token", "<unk>");
  special("mask_token", "<mask>");
  if (cls >= 0 && sep >= 0 && cls != sep) {
    parts.around = roberta_template(cls, sep);
    parts.around.trim_offsets = config.trim_offsets.value_or(true);
    parts.around.has_prefix_space = parts.add_prefix_space;
  }
  SF_TRY(add_tokens(with_configured(std::move(added), config, parts), vocabulary.file, parts));
  SF_TRY(finish(config, vocabulary.file, parts));
  return parts;
}

}  // namespace standfast::token
