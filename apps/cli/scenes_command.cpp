// sidestep scenes: what there is to run by name.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "arguments.h"
#include "commands.h"
#include "find_scene.h"
#include "output.h"
#include "sidestep/scenario.h"

namespace sidestep::cli {
namespace {

struct ScenesCommand {
    std::vector<std::string> words;  ///< all of which name or description have
    bool names = false;              ///< nothing but the names
    bool json = false;
};

/// What a scene says of itself.
struct About {
    std::string description;
    bool expects_unhealthy = false;
};
/// Of a file that may be somebody's unfinished work; empty where it says nothing.
About about(const std::string& file) {
    std::ifstream in(file);
    const Json document = Json::parse(in, nullptr, false);
    const auto text = [&](const char* key) {
        const bool said = document.is_object() && document.contains(key) && document[key].is_string();
        return said ? document[key].get<std::string>() : std::string();
    };
    return {text("description"), text("expect") == name_of(Expectation::unhealthy)};
}

/// "Two meet." of "Two meet. Written by …": one line is enough to choose by.
std::string first_sentence(const std::string& text) {
    for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
        const bool abbreviation = at >= 3 && text.compare(at - 3, 3, " al") == 0;
        if (!abbreviation) return text.substr(0, at + 1);
    }
    return text;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

int scenes_command(const ScenesCommand& command) {
    struct Entry {
        KnownScene scene;
        About about;
    };
    std::vector<Entry> entries;
    std::size_t width = 0;
    for (KnownScene& scene : known_scenes()) {
        Entry entry{std::move(scene), {}};
        entry.about = about(entry.scene.file);
        const std::string text = lower(entry.scene.name + " " + entry.about.description);
        const bool wanted = std::all_of(command.words.begin(), command.words.end(), [&](const std::string& word) {
            return text.find(lower(word)) != std::string::npos;
        });
        if (!wanted) continue;
        width = std::max(width, entry.scene.name.size());
        entries.push_back(std::move(entry));
    }
    if (command.json) {
        Json list = Json::array();
        for (const Entry& entry : entries) {
            list.push_back({{"name", entry.scene.name},
                            {"file", entry.scene.file},
                            {"description", entry.about.description},
                            {"expects_unhealthy", entry.about.expects_unhealthy}});
        }
        print(Json{{"scenes", std::move(list)}});
        return kHealthy;
    }
    std::string text;
    bool marked = false;
    for (const Entry& entry : entries) {
        const bool mark = entry.about.expects_unhealthy;
        marked |= mark;
        text += command.names ? entry.scene.name + "\n"
                              : fmt::format("{:<{}} {} {}\n", entry.scene.name, width, mark ? '*' : ' ',
                                            printable(first_sentence(entry.about.description)));
    }
    if (marked && !command.names) text += "*: tests a model to its limits and expects to end unhealthy\n";
    if (entries.empty() && !command.names) text = "no scene has all of these words in its name or description\n";
    print(text);
    return kHealthy;
}

}  // namespace

void add_scenes(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("scenes", "list the scenes that can be named");
    ScenesCommand& scenes = arguments_of(*command, action, scenes_command);
    command->add_option("WORD", scenes.words, "only those with these words in name or description");
    command->add_flag("--names", scenes.names, "nothing but the names");
    command->add_flag("--json", scenes.json, kJsonHelp);
}

}  // namespace sidestep::cli
