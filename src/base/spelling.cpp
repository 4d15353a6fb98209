#include "sidestep/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace sidestep {
namespace {

/// Edits (insert, delete, replace, swap of neighbours) that turn a into b, letter case ignored.
std::size_t spelling_distance(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0u : 1u)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                next[j] = std::min(next[j], before[j - 2] + 1);
            }
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view written, std::span<const std::string> names) {
    std::optional<std::string> best;
    std::size_t best_distance = 0;
    if (written.size() > 100) return best;
    for (const std::string& name : names) {
        const std::size_t distance = spelling_distance(written, name);
        if (distance > std::max<std::size_t>(1, std::min(written.size(), name.size()) / 3)) continue;
        // Of two as near the longer: a letter is left out more often than another is written.
        if (!best || distance < best_distance || (distance == best_distance && name.size() > best->size())) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view written, std::span<const std::string> names, std::string otherwise) {
    const auto nearest = nearest_name(written, names);
    return nearest ? fmt::format("Did you mean \"{}\"?", *nearest) : otherwise;
}

std::string list_of(std::span<const std::string> names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

}  // namespace sidestep
