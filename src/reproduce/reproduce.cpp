#include "sidestep/reproduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "reproduce/karamouzas2009.h"
#include "sidestep/error.h"

namespace sidestep {

bool Reproduction::ok() const {
    return std::all_of(claims.begin(), claims.end(), [](const Claim& c) { return c.holds || !c.required; });
}

std::span<const ReproduciblePaper> reproducible_papers() {
    static constexpr std::array papers{ReproduciblePaper{
        "karamouzas2009",
        "Karamouzas, Heil, van Beek, Overmars: A predictive collision avoidance model for pedestrian simulation, MIG "
        "2009",
        karamouzas2009::kParts}};
    return papers;
}

Reproduction reproduce(std::string_view name, const ReproduceOptions& options) {
    const auto papers = reproducible_papers();
    const auto paper = std::find_if(papers.begin(), papers.end(), [&](const auto& p) { return p.name == name; });
    if (paper == papers.end()) {
        std::string known;
        for (const ReproduciblePaper& p : papers) known += fmt::format("{}{}", known.empty() ? "" : ", ", p.name);
        throw InputError({.message = fmt::format("there is no paper named \"{}\" to reproduce", name),
                          .value = std::string(name),
                          .allowed = known,
                          .remedy = "Choose one of these."});
    }
    if (!options.part.empty() &&
        std::find(paper->parts.begin(), paper->parts.end(), options.part) == paper->parts.end()) {
        throw InputError({.message = fmt::format("{} has no part named \"{}\"", name, options.part),
                          .value = options.part,
                          .allowed = fmt::format("{}", fmt::join(paper->parts, ", ")),
                          .remedy = "Choose one of these, or leave --part out to run them all."});
    }
    return karamouzas2009::reproduce(options);
}

}  // namespace sidestep
