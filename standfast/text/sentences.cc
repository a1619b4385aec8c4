#include "standfast/text/sentences.h"

#include <algorithm>

#include <fmt/format.h>
#include <unicode/brkiter.h>
#include <unicode/filteredbrk.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

// Whether the text is ASCII; then `to` has it. Plain loops, of which compilers make vectors.
bool fill_with_ascii(std::string_view text, icu::UnicodeString& to) {
  unsigned char any = 0;
  for (const char c : text) any |= static_cast<unsigned char>(c);
  if (any >= 0x80) return false;
  const auto size = static_cast<int32_t>(text.size());
  char16_t* const units = to.getBuffer(std::max(size, 1));
  if (units == nullptr) return false;
  for (int32_t i = 0; i < size; ++i) units[i] = static_cast<unsigned char>(text[static_cast<size_t>(i)]);
  to.releaseBuffer(size);
  return true;
}

}  // namespace

struct SentenceSplitter::State {
  std::unique_ptr<icu::BreakIterator> sentences;
  icu::UnicodeString text;
};

SentenceSplitter::SentenceSplitter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SentenceSplitter::SentenceSplitter(SentenceSplitter&&) noexcept = default;
SentenceSplitter& SentenceSplitter::operator=(SentenceSplitter&&) noexcept = default;
SentenceSplitter::~SentenceSplitter() = default;

Result<SentenceSplitter> SentenceSplitter::open() {
  UErrorCode code = U_ZERO_ERROR;
  auto state = std::make_unique<State>();
  std::unique_ptr<icu::BreakIterator> plain(
      icu::BreakIterator::createSentenceInstance(icu::Locale::getEnglish(), code));
  std::unique_ptr<icu::FilteredBreakIteratorBuilder> builder(
      icu::FilteredBreakIteratorBuilder::createInstance(icu::Locale::getEnglish(), code));
  if (U_SUCCESS(code)) state->sentences.reset(builder->wrapIteratorWithFilter(plain.release(), code));
  if (U_FAILURE(code) || state->sentences == nullptr)
    return missing_error(fmt::format(
        "ICU has no rules for sentences here ({}); is its data package installed?", u_errorName(code)));
  return SentenceSplitter(std::move(state));
}

// All characters are ASCII: a unit is a byte, so nothing has to be counted.
void SentenceSplitter::starts_in_ascii(std::string_view text, std::vector<uint32_t>& starts) {
  icu::BreakIterator& sentences = *state_->sentences;
  for (int32_t boundary = sentences.first(); boundary != icu::BreakIterator::DONE;
       boundary = sentences.next()) {
    auto at = static_cast<size_t>(boundary);
    while (at < text.size() && is_space(static_cast<unsigned char>(text[at]))) ++at;
    if (at == text.size()) break;
    if (starts.empty() || starts.back() != at) starts.push_back(static_cast<uint32_t>(at));
  }
  if (starts.empty()) starts.push_back(0);
}

void SentenceSplitter::starts(std::string_view text, std::vector<uint32_t>& starts) {
  starts.clear();
  if (fill_with_ascii(text, state_->text)) {
    state_->sentences->setText(state_->text);
    return starts_in_ascii(text, starts);
  }
  state_->text = icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
  state_->sentences->setText(state_->text);
  // Boundaries are counted in UTF-16 units; one walk over the text finds their bytes.
  int32_t boundary = state_->sentences->first(), unit = 0;
  bool open = false;  // a boundary was passed, and nothing but white space came since
  for (size_t at = 0; at < text.size();) {
    while (boundary != icu::BreakIterator::DONE && boundary <= unit) {
      open = true;
      boundary = state_->sentences->next();
    }
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    unit += c >= 0x10000 ? 2 : 1;
    if (open && !is_space(c)) {
      starts.push_back(static_cast<uint32_t>(begin));
      open = false;
    }
  }
  if (starts.empty()) starts.push_back(0);
}

}  // namespace standfast
