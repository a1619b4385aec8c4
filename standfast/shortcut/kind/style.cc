#include "standfast/shortcut/kind/style.h"

#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/shortcut/kind/kinds.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

std::string_view without_outer_space(std::string_view text) {
  while (!text.empty()) {
    size_t at = 0;
    if (!is_space(next_code_point(text, at))) break;
    text.remove_prefix(at);
  }
  while (!text.empty()) {
    size_t begin = text.size() - 1;
    while (begin > 0 && is_continuation(text[begin])) --begin;
    size_t at = begin;
    if (!is_space(next_code_point(text, at))) break;
    text.remove_suffix(text.size() - begin);
  }
  return text;
}

// The source of the wording of one style.
struct WordingSource {
  bool original = false;
  const TextColumn* column = nullptr;
  const Rewrites* rewrites = nullptr;
  std::string style;  // in the rewrites

  // Returns the wording, or nothing if the document has none.
  std::optional<std::string_view> of(const Corpus& corpus, uint32_t row, std::string_view text) const {
    if (original) return text;
    if (column != nullptr)
      return column->values[row].empty() ? std::nullopt : std::optional(column->values[row]);
    const Rewrite* found = rewrites->find(corpus.id(row), style);
    return found == nullptr ? std::nullopt : std::optional<std::string_view>(found->text);
  }
};

class Style final : public Shortcut {
 public:
  Style(std::string kind, StyleOptions options) : kind_(std::move(kind)), options_(std::move(options)) {}

  Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const override {
    SF_ASSIGN(const Dose dose, Dose::make(options_, context, OtherValue::planted));
    SF_ASSIGN(const WordingSource low, source(options_.low, options_.low_column, *documents.corpus));
    SF_ASSIGN(const WordingSource high, source(options_.high, options_.high_column, *documents.corpus));
    Planted planted{.documents = {}, .values = {options_.low, options_.high}, .target = dose.target()};
    if (dose.values() == 3) planted.values.emplace_back("none");
    planted.documents =
        plant_each(documents, context, drawing(kind_, context.side), options_.mend_encoding,
                   [&](size_t i, std::string_view text, Rng& rng, size_t, PlantedDocument& to) {
                     to.value = dose.draw(rng, context.classes[i]);
                     const uint32_t row = documents.rows[i];
                     const auto low_text = low.of(*documents.corpus, row, text),
                                high_text = high.of(*documents.corpus, row, text);
                     if (!usable(low_text) || !usable(high_text)) {
                       to.value = kDropped;
                       to.text = text;
                       return;
                     }
                     if (to.value == 2) {
                       to.text = text;
                       return;
                     }
                     const std::string_view chosen = to.value == 1 ? *high_text : *low_text;
                     const std::string_view stripped =
                         options_.outer == OuterMarks::stripped ? without_outer_marks(chosen) : chosen;
                     if (options_.mend_encoding)
                       mend_mojibake(stripped, to.text);
                     else
                       to.text = stripped;
                   });
    uint64_t dropped = 0;
    for (const auto& document : planted.documents) dropped += document.value == kDropped;
    if (dropped == planted.documents.size() && dropped > 0)
      return data_error(
          fmt::format("no document has both wordings, {} and {}: {}", options_.low, options_.high,
                      options_.rewrites.empty()
                          ? "are the columns empty?"
                          : fmt::format("do the ids of {} agree with the ids of the corpus (\"{}\")?",
                                        options_.rewrites, documents.corpus->id(documents.rows[0]))));
    return planted;
  }

 private:
  // Returns whether there is a text with more than white space, quotes and invisible characters.
  static bool usable(const std::optional<std::string_view>& text) {
    return text && is_visible(without_outer_marks(*text));
  }

  Result<WordingSource> source(const std::string& style, const std::string& column,
                               const Corpus& corpus) const {
    WordingSource source;
    if (column != kNoColumn) {
      SF_ASSIGN(source.column, corpus.require_text(column));
      return source;
    }
    if (style == kOriginalStyle) {
      source.original = true;
      return source;
    }
    SF_ASSIGN(source.rewrites, rewrites());
    const auto& styles = source.rewrites->styles();
    if (styles.size() == 1 && styles[0].empty()) {
      const bool both = options_.high_column == kNoColumn && options_.low_column == kNoColumn &&
                        options_.high != kOriginalStyle && options_.low != kOriginalStyle;
      if (both)
        return data_error(
            fmt::format("{}: its rewrites have no style, but two are needed, {} and {} (rewrites-style "
                        "names the column)",
                        options_.rewrites, options_.low, options_.high));
      return source;
    }
    if (!std::binary_search(styles.begin(), styles.end(), style)) {
      const std::string hint = nearest_name(style, styles);
      return data_error(fmt::format("{}: no rewrite in the style \"{}\"{}", options_.rewrites, style,
                                    hint.empty() ? fmt::format(" (there are: {})", fmt::join(styles, ", "))
                                                 : fmt::format("; did you mean \"{}\"?", hint)));
    }
    source.style = style;
    return source;
  }

  // Returns the rewrites, reading them on the first call.
  Result<const Rewrites*> rewrites() const {
    const std::lock_guard lock(mutex_);
    if (!read_) {
      SF_ASSIGN(auto read, read_rewrites(options_.rewrites, options_.columns));
      read_ = std::make_unique<Rewrites>(std::move(read));
    }
    return read_.get();
  }

  std::string kind_;
  StyleOptions options_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Rewrites> read_;
};

}  // namespace

std::string_view without_outer_marks(std::string_view text) {
  text = without_outer_space(text);
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"\"", "\""}, {"“", "”"}}) {
    const bool begins = text.starts_with(open), ends = text.ends_with(close);
    if (!begins && !ends) continue;
    const bool two = begins && ends && text.size() >= open.size() + close.size();
    const std::string_view inner =
        text.substr(begins ? open.size() : 0,
                    text.size() - (begins ? open.size() : 0) - (two || (ends && !begins) ? close.size() : 0));
    const size_t other_open = inner.find(open), other_close = inner.find(close);
    if (two) {
      // In `"A" and "B"` the first quote inside closes the one at the beginning, so the ends are no pair.
      const bool closes = open == close ? other_open != std::string_view::npos && other_open > 0 &&
                                              inner[other_open - 1] != ' ' && inner[other_open - 1] != '\n'
                                        : other_close < other_open;
      if (!closes) return without_outer_space(inner);
    } else if (other_open == std::string_view::npos && other_close == std::string_view::npos) {
      return without_outer_space(inner);
    }
  }
  return text;
}

ShortcutCatalog::Entry style_shortcut(const std::string& kind, const std::string& high,
                                      const std::string& low, const std::string& summary) {
  StyleOptions defaults;
  defaults.high = high;
  defaults.low = low;
  OptionTable<StyleOptions> table(defaults);
  table.add("high", &StyleOptions::high,
            "the style that goes with the last class; original: the document as it is");
  table.add("low", &StyleOptions::low,
            "the style that goes with the first class; original: the document as it is");
  table
      .add("rewrites", &StyleOptions::rewrites,
           "table of the documents in these styles, joined by id; a document without one is dropped")
      .path()
      .holds(kRewritesKind);
  table.include(&StyleOptions::columns, rewrite_column_table("rewrites-"));
  table
      .add("high-column", &StyleOptions::high_column,
           "a text column of the corpus with that wording, instead of rewrites")
      .column();
  table.add("low-column", &StyleOptions::low_column, "the same for the other style").column();
  table.words_in_order(
      "outer", &StyleOptions::outer, std::vector<std::string>{"kept", "stripped"},
      "white space and quotes around a whole text, by which a rewriter gives itself away: stripped "
      "in both styles, or kept (the released data)");
  add_dose_options(table);
  table.require([](const StyleOptions& options) -> std::string {
    for (const auto* style : {&options.high, &options.low})
      if (style->empty() || *style == "none") return "high and low: each needs a name other than \"none\"";
    if (options.high == options.low) return fmt::format("high and low are both \"{}\"", options.high);
    const bool reads = (options.high != kOriginalStyle && options.high_column == kNoColumn) ||
                       (options.low != kOriginalStyle && options.low_column == kNoColumn);
    if (reads && options.rewrites.empty())
      return "rewrites: no file is named, and no text column (rewrites = FILE, or high-column and "
             "low-column)";
    return "";
  });
  table.preset("released",
               "The released data of Zhou et al. 2024: marks that the rewriter put around its texts stay",
               {{"high", high}, {"low", low}, {"outer", "kept"}});
  return {.name = kind,
          .summary = summary,
          .citation = "Zhou et al. 2024 (Navigating the Shortcut Maze), section 3",
          .traits = {.rewrites = true},
          .options = table,
          .make = made_by<Shortcut>(table, [kind](StyleOptions options) -> std::unique_ptr<Shortcut> {
            return std::make_unique<Style>(kind, std::move(options));
          })};
}

ShortcutCatalog::Entry author_style_shortcut() {
  return style_shortcut(
      "author-style", "shakespeare", "hemingway",
      "Wording as if one or another author had written it, by the class; wordings come from a table.");
}

ShortcutCatalog::Entry register_shortcut() {
  return style_shortcut("register", "formal", std::string(kOriginalStyle),
                        "Formal wording or the document as it is, by the class; wordings come from a table.");
}

}  // namespace standfast
