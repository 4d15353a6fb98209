// DXF plans, as text: lines, polylines, arcs and circles, also inside blocks. Layers say what is a wall.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "base/math.h"
#include "import/plan_places.h"
#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

constexpr double kSagitta = 0.005;  // m between an arc and its chords
constexpr int kDeepestBlock = 16;
constexpr std::size_t kMostPoints = 20'000'000;  // blocks in blocks can multiply without end

struct Group {
    int code = 0;
    std::string_view value;
    std::size_t offset = 0;
};

struct Entity {
    std::string_view type, layer = "0", block;
    std::vector<Group> groups;
    double number(int code, double otherwise = 0) const {
        for (const Group& g : groups) {
            if (g.code == code) return value(g);
        }
        return otherwise;
    }
    Vec2d point(int code) const { return {number(code), number(code + 10)}; }
    static double value(const Group& g) {
        Text text(g.value);
        double v = 0;
        if (text.number(v) && std::isfinite(v)) return v;
        refuse("a number of the DXF cannot be read", std::string(g.value.substr(0, 40)), "a finite number",
               fmt::format("Correct the value of group {}.", g.code));
    }
    /// Flags and codes; what is no whole number of 16 bits means none of them.
    static int whole(double value) { return std::fabs(value) < 0x1p15 ? static_cast<int>(value) : 0; }
    int flags() const { return whole(number(70)); }
    /// A curve seen from below is drawn mirrored.
    bool mirrored() const { return number(230, 1) < 0; }
};

/// Turned, stretched, moved.
struct Transform {
    Vec2d x{1, 0}, y{0, 1}, move{};
    Vec2d operator()(Vec2d p) const { return x * p.x + y * p.y + move; }
    Transform operator*(const Transform& inner) const {
        const Transform linear{x, y, {}};
        return {linear(inner.x), linear(inner.y), (*this)(inner.move)};
    }
};

enum class Use { wall, floor, obstacle, place, nothing };

bool has(const std::string& name, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

class Dxf {
public:
    Dxf(const std::string& text, const ImportOptions& options, ImportReport& report)
        : text_(text), options_(options), report_(report) {}

    Drawing read() {
        if (text_.rest().starts_with("AutoCAD Binary DXF")) {
            refuse("the DXF is binary", "AutoCAD Binary DXF", "DXF as text", "Save it as ASCII DXF.");
        }
        read_sections();
        set_unit();
        choose_layers();
        for (const Entity& entity : entities_) draw(entity, {}, "", 0);
        if (drawing_.lines.empty() && drawing_.polygons.empty()) {
            refuse("the DXF contains no wall", "",
                   "LINE, LWPOLYLINE, POLYLINE, ARC, CIRCLE on the layers that are walls",
                   "Name the layers that are walls (--layers); the file has: " + layer_list() + ".");
        }
        name_places(drawing_.places, options_.snap);
        for (const auto& [layer, count] : unused_)
            ignore(report_, fmt::format("entities of layer \"{}\"", layer), count);
        drawing_.plan = true;
        return std::move(drawing_);
    }

private:
    // ---- groups: a code on one line, its value on the next ----

    std::string_view line() {
        const std::string_view rest = text_.rest();
        const std::size_t end = rest.find('\n');
        std::string_view result = rest.substr(0, end);
        text_.skip(end == std::string_view::npos ? rest.size() : end + 1);
        while (!result.empty() && Text::is_blank(result.back())) result.remove_suffix(1);
        return result;
    }
    bool next(Group& group) {
        if (text_.done()) return false;
        group.offset = text_.offset();
        std::string_view code = line();
        while (!code.empty() && Text::is_blank(code.front())) code.remove_prefix(1);
        const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), group.code);
        if (error != std::errc() || end != code.data() + code.size()) {
            if (code.empty() && text_.done()) return false;
            text_.seek(group.offset);
            refuse("the file is not DXF: a group code should stand here", std::string(code.substr(0, 40)),
                   "a whole number on a line of its own", "Save the drawing as ASCII DXF again.", text_.line(), 1);
        }
        if (text_.done()) ends_early();
        group.value = line();
        while (!group.value.empty() && Text::is_blank(group.value.front())) group.value.remove_prefix(1);
        return true;
    }
    [[noreturn]] void ends_early() {
        refuse("the DXF ends too early", "end of text", "sections that end with ENDSEC",
               "The file was not written or copied completely.", text_.line(), text_.column());
    }

    // ---- sections ----

    void read_sections() {
        Group group;
        bool any = false;
        while (next(group)) {
            if (group.code == 0 && group.value == "EOF") break;
            if (group.code != 0 || group.value != "SECTION") continue;
            any = true;
            if (!next(group)) ends_early();
            if (group.value == "HEADER") {
                read_header();
            } else if (group.value == "TABLES") {
                read_tables();
            } else if (group.value == "BLOCKS") {
                read_blocks();
            } else if (group.value == "ENTITIES") {
                read_entities(entities_, "ENDSEC");
            } else {
                skip_section();
            }
        }
        if (!any) {
            refuse("the file is not DXF", text_.excerpt(), "DXF with sections", "Save the drawing as ASCII DXF again.");
        }
    }
    void skip_section() {
        Group group;
        while (next(group)) {
            if (group.code == 0 && group.value == "ENDSEC") return;
        }
        ends_early();
    }
    void read_header() {
        Group group;
        std::string_view variable;
        while (next(group)) {
            if (group.code == 0 && group.value == "ENDSEC") return;
            if (group.code == 9) variable = group.value;
            if (variable == "$INSUNITS" && group.code == 70) units_ = Entity::whole(Entity::value(group));
        }
        ends_early();
    }
    void read_tables() {
        std::vector<Entity> tables;
        read_entities(tables, "ENDSEC");
        for (const Entity& layer : tables) {
            if (layer.type != "LAYER") continue;
            std::string_view name;
            for (const Group& g : layer.groups) {
                if (g.code == 2) name = g.value;
            }
            if ((layer.flags() & 1) != 0 || layer.number(62, 7) < 0) hidden_.emplace_back(name);
        }
    }
    void read_blocks() {
        std::vector<Entity> all;
        read_entities(all, "ENDSEC");
        Block* block = nullptr;
        for (Entity& entity : all) {
            if (entity.type == "BLOCK") {
                block = &blocks_[std::string(entity.block)];
                block->base = entity.point(10);
                block->entities.clear();
            } else if (entity.type == "ENDBLK") {
                block = nullptr;
            } else if (block != nullptr) {
                block->entities.push_back(std::move(entity));
            }
        }
    }
    void read_entities(std::vector<Entity>& into, std::string_view until) {
        Group group;
        while (next(group)) {
            if (group.code == 0) {
                if (group.value == until) return;
                into.push_back({});
                into.back().type = group.value;
                continue;
            }
            if (into.empty()) continue;
            Entity& entity = into.back();
            if (group.code == 8) entity.layer = group.value;
            if (group.code == 2) entity.block = group.value;
            // Coordinates, lengths, angles, flags: what shapes are made of.
            if ((group.code >= 10 && group.code < 80) || group.code == 230 || group.code == 2) {
                entity.groups.push_back(group);
            }
        }
        ends_early();
    }

    void set_unit() {
        // $INSUNITS: 1 inch, 2 foot, 3 mile, 4 mm, 5 cm, 6 m, 7 km, 10 yard, 14 dm.
        constexpr std::array<double, 15> kUnits{0, 0.0254, 0.3048, 1609.344, 0.001, 0.01, 1,  1000,
                                                0, 0,      0.9144, 0,        0,     0,    0.1};
        const bool known =
            units_ > 0 && units_ < static_cast<int>(kUnits.size()) && kUnits[static_cast<std::size_t>(units_)] > 0;
        report_.unit = options_.unit.value_or(known ? kUnits[static_cast<std::size_t>(units_)] : 1);
        if (!options_.unit && !known) {
            report_.warnings.push_back("the DXF does not say its unit: it was taken for metres");
        }
    }

    // ---- layers ----

    void each_layer(const std::vector<Entity>& entities, std::vector<std::string>& names) const {
        for (const Entity& entity : entities) {
            if (std::find(names.begin(), names.end(), entity.layer) == names.end()) names.emplace_back(entity.layer);
        }
    }
    std::string layer_list() const {
        std::vector<std::string> names;
        each_layer(entities_, names);
        std::string list;
        for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name.substr(0, 60);
        return list.substr(0, 400);
    }
    void choose_layers() {
        std::vector<std::string> names;
        each_layer(entities_, names);
        for (const auto& [name, block] : blocks_) each_layer(block.entities, names);
        bool floor = false, walls = false;
        for (const std::string& name : names) {
            const std::string lower = lower_case(name);
            Use use = Use::nothing;
            const std::optional<PlaceUse> place = place_use_of(lower);
            if (!options_.layers.empty()) {
                const bool listed =
                    std::find(options_.layers.begin(), options_.layers.end(), name) != options_.layers.end();
                use = listed ? Use::wall : place ? Use::place : Use::nothing;
            } else if (has(lower, {"walkable"})) {
                use = Use::floor, floor = true;
            } else if (has(lower, {"obstacle"})) {
                use = Use::obstacle;
            } else if (has(lower, {"wall", "wand", "mauer", "column", "pillar"})) {
                use = Use::wall, walls = true;
            } else if (place) {
                use = Use::place;
            }
            uses_[name] = use;
        }
        for (const std::string& name : options_.layers) {
            if (uses_.contains(name)) continue;
            refuse("the DXF has no such layer", name, layer_list(), "Choose from these.");
        }
        if (!options_.layers.empty()) return;
        // Nothing by name: everything is a wall.
        for (auto& [name, use] : uses_) {
            if (!floor && !walls && use == Use::nothing) use = Use::wall;
        }
    }
    /// Layer 0 inside a block means the layer of whoever inserts it.
    static std::string layer_of(const Entity& entity, const std::string& outer_layer) {
        return entity.layer == "0" && !outer_layer.empty() ? outer_layer : std::string(entity.layer);
    }
    Use use_of(const Entity& entity, const std::string& outer_layer) {
        const std::string layer = layer_of(entity, outer_layer);
        layer_ = layer;
        const auto found = uses_.find(layer);
        Use use = found == uses_.end() ? Use::nothing : found->second;
        const bool hidden =
            options_.layers.empty() && std::find(hidden_.begin(), hidden_.end(), layer) != hidden_.end();
        if (use == Use::nothing || hidden) {
            ++unused_[layer];
            return Use::nothing;
        }
        return use;
    }

    // ---- shapes ----

    int chords(double radius, double angle) const {
        const double sagitta = kSagitta / report_.unit;
        const double step = radius > 4 * sagitta ? 2 * std::sqrt(2 * sagitta / radius) : kPi / 4;
        return static_cast<int>(std::clamp(std::ceil(std::fabs(angle) / std::min(step, kPi / 12)), 2.0, 720.0));
    }
    void add_arc(std::vector<Vec2d>& points, Vec2d centre, double radius, double from, double angle) const {
        const int count = chords(radius, angle);
        for (int i = 0; i <= count; ++i) {
            const SinCos at = sin_cos(from + angle * i / count);
            points.push_back(centre + Vec2d{at.cos, at.sin} * radius);
        }
    }
    /// From a to b with bulge = tan(angle / 4), positive to the left; without a itself.
    void add_bulge(std::vector<Vec2d>& points, Vec2d a, Vec2d b, double bulge) const {
        const Vec2d d = b - a;
        const double length = norm(d);
        if (std::fabs(bulge) < 1e-9 || std::fabs(bulge) > 1e6 || !(length > 0)) {
            points.push_back(b);
            return;
        }
        const double angle = 4 * arc_tangent(bulge, 1);
        const double radius = length * (1 + bulge * bulge) / (4 * std::fabs(bulge));
        // The centre lies left of a left arc shorter than half a circle.
        const double to_centre = length * (1 - bulge * bulge) / (4 * bulge);
        const Vec2d centre = a + d * 0.5 + Vec2d{-d.y, d.x} * (to_centre / length);
        const int count = chords(radius, angle);
        const Vec2d arm = a - centre;
        for (int i = 1; i < count; ++i) {
            const SinCos turn = sin_cos(angle * i / count);
            points.push_back(centre + Vec2d{arm.x * turn.cos - arm.y * turn.sin, arm.x * turn.sin + arm.y * turn.cos});
        }
        points.push_back(b);
    }

    struct Corner {
        Vec2d at;
        double bulge = 0;
    };
    std::vector<Vec2d> polyline(const std::vector<Corner>& corners, bool closed) const {
        std::vector<Vec2d> points;
        if (corners.empty()) return points;
        points.push_back(corners[0].at);
        for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
            add_bulge(points, corners[i].at, corners[i + 1].at, corners[i].bulge);
        }
        if (closed) add_bulge(points, corners.back().at, corners[0].at, corners.back().bulge);
        return points;
    }

    void emit(std::vector<Vec2d> points, bool closed, bool mirrored, const Transform& transform, Use use) {
        if ((points_ += points.size()) > kMostPoints) {
            refuse("the DXF draws more than twenty million points", "", "fewer",
                   "Remove repeated blocks and patterns.");
        }
        for (Vec2d& p : points) {
            if (mirrored) p.x = -p.x;
            p = transform(p) * report_.unit;
        }
        if (use == Use::place) {
            if (closed && points.size() > 1 && points.front() == points.back()) points.pop_back();
            drawing_.places.push_back({layer_, *place_use_of(lower_case(layer_)), std::move(points), closed});
            return;
        }
        if (closed && points.size() > 1 && use != Use::wall) {
            if (points.front() == points.back()) points.pop_back();
            drawing_.polygons.push_back(
                {use == Use::floor ? Drawing::Role::floor : Drawing::Role::obstacle, {std::move(points)}});
            return;
        }
        drawing_.lines.push_back(std::move(points));
    }

    void draw(const Entity& entity, const Transform& transform, const std::string& outer_layer, int depth) {
        if (++drawn_ > kMostPoints) {
            refuse("the DXF repeats its blocks too often", "", "at most twenty million entities", "Remove patterns.");
        }
        if (entity.number(67) == 1) return;  // paper, not the model
        const std::string_view type = entity.type;
        if (type == "INSERT") {
            insert(entity, transform, outer_layer, depth);
            return;
        }
        if (open_polyline_ && (type == "VERTEX" || type == "SEQEND")) {
            if (type == "VERTEX") {
                // Spline frames and the faces of meshes are no corners.
                if ((entity.flags() & 16) == 0) corners_.push_back({entity.point(10), entity.number(42)});
                return;
            }
            open_polyline_ = false;
            if (polyline_use_ != Use::nothing) {
                emit(polyline(corners_, polyline_closed_), polyline_closed_, polyline_mirrored_, transform,
                     polyline_use_);
            }
            return;
        }
        if (type == "VIEWPORT" || type == "SEQEND" || type == "ATTRIB") return;
        const Use use = use_of(entity, outer_layer);
        if (type == "POLYLINE") {
            open_polyline_ = true;
            polyline_use_ = use;
            polyline_closed_ = (entity.flags() & 1) != 0;
            polyline_mirrored_ = entity.mirrored();
            corners_.clear();
            return;
        }
        if (use == Use::nothing) return;
        if (type == "LINE") {
            emit({entity.point(10), entity.point(11)}, false, false, transform, use);
        } else if (type == "LWPOLYLINE") {
            std::vector<Corner> corners;
            for (const Group& g : entity.groups) {
                if (g.code == 10) corners.push_back({{Entity::value(g), 0}, 0});
                if (g.code == 20 && !corners.empty()) corners.back().at.y = Entity::value(g);
                if (g.code == 42 && !corners.empty()) corners.back().bulge = Entity::value(g);
            }
            const bool closed = (entity.flags() & 1) != 0;
            emit(polyline(corners, closed), closed, entity.mirrored(), transform, use);
        } else if (type == "CIRCLE" || type == "ARC") {
            const bool circle = type == "CIRCLE";
            const double radius = entity.number(40);
            double from = circle ? 0 : entity.number(50) * kPi / 180,
                   to = circle ? 2 * kPi : entity.number(51) * kPi / 180;
            if (!(radius > 0) || std::fabs(from) > 1000 || std::fabs(to) > 1000) {
                ignore(report_, fmt::format("{} without a shape", type));
                return;
            }
            while (to <= from) to += 2 * kPi;
            std::vector<Vec2d> points;
            add_arc(points, entity.point(10), radius, from, to - from);
            if (circle) points.back() = points.front();
            emit(std::move(points), circle, entity.mirrored(), transform, use);
        } else {
            ignore(report_, fmt::format("{} entities", type.substr(0, 40)));
        }
    }

    void insert(const Entity& entity, const Transform& transform, const std::string& outer_layer, int depth) {
        const auto block = blocks_.find(std::string(entity.block));
        if (block == blocks_.end()) {
            ignore(report_, "insertions of blocks that are not in the file");
            return;
        }
        if (depth >= kDeepestBlock) {
            refuse("blocks of the DXF contain each other too deeply", std::string(entity.block.substr(0, 40)),
                   fmt::format("at most {} levels", kDeepestBlock), "Explode the blocks.");
        }
        const std::string layer = layer_of(entity, outer_layer);
        const SinCos turn = sin_cos(std::remainder(entity.number(50), 360) * kPi / 180);
        const double sx = entity.number(41, 1) * (entity.mirrored() ? -1 : 1), sy = entity.number(42, 1);
        const auto count = [&](int code) { return static_cast<int>(std::clamp(entity.number(code, 1), 1.0, 10000.0)); };
        Vec2d at = entity.point(10);
        if (entity.mirrored()) at.x = -at.x;
        for (int row = 0; row < count(71); ++row) {
            for (int column = 0; column < count(70); ++column) {
                const Transform turned{Vec2d{turn.cos, turn.sin}, Vec2d{-turn.sin, turn.cos}, at};
                const Vec2d offset{entity.number(44) * column, entity.number(45) * row};
                const Vec2d base = block->second.base;
                const Transform local{Vec2d{sx, 0}, Vec2d{0, sy}, offset - Vec2d{base.x * sx, base.y * sy}};
                const Transform inner = transform * (turned * local);
                for (const Entity& part : block->second.entities) draw(part, inner, layer, depth + 1);
            }
        }
    }

    struct Block {
        Vec2d base{};
        std::vector<Entity> entities;
    };

    Text text_;
    const ImportOptions& options_;
    ImportReport& report_;
    Drawing drawing_;
    int units_ = 0;
    std::vector<Entity> entities_;
    std::map<std::string, Block> blocks_;
    std::map<std::string, Use> uses_;
    std::map<std::string, std::size_t> unused_;
    std::vector<std::string> hidden_;
    std::string layer_;  ///< of what is being drawn
    std::vector<Corner> corners_;
    bool open_polyline_ = false, polyline_closed_ = false, polyline_mirrored_ = false;
    Use polyline_use_ = Use::nothing;
    std::size_t points_ = 0, drawn_ = 0;
};

}  // namespace

Drawing draw_dxf(const std::string& text, const ImportOptions& options, ImportReport& report) {
    return Dxf(text, options, report).read();
}

}  // namespace sidestep
