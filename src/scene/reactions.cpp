#include "scene/reactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace sidestep {

namespace {

constexpr std::string_view kForm =
    "AC, or RA, LA, D or A with or without two exponents more than 0, at most 100: RA(1,1)";
constexpr std::size_t kMostTables = 1000;

/// A number from the front of the text, which it takes away; 0 where there is none.
float take_number(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc()) return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

Reaction read_reaction(const Node& node) {
    std::string_view text = node.text();
    const auto fail = [&] { node.fail("this is no reaction", std::string(kForm), "See docs/models/reactive.md."); };
    const std::string_view name = text.substr(0, text.find('('));
    const auto kind = named<Reaction::Kind>(name);
    if (!kind) fail();
    Reaction reaction;
    reaction.kind = *kind;
    text.remove_prefix(name.size());
    if (text.empty()) return reaction;
    if (reaction.kind == Reaction::Kind::accept) fail();
    text.remove_prefix(1);
    reaction.beta_direction = take_number(text);
    if (!text.starts_with(',')) fail();
    text.remove_prefix(1);
    reaction.beta_norm = take_number(text);
    if (text != ")") fail();
    for (const float beta : {reaction.beta_direction, reaction.beta_norm}) {
        if (!(beta > 0 && beta <= 100)) fail();
    }
    return reaction;
}

}  // namespace

std::vector<NamedReactions> read_reactions(const Node& node, Parts parts) {
    if (!node.json().is_object()) node.fail_type("an object of named tables");
    if (node.json().size() > kMostTables) {
        node.fail("there are too many tables", fmt::format("at most {}", kMostTables), "Remove those nobody uses.");
    }
    std::vector<std::string> taken;
    for (const PartInfo* model : parts) {
        for (const Parameter& p : model->parameters) {
            if (!p.scene_names.empty()) taken.insert(taken.end(), p.choices.begin(), p.choices.end());
        }
    }
    std::vector<NamedReactions> tables;
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const Node entry = node.child(it);
        if (it.key().empty() || std::find(taken.begin(), taken.end(), it.key()) != taken.end()) {
            entry.fail_at_key("a table of reactions cannot have this name", "any name but " + list_of(taken),
                              "Choose another name.");
        }
        NamedReactions named{it.key(), {}};
        Object object(entry, "a table of reactions");
        for (std::size_t type = 0; type < kCollisionTypes; ++type) {
            const auto list = object.find(std::string(names<CollisionType>()[type]));
            if (!list) continue;
            const std::size_t count = list->items("an array of reactions");
            if (count > ReactionList::kMost) {
                list->fail("there are too many reactions", fmt::format("at most {}", ReactionList::kMost),
                           "Remove the least important ones.");
            }
            ReactionList& to = named.table.on[type];
            for (std::size_t i = 0; i < count; ++i) {
                const Node item = list->item(i);
                to.reaction[to.count++] = read_reaction(item);
            }
        }
        object.finish();
        tables.push_back(std::move(named));
    }
    return tables;
}

}  // namespace sidestep
