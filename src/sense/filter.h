// Whom of the people around an agent takes into account: field of view, walls in between, and the choice of the most
// important ones.
#pragma once

#include <limits>

#include "sense/octet.h"

namespace sidestep {

/// Least time in which somebody here, walking at most `max_speed`, can meet somebody at p with velocity v; infinite
/// where it cannot.
double interception_time(Vec2d p, Vec2d v, double max_speed);

/// How much attention the neighbour of these ranks gets (1 is first): closest predicted distance, time until then,
/// distance now.
double attention(int rank_of_approach, int rank_of_time, int rank_of_distance);

/// Working memory of the filter, one per thread.
struct FilterScratch {
    struct Candidate {
        int place;  ///< in the list
        Vec2d p, v;
        double radius;
        double time = 0, distance = 0;  ///< of the closest approach
        int rank_of_approach = 0, rank_of_time = 0;
        double key = 0;  ///< smaller is more important
        bool kept = false;
    };
    std::vector<Candidate> all;
    std::vector<int> order;
};

/// Shortens the neighbour lists of every octet to those the spec lets through, at most `max_neighbours` of each agent.
/// The lists must hold all in range; their order stays (distance², id).
void filter_neighbours(const WorldView& world, const NeighbourSpec& spec, BlockScratch& scratch, FilterScratch& room);

}  // namespace sidestep
