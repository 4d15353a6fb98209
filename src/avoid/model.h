// A local model turns an intention into the next velocity. How to add one: docs/adding_a_model.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/drawing.h"
#include "sense/octet.h"
#include "sidestep/parameters.h"
#include "world/memory.h"
#include "world/view.h"

namespace sidestep {

/// A table that has a row for every parameter its enum names: a row forgotten would shift all that follow.
template <std::size_t Parameters, std::size_t Rows>
constexpr std::span<const Parameter> complete(const Parameter (&table)[Rows]) {
    static_assert(Rows == Parameters, "the table has as many rows as the enum has names");
    return table;
}

/// A parameter that is a switch.
enum Switch { kOff, kOn };
inline constexpr std::string_view kOffOn[] = {"off", "on"};
constexpr Parameter switch_parameter(std::string_view name, Switch fallback, std::string_view source,
                                     std::string_view meaning) {
    return {.name = name,
            .symbol = "–",
            .unit = "–",
            .fallback = static_cast<double>(fallback),
            .min = 0,
            .max = 1,
            .source = source,
            .meaning = meaning,
            .choices = kOffOn,
            .per_agent = false,
            .calibratable = false};
}

/// Working memory of a model, one per thread: rows of eight floats.
struct alignas(32) LaneRow {
    LaneRow() {}
    float v[kLanes];
};

struct ModelScratch {
    std::vector<LaneRow> rows;
};

/// One block of agents of one model: octets with neighbours and walls in, decisions by row out.
struct AvoidBlock {
    const WorldView& world;
    const BlockScratch& sensed;
    Decision* decisions;
    AgentMemory memory{};  ///< of models that state memory_bytes
};

class Model {
public:
    virtual ~Model() = default;
    virtual const PartInfo& info() const = 0;
    /// Walls farther than this do not matter to an agent with these values.
    virtual double wall_range(ParameterValues values) const = 0;
    /// Reads the frozen state, writes decisions of its own agents only. One call per block.
    virtual void step(const AvoidBlock& block, ModelScratch& scratch) const noexcept = 0;
    /// Draws what the agent in one lane of an octet decides and why, through the same code as step: the chosen velocity
    /// is the one step would write, bit for bit. Writes no decisions.
    virtual void explain(const AvoidBlock& block, std::size_t octet, int lane, Drawing& draw) const = 0;
};

}  // namespace sidestep
