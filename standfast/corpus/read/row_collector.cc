#include "standfast/corpus/read/row_collector.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {

std::string unused_id(const CorpusBuilder& builder, std::string_view stem) {
  std::string id(stem);
  for (int i = 2; builder.contains(id); ++i) id = fmt::format("{}-{}", stem, i);
  return id;
}

std::string told_of_form(const std::string& file, uint64_t changed, uint64_t of, const ReadingForm& form) {
  return fmt::format("{}: {} of {} texts were brought into {}{}", file, changed, of, in_words(form),
                     form.form == NormalForm::none ? "" : " (--form none reads them as they are)");
}

namespace {

std::vector<Attribute> attributes_of(const std::vector<AttributeRule>& rules) {
  std::vector<Attribute> attributes;
  for (const auto& rule : rules) attributes.emplace_back(rule.name, rule.kind);
  return attributes;
}

}  // namespace

RowCollector::RowCollector(const std::string& file, const ReadOptions& options, ReadReport& report,
                           bool has_ids)
    : options_(options),
      report_(report),
      policy_(file, options, report),
      has_ids_(has_ids),
      builder_(file, attributes_of(options.attributes)),
      elements_(options.attributes.size()),
      missing_(options.attributes.size()) {}

bool RowCollector::asked_for(const Row& row) {
  for (const Role role : kRoles) {
    const auto r = static_cast<size_t>(role);
    if (!options_.only[r].empty() &&
        !is_asked_for(options_, role_name(role), row.values[r].value_or(""), options_.only[r]))
      return false;
  }
  for (const auto& wanted : options_.only_attributes)
    for (size_t i = 0; i < options_.attributes.size(); ++i) {
      if (options_.attributes[i].name != wanted.name) continue;
      // A value that is not of its kind makes a bad row, whatever values are asked for.
      const auto value = attribute_of(row, i, row.id);
      if (!value || is_wanted(*value, wanted.value)) continue;
      const auto* text = std::get_if<std::string_view>(&*value);
      if (text == nullptr || !is_asked_for(options_, wanted.name, *text, wanted.value)) return false;
    }
  return true;
}

Result<AttributeInput> RowCollector::attribute_of(const Row& row, size_t rule,
                                                  std::optional<std::string_view> id) {
  const AttributeRule& of = options_.attributes[rule];
  const auto source = of.from == "id"                ? AttributeSource{id}
                      : rule < row.attributes.size() ? row.attributes[rule]
                                                     : AttributeSource{};
  return attribute_input(of, source, elements_[rule]);
}

// Records the row of a document. Called after the document was added, before its row is counted.
void RowCollector::note_row() {
  const uint32_t document = builder_.size() - 1;
  const uint64_t row = report_.rows;
  if (row_of_.empty()) {
    if (row == document) return;
    row_of_.resize(document);
    std::iota(row_of_.begin(), row_of_.end(), uint64_t{0});
  }
  row_of_.push_back(row);
}

std::string RowCollector::objection_to_names(const Row& row) const {
  const auto objection = [&](std::string_view what, std::optional<std::string_view> value) {
    return value && holds_replacement(*value) ? replaced_name(what, *value, row.hint) : std::string();
  };
  if (auto problem = objection("id", row.id); !problem.empty()) return problem;
  for (const Role role : kRoles)
    if (auto problem = objection(role_name(role), row.values[static_cast<size_t>(role)]); !problem.empty())
      return problem;
  for (size_t i = 0; i < std::min(row.attributes.size(), options_.attributes.size()); ++i) {
    const AttributeRule& rule = options_.attributes[i];
    if (rule.kind == AttributeKind::text && !rule.implied) continue;
    if (auto problem = objection(rule.name, row.attributes[i].text); !problem.empty()) return problem;
    for (const std::string_view element :
         row.attributes[i].list.value_or(std::span<const std::string_view>()))
      if (auto problem = objection(rule.name, element); !problem.empty()) return problem;
  }
  return "";
}

Status RowCollector::add(const Row& row) {
  if (row.replaced)
    if (const std::string problem = objection_to_names(row); !problem.empty())
      return reject(row.line, problem);
  if (!asked_for(row)) {
    ++report_.rows;
    ++report_.not_asked_for;
    return {};
  }
  if (!row.text) return reject(row.line, fmt::format("no text (column \"{}\")", report_.text_column));
  std::string mended = row.mended, made;
  std::string_view id = row.id.value_or("");
  if (id.empty()) {
    if (has_ids_) {
      if (!repairs()) return reject(row.line, fmt::format("no id (column \"{}\")", report_.id_column));
      mended = "no id";
    }
    id = made = unused_id(builder_, fmt::format("row{}", policy_.row_number()));
  } else if (repairs() && builder_.contains(id)) {
    mended = fmt::format("the id \"{}\" occurs a second time", id);
    id = made = unused_id(builder_, fmt::format("{}-row{}", id, policy_.row_number()));
  }
  auto values = row.values;
  for (auto& value : values)
    if (value && value->empty()) value.reset();
  std::vector<AttributeInput> attributes(options_.attributes.size());
  for (size_t i = 0; i < attributes.size(); ++i) {
    auto value = attribute_of(row, i, id);
    if (value) {
      attributes[i] = *value;
      continue;
    }
    const std::string problem = fmt::format("document \"{}\": {}", id, value.error().message);
    if (!repairs()) return reject(row.line, problem);
    mended = problem;  // the row then has no value
  }
  const std::string_view text = read_in_form(*row.text, options_.form, in_form_);
  const bool as_it_was = text.data() == row.text->data();
  if (auto status = builder_.add(
          id, text, values, as_it_was && row.text_spent ? TextBytes::spent : TextBytes::kept, attributes);
      !status)
    return reject(row.line, status.error().message);
  note_row();
  policy_.accept(row.line, mended);
  for (size_t i = 0; i < attributes.size(); ++i)
    missing_[i] += std::holds_alternative<std::monostate>(attributes[i]) ? 1 : 0;
  report_.empty_texts += text.empty() ? 1 : 0;
  unspaced_.add(text);
  report_.in_another_form += as_it_was ? 0 : 1;
  return {};
}

Result<Corpus> RowCollector::finish() && {
  const std::string& file = policy_.file();
  SF_TRY(only_roles_are_there(file, options_, report_));
  if (builder_.size() == 0 && report_.not_asked_for > 0)
    return data_error(
        fmt::format("{}: none of {} rows has the values asked for by --only (they are compared whole and "
                    "with case)",
                    file, report_.rows));
  if (report_.not_asked_for > 0)
    options_.sink->info(fmt::format("{}: kept {} of {} rows by --only", file, builder_.size(), report_.rows));
  policy_.summarise();
  if (unspaced_.worth_a_word())
    options_.sink->info(fmt::format(
        "{}: {:.0f} % of the characters are of scripts without spaces between words; there dictionaries cut "
        "words (docs/languages.md)",
        file, 100 * unspaced_.share()));
  if (report_.in_another_form > 0)
    options_.sink->info(told_of_form(file, report_.in_another_form, builder_.size(), options_.form));
  if (report_.empty_texts > 0)
    options_.sink->info(
        fmt::format("{}: {} of {} texts are empty", file, report_.empty_texts, builder_.size()));
  // A column that the user did not name is no news.
  for (size_t i = 0; i < missing_.size(); ++i)
    if (options_.attributes[i].kind != AttributeKind::category && !options_.attributes[i].implied &&
        missing_[i] > 0)
      options_.sink->info(fmt::format("{}: {} of {} documents have no {}", file, missing_[i], builder_.size(),
                                      options_.attributes[i].name));
  if (builder_.size() == 0) return policy_.nothing_left();
  const bool whole = !full();
  Corpus corpus = std::move(builder_).finish();
  set_source_rows(corpus, {{{"", report_.rows, whole}}, {}, std::move(row_of_)});
  return corpus;
}

namespace {

std::string at_line(uint64_t line, const std::string& what) {
  return line == 0 ? what : fmt::format("line {}: {}", line, what);
}

}  // namespace

Status RowPolicy::reject(uint64_t line, const std::string& why) {
  ++report_.rows;
  if (options_.bad_rows == BadRowPolicy::fail)
    return data_error(fmt::format("{}{} (--bad-rows skip leaves such rows out)",
                                  line == 0 ? "" : fmt::format("{}:{}: ", file_, line), why));
  ++report_.skipped;
  if (first_skipped_.empty()) first_skipped_ = at_line(line, why);
  return {};
}

void RowPolicy::accept(uint64_t line, const std::string& mended) {
  ++report_.rows;
  if (mended.empty()) return;
  ++report_.repaired;
  if (first_mended_.empty()) first_mended_ = at_line(line, mended);
}

void RowPolicy::summarise() const {
  if (report_.skipped > 0)
    options_.sink->warn(fmt::format("{}: left out {} of {} rows; the first: {}", file_, report_.skipped,
                                    report_.rows, first_skipped_));
  if (report_.repaired > 0)
    options_.sink->warn(fmt::format("{}: repaired {} of {} rows; the first: {}", file_, report_.repaired,
                                    report_.rows, first_mended_));
}

Failure RowPolicy::nothing_left() const {
  if (report_.skipped > 0)
    return data_error(fmt::format("{}: every row was left out; the first: {}", file_, first_skipped_));
  return data_error(file_ + ": holds no documents");
}

}  // namespace standfast
