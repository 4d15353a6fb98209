#include "scenario/profile_path.h"

namespace sidestep {

std::optional<ProfilePath> taken_apart(const Scenario& scenario, std::string_view path) {
    std::optional<ProfilePath> found;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < scenario.profiles.size(); ++i) {
        const std::string begin = scenario.profiles[i].name + ".";
        if (!path.starts_with(begin) || begin.size() == path.size() || begin.size() <= longest) continue;
        longest = begin.size();
        found = {i, std::string(path.substr(begin.size()))};
    }
    return found;
}

}  // namespace sidestep
