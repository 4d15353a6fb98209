#include "intent/follow_straight.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void follow_straight(const WishBlock&, const Octet&, const FollowerLanes&, unsigned,
                                             FollowedLanes&))
SIDESTEP_DECLARE_KERNEL(void wish_to_follow(const FollowedLanes&, const float*, const Octet&, Wish*))

FollowStraight straight_follower() {
    return SIDESTEP_CHOOSE_KERNEL(follow_straight);
}

WishToFollow follower_wisher() {
    return SIDESTEP_CHOOSE_KERNEL(wish_to_follow);
}

}  // namespace sidestep
