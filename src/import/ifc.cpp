// IFC building models: surfaces and extruded solids of walls, slabs and whatever else stands in the way. Rooms and
// doors do not. Our own reader, because assimp 5.2 ends the process on IFC 4.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "import/mesh.h"
#include "import/readers.h"
#include "import/step_file.h"

namespace sidestep {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostTriangles = 20'000'000;
using Kind = StepValue::Kind;

Vec3d plus(Vec3d a, Vec3d b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vec3d times(Vec3d a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
double dot(Vec3d a, Vec3d b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vec3d cross(Vec3d a, Vec3d b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// `otherwise` where there is no direction.
Vec3d unit(Vec3d a, Vec3d otherwise) {
    const double length = std::sqrt(dot(a, a));
    return length > 1e-12 ? times(a, 1 / length) : otherwise;
}

struct Frame {
    Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, origin{};
    Vec3d turned(Vec3d p) const { return plus(plus(times(x, p.x), times(y, p.y)), times(z, p.z)); }
    Vec3d operator()(Vec3d p) const { return plus(turned(p), origin); }
    Frame operator*(const Frame& inner) const {
        return {turned(inner.x), turned(inner.y), turned(inner.z), (*this)(inner.origin)};
    }
};

class Ifc {
public:
    Ifc(const std::string& text, ImportReport& report) : file_(read_step(text)), report_(report) {}

    Mesh read() {
        mesh_.unit = length_unit();
        mesh_.usual_up = UpAxis::z;
        std::size_t openings = 0;
        for (const StepEntity& entity : file_.entities) {
            openings += entity.type == "IFCRELVOIDSELEMENT";
            product(entity);
        }
        ignore(report_, "openings in walls that are not cut out", openings);
        if (mesh_.triangles.empty()) {
            refuse("the IFC contains no surface that could be read", std::string(file_.schema.substr(0, 40)),
                   "tessellations, boundary representations and extruded solids",
                   "Export it with tessellated geometry (Reference View), or as OBJ or glTF.");
        }
        return std::move(mesh_);
    }

private:
    static bool is(const StepEntity* entity, std::string_view type) {
        return entity != nullptr && entity->type == type;
    }

    double length_unit() const {
        for (const StepEntity& entity : file_.entities) {
            if (entity.type != "IFCUNITASSIGNMENT") continue;
            for (const StepValue& part : entity.argument(0).parts) {
                const StepEntity* unit_entity = file_.find(part);
                if (unit_entity == nullptr || unit_entity->argument(1).text != "LENGTHUNIT") continue;
                if (unit_entity->type == "IFCSIUNIT") return prefix(unit_entity->argument(2).text);
                if (unit_entity->type == "IFCCONVERSIONBASEDUNIT") {
                    const StepEntity* measure = file_.find(unit_entity->argument(3));
                    if (measure == nullptr) continue;
                    const StepValue& value = measure->argument(0);
                    const double factor = value.parts.empty() ? value.number : value.parts[0].number;
                    const StepEntity* base = file_.find(measure->argument(1));
                    const double scale = is(base, "IFCSIUNIT") ? prefix(base->argument(2).text) : 1;
                    if (factor > 0) return factor * scale;
                }
            }
        }
        return 1;
    }
    static double prefix(std::string_view name) {
        return name == "MILLI" ? 1e-3 : name == "CENTI" ? 1e-2 : name == "DECI" ? 0.1 : name == "KILO" ? 1e3 : 1;
    }

    // ---- placements ----

    Vec3d point(const StepValue& reference) const {
        const StepEntity* entity = file_.find(reference);
        if (entity == nullptr) return {};
        return triple(entity->argument(0));
    }
    static Vec3d triple(const StepValue& list) {
        const auto at = [&](std::size_t i) { return i < list.parts.size() ? list.parts[i].number : 0; };
        return {at(0), at(1), at(2)};
    }
    Frame axes(const StepValue& reference) const {
        const StepEntity* entity = file_.find(reference);
        Frame frame;
        if (entity == nullptr) return frame;
        frame.origin = point(entity->argument(0));
        if (entity->type == "IFCAXIS2PLACEMENT2D") {
            frame.x = unit(point(entity->argument(1)), {1, 0, 0});
            frame.y = cross(frame.z, frame.x);
            return frame;
        }
        frame.z = unit(point(entity->argument(1)), {0, 0, 1});
        const Vec3d wish = file_.find(entity->argument(2)) != nullptr ? point(entity->argument(2)) : Vec3d{1, 0, 0};
        const Vec3d spare = std::fabs(frame.z.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const auto level = [&](Vec3d v) { return plus(v, times(frame.z, -dot(v, frame.z))); };
        frame.x = unit(level(wish), unit(level(spare), {1, 0, 0}));
        frame.y = cross(frame.z, frame.x);
        return frame;
    }
    Frame placement(const StepValue& reference, int depth) const {
        const StepEntity* entity = file_.find(reference);
        if (!is(entity, "IFCLOCALPLACEMENT") || depth > kDeepest) return {};
        return placement(entity->argument(0), depth + 1) * axes(entity->argument(1));
    }

    // ---- things that stand somewhere ----

    void product(const StepEntity& entity) {
        const StepEntity* shape = file_.find(entity.argument(6));
        if (!is(shape, "IFCPRODUCTDEFINITIONSHAPE")) return;
        const std::string_view type = entity.type;
        if (type == "IFCSPACE" || type == "IFCSPATIALZONE" || type == "IFCVIRTUALELEMENT" || type == "IFCANNOTATION") {
            ignore(report_, "rooms and zones");
            return;
        }
        if (type == "IFCOPENINGELEMENT") return;
        if (type == "IFCDOOR" || type == "IFCDOORSTANDARDCASE") {
            ignore(report_, "doors, which are open");
            return;
        }
        const Frame frame = placement(entity.argument(5), 0);
        bool body = false;
        for (const StepValue& part : shape->argument(2).parts) {
            const StepEntity* representation = file_.find(part);
            body = body || (representation != nullptr && representation->argument(1).text == "Body");
        }
        for (const StepValue& part : shape->argument(2).parts) {
            const StepEntity* representation = file_.find(part);
            if (representation == nullptr || (body && representation->argument(1).text != "Body")) continue;
            for (const StepValue& shown : representation->argument(3).parts) item(file_.find(shown), frame, 0);
        }
    }

    void item(const StepEntity* entity, const Frame& frame, int depth) {
        if (entity == nullptr || depth > kDeepest) return;
        const std::string_view type = entity->type;
        if (type == "IFCTRIANGULATEDFACESET" || type == "IFCPOLYGONALFACESET") {
            face_set(*entity, frame);
        } else if (type == "IFCEXTRUDEDAREASOLID") {
            extrusion(*entity, frame);
        } else if (type == "IFCFACETEDBREP" || type == "IFCADVANCEDBREP") {
            shell(file_.find(entity->argument(0)), frame);
        } else if (type == "IFCSHELLBASEDSURFACEMODEL" || type == "IFCFACEBASEDSURFACEMODEL") {
            for (const StepValue& part : entity->argument(0).parts) shell(file_.find(part), frame);
        } else if (type == "IFCBOOLEANCLIPPINGRESULT" || type == "IFCBOOLEANRESULT") {
            ignore(report_, "cuts through solids, left whole");
            item(file_.find(entity->argument(1)), frame, depth + 1);
        } else if (type == "IFCMAPPEDITEM") {
            mapped(*entity, frame, depth);
        } else if (type == "IFCCSGSOLID") {
            item(file_.find(entity->argument(0)), frame, depth + 1);
        } else {
            ignore(report_, fmt::format("shapes of type {}", type.substr(0, 60)));
        }
    }

    void mapped(const StepEntity& entity, const Frame& frame, int depth) {
        const StepEntity *source = file_.find(entity.argument(0)), *target = file_.find(entity.argument(1));
        if (source == nullptr) return;
        Frame move;
        if (target != nullptr) {
            const double scale = target->argument(3).kind == Kind::number ? target->argument(3).number : 1;
            move.origin = point(target->argument(2));
            const bool has_z = file_.find(target->argument(4)) != nullptr;
            move.z = has_z ? unit(point(target->argument(4)), {0, 0, 1}) : Vec3d{0, 0, 1};
            if (file_.find(target->argument(0)) != nullptr) move.x = unit(point(target->argument(0)), {1, 0, 0});
            move.y = file_.find(target->argument(1)) != nullptr ? unit(point(target->argument(1)), {0, 1, 0})
                                                                : cross(move.z, move.x);
            move.x = times(move.x, scale), move.y = times(move.y, scale), move.z = times(move.z, scale);
        }
        const StepEntity* representation = file_.find(source->argument(1));
        if (representation == nullptr) return;
        const Frame placed = frame * move * axes(source->argument(0));
        for (const StepValue& part : representation->argument(3).parts) item(file_.find(part), placed, depth + 1);
    }

    // ---- surfaces ----

    std::uint32_t add_point(Vec3d p) {
        mesh_.points.push_back(p);
        return static_cast<std::uint32_t>(mesh_.points.size() - 1);
    }
    void add_fan(const std::vector<std::uint32_t>& corners) {
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            if (mesh_.triangles.size() >= kMostTriangles) {
                refuse("the IFC has more than twenty million triangles", "", "fewer", "Export a part of the building.");
            }
            mesh_.triangles.push_back({corners[0], corners[i], corners[i + 1]});
        }
    }

    void face_set(const StepEntity& entity, const Frame& frame) {
        const StepEntity* list = file_.find(entity.argument(0));
        if (list == nullptr) return;
        const auto first = static_cast<std::uint32_t>(mesh_.points.size());
        const std::size_t count = list->argument(0).parts.size();
        for (const StepValue& p : list->argument(0).parts) add_point(frame(triple(p)));
        const auto face = [&](const StepValue& indices) {
            std::vector<std::uint32_t> corners;
            for (const StepValue& index : indices.parts) {
                if (!(index.number >= 1 && index.number <= static_cast<double>(count))) {
                    refuse("a face of the IFC has a corner that is not there", fmt::format("{}", index.number),
                           fmt::format("1 to {}", count), "Export the model again.");
                }
                corners.push_back(first + static_cast<std::uint32_t>(index.number) - 1);
            }
            add_fan(corners);
        };
        if (entity.type == "IFCTRIANGULATEDFACESET") {
            for (const StepValue& triangle : entity.argument(3).parts) face(triangle);
        } else {
            for (const StepValue& part : entity.argument(2).parts) {
                const StepEntity* polygon = file_.find(part);
                if (polygon != nullptr) face(polygon->argument(0));
            }
        }
    }

    void shell(const StepEntity* entity, const Frame& frame) {
        if (entity == nullptr) return;
        for (const StepValue& part : entity->argument(0).parts) {
            const StepEntity* face = file_.find(part);
            if (face == nullptr) continue;
            for (const StepValue& bound_part : face->argument(0).parts) {
                const StepEntity* bound = file_.find(bound_part);
                // Holes in a face lie within its outer bound: what stands in the way stays there.
                if (bound == nullptr || (bound->type == "IFCFACEBOUND" && face->argument(0).parts.size() > 1)) continue;
                const StepEntity* loop = file_.find(bound->argument(0));
                if (!is(loop, "IFCPOLYLOOP")) {
                    ignore(report_, "curved faces");
                    continue;
                }
                std::vector<std::uint32_t> corners;
                for (const StepValue& p : loop->argument(0).parts) corners.push_back(add_point(frame(point(p))));
                add_fan(corners);
            }
        }
    }

    // ---- extruded solids ----

    /// Outline of a profile, in its own plane.
    std::vector<Vec3d> profile(const StepEntity& entity) {
        std::vector<Vec3d> points;
        if (entity.type.starts_with("IFCARBITRARY")) {
            const StepEntity* curve = file_.find(entity.argument(2));
            if (is(curve, "IFCPOLYLINE")) {
                for (const StepValue& p : curve->argument(0).parts) points.push_back(point(p));
            } else if (is(curve, "IFCINDEXEDPOLYCURVE")) {
                const StepEntity* list = file_.find(curve->argument(0));
                if (list != nullptr) {
                    for (const StepValue& p : list->argument(0).parts) points.push_back(triple(p));
                }
            }
        } else if (entity.type == "IFCRECTANGLEPROFILEDEF" || entity.type == "IFCROUNDEDRECTANGLEPROFILEDEF") {
            const double x = entity.argument(3).number / 2, y = entity.argument(4).number / 2;
            points = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
            for (Vec3d& p : points) p = axes(entity.argument(2))(p);
        } else if (entity.type == "IFCCIRCLEPROFILEDEF" || entity.type == "IFCCIRCLEHOLLOWPROFILEDEF") {
            constexpr int kCorners = 24;
            for (int i = 0; i < kCorners; ++i) {
                const SinCos at = sin_cos(2 * kPi * i / kCorners);
                points.push_back(axes(entity.argument(2))(times({at.cos, at.sin, 0}, entity.argument(3).number)));
            }
        }
        if (points.size() > 1) {
            const Vec3d d = plus(points.front(), times(points.back(), -1));
            if (dot(d, d) == 0) points.pop_back();
        }
        return points;
    }

    void extrusion(const StepEntity& entity, const Frame& frame) {
        const StepEntity* area = file_.find(entity.argument(0));
        if (area == nullptr) return;
        std::vector<Vec3d> outline = profile(*area);
        if (outline.size() < 3) {
            ignore(report_, fmt::format("solids with a profile of type {}", area->type.substr(0, 60)));
            return;
        }
        const Frame placed = frame * axes(entity.argument(1));
        const Vec3d way = times(unit(point(entity.argument(2)), {0, 0, 1}), entity.argument(3).number);
        const std::size_t n = outline.size();
        // Faces look outwards: counterclockwise seen from where the extrusion goes.
        double doubled = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3d p = outline[i], q = outline[(i + 1) % n];
            doubled += p.x * q.y - p.y * q.x;
        }
        if (doubled * way.z < 0) std::reverse(outline.begin(), outline.end());
        std::vector<std::uint32_t> bottom, top;
        for (const Vec3d& p : outline) bottom.push_back(add_point(placed(p)));
        for (const Vec3d& p : outline) top.push_back(add_point(placed(plus(p, way))));
        for (std::size_t i = 0; i < n; ++i) add_fan({bottom[i], bottom[(i + 1) % n], top[(i + 1) % n], top[i]});
        cap(top);
        std::reverse(bottom.begin(), bottom.end());
        cap(bottom);
    }

    /// Triangles of an outline that need not be convex, by cutting off ears.
    void cap(std::vector<std::uint32_t> ring) {
        Vec3d normal{};
        const auto at = [&](std::uint32_t i) { return mesh_.points[i]; };
        const auto turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            return cross(plus(at(b), times(at(a), -1)), plus(at(c), times(at(b), -1)));
        };
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
            normal = plus(normal, cross(plus(at(ring[i]), times(at(ring[0]), -1)),
                                        plus(at(ring[i + 1]), times(at(ring[0]), -1))));
        }
        std::size_t tries = 0;
        for (std::size_t i = 0; ring.size() > 3 && tries < ring.size();) {
            const std::size_t n = ring.size();
            const std::uint32_t a = ring[i % n], b = ring[(i + 1) % n], c = ring[(i + 2) % n];
            bool ear = dot(turn(a, b, c), normal) > 0;
            for (std::size_t k = 3; ear && k < n; ++k) {
                const std::uint32_t p = ring[(i + k) % n];
                ear =
                    dot(turn(a, b, p), normal) < 0 || dot(turn(b, c, p), normal) < 0 || dot(turn(c, a, p), normal) < 0;
            }
            if (!ear) {
                ++i, ++tries;
                continue;
            }
            add_fan({a, b, c});
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>((i + 1) % n));
            tries = 0;
        }
        add_fan(ring);
    }

    StepFile file_;
    ImportReport& report_;
    Mesh mesh_;
};

}  // namespace

Drawing draw_ifc(const std::string& text, const ImportOptions& options, ImportReport& report) {
    return slice(Ifc(text, report).read(), options, report);
}

}  // namespace sidestep
