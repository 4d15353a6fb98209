// Maximum likelihood: parameters hidden in made-up walkers have to be found again.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/pettre2009_study.h"

namespace sidestep::pettre2009 {

void likelihood(Study& study) {
    // Recordings of the experiment are not at hand: walkers are made up with parameters that calibration has to find.
    const bool whole = study.options.seeds >= 5;
    const int samples = std::min(20, 2 * study.options.seeds);
    const int evaluations = whole ? 1201 : 161;
    study.lab.tell(fmt::format("likelihood, {} made-up pairs, each fitted", samples));
    const std::vector<CrossingTrial> own = study.trials().make_up(samples, false, 2009);
    const std::vector<SearchRun> fits = study.trials().fit_each(own, evaluations);
    std::vector<double> hidden, fitted, standard;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const Likelihood best = study.trials().match(own[i], fits[i].best),
                         usual = study.trials().match(own[i], default_parameters());
        hidden.push_back(study.trials().match(own[i], own[i].parameters).normalised);
        fitted.push_back(best.normalised);
        standard.push_back(usual.normalised);
    }
    study.claim(
        {.id = "likelihood.recovered",
         .ours = summarise(fitted).mean / summarise(hidden).mean,
         .unit = "×",
         .rule = "calibrated score ≥ 0.95 of that of the hidden parameters, mean over pairs",
         .holds = summarise(fitted).mean >= 0.95 * summarise(hidden).mean,
         .required = true,
         .note = fmt::format("L_norm {:.3f} calibrated, {:.3f} hidden, {:.3f} default; {} pairs, {} evaluations each",
                             summarise(fitted).mean, summarise(hidden).mean, summarise(standard).mean, own.size(),
                             fits[0].evaluations)});
    study.lab.tell(fmt::format("likelihood, {} made-up pairs fitted together", samples));
    const std::vector<CrossingTrial> alike = study.trials().make_up(samples, true, 429);
    const SearchRun global = study.trials().fit_all(alike, evaluations);
    std::vector<double> together, truth, usual;
    for (const CrossingTrial& t : alike) {
        together.push_back(study.trials().match(t, global.best).normalised);
        truth.push_back(study.trials().match(t, t.parameters).normalised);
        usual.push_back(study.trials().match(t, default_parameters()).normalised);
    }
    study.claim({.id = "likelihood.recovered_together",
                 .ours = summarise(together).mean / summarise(truth).mean,
                 .unit = "×",
                 .rule = "one vector for all pairs: calibrated score ≥ 0.95 of that of the hidden one",
                 .holds = summarise(together).mean >= 0.95 * summarise(truth).mean,
                 .required = true,
                 .note = fmt::format(
                     "α {:.2f} (hidden {:.2f}), β_v {:.2f} ({:.2f}), γ_v {:.2f} ({:.2f}), β_θ {:.2f} ({:.2f}), γ_θ "
                     "{:.2f} ({:.2f}); L_norm {:.3f}, hidden {:.3f}, default {:.3f}",
                     global.best[0], alike[0].parameters[0], global.best[1], alike[0].parameters[1], global.best[2],
                     alike[0].parameters[2], global.best[3], alike[0].parameters[3], global.best[4],
                     alike[0].parameters[4], summarise(together).mean, summarise(truth).mean, summarise(usual).mean)});

    // Fitted to some pairs, judged by others.
    const auto half = static_cast<std::ptrdiff_t>(alike.size() / 2);
    const SearchRun learnt = study.trials().fit_all({alike.begin(), alike.begin() + half}, evaluations);
    std::vector<double> unseen, unseen_usual;
    for (auto t = alike.begin() + half; t != alike.end(); ++t) {
        unseen.push_back(study.trials().match(*t, learnt.best).normalised);
        unseen_usual.push_back(study.trials().match(*t, default_parameters()).normalised);
    }
    study.claim({.id = "likelihood.unseen_pairs",
                 .ours = summarise(unseen).mean - summarise(unseen_usual).mean,
                 .unit = "L_norm",
                 .rule = "> 0: fitted to half of the pairs, the other half score higher than with the defaults",
                 .holds = summarise(unseen).mean > summarise(unseen_usual).mean,
                 .required = true,
                 .note = fmt::format("{:.3f} against {:.3f}, {} pairs that the fit did not see", summarise(unseen).mean,
                                     summarise(unseen_usual).mean, unseen.size())});

    ReproducedTable table{"likelihood", "Table 1: mean L_norm", {"paper", "ours"}, {}};
    const auto row = [&](std::string label, std::optional<double> paper, const std::vector<double>& ours) {
        table.rows.push_back(
            {std::move(label), "–", {paper ? std::optional(number(*paper)) : std::nullopt, summarise(ours)}});
    };
    row("hidden parameters", std::nullopt, hidden);
    row("calibrated", kPaperCalibrated, fitted);
    row("default", kPaperDefault, standard);
    for (const Rival& rival : kRivals) {
        std::vector<double> scores;
        for (const CrossingTrial& t : own) scores.push_back(study.trials().match(t, rival.model).normalised);
        row(std::string(rival.model), rival.likelihood, scores);
        study.claim({.id = fmt::format("likelihood.default_above_{}", rival.model),
                     .paper = kPaperDefault - rival.likelihood,
                     .ours = summarise(standard).mean - summarise(scores).mean,
                     .unit = "L_norm",
                     .rule = fmt::format("default − {} > 0", rival.model),
                     .holds = summarise(standard).mean > summarise(scores).mean,
                     .note = "the made-up walkers are the model's own kin, so this says less than the paper's"});
    }
    table.remark =
        "Paper: recorded people. Ours: made-up walkers with hidden parameters and 3 cm of noise, so only the order can "
        "be compared.";
    study.result.tables.push_back(std::move(table));
}

}  // namespace sidestep::pettre2009
