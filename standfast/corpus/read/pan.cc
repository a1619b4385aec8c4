#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/read/row_collector.h"
#include "standfast/text/encoding_guess.h"

namespace standfast {
namespace {

using Kind = JsonValue::Kind;

constexpr char kMended[] = "bad UTF-8, half a surrogate pair, or NaN";

// Returns one value of a list of two, e.g. of fandoms. Missing where the list or the value is null.
std::optional<std::string_view> element(const JsonValue& list, size_t i) {
  if (list.items.size() != 2) return std::nullopt;
  const JsonValue& item = list.items[i];
  if (item.kind == Kind::null || item.kind == Kind::absent || item.text.empty()) return std::nullopt;
  return item.text;
}

// Returns "", or why the member is not a list of two plain values. It may be absent, unless `must` is set.
std::string two_values(const JsonValue& value, std::string_view name, bool must) {
  if (value.kind == Kind::absent || value.kind == Kind::null)
    return must ? fmt::format("no \"{}\"", name) : std::string();
  if (value.kind != Kind::list || value.items.size() != 2)
    return fmt::format("\"{}\" is not a list of two", name);
  for (const auto& item : value.items)
    if (item.kind == Kind::list || item.kind == Kind::object)
      return fmt::format("\"{}\" holds a nested list or object", name);
  return "";
}

struct Truth {
  bool same = false;
  bool used = false;
  std::array<std::optional<std::string>, 2> authors;
};
using Truths = std::unordered_map<std::string, Truth>;

// Returns which name of a mended line has a replaced character, or "". text_member: the member that is no
// name.
std::string objection_to_names(const JsonRowParser& parser, size_t text_member, std::string_view hint) {
  for (size_t i = 0; i < parser.values().size(); ++i) {
    if (i == text_member) continue;
    const JsonValue& value = parser.values()[i];
    if (holds_replacement(value.text)) return replaced_name(parser.wanted()[i], value.text, hint);
    for (const JsonValue& item : value.items)
      if (holds_replacement(item.text)) return replaced_name(parser.wanted()[i], item.text, hint);
  }
  return "";
}

constexpr size_t kNoText = ~size_t{0};

// Reads the lines of a JSONL file under the policy, until the end or until `full`. take(line number, problem)
// is called for the lines that are JSON; it sets `problem` if it cannot use the line. text_member: the
// parser's member that holds texts, if there is one.
template <class Take>
Status each_line(InputStream& input, const std::string& name, const ReadOptions& options, RowPolicy& policy,
                 JsonRowParser& parser, size_t text_member, bool& any, const bool& full, Take&& take) {
  LineReader lines(input, name, options.max_row_bytes, options.block_bytes);
  std::string hint;  // at the encoding, once there are bytes that are not UTF-8
  Line line;
  while (!full) {
    SF_ASSIGN(const bool more, lines.next(line));
    if (!more) break;
    if (!line.too_long && is_blank(line.text)) continue;
    any = true;
    std::string problem = line.too_long ? fmt::format("longer than {} bytes", options.max_row_bytes)
                                        : parser.parse(lines.writable(line), policy.repairs());
    if (!line.too_long && parser.bad_bytes()) {
      if (hint.empty()) {
        SF_ASSIGN(const std::string_view bytes, lines.from_here(kBytesForHint));
        hint = encoding_hint(bytes);
      }
      if (!policy.repairs()) problem = "the line is " + not_utf8(hint);
    }
    if (!problem.empty() && !line.too_long && !parser.bad_bytes() && has_kanji_escape(line.text)) {
      SF_ASSIGN(const std::string_view bytes, lines.from_here(kBytesForHint));
      if (is_iso_2022_jp(bytes)) problem = "the line is " + other_than_utf8(encoding_hint(bytes));
    }
    if (problem.empty() && !line.too_long && parser.mended())
      problem = objection_to_names(parser, text_member, hint);
    if (problem.empty()) SF_TRY(take(line.number, problem));
    if (!problem.empty()) SF_TRY(policy.reject(line.number, problem));
  }
  return {};
}

Status read_truth(InputStream& input, const std::string& name, const ReadOptions& options, bool authors,
                  Truths& truths) {
  ReadReport report;
  RowPolicy policy(name, options, report);
  JsonRowParser parser({"id", "same", "authors"});
  bool any = false;
  SF_TRY(each_line(input, name, options, policy, parser, kNoText, any, false,
                   [&](uint64_t line, std::string& problem) -> Status {
                     const JsonValue &id = parser.values()[0], &same = parser.values()[1],
                                     &who = parser.values()[2];
                     const bool flag = same.kind == Kind::boolean ||
                                       (same.kind == Kind::number && (same.text == "0" || same.text == "1"));
                     if (id.text.empty()) {
                       problem = "no id";
                     } else if (!flag) {
                       problem = "\"same\" is not true or false";
                     } else {
                       problem = two_values(who, "authors", false);
                     }
                     if (!problem.empty()) return {};
                     const auto [place, is_new] = truths.try_emplace(std::string(id.text));
                     if (!is_new) {
                       problem = fmt::format("the id \"{}\" occurs a second time", id.text);
                       return {};
                     }
                     place->second.same = same.text == "true" || same.text == "1";
                     for (size_t i = 0; i < 2 && authors; ++i)
                       if (const auto author = element(who, i))
                         place->second.authors[i] = std::string(*author);
                     policy.accept(line, parser.mended() ? kMended : "");
                     return {};
                   }));
  policy.summarise();
  if (!any) return data_error(name + ": is empty");
  return {};
}

struct Hash128 {
  uint64_t low, high;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};
struct TakeLow {
  size_t operator()(const Hash128& h) const { return h.low; }
};

// The documents, indexed by content, topic and author.
class Documents {
 public:
  Documents(const std::string& name, const ReadingForm& form) : builder_(name), form_(form) {}

  // Returns the row of a text. The bytes of the text are spent.
  Result<uint32_t> row_of(std::string_view as_given, std::optional<std::string_view> topic,
                          const std::optional<std::string>& author, std::string_view id) {
    const std::string_view text = read_in_form(as_given, form_, in_form_);
    const bool as_it_was = text.data() == as_given.data();
    const std::array<Hash128, 3> parts = {hash(text), topic ? hash(*topic) : Hash128{1, 1},
                                          author ? hash(*author) : Hash128{1, 1}};
    const Hash128 key = hash({reinterpret_cast<const char*>(parts.data()), sizeof(parts)});
    const auto [place, is_new] = rows_.try_emplace(key, builder_.size());
    if (!is_new) return place->second;
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::topic)] = topic;
    if (author) values[static_cast<size_t>(Role::author)] = *author;
    SF_TRY(
        builder_.add(unused_id(builder_, id), text, values, as_it_was ? TextBytes::spent : TextBytes::kept));
    changed_ += as_it_was ? 0 : 1;
    return place->second;
  }
  // Returns the number of documents whose text the form changed.
  uint64_t changed() const { return changed_; }
  Corpus finish() && { return std::move(builder_).finish(); }

 private:
  static Hash128 hash(std::string_view bytes) {
    const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
    return {h.low64, h.high64};
  }
  CorpusBuilder builder_;
  ReadingForm form_;
  std::string in_form_;
  uint64_t changed_ = 0;
  std::unordered_map<Hash128, uint32_t, TakeLow> rows_;
};

}  // namespace

Result<PanProblems> read_pan_streams(InputStream& pairs, const std::string& pairs_name, InputStream* truth,
                                     const std::string& truth_name, const ReadOptions& options,
                                     ReadReport& report) {
  const auto told = [&](Role role) -> const std::string& {
    return options.role_columns[static_cast<size_t>(role)];
  };
  for (const auto& only : options.only)
    if (!only.empty()) return usage_error(pairs_name + ": --only chooses documents, not pairs");
  PanProblems problems;
  Truths truths;
  if (truth != nullptr) {
    SF_TRY(read_truth(*truth, truth_name, options, told(Role::author) != "none", truths));
    problems.labelled = true;
  }
  const std::string text_member = options.text_column.empty() ? "pair" : options.text_column;
  const std::string id_member = options.id_column.empty() ? "id" : options.id_column;
  std::vector<std::string> members = {text_member, id_member};
  if (told(Role::topic).empty()) {
    members.insert(members.end(), {"fandoms", "discourse_types"});
  } else if (told(Role::topic) != "none") {
    members.push_back(told(Role::topic));
  }
  JsonRowParser parser(members);
  RowPolicy policy(pairs_name, options, report);
  Documents documents(pairs_name, options.form);
  std::unordered_set<std::string> ids;  // ids of the pairs
  bool any = false, full = false;
  SF_TRY(each_line(pairs, pairs_name, options, policy, parser, 0, any, full,
                   [&](uint64_t line, std::string& problem) -> Status {
                     const auto& values = parser.values();
                     std::string mended = parser.mended() ? kMended : "";
                     problem = two_values(values[0], text_member, true);
                     for (size_t i = 0; i < 2 && problem.empty(); ++i) {
                       const JsonValue& text = values[0].items[i];
                       if (text.kind != Kind::text)
                         problem = fmt::format("text {} of \"{}\" is not text", i + 1, text_member);
                     }
                     const JsonValue* topics = nullptr;
                     for (size_t i = 2; i < members.size() && problem.empty(); ++i) {
                       problem = two_values(values[i], members[i], false);
                       if (values[i].kind != Kind::list) continue;
                       if (topics != nullptr)
                         problem = "both fandoms and discourse_types; say which with --topic NAME";
                       topics = &values[i];
                     }
                     std::string id(values[1].text);
                     if (problem.empty() && id.empty()) {
                       if (policy.repairs() && truth == nullptr) {
                         id = fmt::format("row{}", policy.row_number());
                         mended = "no id";
                       } else {
                         problem = "no id";
                       }
                     }
                     if (problem.empty() && ids.contains(id)) {
                       if (policy.repairs()) {
                         mended = fmt::format("the id \"{}\" a second time", id);
                       } else {
                         problem = fmt::format("the id \"{}\" occurs a second time", id);
                       }
                     }
                     const Truth nothing;
                     const Truth* known = &nothing;
                     if (problem.empty() && truth != nullptr) {
                       const auto found = truths.find(id);
                       if (found == truths.end()) {
                         problem = fmt::format("the pair \"{}\" has no truth in {}", id, truth_name);
                       } else {
                         found->second.used = true;
                         known = &found->second;
                       }
                     }
                     if (!problem.empty()) return {};
                     if (ids.contains(id)) id += fmt::format("-row{}", policy.row_number());
                     ids.insert(id);
                     Pair pair;
                     pair.same = known->same;
                     for (size_t i = 0; i < 2; ++i) {
                       const std::string_view text = values[0].items[i].text;
                       const auto topic = topics != nullptr ? element(*topics, i) : std::nullopt;
                       SF_ASSIGN(const uint32_t row, documents.row_of(text, topic, known->authors[i],
                                                                      fmt::format("{}/{}", id, i + 1)));
                       (i == 0 ? pair.a : pair.b) = row;
                       report.empty_texts += text.empty() ? 1 : 0;
                     }
                     problems.pairs.pairs.push_back(pair);
                     problems.pairs.ids.push_back(std::move(id));
                     policy.accept(line, mended);
                     full = options.limit > 0 && problems.pairs.pairs.size() >= options.limit;
                     return {};
                   }));
  policy.summarise();
  report.columns = parser.names();
  report.text_column = text_member;
  report.id_column = id_member;
  for (size_t i = 2; i < members.size(); ++i)
    if (parser.seen(i)) report.role_columns[static_cast<size_t>(Role::topic)] = members[i];
  if (!any) return data_error(pairs_name + ": is empty");
  if (problems.pairs.pairs.empty()) return policy.nothing_left();
  report.in_another_form = documents.changed();
  problems.corpus = std::move(documents).finish();
  if (report.in_another_form > 0)
    options.sink->info(
        told_of_form(pairs_name, report.in_another_form, problems.corpus.size(), options.form));
  if (problems.corpus.column(Role::author) != nullptr)
    report.role_columns[static_cast<size_t>(Role::author)] = "authors";
  uint64_t unused = 0;
  for (const auto& [id, known] : truths) unused += known.used ? 0 : 1;
  if (unused > 0 && options.limit == 0)
    options.sink->warn(fmt::format("{}: {} of {} lines belong to no pair of {}", truth_name, unused,
                                   truths.size(), pairs_name));
  options.sink->info(fmt::format(
      "{}: {} pairs of {} documents, {}", pairs_name, problems.pairs.pairs.size(), problems.corpus.size(),
      problems.labelled ? "truth from " + truth_name : std::string("without truth")));
  return problems;
}

}  // namespace standfast
