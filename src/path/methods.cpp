#include "path/methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "path/corner_search.h"
#include "path/exact_search.h"
#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "path/stored_trees.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using Ground = std::shared_ptr<const PathGround>;
using Search = std::unique_ptr<PathSearch>;

Search make_flat(Ground ground, const PathOptions& options) {
    return std::make_unique<FlatSearch>(std::move(ground), options.radius, options.key_points);
}

Search make_hierarchical(Ground ground, const PathOptions& options) {
    if (ground->file() != nullptr) {
        if (Search stored = read_tree(*ground->file(), ground, options)) return stored;
    }
    return std::make_unique<HierarchicalSearch>(
        std::move(ground), options.radius, HierarchicalSearch::Options{options.key_points, options.within_common_part});
}

Search make_corner(Ground ground, const PathOptions& options) {
    return std::make_unique<CornerSearch>(std::make_shared<CornerMap>(std::move(ground), options.radius));
}

Search make_exact(Ground ground, const PathOptions& options) {
    return std::make_unique<ExactSearch>(std::make_shared<CornerMap>(std::move(ground), options.radius));
}

struct Method {
    PathMethod method;
    Search (*make)(Ground, const PathOptions&);
};
// In the order of the enumeration.
constexpr std::array kMethods{
    Method{PathMethod::flat, make_flat},
    Method{PathMethod::hierarchical, make_hierarchical},
    Method{PathMethod::corner, make_corner},
    Method{PathMethod::exact, make_exact},
};
static_assert(kMethods.size() == names<PathMethod>().size());

constexpr auto kAvailable = [] {
    std::array<PathMethod, kMethods.size()> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = kMethods[i].method;
    return list;
}();

void require(bool fine, const char* message, const std::string& value, const char* allowed, const char* remedy) {
    if (fine) return;
    InputProblem problem;
    problem.message = message;
    problem.value = value;
    problem.allowed = allowed;
    problem.remedy = remedy;
    throw InputError(problem);
}

}  // namespace

std::span<const PathMethod> path_methods() {
    return kAvailable;
}

std::unique_ptr<PathSearch> make_search(std::shared_ptr<const PathGround> ground, const PathOptions& options) {
    require(options.radius > 0 && options.radius <= 100, "the radius of a body is out of range",
            fmt::format("{}", options.radius), "more than 0, at most 100 m", "Give the body's radius in metres.");
    require(options.key_points >= 1 && options.key_points <= 5, "the number of key points is out of range",
            fmt::format("{}", options.key_points), "1 to 5", "One is enough for most purposes.");
    return kMethods[static_cast<std::size_t>(options.method)].make(std::move(ground), options);
}

}  // namespace sidestep
