// Text → JSON, strictly: duplicate keys, unbounded depth and numbers that are not finite are refused. Knows where in
// the text a value stands, which the JSON library forgets.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/nesting.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Keeps the order of keys: profiles and goals are numbered as the file lists them.
using Json = nlohmann::ordered_json;

inline constexpr std::size_t kDeepestJson = kDeepestText;

/// Throws InputError with file, line and column.
Json read_json(const std::string& text, const std::string& file);

struct TextPlace {
    std::size_t begin = 0, end = 0;  ///< bytes of the text
    int line = 0, column = 0;        ///< 1-based, columns in characters; 0 where there is no such place
};
enum class PlaceOf { value, key };

/// Where the value (or the key) that a JSON pointer names stands. `occurrence` chooses among repeated keys.
TextPlace locate(std::string_view text, std::string_view pointer, PlaceOf what = PlaceOf::value, int occurrence = 1);

/// The text of a place, shortened where it is long.
std::string excerpt(std::string_view text, const TextPlace& place);

/// A key as it stands in a JSON pointer.
std::string pointer_token(std::string_view key);

}  // namespace SIDESTEP_EXPORT sidestep
