// Typed access to a JSON document that reports what is wrong with place, value, allowed and remedy.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/json_source.h"
#include "scenario/range.h"
#include "sidestep/error.h"
#include "sidestep/scenario.h"
#include "sidestep/spelling.h"

namespace sidestep {

/// The text a document was read from; file and text may be empty for values that were not read from a file.
struct Source {
    const std::string& text;
    const std::string& file;
};

inline constexpr Range kCoordinate{-1e7, 1e7, false, "m"};

/// One value of the document and the way that leads to it. Children refer to their parent, which must outlive them.
class Node {
public:
    Node(const Source& source, const Json& root) : source_(&source), json_(&root) {}
    Node child(const std::string& key) const { return child(json_->find(key)); }
    Node child(Json::const_iterator entry) const { return {*this, entry.value(), entry.key(), 0}; }
    Node item(std::size_t index) const { return {*this, (*json_)[index], {}, index}; }

    const Json& json() const { return *json_; }
    std::string pointer() const;
    /// The name messages use: "radius", "item 3 of agents".
    std::string name() const;

    double number(const Range& range = {}) const;
    std::uint64_t whole(std::uint64_t min, std::uint64_t max) const;
    bool boolean() const;
    const std::string& text() const;
    /// Number of items; fails where the value is not an array.
    std::size_t items(const std::string& allowed) const;
    Vec2d point() const;
    Polygon polygon() const;

    [[noreturn]] void fail(std::string message, std::string allowed, std::string remedy) const;
    [[noreturn]] void fail_type(std::string_view wanted) const;
    /// Points at the key instead of the value.
    [[noreturn]] void fail_at_key(std::string message, std::string allowed, std::string remedy) const;

private:
    Node(const Node& parent, const Json& json, std::string_view key, std::size_t index)
        : source_(parent.source_), json_(&json), parent_(&parent), key_(key), index_(index) {}
    [[noreturn]] void fail(PlaceOf place, std::string message, std::string allowed, std::string remedy) const;

    const Source* source_;
    const Json* json_;
    const Node* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
};

/// An object whose keys are asked for one by one; finish() refuses the keys nobody asked for.
class Object {
public:
    /// `what` names it in messages: "a scene", "an agent entry". Fails where the node is not an object.
    Object(const Node& node, std::string_view what);
    std::optional<Node> find(std::string_view key);
    Node need(std::string_view key);
    /// Fails unless exactly one of the two keys is there; true for the first.
    bool either(std::string_view first, std::string_view second);
    /// `hint` may return a remedy for an unknown key, or nothing to get a suggestion by spelling.
    template <class Hint>
    void finish(Hint hint);
    void finish() {
        finish([](const std::string&) { return std::string(); });
    }
    const Node& node() const { return node_; }

private:
    [[noreturn]] void fail_unknown(const std::string& key, std::string remedy) const;

    const Node& node_;
    std::string_view what_;
    std::vector<std::string> known_;
};

template <class Hint>
void Object::finish(Hint hint) {
    for (const auto& item : node_.json().items()) {
        bool known = false;
        for (const std::string& name : known_) known = known || name == item.key();
        if (!known) fail_unknown(item.key(), hint(item.key()));
    }
}

}  // namespace sidestep
