#include "standfast/corpus/corpus.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <deque>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/memory.h"
#include "standfast/base/options.h"
#include "standfast/corpus/column_builder.h"
#include "standfast/corpus/source_rows.h"

namespace standfast {
namespace {

constexpr std::string_view kRoleNames[] = {"author", "topic", "label", "source", "date"};

// A store of strings in fixed blocks. Blocks never double, so memory stays near the size of its content.
class Arena {
 public:
  const char* store(std::string_view bytes) {
    if (bytes.size() > left_) {
      // A long text gets a block of its own, so that the rest of the current block is not lost.
      if (bytes.size() > kBlockSize / 8)
        return copy_to(blocks_.emplace_front(new char[bytes.size()]).get(), bytes);
      next_ = blocks_.emplace_back(new char[kBlockSize]).get();
      left_ = kBlockSize;
    }
    const char* stored = copy_to(next_, bytes);
    next_ += bytes.size();
    left_ -= bytes.size();
    return stored;
  }
  // Stores the bytes and gives their pages back to the system while it copies.
  const char* store_spent(std::string_view bytes) {
    if (bytes.size() < kPiece) return store(bytes);
    char* const place = blocks_.emplace_front(new char[bytes.size()]).get();
    for (size_t at = 0; at < bytes.size(); at += kPiece) {
      const std::string_view piece = bytes.substr(at, kPiece);
      copy_to(place + at, piece);
      discard_pages(const_cast<char*>(piece.data()), piece.size());
    }
    return place;
  }

 private:
  static constexpr size_t kBlockSize = size_t{1} << 20;
  static constexpr size_t kPiece = size_t{4} << 20;
  static const char* copy_to(char* place, std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    return place;
  }
  std::deque<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  size_t left_ = 0;
};

struct Record {
  const char* text;
  const char* id;
  uint32_t text_size;
  uint32_t id_size;
  std::string_view text_view() const { return {text, text_size}; }
  std::string_view id_view() const { return {id, id_size}; }
};

}  // namespace

std::string_view role_name(Role role) {
  return kRoleNames[static_cast<size_t>(role)];
}

std::optional<Role> role_from_name(std::string_view name) {
  for (const Role role : kRoles)
    if (role_name(role) == name) return role;
  return std::nullopt;
}

struct Corpus::Data {
  std::string name;
  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
  std::vector<std::shared_ptr<const Arena>> others;  // arenas of corpora from which this one was made
  std::deque<Record> records;
  CanonicalIndex index;
  auto id_of() const {
    return [this](uint32_t row) { return records[row].id_view(); };
  }
  std::array<std::optional<Column>, kRoles.size()> columns;
  std::vector<Attribute> attributes;
  std::vector<AttributeColumn> attribute_columns;  // one for each attribute
  std::vector<KeptApart> kept_apart;
  std::vector<bool> is_kept_apart;  // by row; empty where no document is kept apart
  SourceRows source_rows;
  std::optional<ReadingForm> form;  // the form of the texts
  uint64_t text_bytes = 0;
  mutable std::once_flag hash_once;
  mutable std::string hash;
};

struct CorpusBuilderState {
  std::unique_ptr<Corpus::Data> data;
  std::array<ColumnBuilder, kRoles.size()> columns;
  std::vector<AttributeBuilder> attributes;

  static Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts);
  static void replace_column(Corpus& corpus, std::string_view name, Column column);
  static SourceRows& source_rows(const Corpus& corpus) { return corpus.data_->source_rows; }
  static std::optional<ReadingForm>& form(const Corpus& corpus) { return corpus.data_->form; }
};

Corpus::Corpus() : data_(std::make_unique<Data>()) {}
Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;
Corpus::~Corpus() = default;

uint32_t Corpus::size() const {
  return static_cast<uint32_t>(data_->records.size());
}
std::string_view Corpus::text(uint32_t row) const {
  return data_->records[row].text_view();
}
std::string_view Corpus::id(uint32_t row) const {
  return data_->records[row].id_view();
}
std::optional<uint32_t> Corpus::row_of(std::string_view id) const {
  return data_->index.find(id, data_->id_of());
}

const Column* Corpus::column(Role role) const {
  const auto& column = data_->columns[static_cast<size_t>(role)];
  return column ? &*column : nullptr;
}

Result<const Column*> Corpus::require(Role role) const {
  if (const Column* found = column(role)) return found;
  return data_error(
      fmt::format("{}: no {} column (map one with --{} NAME)", name(), role_name(role), role_name(role)));
}

std::string_view Corpus::value(Role role, uint32_t row) const {
  const Column* found = column(role);
  if (found == nullptr || found->codes[row] == kMissing) return {};
  return found->names[found->codes[row]];
}

const std::vector<Attribute>& Corpus::attributes() const {
  return data_->attributes;
}

const Attribute* Corpus::attribute(std::string_view name) const {
  const auto& all = data_->attributes;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Attribute& a) { return a.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const Column* Corpus::named_column(std::string_view name) const {
  if (const auto role = role_from_name(name)) return column(*role);
  const Attribute* found = attribute(name);
  if (found == nullptr) return nullptr;
  return std::get_if<Column>(
      &data_->attribute_columns[static_cast<size_t>(found - data_->attributes.data())]);
}

Result<const AttributeColumn*> Corpus::require_kind(std::string_view name, AttributeKind kind) const {
  const auto& all = data_->attributes;
  const Attribute* found = attribute(name);
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const auto& one : all) known.push_back(one.name);
    for (const Role role : kRoles) known.emplace_back(role_name(role));
    const std::string hint = nearest_name(std::string(name), known);
    return data_error(fmt::format("{}: no column \"{}\"{}", this->name(), name,
                                  hint.empty() ? fmt::format(" (name one with --column {}=COLUMN)", name)
                                               : fmt::format("; did you mean \"{}\"?", hint)));
  }
  if (found->kind != kind)
    return data_error(fmt::format(
        "{0}: column \"{1}\" is a {2}, but a {3} is needed (set its kind in the study, or --column "
        "{1}:{3}=COLUMN)",
        this->name(), name, kind_name(found->kind), kind_name(kind)));
  const auto& column = data_->attribute_columns[static_cast<size_t>(found - all.data())];
  if (std::holds_alternative<std::monostate>(column))
    return data_error(fmt::format("{}: no document has a {}", this->name(), name));
  return &column;
}

Result<const Column*> Corpus::require_named(std::string_view name) const {
  if (const auto role = role_from_name(name)) return require(*role);
  SF_ASSIGN(const AttributeColumn* found, require_kind(name, AttributeKind::category));
  return std::get_if<Column>(found);
}

Result<const NumberColumn*> Corpus::require_number(std::string_view name) const {
  SF_ASSIGN(const AttributeColumn* found, require_kind(name, AttributeKind::number));
  return std::get_if<NumberColumn>(found);
}

Result<const ListColumn*> Corpus::require_list(std::string_view name) const {
  SF_ASSIGN(const AttributeColumn* found, require_kind(name, AttributeKind::list));
  return std::get_if<ListColumn>(found);
}

Result<const TextColumn*> Corpus::require_text(std::string_view name) const {
  SF_ASSIGN(const AttributeColumn* found, require_kind(name, AttributeKind::text));
  return std::get_if<TextColumn>(found);
}

AttributeInput Corpus::attribute_value(size_t place, uint32_t row,
                                       std::vector<std::string_view>& elements) const {
  const AttributeColumn& column = data_->attribute_columns[place];
  if (const auto* categories = std::get_if<Column>(&column)) {
    const uint32_t code = categories->codes[row];
    if (code != kMissing) return std::string_view(categories->names[code]);
  } else if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
    if (!std::isnan(numbers->values[row])) return numbers->values[row];
  } else if (const auto* texts = std::get_if<TextColumn>(&column)) {
    if (!texts->values[row].empty()) return texts->values[row];
  } else if (const auto* lists = std::get_if<ListColumn>(&column)) {
    elements.clear();
    const auto list = lists->of(row);
    if (!list) return {};
    for (const uint32_t code : *list) elements.emplace_back(lists->names[code]);
    return std::span<const std::string_view>(elements);
  }
  return {};
}

const std::vector<KeptApart>& Corpus::kept_apart() const {
  return data_->kept_apart;
}

bool Corpus::is_kept_apart(uint32_t row) const {
  return !data_->is_kept_apart.empty() && data_->is_kept_apart[row];
}

void Corpus::keep_apart(KeptApart side) {
  assert(!side.rows.empty() && side.rows.back() < size());
  data_->is_kept_apart.resize(size(), false);
  for (const uint32_t row : side.rows) data_->is_kept_apart[row] = true;
  data_->kept_apart.push_back(std::move(side));
}

uint64_t Corpus::text_bytes() const {
  return data_->text_bytes;
}
const std::string& Corpus::name() const {
  return data_->name;
}

namespace {

// Hashes the corpus. form: into which texts are brought first; null: none.
std::string hash_of(const Corpus& corpus, const ReadingForm* form) {
  Sha256 hash;
  hash.add("standfast corpus 1").add_number(corpus.size());
  std::string in_form;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    hash.add_field(corpus.id(row))
        .add_field(form != nullptr ? read_in_form(corpus.text(row), *form, in_form) : corpus.text(row));
  for (const Role role : kRoles) {
    const Column* column = corpus.column(role);
    hash.add_number(column != nullptr);
    if (column == nullptr) continue;
    for (const auto& name : column->names) hash.add_field(name);
    for (const uint32_t code : column->codes) hash.add_number(code);
  }
  return hash.hex();
}

}  // namespace

// Computes the hash when it is first asked for: at 1-2 GB/s it would take half of the time of reading a
// corpus.
const std::string& Corpus::data_hash() const {
  std::call_once(data_->hash_once, [this] { data_->hash = hash_of(*this, nullptr); });
  return data_->hash;
}

namespace {

// Adds the content of a column of each kind to the hash.
struct AddToHash {
  Sha256& hash;
  void operator()(std::monostate) const {}
  void operator()(const Column& column) const {
    for (const auto& value : column.names) hash.add_field(value);
    for (const uint32_t code : column.codes) hash.add_number(code);
  }
  void operator()(const NumberColumn& column) const {
    hash.add("numbers");
    for (const double value : column.values)  // every NaN counts the same, and so do 0 and -0
      hash.add_number(std::isnan(value) ? ~uint64_t{0} : std::bit_cast<uint64_t>(value + 0.0));
  }
  void operator()(const ListColumn& column) const {
    hash.add("lists");
    for (const auto& value : column.names) hash.add_field(value);
    for (uint32_t row = 0; row < column.has.size(); ++row) {
      const auto list = column.of(row);
      hash.add_number(list ? list->size() : ~uint64_t{0});
      if (list)
        for (const uint32_t code : *list) hash.add_number(code);
    }
  }
  void operator()(const TextColumn& column) const {
    hash.add("texts");
    for (const auto value : column.values) hash.add_field(value);
  }
};

}  // namespace

std::string Corpus::attribute_hash(std::string_view name) const {
  Sha256 hash;
  hash.add("standfast attribute 1").add_number(size());
  if (const Column* categories = named_column(name)) {
    AddToHash{hash}(*categories);
    return hash.hex();
  }
  const Attribute* found = attribute(name);
  if (found == nullptr) return "";
  const auto& column = data_->attribute_columns[static_cast<size_t>(found - data_->attributes.data())];
  if (std::holds_alternative<std::monostate>(column)) return "";
  std::visit(AddToHash{hash}, column);
  return hash.hex();
}

CorpusBuilder::CorpusBuilder(std::string name, std::vector<Attribute> attributes)
    : state_(std::make_unique<CorpusBuilderState>()) {
  state_->data = std::make_unique<Corpus::Data>();
  state_->data->name = std::move(name);
  for (const auto& attribute : attributes) state_->attributes.emplace_back(attribute.kind);
  state_->data->attributes = std::move(attributes);
}
CorpusBuilder::CorpusBuilder(CorpusBuilder&&) noexcept = default;
CorpusBuilder::~CorpusBuilder() = default;

void CorpusBuilder::expect(std::string_view id) const {
  state_->data->index.expect(id);
}

uint32_t CorpusBuilder::size() const {
  return static_cast<uint32_t>(state_->data->records.size());
}

bool CorpusBuilder::contains(std::string_view id) const {
  const auto& data = *state_->data;
  return data.index.find(id, data.id_of()).has_value();
}

Status CorpusBuilder::add(std::string_view id, std::string_view text,
                          const std::array<std::optional<std::string_view>, kRoles.size()>& values,
                          TextBytes text_bytes, std::span<const AttributeInput> attributes) {
  auto& data = *state_->data;
  if (text.size() >= kMissing) return data_error(fmt::format("document \"{}\" is longer than 4 GiB", id));
  if (size() == kMissing - 1) return data_error("more than 4 billion documents");
  const uint32_t row = size();
  if (const auto known = data.index.find_or_add(id, data.id_of())) {
    const bool other = data.records[*known].id_view() != id;
    return data_error(
        fmt::format("the id \"{}\" occurs a second time{}", id, other ? " (in another Unicode form)" : ""));
  }
  for (size_t i = 0; i < values.size(); ++i) state_->columns[i].add(values[i], row);
  for (size_t i = 0; i < state_->attributes.size(); ++i) {
    AttributeBuilder& attribute = state_->attributes[i];
    AttributeInput value = i < attributes.size() ? attributes[i] : AttributeInput();
    if (attribute.kind() == AttributeKind::text)
      if (auto* text_value = std::get_if<std::string_view>(&value))
        *text_value = {data.arena->store(*text_value), text_value->size()};
    attribute.add(value, row);
  }
  const char* const stored_id = data.arena->store(id);
  // The text is stored last, because an id or a value may stand in the same bytes.
  const char* const stored =
      text_bytes == TextBytes::spent ? data.arena->store_spent(text) : data.arena->store(text);
  data.records.push_back(
      {stored, stored_id, static_cast<uint32_t>(text.size()), static_cast<uint32_t>(id.size())});
  data.text_bytes += text.size();
  return {};
}

Corpus CorpusBuilder::finish() && {
  Corpus corpus;
  corpus.data_ = std::move(state_->data);
  auto& data = *corpus.data_;
  for (size_t i = 0; i < kRoles.size(); ++i)
    if (state_->columns[i].any()) data.columns[i] = std::move(state_->columns[i]).finish();
  for (auto& attribute : state_->attributes) data.attribute_columns.push_back(std::move(attribute).finish());
  return corpus;
}

Corpus CorpusBuilderState::with_texts(const Corpus& corpus, std::span<const std::string* const> texts) {
  assert(texts.size() == corpus.size());
  const Corpus::Data& from = *corpus.data_;
  Corpus made;
  Corpus::Data& data = *made.data_;
  data.name = from.name;
  data.others = from.others;
  data.others.push_back(from.arena);
  data.records = from.records;
  data.index = from.index;
  data.columns = from.columns;
  data.attributes = from.attributes;
  data.attribute_columns = from.attribute_columns;
  data.kept_apart = from.kept_apart;
  data.is_kept_apart = from.is_kept_apart;
  data.source_rows = from.source_rows;
  data.form = from.form;
  auto record = data.records.begin();
  for (const std::string* text : texts) {
    if (text != nullptr) {
      assert(text->size() < kMissing);
      record->text = data.arena->store(*text);
      record->text_size = static_cast<uint32_t>(text->size());
    }
    data.text_bytes += record->text_size;
    ++record;
  }
  return made;
}

Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts) {
  return CorpusBuilderState::with_texts(corpus, texts);
}

void CorpusBuilderState::replace_column(Corpus& corpus, std::string_view name, Column column) {
  assert(column.codes.size() == corpus.size() && corpus.data_->hash.empty());
  if (const auto role = role_from_name(name)) {
    corpus.data_->columns[static_cast<size_t>(*role)] = std::move(column);
    return;
  }
  const Attribute* found = corpus.attribute(name);
  assert(found != nullptr && found->kind == AttributeKind::category);
  corpus.data_->attribute_columns[static_cast<size_t>(found - corpus.data_->attributes.data())] =
      std::move(column);
}

void replace_column(Corpus& corpus, std::string_view name, Column column) {
  CorpusBuilderState::replace_column(corpus, name, std::move(column));
}

const SourceRows& source_rows(const Corpus& corpus) {
  return CorpusBuilderState::source_rows(corpus);
}

void set_source_rows(Corpus& corpus, SourceRows rows) {
  assert(rows.row.empty() || rows.row.size() == corpus.size());
  assert(rows.file.empty() || rows.file.size() == corpus.size());
  CorpusBuilderState::source_rows(corpus) = std::move(rows);
}

std::optional<ReadingForm> form_of(const Corpus& corpus) {
  return CorpusBuilderState::form(corpus);
}

void set_form(Corpus& corpus, const ReadingForm& form) {
  CorpusBuilderState::form(corpus) = form;
}

std::string hash_in_form(const Corpus& corpus, const ReadingForm& form) {
  return hash_of(corpus, &form);
}

}  // namespace standfast
