#include "scene/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenario/polygon.h"

namespace sidestep {
namespace {

std::string_view type_name(const Json& json) {
    switch (json.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::object:
            return "an object";
        case Json::value_t::array:
            return "an array";
        case Json::value_t::string:
            return "a string";
        case Json::value_t::boolean:
            return "true or false";
        default:
            return "a number";
    }
}

}  // namespace

std::string Node::pointer() const {
    if (parent_ == nullptr) return "";
    return parent_->pointer() + '/' + (parent_->json_->is_array() ? std::to_string(index_) : pointer_token(key_));
}

std::string Node::name() const {
    if (parent_ == nullptr) return "the document";
    if (parent_->json_->is_array()) return fmt::format("item {} of {}", index_, parent_->name());
    return fmt::format("\"{}\"", key_);
}

void Node::fail(PlaceOf place_of, std::string message, std::string allowed, std::string remedy) const {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = source_->file;
    problem.pointer = pointer();
    const TextPlace place = locate(source_->text, problem.pointer, place_of);
    problem.line = place.line;
    problem.column = place.column;
    problem.value = excerpt(source_->text, place);
    if (place.line == 0) problem.value = json_->dump(-1, ' ', false, Json::error_handler_t::replace);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

void Node::fail(std::string message, std::string allowed, std::string remedy) const {
    fail(PlaceOf::value, std::move(message), std::move(allowed), std::move(remedy));
}

void Node::fail_at_key(std::string message, std::string allowed, std::string remedy) const {
    fail(PlaceOf::key, std::move(message), std::move(allowed), std::move(remedy));
}

void Node::fail_type(std::string_view wanted) const {
    fail(fmt::format("{} must be {}, not {}", name(), wanted, type_name(*json_)), std::string(wanted),
         fmt::format("Write {} here.", wanted));
}

double Node::number(const Range& range) const {
    if (!json_->is_number()) fail_type("a number");
    const double value = json_->get<double>();
    if (!range.contains(value)) {
        fail(fmt::format("{} is out of range", name()), range.text(), "Choose a value in this range.");
    }
    return value;
}

std::uint64_t Node::whole(std::uint64_t min, std::uint64_t max) const {
    if (!json_->is_number()) fail_type("a whole number");
    std::optional<std::uint64_t> value;
    if (json_->is_number_unsigned()) {
        value = json_->get<std::uint64_t>();
    } else if (json_->is_number_float()) {
        // 1e6 and 100.0 are whole numbers too; beyond 2^53 a float no longer says which.
        const double written = json_->get<double>();
        if (written >= 0 && written <= 0x1p53 && written == std::floor(written))
            value = static_cast<std::uint64_t>(written);
    }
    if (!value || *value < min || *value > max) {
        fail(fmt::format("{} is not a whole number in the allowed range", name()),
             fmt::format("whole numbers from {} to {}", min, max), "Choose a value in this range.");
    }
    return *value;
}

bool Node::boolean() const {
    if (!json_->is_boolean()) fail_type("true or false");
    return json_->get<bool>();
}

const std::string& Node::text() const {
    if (!json_->is_string()) fail_type("a string");
    return json_->get_ref<const std::string&>();
}

std::size_t Node::items(const std::string& allowed) const {
    if (!json_->is_array()) fail_type(allowed);
    return json_->size();
}

Vec2d Node::point() const {
    if (items("a point [x, y]") != 2) {
        fail(fmt::format("{} has {} numbers instead of two", name(), json_->size()), "a point [x, y] in metres",
             "Write the two coordinates.");
    }
    return {item(0).number(kCoordinate), item(1).number(kCoordinate)};
}

Polygon Node::polygon() const {
    const std::size_t size = items("a polygon [[x, y], [x, y], [x, y], …]");
    Polygon ring;
    for (std::size_t i = 0; i < size; ++i) ring.push_back(item(i).point());
    // Rings are often written closed.
    if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    if (ring.size() < 3) {
        fail(fmt::format("{} has {} different points", name(), ring.size()), "a polygon of at least 3 points",
             "Write the corners of the area in order.");
    }
    if (!(std::fabs(polygon_area(ring)) > 1e-9)) {
        fail(fmt::format("{} has no area", name()), "a polygon whose corners do not lie on one line",
             "Write the corners of the area in order.");
    }
    return ring;
}

Object::Object(const Node& node, std::string_view what) : node_(node), what_(what) {
    if (!node.json().is_object()) node.fail_type(what.starts_with('"') ? "an object" : what);
}

std::optional<Node> Object::find(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    const auto found = node_.json().find(std::string(key));
    if (found == node_.json().end()) return std::nullopt;
    return node_.child(found);
}

Node Object::need(std::string_view key) {
    if (const auto found = find(key)) return *found;
    // What is missing may be there misspelt; saying so helps more.
    for (const auto& item : node_.json().items()) {
        const std::string name(key);
        if (nearest_name(item.key(), std::span(&name, 1))) {
            fail_unknown(item.key(), fmt::format("Did you mean \"{}\"?", key));
        }
    }
    node_.fail(fmt::format("{} needs \"{}\"", what_, key), fmt::format("an object with the key \"{}\"", key),
               fmt::format("Add \"{}\".", key));
}

bool Object::either(std::string_view first, std::string_view second) {
    const auto a = find(first);
    const auto b = find(second);
    if (a.has_value() != b.has_value()) return a.has_value();
    if (a) {
        b->fail_at_key(fmt::format("{} has both \"{}\" and \"{}\"", what_, first, second),
                       fmt::format("either \"{}\" or \"{}\"", first, second), "Remove one of them.");
    }
    node_.fail(fmt::format("{} needs \"{}\" or \"{}\"", what_, first, second),
               fmt::format("either \"{}\" or \"{}\"", first, second), "Add one of them.");
}

void Object::fail_unknown(const std::string& key, std::string remedy) const {
    if (remedy.empty()) remedy = did_you_mean(key, known_, "Remove it; nothing would read it.");
    node_.child(key).fail_at_key(fmt::format("{} has no key \"{}\"", what_, key), list_of(known_), std::move(remedy));
}

}  // namespace sidestep
