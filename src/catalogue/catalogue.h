// Every part there is: routes, mid-term planners, intents, local models.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "avoid/model.h"
#include "route/provider.h"
#include "wish/wish_part.h"

namespace sidestep {

/// A value, so that tests can add parts of their own to the standard ones.
struct Catalogue {
    std::vector<const RoutePart*> routes;
    std::vector<const WishPart*> midterms, intents;
    std::vector<const Model*> models;

    static const Catalogue& standard();

    /// In the order of PartKind.
    std::vector<const PartInfo*> parts() const;
    /// Null where there is none of that name.
    const RoutePart* route(std::string_view name) const;
    const WishPart* wish(std::string_view name) const;
    const Model* model(std::string_view name) const;
};

/// What is known of the standard parts.
Parts standard_parts();
/// Of the local models alone.
Parts standard_models();
std::span<const Model* const> model_catalogue();
/// Index into that, or −1.
int model_index(std::string_view name);

}  // namespace sidestep
