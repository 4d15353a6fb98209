// Eight followers at a time, for the case that nearly all are in: nobody is followed by name, the way goes straight as
// far as one looks, and the law is that of distances over six places. What it finds and decides is what `find_leader`
// and the law do for one follower, in single precision; who is decided here depends on the follower alone, so that
// results do not depend on who stands beside whom in an octet.
#pragma once

#include "intent/following_law.h"
#include "wish/wish_part.h"

namespace sidestep {

/// Parameters of eight followers.
struct alignas(32) FollowerLanes {
    float ttr[kLanes], standing_gap[kLanes];
    float error[kLanes];  ///< 1 where d_err is kept, 0 where it is not
    float accel[kLanes], decel[kLanes];
    float noise[kLanes];  ///< standard deviation
    float unit[kLanes];   ///< drawn for it, in (0, 1)
    float reach[kLanes], margin[kLanes];
};

/// What was decided for eight followers.
struct alignas(32) FollowedLanes {
    Row leader[kLanes];
    AgentId leader_id[kLanes];  ///< kNobody: none
    float speed[kLanes];
    float along_x[kLanes], along_y[kLanes];
    float ahead[kLanes], across[kLanes];  ///< m to the leader, along the way and to the left of it
    unsigned lanes;                       ///< bits of those it was decided for,
    unsigned held;                        ///< of those whose leader wants to walk slower
};

/// Farthest look ahead for which the window of an octet stays small.
inline constexpr double kStraightReach = 10;  // m

/// Decides for those of `lanes` (bits) whose way goes straight as far as they look.
using FollowStraight = void (*)(const WishBlock&, const Octet&, const FollowerLanes&, unsigned lanes, FollowedLanes&);
FollowStraight straight_follower();

/// Their wishes; `sideways` is the speed to the left.
using WishToFollow = void (*)(const FollowedLanes&, const float* sideways, const Octet&, Wish* wishes);
WishToFollow follower_wisher();

}  // namespace sidestep
