// What goes over the lattice and comes back gets the coordinates it was given with.
#pragma once

#include <algorithm>
#include <vector>

#include "outline/linework.h"

namespace sidestep {

class GivenCorners {
public:
    void add(LatticePoint lattice, Vec2d given) { corners_.push_back({lattice, given}); }
    /// Before the first question. Of several in one place the first counts.
    void sort() {
        std::stable_sort(corners_.begin(), corners_.end(),
                         [](const Corner& l, const Corner& r) { return comes_before(l.lattice, r.lattice); });
    }
    /// The place itself where no corner was given there.
    Vec2d at(Vec2d p, const LatticeFrame& frame) const {
        const LatticePoint on = frame.on(p);
        const auto found = std::lower_bound(corners_.begin(), corners_.end(), on,
                                            [](const Corner& c, LatticePoint q) { return comes_before(c.lattice, q); });
        return found != corners_.end() && found->lattice == on ? found->given : p;
    }

private:
    struct Corner {
        LatticePoint lattice;
        Vec2d given;
    };
    std::vector<Corner> corners_;
};

}  // namespace sidestep
