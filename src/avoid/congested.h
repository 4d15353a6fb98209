// Agents whose half-planes leave no velocity, collected until eight of them can be solved together: a third of a
// congested crowd, but spread thinly over the octets.
#pragma once

#include <algorithm>
#include <bit>

#include "avoid/half_planes.h"

namespace sidestep::SIDESTEP_ARCH {

class Congested {
public:
    Congested(ModelScratch& scratch, const BlockScratch& sensed) {
        std::size_t most = 0;
        for (std::size_t i = 0; i < sensed.octets.size(); ++i) {
            most = std::max(most, static_cast<std::size_t>(sensed.near[i].longest + sensed.wall[i].longest));
        }
        // Rows: planes of the octet at work, then of the waiting agents.
        scratch.rows.resize(2 * 3 * (most + 1));
        octet_planes = reinterpret_cast<HalfPlane<Pack>*>(scratch.rows.data());
        waiting_ = reinterpret_cast<HalfPlane<Pack>*>(scratch.rows.data() + 3 * (most + 1));
    }

    HalfPlane<Pack>* octet_planes;

    /// Those of an octet for whom nothing was feasible. `wish`: where they would be without half-planes.
    SIDESTEP_INLINE void add(Mask feasible, int hard, int count, const Octet& g, Vec<Pack> wish, Decision* out) {
        unsigned stuck = ~bits(feasible) & ((1u << g.lanes) - 1);
        if (stuck == 0) return;
        alignas(32) float wishes[2][kLanes];
        wish.x.store(wishes[0]), wish.y.store(wishes[1]);
        for (; stuck != 0; stuck &= stuck - 1) {
            const int lane = std::countr_zero(stuck);
            add(lane, hard, count, g, {wishes[0][lane], wishes[1][lane]}, out);
        }
    }

    void flush(Decision* out) {
        if (lanes_ == 0) return;
        int count = 0;
        for (int lane = 0; lane < lanes_; ++lane) count = std::max(count, plane_count_[lane]);
        auto* planes = reinterpret_cast<float*>(waiting_);
        for (int lane = 0; lane < kLanes; ++lane) {
            const int from = lane < lanes_ ? plane_count_[lane] : 0;
            for (int k = from; k < count; ++k) {
                planes[(3 * k) * kLanes + lane] = planes[(3 * k + 1) * kLanes + lane] = 0;
                planes[(3 * k + 2) * kLanes + lane] = -1e30f;
            }
        }
        for (int lane = lanes_; lane < kLanes; ++lane) {
            wish_[0][lane] = wish_[1][lane] = heading_[0][lane] = heading_[1][lane] = 0;
            max_speed_[lane] = 1;
        }
        const auto plane = [&](int k) -> const HalfPlane<Pack>& { return waiting_[k]; };
        const Vec<Pack> v =
            least_violation<Pack>(plane, hard_, count, Vec<Pack>{Pack::load(wish_[0]), Pack::load(wish_[1])},
                                  Pack::load(max_speed_), Pack(0.0f) < Pack(1.0f));
        const Vec<Pack> h = heading_after(v, Vec<Pack>{Pack::load(heading_[0]), Pack::load(heading_[1])});
        alignas(32) float r[4][kLanes];
        v.x.store(r[0]), v.y.store(r[1]), h.x.store(r[2]), h.y.store(r[3]);
        for (int lane = 0; lane < lanes_; ++lane) out[row_[lane]] = {r[0][lane], r[1][lane], r[2][lane], r[3][lane]};
        lanes_ = 0;
    }

private:
    void add(int lane, int hard, int count, const Octet& g, Vec2f wish, Decision* out) {
        // Lanes of one batch may differ in number of planes: hard ones stand first, so each kind is padded by itself.
        if (lanes_ > 0 && hard != hard_) flush(out);
        hard_ = hard;
        const auto* from = reinterpret_cast<const float*>(octet_planes);
        auto* to = reinterpret_cast<float*>(waiting_);
        for (int k = 0; k < count; ++k) {
            for (int part = 0; part < 3; ++part)
                to[(3 * k + part) * kLanes + lanes_] = from[(3 * k + part) * kLanes + lane];
        }
        plane_count_[lanes_] = count;
        wish_[0][lanes_] = wish.x, wish_[1][lanes_] = wish.y;
        max_speed_[lanes_] = g.max_speed[lane];
        heading_[0][lanes_] = g.heading_x[lane], heading_[1][lanes_] = g.heading_y[lane];
        row_[lanes_] = g.row[lane];
        if (++lanes_ == kLanes) flush(out);
    }

    HalfPlane<Pack>* waiting_;
    int lanes_ = 0, hard_ = 0;
    int plane_count_[kLanes];
    alignas(32) float wish_[2][kLanes];
    alignas(32) float heading_[2][kLanes];
    alignas(32) float max_speed_[kLanes];
    Row row_[kLanes];
};

}  // namespace sidestep::SIDESTEP_ARCH
