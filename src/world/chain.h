// A profile as a run knows it: its parts in the order they are asked, the values drawn for its agents, and where each
// part finds its values and its memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scenario/parts.h"
#include "sidestep/id.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// One part of a profile.
struct Link {
    const PartInfo* info;
    const PartSpec* spec;
    std::uint32_t first_value = 0;   ///< among those of all parts but the local model; of that one, among all it sees
    std::uint32_t first_memory = 0;  ///< units into an agent's memory
    std::uint64_t first_draw = 0;    ///< of its random numbers
};

/// What a profile fixes or lets vary, else the default of a part or of the table. Draws are pure functions of seed and
/// id. The profile outlives its chain.
class Chain {
public:
    /// Throws InputError where the catalogue has no such part of that kind.
    Chain(const ProfileSpec& profile, Parts catalogue);

    /// Route, mid-term planner, intents, local model: those there are.
    std::span<const Link> links() const { return links_; }
    const Link& route() const { return links_.front(); }
    const Link& avoid() const { return links_.back(); }
    /// What stands between them.
    std::span<const Link> wishes() const { return std::span(links_).subspan(1, links_.size() - 2); }
    std::uint32_t memory_bytes() const { return memory_bytes_; }

    /// The common parameters, then the local model's own: what its kernels read.
    std::size_t value_count() const { return kCommonCount + avoid().info->parameters.size(); }
    void draw_values(std::uint64_t seed, AgentId id, std::span<double> out) const;
    /// Own parameters of all other parts, one after the other. `common` are those drawn for the same agent.
    std::size_t part_value_count() const { return part_value_count_; }
    void draw_part_values(std::uint64_t seed, AgentId id, std::span<const double> common, std::span<double> out) const;
    /// Whether agents of this profile can differ in the one or the other.
    bool values_vary() const { return values_vary_; }
    bool part_values_vary() const { return part_values_vary_; }

    /// One of the common parameters alone: the same number that draw_values gives.
    double draw_common(std::uint64_t seed, AgentId id, Common parameter) const;
    /// The least and the largest number that it can give.
    double least_common(Common parameter) const;
    double largest_common(Common parameter) const;

private:
    void add(const PartSpec& spec, PartKind kind, Parts catalogue);
    double default_common(Common parameter) const;

    const ProfileSpec* profile_;
    std::vector<Link> links_;
    std::uint32_t part_value_count_ = 0, memory_bytes_ = 0;
    bool values_vary_ = false, part_values_vary_ = false;
};

/// By profile.
std::vector<Chain> chains_of(const Scenario& scenario, Parts catalogue);

/// The value below which a fraction `unit` (0 <= unit < 1) of the distribution lies.
double quantile(const Distribution& distribution, double unit);

}  // namespace sidestep
