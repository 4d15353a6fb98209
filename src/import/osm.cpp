// OpenStreetMap's XML: buildings are obstacles, everything else is ground.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "import/footprints.h"
#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

/// Tags one after the other; text between them does not matter in this format.
class Tags {
public:
    explicit Tags(const std::string& text) : text_(text), place_(text) {}

    struct Tag {
        std::string_view name, attributes;
        bool end = false;    ///< </name>
        bool alone = false;  ///< <name/>
    };
    /// False at the end of the text.
    bool next(Tag& tag) {
        for (;;) {
            const std::size_t open = text_.find('<', at_);
            if (open == std::string_view::npos) return false;
            at_ = open;
            if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">")) continue;
            break;
        }
        const std::size_t start = at_ + 1;
        std::size_t end = start;
        char quote = '\0';
        for (; end < text_.size(); ++end) {
            const char c = text_[end];
            if (quote != '\0') {
                if (c == quote) quote = '\0';
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                break;
            }
        }
        if (end == text_.size()) ends_early();
        at_ = end + 1;
        std::string_view inside = text_.substr(start, end - start);
        tag.end = inside.starts_with('/');
        if (tag.end) inside.remove_prefix(1);
        tag.alone = inside.ends_with('/');
        if (tag.alone) inside.remove_suffix(1);
        std::size_t name = 0;
        while (name < inside.size() && !Text::is_blank(inside[name])) ++name;
        tag.name = inside.substr(0, name);
        tag.attributes = inside.substr(name);
        return true;
    }

    [[noreturn]] void ends_early() {
        place_.seek(text_.size());
        refuse("the OpenStreetMap file ends too early", "end of text", "XML with a closing </osm>",
               "The file was not written or copied completely.", place_.line(), place_.column());
    }
    [[noreturn]] void wrong(const std::string& message, std::string_view value) {
        place_.seek(at_);
        refuse(message, std::string(value.substr(0, 80)), "XML of OpenStreetMap", "Correct the file at this place.",
               place_.line(), place_.column());
    }

private:
    bool skip(std::string_view begin, std::string_view end) {
        if (!text_.substr(at_).starts_with(begin)) return false;
        const std::size_t found = text_.find(end, at_ + begin.size());
        if (found == std::string_view::npos) ends_early();
        at_ = found + end.size();
        return true;
    }
    std::string_view text_;
    Text place_;
    std::size_t at_ = 0;
};

/// The value as written: the keys and values looked at here hold no entities.
std::string_view attribute(std::string_view attributes, std::string_view name) {
    std::size_t at = 0;
    while (at < attributes.size()) {
        while (at < attributes.size() && Text::is_blank(attributes[at])) ++at;
        const std::size_t equals = attributes.find('=', at);
        if (equals == std::string_view::npos) return {};
        std::string_view key = attributes.substr(at, equals - at);
        while (!key.empty() && Text::is_blank(key.back())) key.remove_suffix(1);
        std::size_t open = equals + 1;
        while (open < attributes.size() && Text::is_blank(attributes[open])) ++open;
        if (open == attributes.size() || (attributes[open] != '"' && attributes[open] != '\'')) return {};
        const std::size_t close = attributes.find(attributes[open], open + 1);
        if (close == std::string_view::npos) return {};
        if (key == name) return attributes.substr(open + 1, close - open - 1);
        at = close + 1;
    }
    return {};
}

template <class Number>
bool parse(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

class Osm {
public:
    Osm(const std::string& text, ImportReport& report) : tags_(text), report_(report) {}

    Drawing read(double margin) {
        read_tags();
        // Of two with one id the first in the file counts.
        std::sort(nodes_.begin(), nodes_.end(),
                  [](const Node& l, const Node& r) { return l.id != r.id ? l.id < r.id : l.order < r.order; });
        std::sort(ways_.begin(), ways_.end(),
                  [](const Way& l, const Way& r) { return l.id != r.id ? l.id < r.id : l.order < r.order; });
        for (const Relation& relation : relations_) add_relation(relation);
        for (const Way& way : ways_) {
            if (way.building) add_way(way);
        }
        if (drawing_.polygons.empty()) {
            refuse("the OpenStreetMap file contains no building", "", "ways or multipolygons tagged \"building\"",
                   "Choose an extract with buildings; other things are not obstacles.");
        }
        project(drawing_, report_);
        for (const std::size_t polygon : unclosed_) {
            add(report_, RepairKind::unclosed_ring, drawing_.polygons[polygon].rings[0].back());
        }
        add_ground(drawing_, margin);
        return std::move(drawing_);
    }

private:
    struct Node {
        std::int64_t id;
        std::size_t order;
        Vec2d degrees;
    };
    struct Way {
        std::int64_t id = 0;
        std::size_t order = 0;
        std::vector<std::int64_t> nodes;
        bool building = false;
    };
    struct Relation {
        struct Member {
            std::int64_t way;
            bool inner;
        };
        std::vector<Member> members;
        bool building = false, multipolygon = false;
    };

    void read_tags() {
        Tags::Tag tag;
        bool root = false, closed = false;
        Way way;
        Relation relation;
        enum class In { nothing, a_way, a_relation } in = In::nothing;
        while (tags_.next(tag)) {
            if (tag.name == "osm") {
                root = true;
                closed = tag.end || tag.alone;
            } else if (!root) {
                tags_.wrong("the file is not OpenStreetMap's", tag.name);
            } else if (tag.name == "node") {
                if (!tag.end) add_node(tag);
            } else if (tag.name == "way") {
                if (tag.end && in == In::a_way) {
                    way.order = ways_.size();
                    ways_.push_back(std::move(way));
                    in = In::nothing;
                } else if (!tag.end && !tag.alone) {
                    way = {};
                    if (!parse(attribute(tag.attributes, "id"), way.id)) tags_.wrong("a way has no id", tag.attributes);
                    in = In::a_way;
                }
            } else if (tag.name == "relation") {
                if (tag.end && in == In::a_relation) {
                    if (relation.building && relation.multipolygon) relations_.push_back(std::move(relation));
                    in = In::nothing;
                } else if (!tag.end && !tag.alone) {
                    relation = {};
                    in = In::a_relation;
                }
            } else if (tag.name == "nd" && in == In::a_way) {
                std::int64_t node = 0;
                if (!parse(attribute(tag.attributes, "ref"), node))
                    tags_.wrong("a way has no node here", tag.attributes);
                way.nodes.push_back(node);
            } else if (tag.name == "member" && in == In::a_relation) {
                if (attribute(tag.attributes, "type") != "way") continue;
                std::int64_t member = 0;
                if (!parse(attribute(tag.attributes, "ref"), member))
                    tags_.wrong("a member has no way", tag.attributes);
                relation.members.push_back({member, attribute(tag.attributes, "role") == "inner"});
            } else if (tag.name == "tag" && in != In::nothing) {
                const std::string_view key = attribute(tag.attributes, "k"), value = attribute(tag.attributes, "v");
                // One walks below a roof.
                const bool building = key == "building" && value != "no" && value != "roof";
                if (in == In::a_way) {
                    way.building = way.building || building;
                    if (key == "barrier") ignore(report_, "barriers");
                } else {
                    relation.building = relation.building || building;
                    relation.multipolygon = relation.multipolygon || (key == "type" && value == "multipolygon");
                }
            }
        }
        if (!root) tags_.wrong("the file is not OpenStreetMap's", "");
        if (!closed) tags_.ends_early();
    }

    void add_node(const Tags::Tag& tag) {
        Node node{};
        if (attribute(tag.attributes, "action") == "delete" || attribute(tag.attributes, "visible") == "false") return;
        if (!parse(attribute(tag.attributes, "id"), node.id)) tags_.wrong("a node has no id", tag.attributes);
        if (!parse(attribute(tag.attributes, "lon"), node.degrees.x) ||
            !parse(attribute(tag.attributes, "lat"), node.degrees.y) || !(std::fabs(node.degrees.x) <= 180) ||
            !(std::fabs(node.degrees.y) <= 90)) {
            tags_.wrong("a node has no place on earth", tag.attributes);
        }
        node.order = nodes_.size();
        nodes_.push_back(node);
    }

    /// Adds the places of a way's nodes; those outside the extract are missing, which is told.
    std::vector<Vec2d> places(const std::vector<std::int64_t>& ids) {
        std::vector<Vec2d> result;
        for (const std::int64_t id : ids) {
            const auto node = std::lower_bound(nodes_.begin(), nodes_.end(), id,
                                               [](const Node& l, std::int64_t r) { return l.id < r; });
            if (node == nodes_.end() || node->id != id) {
                ignore(report_, "corners of buildings that are not in the file");
            } else {
                result.push_back(node->degrees);
            }
        }
        return result;
    }

    Way* find_way(std::int64_t id) {
        const auto way =
            std::lower_bound(ways_.begin(), ways_.end(), id, [](const Way& l, std::int64_t r) { return l.id < r; });
        return way == ways_.end() || way->id != id ? nullptr : &*way;
    }

    void add_way(const Way& way) {
        const bool closed = way.nodes.size() > 1 && way.nodes.front() == way.nodes.back();
        std::vector<Vec2d> ring = places(way.nodes);
        if (ring.empty()) return;
        if (closed && ring.size() > 1 && ring.front() == ring.back()) {
            ring.pop_back();
        } else {
            unclosed_.push_back(drawing_.polygons.size());
        }
        drawing_.polygons.push_back({Drawing::Role::obstacle, {std::move(ring)}});
    }

    /// Ways of one role, joined end to end into rings.
    std::vector<std::vector<std::int64_t>> rings(const Relation& relation, bool inner) {
        std::vector<std::vector<std::int64_t>> open, closed;
        for (const Relation::Member& member : relation.members) {
            if (member.inner != inner) continue;
            Way* way = find_way(member.way);
            if (way == nullptr || way->nodes.size() < 2) {
                ignore(report_, "parts of buildings that are not in the file");
                continue;
            }
            way->building = false;  // it is drawn with the relation
            (way->nodes.front() == way->nodes.back() ? closed : open).push_back(way->nodes);
        }
        while (!open.empty()) {
            std::vector<std::int64_t> ring = std::move(open.back());
            open.pop_back();
            for (bool grew = true; grew && ring.front() != ring.back();) {
                grew = false;
                for (std::size_t i = 0; i < open.size(); ++i) {
                    std::vector<std::int64_t>& part = open[i];
                    if (part.back() == ring.back()) std::reverse(part.begin(), part.end());
                    if (part.front() != ring.back()) continue;
                    ring.insert(ring.end(), part.begin() + 1, part.end());
                    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
                    grew = true;
                    break;
                }
            }
            closed.push_back(std::move(ring));
        }
        return closed;
    }

    void add_relation(const Relation& relation) {
        // Inner rings are courtyards of one of the outer ones; the others they do not meet ignore them.
        std::vector<std::vector<std::int64_t>> outer = rings(relation, false), inner = rings(relation, true);
        if (outer.size() == 1) {
            Drawing::Polygon polygon{Drawing::Role::obstacle, {}};
            polygon.rings.push_back(places(outer[0]));
            for (const auto& ring : inner) polygon.rings.push_back(places(ring));
            drawing_.polygons.push_back(std::move(polygon));
            return;
        }
        for (const auto& ring : outer) drawing_.polygons.push_back({Drawing::Role::obstacle, {places(ring)}});
        // Which one is unknown here. Courtyards cannot be walked into from outside anyway.
        ignore(report_, "courtyards of buildings in several parts", inner.size());
    }

    Tags tags_;
    ImportReport& report_;
    std::vector<Node> nodes_;
    std::vector<Way> ways_;
    std::vector<Relation> relations_;
    std::vector<std::size_t> unclosed_;
    Drawing drawing_;
};

}  // namespace

Drawing draw_osm(const std::string& text, const ImportOptions& options, ImportReport& report) {
    return Osm(text, report).read(options.margin);
}

}  // namespace sidestep
