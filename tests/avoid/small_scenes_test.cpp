// Every model in small scenes, stepped at the largest step it declares: what it asks for before its speed is limited
// stays below three times the preferred speed, because a limit hides a blow-up.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "avoid/constant_velocity.h"
#include "avoid/decisions.h"
#include "avoid/moussaid.h"
#include "avoid/orca.h"
#include "avoid/paris.h"
#include "avoid/reynolds.h"
#include "avoid/scans.h"
#include "avoid/social_force.h"
#include "avoid/steering_dynamics.h"
#include "avoid/ttca_dca.h"
#include "avoid/vision.h"

namespace sidestep {
namespace {

using namespace one_agent;

constexpr double kPrefSpeedOfScans = 1.3;

/// Velocity before it is limited, of a walker whose way to the goal is given.
using Raw = std::function<V(const Own<double>&, V way, const NearList&, const WallList&)>;

struct SmallCase {
    std::string name;
    const PartInfo* model;
    Raw raw;
    double deepest_in_queue = 1;  ///< m, allowed overlap; 1: whatever it is
    test::Settings settings{};
};

/// The same walker without its speed limit.
Own<double> unlimited(Own<double> own) {
    own.max_speed = 1e3;
    return own;
}

std::vector<SmallCase> cases() {
    std::vector<SmallCase> all;
    all.push_back({"constant_velocity", &constant_velocity::kInfo,
                   [p = constant_velocity_values<double>(test::table(constant_velocity::kInfo, {}))](
                       const Own<double>& own, V, const NearList&, const WallList&) {
                       return constant_velocity_of(unlimited(own), p);
                   }});
    for (const double touch : {0.0, 1.0}) {
        const test::Settings settings = {{"contact", touch}};
        const auto p = social_force_values<double>(test::table(social_force::kInfo, settings));
        all.push_back({touch == 0 ? "social_force" : "social_force_contact", &social_force::kInfo,
                       [p](const Own<double>& own, V, const NearList& near, const WallList& walls) {
                           return accelerated(unlimited(own), social_acceleration(own, near, walls, p));
                       },
                       1, settings});
    }
    {
        const auto p = moussaid_values<double>(test::table(moussaid::kInfo, {}));
        all.push_back(
            {"moussaid", &moussaid::kInfo, [p](const Own<double>& own, V, const NearList& near, const WallList& walls) {
                 return accelerated(unlimited(own), moussaid_acceleration(own, near, walls, p));
             }});
    }
    {
        const auto p = ttca_dca_values<double>(test::table(ttca_dca::kInfo, {}));
        all.push_back({"ttca_dca", &ttca_dca::kInfo,
                       [p](const Own<double>& own, V way, const NearList& near, const WallList& walls) {
                           return ttca_dca_velocity(unlimited(own), norm(way), near, walls, p);
                       }});
    }
    {
        const auto p = reynolds_values<double>(test::table(reynolds::kInfo, {{"leak_through", 0}}));
        all.push_back({"reynolds", &reynolds::kInfo,
                       [p](const Own<double>& own, V way, const NearList& near, const WallList& walls) {
                           return reynolds_velocity(unlimited(own), norm(way), near, walls, 0.5, 0.5, p);
                       }});
    }
    {
        const auto p = vision_values<double>(test::table(vision::kInfo, {}));
        all.push_back(
            {"vision", &vision::kInfo, [p](const Own<double>& own, V way, const NearList& near, const WallList& walls) {
                 return vision_velocity(unlimited(own), norm(way), near, walls, p);
             }});
    }
    {
        const auto p = paris_values<double>(test::table(paris::kInfo, {}));
        all.push_back(
            {"paris", &paris::kInfo, [p](const Own<double>& own, V, const NearList& near, const WallList& walls) {
                 return paris_velocity(unlimited(own), near, walls, p);
             }});
    }
    {
        const auto p = steering_dynamics_values<double>(test::table(steering_dynamics::kInfo, {}));
        all.push_back({"steering_dynamics", &steering_dynamics::kInfo,
                       [p](const Own<double>& own, V way, const NearList& near, const WallList& walls) {
                           double rate = 0;  // forgotten from step to step: speed does not depend on it
                           return steering_dynamics_velocity(unlimited(own), norm(way), rate, near, walls, p);
                       }});
    }
    all.push_back(
        {"orca", &orca::kInfo,
         [](const Own<double>& own, V, const NearList& near, const WallList& walls) {
             std::vector<HalfPlane<double>> planes(static_cast<std::size_t>(near.longest() + walls.longest()));
             const int hard = orca_planes(own, near, walls, 3.0, 1.0, 0.5, planes.data());
             const auto at = [&](int k) -> const HalfPlane<double>& { return planes[static_cast<std::size_t>(k)]; };
             const int count = static_cast<int>(planes.size());
             const auto r = solve_planes<true, double>(at, count, own.pref, own.max_speed, true);
             return r.feasible ? r.v : least_violation<double>(at, hard, count, own.pref, own.max_speed, true);
         },
         0.041});
    return all;
}

TEST(SmallScenes, NothingAskedForIsThriceThePreferredSpeed) {
    for (const SmallCase& c : cases()) {
        const auto values = test::values_with(*c.model, c.settings);
        const double dt = c.model->max_dt == nullptr ? 0.1 : std::min(0.1, c.model->max_dt(values));
        std::vector<test::Scan> scans = {test::queue_scan(), test::queue_scan(0.1)};
        for (std::uint64_t seed = 1; seed <= 3; ++seed) scans.push_back(test::circle_scan(seed));
        for (std::size_t i = 0; i < scans.size(); ++i) {
            scans[i].range = values[kNeighbourRange];
            scans[i].most = static_cast<int>(values[kMaxNeighbours]);
            const test::ScanResult r = run_scan(scans[i], dt, c.raw);
            EXPECT_LT(r.fastest_raw, 3 * kPrefSpeedOfScans) << c.name << ", scan " << i;
            EXPECT_GT(r.fastest_raw, 0.8 * kPrefSpeedOfScans) << c.name << ": nobody walked, scan " << i;
            if (i < 2) {
                EXPECT_LE(r.deepest, c.deepest_in_queue) << c.name;
            }
        }
    }
}

}  // namespace
}  // namespace sidestep
