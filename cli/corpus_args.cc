#include "cli/corpus_args.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/read/format.h"
#include "standfast/text/encodings.h"
#include "standfast/text/reading_form.h"

namespace standfast::cli {
namespace {

Status counts_by_role(const char* flag, const std::map<std::string, OptionValue>& given,
                      std::array<uint64_t, kRoles.size()>& counts) {
  for (const auto& [name, value] : given) {
    const std::string text = to_string(value);
    const auto role = role_from_name(name);
    if (!role)
      return usage_error(fmt::format("{} {}={}: {} is no role (author, topic, label, source, date)", flag,
                                     name, text, name));
    uint64_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size())
      return usage_error(fmt::format("{} {}={}: needs a whole number of documents", flag, name, text));
    counts[static_cast<size_t>(*role)] = count;
  }
  return {};
}

// Returns the name in NAME, NAME:KIND and NAME:KIND:SEPARATOR.
std::string column_name(const std::string& key) {
  return key.substr(0, key.find(':'));
}

// Reads the rest of the key: the kind of the column and, for lists, the separator. A usage error does not
// name the flag.
Status read_kind(const std::string& key, AttributeRule& rule) {
  if (rule.name.size() == key.size()) return {};
  const size_t begin = rule.name.size() + 1, end = key.find(':', begin);
  const std::string kind = key.substr(begin, end == std::string::npos ? end : end - begin);
  const auto known = kind_from_name(kind);
  if (!known) {
    const std::vector<std::string> kinds(kAttributeKinds.begin(), kAttributeKinds.end());
    const auto hint = nearest_name(kind, kinds);
    return usage_error(fmt::format("there is no kind \"{}\"{}", kind,
                                   hint.empty() ? fmt::format(" (there are: {})", fmt::join(kinds, ", "))
                                                : fmt::format("; did you mean \"{}\"?", hint)));
  }
  rule.kind = *known;
  if (end == std::string::npos) return {};
  rule.separator = key.substr(end + 1);
  if (rule.kind != AttributeKind::list || rule.separator.empty())
    return usage_error("the separator of elements follows the kind list, as in tags:list:;=keywords");
  return {};
}

// Parses a rule. key: NAME, NAME:KIND or NAME:list:SEPARATOR. given: either COLUMN, or COLUMN:UNTIL:N, which
// is the text before the N-th UNTIL in the column.
Result<AttributeRule> attribute_rule(const std::string& key, const std::string& given) {
  const auto refuse = [&](const std::string& why) {
    return usage_error(fmt::format("--column {}={}: {}", key, given, why));
  };
  AttributeRule rule{column_name(key), given, "", 1};
  if (const auto objection = objection_to_attribute(rule.name); !objection.empty())
    return refuse("a column " + objection);
  if (const auto kind = read_kind(key, rule); !kind) return refuse(kind.error().message);
  const size_t last = given.rfind(':'), first = given.find(':');
  if (last != std::string::npos && first < last && last + 1 < given.size() &&
      given.find_first_not_of("0123456789", last + 1) == std::string::npos) {
    rule.from = given.substr(0, first);
    rule.until = given.substr(first + 1, last - first - 1);
    const auto [end, problem] =
        std::from_chars(given.data() + last + 1, given.data() + given.size(), rule.nth);
    if (problem != std::errc() || rule.nth < 1) return refuse("the number at its end counts from 1");
    if (rule.until.empty()) return refuse("there is nothing between the two colons (id:-:2)");
  }
  if (rule.from.empty()) return refuse("names no column of the file (id is the id)");
  return rule;
}

// Applies --only NAME=WANTED, where NAME is a role or a column of --column.
Status choose(const std::string& name, const std::string& wanted, ReadOptions& options) {
  const auto refuse = [&](const std::string& why) {
    return usage_error(fmt::format("--only {}={}: {} {}", name, wanted, name, why));
  };
  if (const auto role = role_from_name(name)) {
    if (const auto objection = objection_to_wanted(AttributeKind::category, wanted); !objection.empty())
      return refuse(objection);
    options.only[static_cast<size_t>(*role)] = wanted;
    return {};
  }
  const auto rule = std::find_if(options.attributes.begin(), options.attributes.end(),
                                 [&](const AttributeRule& one) { return one.name == name; });
  if (rule == options.attributes.end())
    return refuse("is no role (author, topic, label, source, date) and no column of --column");
  if (const auto objection = objection_to_wanted(rule->kind, wanted); !objection.empty())
    return refuse(objection);
  options.only_attributes.push_back({name, wanted});
  return {};
}

}  // namespace

void CorpusArgs::also_read(const std::vector<std::string>& names, const std::string& flag) {
  for (const auto& name : names) {
    const bool told = std::any_of(columns.begin(), columns.end(),
                                  [&](const auto& column) { return column_name(column.first) == name; });
    if (told || role_from_name(name)) continue;
    named.insert(name);
    if (!flag.empty()) asked_by.emplace(name, flag);
  }
}

void CorpusArgs::declare(Args& args, bool required) {
  args.text("CORPUS", path,
            "JSONL, CSV or TSV file (.gz and .zst too), folder of texts, PAN pairs, or - for standard input",
            required)
      .path();
  declare_columns(args);
}

void CorpusArgs::declare_columns(Args& args) {
  args.choice("--format", format, {"guess", "jsonl", "csv", "tsv", "folder", "pan"}, "Format of the corpus");
  args.text("--encoding", encoding,
            "Encoding of the corpus, such as windows-1252, latin1, koi8-r, gb18030, shift_jis or utf-16");
  args.text("--text", text, "Column that holds the text (guessed by name)").column();
  args.text("--id", id, "Column that holds the id (guessed by name; none: made from the row number)")
      .column();
  for (const Role role : kRoles) {
    const std::string name(role_name(role));
    args.text("--" + name, roles[static_cast<size_t>(role)],
              "Column that holds the " + name + " (guessed by name; none: not read)")
        .column();
  }
  args.settings("--column", columns,
                "Another column, under the name you give, e.g. thread=thread_id; thread=id:-:2 is the text "
                "before the\nsecond - of the id. With a kind: rating:number=stars, "
                "tags:list:;=keywords, note:text=note");
  args.settings("--only", only,
                "Keep documents with this value in a role or in a column of --column, e.g. source=news, "
                "\"rating=>= 4\"");
  args.settings("--at-least", at_least,
                "Keep documents whose value in a role has at least this many documents, e.g. author=20");
  args.settings("--most", most,
                "Keep this many values of a role, the largest by number of documents, e.g. author=15");
  args.repeated(
          "--join-values", join_values,
          "Join values of this role or column that differ only in case, white space, Unicode form or the "
          "form of a number, e.g. author")
      .column();
  args.choice(
      "--quotes", quotes, {"around", "none"},
      "Quotes in CSV and TSV: they stand around fields, or (none) are ordinary characters, and each line is "
      "a row");
  args.choice(
      "--form", form, normal_form_names(),
      "Form of Unicode in which texts are read: nfc makes canonically equal texts equal, none leaves them as "
      "they are");
  args.repeated(
      "--fold-letters", fold_letters,
      "Read letters of a writing as others: vowel-marks and tatweel (Arabic, Hebrew), yo (Russian), "
      "turkish-case");
  args.choice(
      "--bad-rows", bad_rows, {"fail", "skip", "repair"},
      "Policy for rows that cannot be used: stop, leave them out and count them, or repair them where that "
      "is possible");
  args.count("-n,--limit", limit, "Read at most this many documents (0: all)");
}

std::vector<std::string> CorpusArgs::column_flags() {
  std::vector<std::string> flags = {"--format", "--encoding",     "--text",     "--id",          "--column",
                                    "--only",   "--at-least",     "--most",     "--join-values", "--quotes",
                                    "--form",   "--fold-letters", "--bad-rows", "--limit"};
  for (const Role role : kRoles) flags.push_back(fmt::format("--{}", role_name(role)));
  return flags;
}

Result<ReadOptions> CorpusArgs::options() const {
  ReadOptions options;
  options.format = format_from_name(format).value_or(Format::guess);
  if (const auto known = find_encoding(encoding)) {
    options.encoding = known->name == std::string_view(kUtf8) ? "" : known->name;
  } else {
    return with_context("--encoding", known.error());
  }
  options.text_column = text;
  options.id_column = id;
  options.join_values = join_values;
  options.quotes = quotes == "none" ? Quotes::none : Quotes::around;
  SF_ASSIGN(options.form, reading_form(form, fold_letters));
  options.role_columns = roles;
  options.bad_rows = bad_rows == "skip"     ? BadRowPolicy::skip
                     : bad_rows == "repair" ? BadRowPolicy::repair
                                            : BadRowPolicy::fail;
  for (const auto& [name, value] : columns) {
    SF_ASSIGN(AttributeRule rule, attribute_rule(name, to_string(value)));
    for (const auto& other : options.attributes)
      if (other.name == rule.name) return usage_error(fmt::format("--column names \"{}\" twice", rule.name));
    options.attributes.push_back(std::move(rule));
  }
  for (const auto& name : named) options.attributes.push_back({name, name, "", 1});
  for (auto& rule : options.attributes)
    if (const auto by = asked_by.find(rule.name); by != asked_by.end()) rule.asked_by = by->second;
  for (const auto& [name, value] : only) SF_TRY(choose(name, to_string(value), options));
  SF_TRY(counts_by_role("--at-least", at_least, options.frequent.at_least));
  SF_TRY(counts_by_role("--most", most, options.frequent.most));
  options.limit = static_cast<uint64_t>(limit);
  options.sink = &terminal();
  return options;
}

Result<Corpus> CorpusArgs::read(ReadReport* report) const {
  SF_ASSIGN(const ReadOptions read_options, options());
  return read_corpus(path, read_options, report);
}

void CountsArgs::declare(Args& args) {
  corpus.declare(args, false);
  args.text("--table", table,
            "Instead of a corpus: CSV of counts, first cell \"topic\", then authors; one row for each topic")
      .file();
  args.choice("--target", target, {"author", "label", "source"}, "Column whose values are told apart");
}

Result<CountsArgs::Read> CountsArgs::read(const char* command) const {
  if (corpus.path.empty() == table.empty())
    return usage_error(fmt::format("{}: give a corpus, or --table FILE with counts", command));
  Read read;
  if (!table.empty()) {
    SF_ASSIGN(read.counts, read_topic_counts(table));
    read.name = table;
    return read;
  }
  SF_ASSIGN(read.corpus, corpus.read());
  read.name = read.corpus->name();
  SF_ASSIGN(read.counts, topic_counts(*read.corpus, role(), read.without));
  if (read.without > 0)
    terminal().info(fmt::format("{} documents lack a topic or {}: not counted", read.without, target));
  return read;
}

void FormGiven::declare(const Args& args) {
  form = args.given("--form");
  fold_letters = args.given("--fold-letters");
}

Status read_as_learned(const std::string& command, const std::optional<ReadingForm>& learned,
                       const FormGiven& given, CorpusArgs& corpus) {
  if (!learned) return {};
  const auto folded = standfast::fold_letters(*learned);
  SF_ASSIGN(const ReadingForm asked, reading_form(corpus.form, corpus.fold_letters));
  const auto refuse = [&](const std::string& flag, const std::string& theirs) {
    return usage_error(fmt::format(
        "{}: {}: the model learned from texts read with {}; leave the flag out, or train a model on texts "
        "read so",
        command, flag, theirs));
  };
  if (given.form() && asked.form != learned->form)
    return refuse("--form " + corpus.form, "--form " + form_name(*learned));
  if (given.fold_letters() && standfast::fold_letters(asked) != folded)
    return refuse(
        fmt::format("--fold-letters {}", fmt::join(standfast::fold_letters(asked), ", ")),
        folded.empty() ? "no letters folded" : fmt::format("--fold-letters {}", fmt::join(folded, ", ")));
  corpus.form = form_name(*learned);
  corpus.fold_letters = folded;
  return {};
}

Result<PanProblems> ProblemsArgs::read(bool labelled) const {
  ReadOptions options;
  options.format = Format::pan;
  options.bad_rows = bad_rows == "skip"     ? BadRowPolicy::skip
                     : bad_rows == "repair" ? BadRowPolicy::repair
                                            : BadRowPolicy::fail;
  options.encoding = encoding;
  options.form = form;
  options.sink = &terminal();
  SF_ASSIGN(PanProblems problems, read_pan(path, truth, options));
  if (labelled && !problems.labelled)
    return data_error(
        fmt::format("{}: no truth for these pairs (no truth.jsonl beside them); name it with --truth", path));
  if (problems.pairs.pairs.empty()) return data_error(fmt::format("{}: there are no pairs in it", path));
  return problems;
}

Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command) {
  const auto refuse = [&](const std::string& flag) {
    return usage_error(fmt::format("{}: {} is for documents; pairs have one format, PAN's", command, flag));
  };
  if (corpus.format != "guess" && corpus.format != "pan") return refuse("--format " + corpus.format);
  if (!corpus.text.empty()) return refuse("--text");
  if (!corpus.id.empty()) return refuse("--id");
  for (const Role role : kRoles)
    if (!corpus.roles[static_cast<size_t>(role)].empty()) return refuse("--" + std::string(role_name(role)));
  if (!corpus.columns.empty()) return refuse("--column");
  if (!corpus.only.empty()) return refuse("--only");
  if (!corpus.at_least.empty()) return refuse("--at-least");
  if (!corpus.most.empty()) return refuse("--most");
  if (corpus.limit != 0) return refuse("--limit");
  SF_ASSIGN(const ReadOptions read, corpus.options());
  return ProblemsArgs{corpus.path, truth, corpus.bad_rows, read.encoding, read.form};
}

}  // namespace standfast::cli
