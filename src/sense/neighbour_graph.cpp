#include "sense/neighbour_graph.h"

#include <algorithm>
#include <bit>

namespace sidestep {

namespace {

constexpr std::size_t kRowsPerTask = 4096;
// More than snapping to the lattice can change a distance by.
constexpr float kSnapping = 1e-3f;

}  // namespace

void NeighbourGraph::add_images(const WorldView& world, double range) {
    const auto copy = [&](double length, bool along_x) {
        if (length <= 0) return;
        // Half the length is enough: a link goes the nearer way round.
        const std::int64_t whole = to_lattice(length), near = to_lattice(std::min(range, 0.5 * length)) + 1;
        const std::size_t n = snapped_.size();  // images of images fill the corners
        for (std::size_t i = 0; i < n; ++i) {
            const Row row = i < rows_ ? static_cast<Row>(i) : image_of_[i - rows_];
            const std::int64_t at = along_x ? snapped_[i].x : snapped_[i].y;
            for (const std::int64_t shift : {at < near ? whole : 0, at >= whole - near ? -whole : 0}) {
                if (shift == 0) continue;
                Snapped image = snapped_[i];
                (along_x ? image.x : image.y) += shift;
                snapped_.push_back(image);
                image_of_.push_back(row);
            }
        }
    };
    copy(world.periodic.x, true);
    copy(world.periodic.y, false);
}

void NeighbourGraph::rebuild(const WorldView& world, double range, Workers& workers) {
    rows_ = static_cast<std::uint32_t>(world.size);
    snapped_.resize(world.size);
    image_of_.clear();
    workers.for_each((world.size + kRowsPerTask - 1) / kRowsPerTask, [&](std::size_t task) {
        const std::size_t end = std::min(world.size, (task + 1) * kRowsPerTask);
        for (std::size_t row = task * kRowsPerTask; row < end; ++row) {
            const Place p = world.place[row];
            snapped_[row] = {to_lattice(p.x), to_lattice(p.y), world.motion[row].id};
        }
    });
    add_images(world, range);
    sites_.resize(snapped_.size());
    if (!snapped_.empty()) {
        Snapped low = snapped_[0], high = low;
        for (const Snapped& s : snapped_) {
            low.x = std::min(low.x, s.x), low.y = std::min(low.y, s.y);
            high.x = std::max(high.x, s.x), high.y = std::max(high.y, s.y);
        }
        // A crowd wider than the lattice gets a coarser one: still finer than a millimetre for any city.
        int coarser = 0;
        while ((std::max(high.x - low.x, high.y - low.y) >> coarser) >= 2 * std::int64_t{kLatticeLimit}) ++coarser;
        for (std::size_t i = 0; i < snapped_.size(); ++i) {
            const Snapped& s = snapped_[i];
            sites_[i] = {{static_cast<std::int32_t>(((s.x - low.x) >> coarser) - kLatticeLimit),
                          static_cast<std::int32_t>(((s.y - low.y) >> coarser) - kLatticeLimit)},
                         s.id};
        }
    }
    triangulation_.build(sites_, workers);
}

void NeighbourGraph::gather(const WorldView& world, const CellOrder& cells, SearchFunction search,
                            BlockScratch& scratch, GraphScratch& room) const {
    const bool walls = !world.map->empty();
    scratch.near.resize(scratch.octets.size());
    scratch.near_records.clear();
    room.crowded.clear();
    room.crowded_from.clear();
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        Octet& g = scratch.octets[i];
        LaneLists<NearRecord>& list = scratch.near[i];
        list.begin = static_cast<std::uint32_t>(scratch.near_records.size());
        list.longest = 0;
        bool crowded = false;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            if (lane >= g.lanes) {
                list.count[lane] = 0;  // repeats the first one, below
                continue;
            }
            const Row row = g.row[lane];
            const Place here = g.place[lane];
            const float range2 = g.range[lane] * g.range[lane];
            const float touch = g.radius[lane] + world.widest + kSnapping;
            room.linked.clear();
            triangulation_.for_each_linked(row, [&](std::uint32_t site) {
                const Row other = row_of(site);
                if (other == row) return;
                const Place p = world.place[other];
                const auto dx = static_cast<float>(wrapped_difference(here.x, p.x, world.periodic.x));
                const auto dy = static_cast<float>(wrapped_difference(here.y, p.y, world.periodic.y));
                const float d2 = dx * dx + dy * dy;
                // Who overlaps somebody has its nearest neighbour closer than this, and that one is always linked.
                crowded |= d2 < touch * touch;
                if (d2 > range2) return;
                const AgentId id = world.motion[other].id;
                if (walls) {
                    // From the lower id, so that both ends agree.
                    const Vec2d a{here.x, here.y}, to{dx, dy};
                    const bool own_first = g.id[lane] < id;
                    const Vec2d from = own_first ? a : Vec2d{p.x, p.y};
                    const Vec2d end = own_first ? a + to : from - to;
                    const Vec2d low{std::min(from.x, end.x), std::min(from.y, end.y)};
                    const Vec2d high{std::max(from.x, end.x), std::max(from.y, end.y)};
                    if (world.map->any_wall_in(low, high) && world.map->crosses_wall(from, end)) return;
                }
                const GraphScratch::Linked entry{std::uint64_t{std::bit_cast<std::uint32_t>(d2)} << 32 | id, other, dx,
                                                 dy};
                // Lists are short: put it where it belongs.
                auto at = room.linked.end();
                while (at != room.linked.begin() && entry.key < (at - 1)->key) --at;
                if (at != room.linked.begin() && (at - 1)->key == entry.key) return;  // linked across two borders
                room.linked.insert(at, entry);
            });
            auto count = static_cast<std::int32_t>(room.linked.size());
            if (g.most[lane] > 0) count = std::min(count, g.most[lane]);
            if (count > list.longest) {
                NearRecord absent;
                std::fill_n(absent.dx, kLanes, 1e6f);
                for (float* column : {absent.dy, absent.vx, absent.vy, absent.radius})
                    std::fill_n(column, kLanes, 0.0f);
                std::fill_n(absent.id, kLanes, UINT32_MAX);
                scratch.near_records.resize(list.begin + static_cast<std::size_t>(count), absent);
                list.longest = count;
            }
            list.count[lane] = count;
            NearRecord* const to = scratch.near_records.data() + list.begin;
            for (std::int32_t k = 0; k < count; ++k) {
                const GraphScratch::Linked& from = room.linked[static_cast<std::size_t>(k)];
                const Motion& m = world.motion[from.row];
                to[k].dx[lane] = from.dx, to[k].dy[lane] = from.dy;
                to[k].vx[lane] = m.vx, to[k].vy[lane] = m.vy;
                to[k].radius[lane] = m.radius;
                to[k].id[lane] = m.id;
            }
        }
        for (std::uint32_t lane = g.lanes; lane < kLanes; ++lane) {
            list.count[lane] = list.count[0];
            for (std::int32_t k = 0; k < list.count[0]; ++k) {
                NearRecord& r = scratch.near_records[list.begin + static_cast<std::uint32_t>(k)];
                for (float* column : {r.dx, r.dy, r.vx, r.vy, r.radius}) column[lane] = column[0];
                r.id[lane] = r.id[0];
            }
        }
        std::fill_n(g.overlap, kLanes, 0.0f);
        g.any_overlap = false;
        if (crowded) {
            Octet& copy = room.crowded.octets.emplace_back(g);
            for (int lane = 0; lane < kLanes; ++lane) {
                copy.range[lane] = copy.radius[lane] + world.widest + kSnapping;
                copy.most[lane] = 0;
            }
            room.crowded_from.push_back(i);
        }
    }
    if (room.crowded_from.empty()) return;
    search(world, cells, room.crowded);
    for (std::size_t k = 0; k < room.crowded_from.size(); ++k) {
        Octet& g = scratch.octets[room.crowded_from[k]];
        std::copy_n(room.crowded.octets[k].overlap, kLanes, g.overlap);
        g.any_overlap = room.crowded.octets[k].any_overlap;
    }
}

}  // namespace sidestep
