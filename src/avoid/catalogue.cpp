#include "avoid/catalogue.h"

#include <array>

#include "base/processor.h"

namespace sidestep {

// One line per model. Its kernel defines NAME_model().
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

#define SIDESTEP_DECLARE(name) SIDESTEP_DECLARE_KERNEL(const Model& name##_model())
SIDESTEP_MODELS(SIDESTEP_DECLARE)

std::span<const Model* const> model_catalogue() {
#define SIDESTEP_ENTRY(name) &SIDESTEP_CHOOSE_KERNEL(name##_model)(),
    static const std::array models{SIDESTEP_MODELS(SIDESTEP_ENTRY)};
    return models;
}

std::span<const ModelInfo* const> model_infos() {
    static const auto infos = [] {
        std::vector<const ModelInfo*> list;
        for (const Model* m : model_catalogue()) list.push_back(&m->info());
        return list;
    }();
    return infos;
}

int model_index(std::string_view name) {
    const auto models = model_catalogue();
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (models[i]->info().name == name) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace sidestep
