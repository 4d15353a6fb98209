#include "catalogue/catalogue.h"

#include <algorithm>

#include "base/processor.h"

namespace sidestep {

// One line per part. A route defines NAME_route(), a mid-term planner NAME_midterm(), an intent NAME_intent(), a local
// model's kernel NAME_model().
#define SIDESTEP_ROUTES(X) \
    X(direct)              \
    X(flat)                \
    X(hierarchical)        \
    X(corner)              \
    X(exact)               \
    X(heading_chart)       \
    X(grid)

#define SIDESTEP_MIDTERMS(X)

#define SIDESTEP_INTENTS(X) \
    X(following)            \
    X(pacing)

#define SIDESTEP_MODELS(X)     \
    X(predictive)              \
    X(orca)                    \
    X(social_force)            \
    X(experiment_based)        \
    X(reactive)                \
    X(constant_velocity)       \
    X(power_law)               \
    X(collision_free_speed)    \
    X(generalized_centrifugal) \
    X(rvo)                     \
    X(pledestrians)            \
    X(ttca_dca)                \
    X(moussaid)                \
    X(steering_dynamics)       \
    X(reynolds)                \
    X(vision)                  \
    X(paris)

#define SIDESTEP_DECLARE_ROUTE(name) const RoutePart& name##_route();
#define SIDESTEP_DECLARE_MIDTERM(name) const WishPart& name##_midterm();
#define SIDESTEP_DECLARE_INTENT(name) const WishPart& name##_intent();
#define SIDESTEP_DECLARE_MODEL(name) SIDESTEP_DECLARE_KERNEL(const Model& name##_model())
SIDESTEP_ROUTES(SIDESTEP_DECLARE_ROUTE)
SIDESTEP_MIDTERMS(SIDESTEP_DECLARE_MIDTERM)
SIDESTEP_INTENTS(SIDESTEP_DECLARE_INTENT)
SIDESTEP_MODELS(SIDESTEP_DECLARE_MODEL)

const Catalogue& Catalogue::standard() {
#define SIDESTEP_ADD_ROUTE(name) all.routes.push_back(&name##_route());
#define SIDESTEP_ADD_MIDTERM(name) all.midterms.push_back(&name##_midterm());
#define SIDESTEP_ADD_INTENT(name) all.intents.push_back(&name##_intent());
#define SIDESTEP_ADD_MODEL(name) all.models.push_back(&SIDESTEP_CHOOSE_KERNEL(name##_model)());
    static const Catalogue catalogue = [] {
        Catalogue all;
        SIDESTEP_ROUTES(SIDESTEP_ADD_ROUTE)
        SIDESTEP_MIDTERMS(SIDESTEP_ADD_MIDTERM)
        SIDESTEP_INTENTS(SIDESTEP_ADD_INTENT)
        SIDESTEP_MODELS(SIDESTEP_ADD_MODEL)
        return all;
    }();
    return catalogue;
}

std::vector<const PartInfo*> Catalogue::parts() const {
    std::vector<const PartInfo*> all;
    for (const RoutePart* part : routes) all.push_back(&part->info);
    for (const WishPart* part : midterms) all.push_back(&part->info());
    for (const WishPart* part : intents) all.push_back(&part->info());
    for (const Model* model : models) all.push_back(&model->info());
    return all;
}

const RoutePart* Catalogue::route(std::string_view name) const {
    const auto found =
        std::find_if(routes.begin(), routes.end(), [&](const RoutePart* part) { return part->info.name == name; });
    return found == routes.end() ? nullptr : *found;
}

const WishPart* Catalogue::wish(std::string_view name) const {
    for (const auto* section : {&midterms, &intents}) {
        for (const WishPart* part : *section) {
            if (part->info().name == name) return part;
        }
    }
    return nullptr;
}

const Model* Catalogue::model(std::string_view name) const {
    const auto found =
        std::find_if(models.begin(), models.end(), [&](const Model* m) { return m->info().name == name; });
    return found == models.end() ? nullptr : *found;
}

Parts standard_parts() {
    static const std::vector<const PartInfo*> all = Catalogue::standard().parts();
    return all;
}

Parts standard_models() {
    return standard_parts().last(Catalogue::standard().models.size());
}

std::span<const Model* const> model_catalogue() {
    return Catalogue::standard().models;
}

int model_index(std::string_view name) {
    const Parts models = standard_models();
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (models[i]->name == name) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace sidestep
