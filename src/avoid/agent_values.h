// One way to an agent's parameters, for tables and tests as for kernels.
#pragma once

#include <span>

#include "base/pack.h"
#include "world/view.h"

namespace sidestep {

/// Parameters of one agent, in numbers of type F; class Values (lanes.h) answers the same for eight. Every model makes
/// its values from what either is asked.
template <class Stored, class F = Stored>
class AgentValues {
public:
    SIDESTEP_INLINE explicit AgentValues(const Stored* first) : first_(first) {}
    SIDESTEP_INLINE explicit AgentValues(std::span<const Stored> all) : first_(all.data()) {}
    /// A parameter everybody has.
    SIDESTEP_INLINE F operator[](Common i) const { return F{first_[i]}; }
    /// A parameter of the model, by its place in the model's table.
    SIDESTEP_INLINE F own(std::size_t i) const { return F{first_[ValueLayout::own + i]}; }
    SIDESTEP_INLINE bool chosen(std::size_t i, int choice) const { return own(i) == static_cast<F>(choice); }
    SIDESTEP_INLINE int most(std::size_t i) const { return static_cast<int>(own(i)); }

private:
    const Stored* first_;
};

}  // namespace sidestep
