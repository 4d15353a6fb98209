#include "sidestep/reproduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "reproduce/brogan2003.h"
#include "reproduce/bruneau2016.h"
#include "reproduce/emergence.h"
#include "reproduce/jams.h"
#include "reproduce/karamouzas2009.h"
#include "reproduce/lamarche2004.h"
#include "reproduce/pettre2009.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"

namespace sidestep {

bool Reproduction::ok() const {
    return std::all_of(claims.begin(), claims.end(), [](const Claim& c) { return c.holds || !c.required; });
}

namespace {

/// One line per paper.
struct Entry {
    ReproduciblePaper paper;
    Reproduction (*run)(const ReproduceOptions&);
};
constexpr Entry kEntries[] = {
    {{"karamouzas2009",
      "Karamouzas, Heil, van Beek, Overmars: A predictive collision avoidance model for pedestrian simulation, "
      "MIG 2009",
      karamouzas2009::kParts},
     karamouzas2009::reproduce},
    {{"pettre2009",
      "Pettré, Ondřej, Olivier, Crétual, Donikian: Experiment-based modeling, simulation and validation of "
      "interactions between virtual walkers, SCA 2009",
      pettre2009::kParts},
     pettre2009::reproduce},
    {{"lamarche2004",
      "Lamarche, Donikian: Crowd of virtual humans: a new approach for real time navigation in complex and structured "
      "environments, Computer Graphics Forum 23(3), 2004",
      lamarche2004::kParts},
     lamarche2004::reproduce},
    {{"brogan2003", "Brogan, Johnson: Realistic human walking paths, CASA 2003", brogan2003::kParts},
     brogan2003::reproduce},
    {{"bruneau2016",
      "Bruneau: Studying and modeling complex interactions for crowd simulation, thesis, 2016; chapter 3 with Dutra "
      "and "
      "Pettré: Following behaviors: a model for computing following distances, MIG 2014",
      bruneau2016::kParts},
     bruneau2016::reproduce},
    {{"emergence", "what crowds do although nobody told them, under every model; no single paper", emergence::kParts},
     emergence::reproduce},
    {{"jams", "whether crowds get past doors and each other, under every model; no single paper", jams::kParts},
     jams::reproduce},
};

}  // namespace

std::span<const ReproduciblePaper> reproducible_papers() {
    static const auto papers = [] {
        std::vector<ReproduciblePaper> list;
        for (const Entry& entry : kEntries) list.push_back(entry.paper);
        return list;
    }();
    return papers;
}

Reproduction reproduce(std::string_view name, const ReproduceOptions& options) {
    const auto papers = reproducible_papers();
    const auto paper = std::find_if(papers.begin(), papers.end(), [&](const auto& p) { return p.name == name; });
    if (paper == papers.end()) {
        std::vector<std::string> known;
        for (const ReproduciblePaper& p : papers) known.emplace_back(p.name);
        throw InputError({.message = fmt::format("there is no paper named \"{}\" to reproduce", name),
                          .value = std::string(name),
                          .allowed = list_of(known),
                          .remedy = did_you_mean(name, known, "Choose one of these.")});
    }
    if (!options.part.empty() &&
        std::find(paper->parts.begin(), paper->parts.end(), options.part) == paper->parts.end()) {
        const std::vector<std::string> known(paper->parts.begin(), paper->parts.end());
        throw InputError(
            {.message = fmt::format("{} has no part named \"{}\"", name, options.part),
             .value = options.part,
             .allowed = list_of(known),
             .remedy = did_you_mean(options.part, known, "Choose one of these, or leave --part out to run them all.")});
    }
    return kEntries[paper - papers.begin()].run(options);
}

}  // namespace sidestep
