// What a model may be at most: more than any building or city tile has, and little enough to be read in a minute.
#pragma once

#include <cstddef>
#include <string>

namespace sidestep {

inline constexpr std::size_t kMostTriangles = 20'000'000;
inline constexpr std::size_t kMostMeshPoints = 3 * kMostTriangles;
inline constexpr std::size_t kMostCorners = 2'000;  ///< of one face, whose triangles fan out from one corner
inline constexpr std::size_t kDeepestNodes = 500;   ///< of a scene, inside each other
inline constexpr std::size_t kLargestPart = std::size_t{1} << 30;  ///< bytes of a file that belongs to a model

/// Throws InputError: `why` ends the sentence "the model cannot be read: …".
[[noreturn]] void refuse_mesh(const std::string& path, const std::string& why, std::string allowed = {});

}  // namespace sidestep
