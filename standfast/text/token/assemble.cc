#include "standfast/text/token/assemble.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

std::string normalised(const Normalizer& steps, const std::string& text) {
  AlignedText aligned;
  to_aligned({text, nullptr, 0}, aligned);
  normalise(steps, aligned);
  AlignedBytes bytes;
  to_bytes(aligned, bytes);
  return bytes.text;
}

// Returns the first of these names that the configuration has a token for, or else the first usual one that
// is there.
std::optional<int32_t> named(const TokenizerConfig& config, const Parts& parts,
                             std::initializer_list<const char*> keys,
                             std::initializer_list<const char*> usual) {
  const auto find = [&](std::string_view token) -> std::optional<int32_t> {
    for (const Vocabulary* one : {&parts.vocabulary, &parts.beyond})
      if (const int32_t id = one->find(token); id >= 0) return id;
    return std::nullopt;
  };
  for (const char* key : keys)
    if (const auto found = config.named.find(key); found != config.named.end())
      if (const auto id = find(found->second.content)) return id;
  for (const char* token : usual)
    if (const auto id = find(token)) return id;
  return std::nullopt;
}

}  // namespace

Normalizer steps_of(const BertNormalizer& bert) {
  Normalizer steps;
  if (bert.clean) steps.push_back(Step::clean);
  if (bert.ideographs) steps.push_back(Step::ideographs);
  if (bert.strip_accents) steps.push_back(Step::drop_accents);
  if (bert.lower) steps.push_back(Step::lower);
  return steps;
}

Status add_tokens(std::vector<AddedToken> tokens, const std::string& where, Parts& parts) {
  for (AddedToken& token : tokens) {
    if (!is_valid_utf8(token.content)) return file_error(where + ": a token is not valid UTF-8");
    const int32_t known = parts.vocabulary.find(token.content);
    if (known >= 0 && known != token.id)
      return file_error(fmt::format("{}: \"{}\" has the id {}, but {} in the vocabulary", where,
                                    token.content, token.id, known));
    if (known < 0 && parts.vocabulary.has(token.id))
      return file_error(fmt::format("{}: the id {} of \"{}\" is the id of \"{}\" in the vocabulary", where,
                                    token.id, token.content, parts.vocabulary.token(token.id)));
    if (known < 0 && !parts.beyond.add(token.content, token.id))
      return file_error(fmt::format("{}: \"{}\" or its id {} occurs twice", where, token.content, token.id));
    std::string pattern = token.normalized ? normalised(parts.normalizer, token.content) : token.content;
    AddedTokens& group = token.normalized ? parts.normalized : parts.raw;
    group.add(std::move(token), std::move(pattern));
  }
  parts.raw.ready();
  parts.normalized.ready();
  return {};
}

std::vector<AddedToken> with_configured(std::vector<AddedToken> listed, const TokenizerConfig& config,
                                        Parts& parts) {
  std::unordered_map<std::string, size_t> place;
  for (size_t i = 0; i < listed.size(); ++i) place.emplace(listed[i].content, i);
  for (const AddedToken& token : config.added)
    if (const auto at = place.find(token.content); at != place.end() && listed[at->second].id == token.id) {
      listed[at->second] = token;
    } else {
      place.emplace(token.content, listed.size());
      listed.push_back(token);
    }
  const auto add_special = [&](AddedToken token) {
    if (!place.emplace(token.content, listed.size()).second) return;
    token.id = parts.vocabulary.find(token.content);
    if (token.id >= 0)
      listed.push_back(std::move(token));
    else
      parts.notes.push_back(fmt::format(
          "the special token \"{}\" has no place in the vocabulary, and is read as text", token.content));
  };
  for (const auto& [name, token] : config.named) add_special(token);
  for (const AddedToken& token : config.more_specials) add_special(token);
  return listed;
}

Status finish(const TokenizerConfig& config, const std::string& file, Parts& parts) {
  if (auto* const words = std::get_if<WordPiece>(&parts.model)) words->prepare(parts.vocabulary);
  parts.lowers =
      std::find(parts.normalizer.begin(), parts.normalizer.end(), Step::lower) != parts.normalizer.end();
  for (const auto* around : {&parts.around.single, &parts.around.pair})
    for (const TemplatePart& part : *around)
      if (part.what == TemplatePart::What::special && !parts.vocabulary.has(part.id) &&
          !parts.beyond.has(part.id))
        return file_error(
            fmt::format("{}: post_processor: no token has the id {} of a special", file, part.id));
  parts.pad = named(config, parts, {"pad_token"}, {"[PAD]", "<pad>"});
  parts.cls = named(config, parts, {"cls_token", "bos_token"}, {"[CLS]", "<s>"});
  parts.sep = named(config, parts, {"sep_token", "eos_token"}, {"[SEP]", "</s>"});
  parts.mask = named(config, parts, {"mask_token"}, {"[MASK]", "<mask>"});
  parts.unk = named(config, parts, {"unk_token"}, {"[UNK]", "<unk>"});
  parts.model_max_length = config.model_max_length;
  parts.cuts_left = config.cuts_left.value_or(parts.cuts_left);
  return {};
}

}  // namespace standfast::token
