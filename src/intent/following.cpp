// The intent `following`: how fast somebody walks behind whoever is ahead on its way, or behind a person by name.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "intent/follow_straight.h"
#include "intent/following_law.h"
#include "intent/leader.h"
#include "intent/overtaking.h"
#include "wish/wish_part.h"

namespace sidestep {

namespace {

enum Value : std::size_t {
    kLaw,
    kTtr,
    kStandingGap,
    kFitWindow,
    kAccel,
    kDecel,
    kSpeedNoise,
    kErrorDistance,
    kLookAhead,
    kLateralMargin,
    kOvertake,
    kSideways,
    kSlowingDistance,
    kGain,
    kGapGain,
    kDistanceExponent,
    kSpeedExponent,
    kTimeGap,
    kLeaderWidth,
    kDelay
};

constexpr double kLongestWindow = 1;  // s
constexpr double kSeenFrom = 8;       // m: a person followed by name who is farther away is looked for along the way
constexpr double kHurry = 2;          // m farther than one would keep: whoever follows by name hurries
constexpr double kHere = 1e-3;        // m: a way point has a direction
constexpr std::string_view kOvertakes[] = {"never", "when_free"};
constexpr std::string_view kThesis = "Bruneau 2016, chapter 3";
constexpr std::string_view kChosen = "chosen here; the thesis prints none";
constexpr std::string_view kRio = "Rio, Rhea and Warren 2014; to be fitted";

constexpr Parameter kParameters[] = {
    {.name = "law",
     .symbol = "–",
     .unit = "–",
     .max = std::size(NamesOf<FollowingLaw>::all) - 1,
     .source = kThesis,
     .meaning = "how fast one walks behind a leader: the distance-based law, or one to compare it with",
     .choices = NamesOf<FollowingLaw>::all,
     .calibratable = false},
    {.name = "ttr",
     .symbol = "ttr",
     .unit = "s",
     .fallback = 0.6,
     .max = 2,
     .source = kThesis,
     .meaning = "time to react: the distance kept grows by this much of the speed; 0 keeps no distance for it"},
    {.name = "standing_gap",
     .symbol = "d_p",
     .unit = "m",
     .fallback = 0.2,
     .max = 2,
     .source = "Bruneau 2016, chapter 3: d_f is 0.6 m between centres",
     .meaning = "between the bodies of two who stand behind each other"},
    {.name = "fit_window",
     .symbol = "w",
     .unit = "s",
     .fallback = 0.5,
     .min = 0,
     .max = kLongestWindow,
     .source = kThesis,
     .meaning = "how far back the leader's motion is looked at; longer windows smooth more and see changes later"},
    {.name = "accel",
     .symbol = "a_max",
     .unit = "m/s²",
     .fallback = 1,
     .max = 20,
     .min_excluded = true,
     .source = kChosen,
     .meaning = "how fast one gets faster"},
    {.name = "decel",
     .symbol = "b_max",
     .unit = "m/s²",
     .fallback = 2,
     .max = 50,
     .min_excluded = true,
     .source = kChosen,
     .meaning = "how fast one gets slower; below v/(2 ttr) one comes closer than the personal distance"},
    {.name = "speed_noise",
     .symbol = "σ_v",
     .unit = "m/s",
     .fallback = 0.05,
     .max = 0.5,
     .source = kChosen,
     .meaning = "standard deviation of what is added to the speed in every step"},
    {.name = "error_distance",
     .symbol = "d_err",
     .unit = "–",
     .max = 2,
     .source = "Bruneau 2016, eq. 3.4 (signed), its prose (magnitude)",
     .meaning = "what is kept as distance for the error of foreseeing the leader: twice the deviation of the "
                "residuals, and their mean, which is 0, or its magnitude; or nothing",
     .choices = NamesOf<ErrorDistance>::all,
     .calibratable = false},
    {.name = "look_ahead",
     .symbol = "–",
     .unit = "m",
     .fallback = 2.5,
     .max = kFarthestLook,
     .min_excluded = true,
     .source = "chosen here: whoever is farther away slows nobody down who wants to walk 2.5 m/s",
     .meaning = "nobody farther along the way is a leader"},
    {.name = "lateral_margin",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.05,
     .max = 1,
     .source = kChosen,
     .meaning = "who is ahead and beside one's own body by less than this is in one's lane"},
    {.name = "overtake",
     .symbol = "–",
     .unit = "–",
     .fallback = 1,
     .max = 1,
     .source = "Bruneau 2016, algorithm 1",
     .meaning = "whether one steps aside to pass a leader who wants to walk slower, where there is room",
     .choices = kOvertakes,
     .calibratable = false},
    {.name = "sideways",
     .symbol = "v_lat",
     .unit = "m/s",
     .fallback = 0.5,
     .max = 2,
     .source = kThesis,
     .meaning = "how fast one steps aside to overtake"},
    {.name = "law_slowing",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.8,
     .max = 10,
     .min_excluded = true,
     .source = "Reynolds 1999; value chosen here",
     .meaning = "of the law arrival: nearer to its place behind the leader one slows down"},
    {.name = "law_gain",
     .symbol = "c",
     .unit = "–",
     .fallback = 1,
     .max = 20,
     .source = kRio,
     .meaning = "c, C or b of the laws that accelerate; its unit is the law's"},
    {.name = "law_gap_gain",
     .symbol = "c₂",
     .unit = "1/s²",
     .fallback = 1,
     .max = 20,
     .source = kRio,
     .meaning = "of the law linear: weight of the distance"},
    {.name = "law_exponent",
     .symbol = "γ",
     .unit = "–",
     .fallback = 1,
     .max = 4,
     .source = "Lemercier et al. 2012, Rio et al. 2014; to be fitted",
     .meaning = "of the laws delayed and ratio: how fast the leader's influence falls with distance"},
    {.name = "law_speed_exponent",
     .symbol = "M",
     .unit = "–",
     .fallback = 0,
     .max = 4,
     .source = kRio,
     .meaning = "of the law ratio"},
    {.name = "law_time_gap",
     .symbol = "β",
     .unit = "s",
     .fallback = 0.6,
     .max = 4,
     .source = kRio,
     .meaning = "of the laws speed_gap and linear: the distance kept grows by this much of the speed"},
    {.name = "law_width",
     .symbol = "w",
     .unit = "m",
     .fallback = 0.6,
     .max = 2,
     .min_excluded = true,
     .source = "Rio, Rhea and Warren 2014",
     .meaning = "of the law optical_expansion: how wide the leader is seen"},
    {.name = "law_delay",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.5,
     .max = kLongestWindow,
     .source = "Lemercier et al. 2012; to be fitted",
     .meaning = "of the law delayed: how late a difference of speeds is seen"},
};

/// Somebody ahead, as its follower sees it.
struct Ahead {
    AgentId id = 0;  ///< 0: nobody
    Slot slot = 0;
    double radius = 0;
    double ahead = 0;  ///< m along the way to the newest place of its history
    Vec2d along{};     ///< direction of the way where it is
    double speed = 0;  ///< m/s, in that direction
};

/// What somebody does in this step, and the numbers it comes from.
struct Followed {
    Ahead leader{};
    LeaderAhead known{};
    double speed = 0;  ///< m/s, decided
    Vec2d along{};     ///< unit vector; zero: has no way
    int side = 0;      ///< to overtake
};

/// Places of a history that some time covers, both ends included.
std::size_t places_in(const WorldView& world, double seconds) {
    return static_cast<std::size_t>(seconds / world.between_places + 0.5) + 1;
}

/// To which side a follower passes its leader; 0 where there is no room.
int side_of(const WorldView& world, const CellOrder& cells, Row row, const WayAhead& way, const Leader& leader) {
    return side_to_overtake(world, cells, row, way, leader,
                            random_bits(world.seed, world.motion[row].id, world.step, Purpose::overtake));
}

/// Looks of one follower at one moment.
class Follower {
public:
    Follower(const WishBlock& block, Row row, const Wish& wish)
        : block_(block),
          world_(block.world),
          row_(row),
          self_(world_.self[row]),
          at_(world_.place[row]),
          radius_(world_.motion[row].radius),
          values_(block.values(self_)),
          to_way_{wish.way_x, wish.way_y},
          preferred_(norm(Vec2d{wish.vx, wish.vy})),
          max_speed_(wish.max_speed) {
        along_ = preferred_ > 0 ? Vec2d{wish.vx, wish.vy} / preferred_ : unit(to_way_);
    }

    Followed decide() {
        Followed f;
        if (!(f.leader = by_name()).id && norm_squared(along_) > 0) f.leader = in_lane(f.side);
        f.along = along_;
        f.known.max_speed = max_speed_;
        f.known.speed = std::max(0.0, dot(Vec2d{world_.motion[row_].vx, world_.motion[row_].vy}, along_));
        double asked = kUnlimited;
        if (f.leader.id != 0) {
            look_at(f.leader, f.known);
            asked = asked_speed(law(), constants(), f.known);
        }
        const SpeedLimits limits{preferred_, max_speed_, values_[kAccel], values_[kDecel]};
        f.speed = limited_speed(asked, f.known.speed, limits, noise(), world_.dt);
        // The laws to compare with are as they were published.
        if (f.leader.id != 0 && law() == FollowingLaw::distance) {
            f.speed = std::min(f.speed, touching_speed<double>(f.known.ahead, radius_ + f.leader.radius, world_.dt));
        }
        return f;
    }

private:
    Vec2d difference(Place from, Place to) const {
        return {wrapped_difference(from.x, to.x, world_.periodic.x),
                wrapped_difference(from.y, to.y, world_.periodic.y)};
    }
    FollowingLaw law() const { return static_cast<FollowingLaw>(static_cast<int>(values_[kLaw])); }
    LawConstants constants() const {
        return {.ttr = values_[kTtr],
                .slowing = values_[kSlowingDistance],
                .gain = values_[kGain],
                .gap_gain = values_[kGapGain],
                .exponent = values_[kDistanceExponent],
                .speed_exponent = values_[kSpeedExponent],
                .time_gap = values_[kTimeGap],
                .width = values_[kLeaderWidth]};
    }
    double noise() const {
        if (!(values_[kSpeedNoise] > 0)) return 0;
        return values_[kSpeedNoise] *
               normal_of(random_bits(world_.seed, world_.motion[row_].id, world_.step, Purpose::tempo));
    }
    std::size_t steps_in(double seconds) const { return places_in(world_, seconds) - 1; }
    /// Speed in a direction so many seconds ago.
    double speed_before(Slot slot, Vec2d along, double seconds) const {
        const Past past = world_.history->of(slot);
        if (past.size() < 2) return 0;
        const std::size_t from = std::min(steps_in(seconds) + 1, past.size() - 1);
        return dot(along, difference(past[from], past[from - 1])) / world_.between_places;
    }

    Ahead by_name();
    Ahead in_lane(int& side) const;
    void look_at(const Ahead& leader, LeaderAhead& f) const;

    const WishBlock& block_;
    const WorldView& world_;
    Row row_;
    const Self& self_;
    Place at_;
    double radius_;
    const double* values_;
    Vec2d to_way_, along_{};
    double preferred_, max_speed_;
};

// Whoever follows by name walks straight at that person while it sees it; else its route leads there, behind others.
Ahead Follower::by_name() {
    if ((self_.flags & flag::led) == 0) return {};
    const LedBy& person = world_.led[self_.slot];
    if (!person.there) return {};
    const Vec2d to = difference(at_, world_.history->of(person.slot)[0]);
    const double away = norm(to);
    if (away > kSeenFrom || away == 0) return {};
    const Vec2d here{at_.x, at_.y};
    if (!world_.map->empty() && world_.map->crosses_wall(here, here + to)) return {};
    along_ = to / away;
    const double kept = radius_ + person.radius + values_[kStandingGap] + self_.pref_speed * values_[kTtr];
    preferred_ = away > kept + kHurry ? max_speed_ : self_.pref_speed;
    return {person.id, person.slot, person.radius, away, along_, speed_before(person.slot, along_, 0)};
}

Ahead Follower::in_lane(int& side) const {
    WayAhead way{.at = at_,
                 .radius = radius_,
                 .along = along_,
                 .reach = values_[kLookAhead],
                 .first = values_[kLookAhead],
                 .margin = values_[kLateralMargin]};
    const double to_bend = norm(to_way_);
    if (to_bend < way.reach) {
        way.first = to_bend;
        if (block_.way != nullptr) way.beyond = block_.way->beyond(row_, Vec2d{at_.x, at_.y} + to_way_);
        if (norm_squared(way.beyond) == 0) way.reach = way.first;
    }
    const Leader leader = find_leader(world_, block_.order, row_, way);
    if (!leader) return {};
    const Self& other = world_.self[leader.row];
    const Motion& motion = world_.motion[leader.row];
    if (leader.along == along_ && values_[kOvertake] > 0 && self_.pref_speed > other.pref_speed) {
        side = side_of(world_, block_.order, row_, way, leader);
    }
    // Where steps are divided, the history ends before what is over of this one.
    const double since = dot(leader.along, difference(world_.place[leader.row], world_.history->of(other.slot)[0]));
    return {motion.id,     other.slot,
            motion.radius, leader.ahead + since,
            leader.along,  dot(Vec2d{motion.vx, motion.vy}, leader.along)};
}

void Follower::look_at(const Ahead& leader, LeaderAhead& f) const {
    const Past past = world_.history->of(leader.slot);
    const Place newest = past[0];
    const auto place = [&](std::size_t back) {
        // Who has just come stood where it came.
        const Place p = past[std::min(back, past.size() - 1)];
        return leader.ahead + dot(leader.along, difference(newest, p));
    };
    const std::size_t count = places_in(world_, values_[kFitWindow]);
    const auto kept = static_cast<ErrorDistance>(static_cast<int>(values_[kErrorDistance]));
    f.ahead = leader.ahead;
    if (count == 6 && kept != ErrorDistance::magnitude) {
        f.leader = fit_six({place(0), place(1), place(2), place(3), place(4), place(5)}, kept);
    } else {
        f.leader = fit_leader(count, place, kept);
    }
    f.leader_speed = leader.speed;
    f.standstill = radius_ + leader.radius + values_[kStandingGap];
    f.dt = world_.between_places - world_.since_place;
    if (law() == FollowingLaw::delayed) {
        f.closing = speed_before(leader.slot, leader.along, values_[kDelay]) -
                    speed_before(self_.slot, along_, values_[kDelay]);
    }
}

class FollowingPart final : public WishPart {
public:
    const PartInfo& info() const override {
        static constexpr PartInfo part{
            .name = "following",
            .kind = PartKind::intent,
            .source =
                "J. Bruneau, T. B. Dutra, J. Pettré: Following behaviors: a model for computing following "
                "distances. MIG 2014; J. Bruneau, thesis, 2016, chapter 3",
            .summary =
                "keeps a distance behind whoever walks ahead in the same lane; overtakes; follows a person by name",
            .parameters = kParameters,
            // One place more, for a speed as long ago as the law `delayed` looks back.
            .history_s = kLongestWindow + 0.2};
        return part;
    }

    void shape(const WishBlock& block) const noexcept override {
        for (std::size_t k = 0; k < block.sensed.octets.size(); ++k) {
            const Octet& g = block.sensed.octets[k];
            unsigned lanes = block.lanes[k];
            for (std::uint32_t i = 0; i < g.lanes; ++i) {
                if ((block.wishes[g.row[i]].flags & wish::waits) != 0) lanes &= ~(1u << i);
            }
            if (lanes == 0) continue;
            lanes &= ~shape_straight(block, g, lanes);
            for (; lanes != 0; lanes &= lanes - 1) shape_one(block, g.row[std::countr_zero(lanes)]);
        }
    }

private:
    static void shape_one(const WishBlock& block, Row row) {
        Wish& wish = block.wishes[row];
        const Followed f = Follower(block, row, wish).decide();
        if (norm_squared(f.along) == 0) return;
        const double sideways = block.values(block.world.self[row])[kSideways];
        const Vec2d v = f.along * f.speed + left_of(f.along) * (f.side * sideways);
        const Vec2d way = f.along * std::max(norm(Vec2d{wish.way_x, wish.way_y}), kHere);
        wish.vx = static_cast<float>(v.x), wish.vy = static_cast<float>(v.y);
        wish.way_x = static_cast<float>(way.x), wish.way_y = static_cast<float>(way.y);
        wish.flags |= wish::tempo;
        if (f.leader.id != 0) wish.ignore = f.leader.id;
    }

    /// Those who can be decided for together; returns their lanes.
    unsigned shape_straight(const WishBlock& block, const Octet& g, unsigned lanes) const {
        const WorldView& world = block.world;
        if (block.order.wide()) return 0;
        // Profiles without this intent have no values of it: their lanes repeat those of somebody who follows.
        const double* const some = block.values(world.self[g.row[std::countr_zero(lanes)]]);
        const double* values[kLanes];
        bool same = true;
        for (std::uint32_t i = 0; i < kLanes; ++i) {
            values[i] = (lanes >> i & 1u) != 0 ? block.values(world.self[g.row[i]]) : some;
            same &= values[i] == some;
        }
        FollowerLanes f;
        unsigned straight = 0xff;
        if (same) {
            const FollowerValues all(some);
            for (std::uint32_t i = 0; i < kLanes; ++i) all.fill(f, i);
            if (!is_straight(world, some)) straight = 0;
        } else {
            for (std::uint32_t i = 0; i < kLanes; ++i) {
                FollowerValues(values[i]).fill(f, i);
                if (!is_straight(world, values[i])) straight &= ~(1u << i);
            }
        }
        for (std::uint32_t i = 0; i < kLanes; ++i) {
            if ((g.flags[i] & flag::led) != 0) straight &= ~(1u << i);
            f.unit[i] = unit_of(random_bits(world.seed, g.id[i], world.step, Purpose::tempo));
        }
        if ((lanes & straight) == 0) return 0;
        FollowedLanes followed;
        follow_straight_(block, g, f, lanes & straight, followed);
        alignas(32) float sideways[kLanes]{};
        for (unsigned left = followed.held; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            if (values[i][kOvertake] > 0) sideways[i] = overtaking(block, g.row[i], values[i], followed, i);
        }
        if (followed.lanes != 0) wish_to_follow_(followed, sideways, g, block.wishes);
        return followed.lanes;
    }

    struct FollowerValues {
        explicit FollowerValues(const double* v)
            : ttr(as_float(v[kTtr])),
              standing_gap(as_float(v[kStandingGap])),
              error(v[kErrorDistance] == static_cast<double>(ErrorDistance::none) ? 0.0f : 1.0f),
              accel(as_float(v[kAccel])),
              decel(as_float(v[kDecel])),
              noise(as_float(v[kSpeedNoise])),
              reach(as_float(v[kLookAhead])),
              margin(as_float(v[kLateralMargin])) {}
        void fill(FollowerLanes& f, std::uint32_t i) const {
            f.ttr[i] = ttr, f.standing_gap[i] = standing_gap, f.error[i] = error;
            f.accel[i] = accel, f.decel[i] = decel, f.noise[i] = noise;
            f.reach[i] = reach, f.margin[i] = margin;
        }
        static float as_float(double x) { return static_cast<float>(x); }
        float ttr, standing_gap, error, accel, decel, noise, reach, margin;
    };

    static bool is_straight(const WorldView& world, const double* v) {
        // Round a short ring who is near behind is also ahead.
        const auto turns_round = [&](double length) { return length > 0 && 2 * v[kLookAhead] > length; };
        const auto kept = static_cast<ErrorDistance>(static_cast<int>(v[kErrorDistance]));
        return v[kLaw] == static_cast<double>(FollowingLaw::distance) && kept != ErrorDistance::magnitude &&
               v[kLookAhead] <= kStraightReach && places_in(world, v[kFitWindow]) == 6 &&
               !turns_round(world.periodic.x) && !turns_round(world.periodic.y);
    }

    /// Speed to the left, of who steps aside to pass its leader.
    static float overtaking(const WishBlock& block, Row row, const double* v, const FollowedLanes& followed,
                            std::size_t i) {
        const WorldView& world = block.world;
        const Vec2d along{followed.along_x[i], followed.along_y[i]};
        const WayAhead way{.at = world.place[row],
                           .radius = world.motion[row].radius,
                           .along = along,
                           .reach = v[kLookAhead],
                           .first = v[kLookAhead],
                           .margin = v[kLateralMargin]};
        const Leader leader{followed.leader[i], followed.ahead[i], along, followed.across[i]};
        return static_cast<float>(side_of(world, block.order, row, way, leader) * v[kSideways]);
    }

public:
    // The wish is as the part left it: its direction is that of the way.
    void explain(const WishBlock& block, std::size_t octet, int lane, Drawing& draw) const override {
        const Row row = block.sensed.octets[octet].row[lane];
        Wish wish = block.wishes[row];
        if ((wish.flags & wish::waits) != 0) return;
        const Vec2d along = unit(Vec2d{wish.way_x, wish.way_y}) * block.world.self[row].pref_speed;
        wish.vx = static_cast<float>(along.x), wish.vy = static_cast<float>(along.y);
        const Followed f = Follower(block, row, wish).decide();
        if (f.leader.id == 0) return;
        const double kept = f.speed * block.values(block.world.self[row])[kTtr];
        const auto ahead = [&](double metres) { return f.along * metres; };
        const double virtual_place = f.known.leader.next - f.known.standstill - kept - f.known.leader.error;
        draw.segment(Role::neighbour, "follows", {}, ahead(f.known.ahead), f.known.ahead, unit_name::length,
                     f.leader.id);
        draw.point(Role::prediction, "leader next", ahead(f.known.leader.next), f.known.leader.next, unit_name::length,
                   f.leader.id);
        double from = f.known.leader.next;
        const auto distance = [&](std::string_view label, double metres) {
            draw.segment(Role::limit, label, ahead(from), ahead(from - metres), metres, unit_name::length, f.leader.id);
            from -= metres;
        };
        distance("personal distance d_f", f.known.standstill);
        distance("distance to react d_d", kept);
        distance("error distance d_err", f.known.leader.error);
        draw.point(Role::wish, "virtual place", ahead(virtual_place), virtual_place, unit_name::length, f.leader.id);
        if (f.side != 0) {
            const double sideways = block.values(block.world.self[row])[kSideways] * f.side;
            draw.vector(Role::wish, "overtakes", left_of(f.along) * sideways, unit_name::velocity, f.leader.id);
        }
    }

private:
    FollowStraight follow_straight_ = straight_follower();
    WishToFollow wish_to_follow_ = follower_wisher();
};

}  // namespace

const WishPart& following_intent() {
    static const FollowingPart part;
    return part;
}

}  // namespace sidestep
