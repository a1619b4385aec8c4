#include "standfast/study/spec/auxiliary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/read/rewrites.h"
#include "standfast/shortcut/text_pool.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

constexpr std::string_view kPrefix = "auxiliary:";

}  // namespace

const AuxiliarySpec* Auxiliaries::named(std::string_view value) const {
  if (!value.starts_with(kPrefix)) return nullptr;
  for (const auto& one : declared_)
    if (one.name == value.substr(kPrefix.size())) return &one;
  return nullptr;
}

Result<std::string> Auxiliaries::path(const OptionSpec& option, const std::string& value) {
  if (!value.starts_with(kPrefix)) return value;
  const std::string head = fmt::format("{} = {}", option.name, value);
  if (option.holds.empty())
    return usage_error(
        fmt::format("{}: this option reads no auxiliary file; give a path (./{} if the file has this name)",
                    head, value));
  const std::string name = value.substr(kPrefix.size());
  std::vector<std::string> fitting;
  for (const auto& one : declared_)
    if (one.kind == option.holds) fitting.push_back(one.name);
  const AuxiliarySpec* const file = named(value);
  if (file != nullptr && file->kind == option.holds) {
    used_.insert(name);
    return file->path;
  }
  const std::string what = file == nullptr ? "no [[auxiliary]] has this name"
                                           : fmt::format("this file is of the kind {} where {} is needed",
                                                         file->kind, option.holds);
  if (fitting.empty())
    return usage_error(fmt::format("{}: {}; declare one with kind = \"{}\"", head, what, option.holds));
  const std::string hint = nearest_name(name, fitting);
  return usage_error(fmt::format("{}: {}{}", head, what,
                                 hint.empty() ? fmt::format(" (there are: {})", fmt::join(fitting, ", "))
                                              : fmt::format("; did you mean \"auxiliary:{}\"?", hint)));
}

std::optional<size_t> Auxiliaries::unused(const std::function<bool(const std::string&)>& is_read) const {
  for (size_t i = 0; i < declared_.size(); ++i)
    if (!used_.contains(declared_[i].name) && is_read(declared_[i].kind)) return i;
  return std::nullopt;
}

namespace {

class WordListReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_word_list(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

AuxiliaryCatalog::Entry word_list_kind() {
  return {.name = std::string(kWordListKind),
          .summary = "One word on each line; lines that begin with # are comments.",
          .citation = "",
          .traits = {.holds = "words"},
          .options = {},
          .make = [](const Options&) { return std::make_unique<WordListReader>(); }};
}

class PhrasesReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_phrases(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

AuxiliaryCatalog::Entry phrases_kind() {
  return {.name = std::string(kPhrasesKind),
          .summary =
              "One phrase of one or more words on each line, without repeats; lines that begin with # are "
              "comments.",
          .citation = "",
          .traits = {.holds = "phrases"},
          .options = {},
          .make = [](const Options&) { return std::make_unique<PhrasesReader>(); }};
}

class FrequencyListReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_frequency_list(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

AuxiliaryCatalog::Entry frequency_list_kind() {
  return {
      .name = std::string(kFrequencyListKind),
      .summary =
          "A word, a tab or blanks, and its count or frequency on each line; a header and comments (#) are "
          "allowed.",
      .citation = "",
      .traits = {.holds = "words with frequencies"},
      .options = {},
      .make = [](const Options&) { return std::make_unique<FrequencyListReader>(); }};
}

class PoolReader final : public AuxiliaryReader {
 public:
  explicit PoolReader(PoolColumns columns) : columns_(std::move(columns)) {}

  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const TextPool pool, read_pool(path, columns_, {}));
    return AuxiliaryContent{.entries = pool.texts.size()};
  }

 private:
  PoolColumns columns_;
};

AuxiliaryCatalog::Entry pool_kind() {
  const auto table = pool_column_table();
  return {
      .name = std::string(kPoolKind),
      .summary = "Texts to join to documents: CSV, TSV or JSON lines with a text and its rating in each row.",
      .citation = "",
      .traits = {.holds = "texts"},
      .options = table,
      .make = made_as<AuxiliaryReader, PoolReader>(table)};
}

class RewritesReader final : public AuxiliaryReader {
 public:
  explicit RewritesReader(RewriteColumns columns) : columns_(std::move(columns)) {}

  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const Rewrites rewrites, read_rewrites(path, columns_));
    AuxiliaryContent content;
    content.entries = rewrites.all().size();
    content.ids.reserve(rewrites.all().size());
    for (const auto& one : rewrites.all()) content.ids.push_back(one.id);
    return content;
  }

 private:
  RewriteColumns columns_;
};

AuxiliaryCatalog::Entry rewrites_kind() {
  const auto table = rewrite_column_table();
  return {.name = std::string(kRewritesKind),
          .summary = "Other wordings of documents: CSV, TSV or JSON lines with an id and a text in each row.",
          .citation = "",
          .traits = {.holds = "rewrites", .joined_by_id = true},
          .options = table,
          .make = made_as<AuxiliaryReader, RewritesReader>(table)};
}

}  // namespace

// The catalog of kinds. A new kind needs its reader, its entry above and a line below.
const AuxiliaryCatalog& auxiliary_kinds() {
  static const AuxiliaryCatalog catalog("auxiliary file", {
                                                              word_list_kind(),
                                                              phrases_kind(),
                                                              rewrites_kind(),
                                                              frequency_list_kind(),
                                                              pool_kind(),
                                                          });
  return catalog;
}

std::vector<TraitLine> describe(const AuxiliaryTraits& t) {
  return trait_lines<AuxiliaryTraits>(
      TraitLine{"holds", "name of its entries", t.holds},
      TraitLine{"joined_by_id", "each entry belongs to a document of the corpora", t.joined_by_id});
}

}  // namespace standfast
