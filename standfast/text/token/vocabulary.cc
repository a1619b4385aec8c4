#include "standfast/text/token/vocabulary.h"

#include <algorithm>
#include <functional>

namespace standfast::token {

size_t Vocabulary::slot_of(std::string_view token) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = std::hash<std::string_view>()(token) & mask;
  while (slots_[slot] >= 0 && this->token(slots_[slot]) != token) slot = (slot + 1) & mask;
  return slot;
}

void Vocabulary::grow() {
  const std::vector<int32_t> old = std::move(slots_);
  slots_.assign(std::max<size_t>(64, old.size() * 2), -1);
  for (const int32_t id : old)
    if (id >= 0) slots_[slot_of(token(id))] = id;
}

bool Vocabulary::add(std::string_view token, int32_t id) {
  if (has(id)) return false;
  if (slots_.size() < 4 * (count_ + 1)) grow();
  const size_t slot = slot_of(token);
  if (slots_[slot] >= 0) return false;
  if (places_.size() <= static_cast<size_t>(id)) places_.resize(static_cast<size_t>(id) + 1);
  places_[static_cast<size_t>(id)] = {bytes_.size(), static_cast<uint32_t>(token.size()), true};
  bytes_ += token;
  slots_[slot] = id;
  ++count_;
  longest_ = std::max(longest_, token.size());
  return true;
}

int32_t Vocabulary::find(std::string_view token) const {
  return slots_.empty() ? -1 : slots_[slot_of(token)];
}

bool Vocabulary::has(int32_t id) const {
  return id >= 0 && static_cast<size_t>(id) < places_.size() && places_[static_cast<size_t>(id)].used;
}

std::string_view Vocabulary::token(int32_t id) const {
  if (!has(id)) return {};
  const Place& place = places_[static_cast<size_t>(id)];
  return {bytes_.data() + place.begin, place.length};
}

}  // namespace standfast::token
