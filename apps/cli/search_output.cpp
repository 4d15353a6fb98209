#include "search_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "interrupt.h"
#include "named.h"

namespace sidestep::cli {

SearchOptions options_of(const SearchArguments& arguments) {
    SearchOptions options;
    options.method = require_named<SearchMethod>(arguments.method, "method");
    options.seeds = arguments.seeds;
    options.first_seed = arguments.seed;
    options.evaluations = arguments.evaluations;
    options.threads = arguments.threads;
    options.checkpoint = arguments.resume;
    return options;
}

SearchWatch::SearchWatch(SearchOptions& options) : shown_(isatty(STDERR_FILENO) != 0) {
    catch_interrupts();
    options.progress = [shown = shown_](const SearchProgress& p) {
        if (shown && p.evaluations % 20 == 0) {
            fmt::print(stderr, "\r{} of {} evaluations, best {:.5g} ", p.evaluations, p.of, p.best);
        }
        return interrupted_by() == 0;
    };
}

SearchWatch::~SearchWatch() {
    if (shown_) fmt::print(stderr, "\r{:60}\r", "");
}

Json parameters_json(std::span<const Unknown> unknowns, const SearchResult& found) {
    Json parameters = Json::object();
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
        const Unknown& u = unknowns[i];
        const Summary spread = found.spread(i);
        parameters[u.name] = {{"best", found.best().best[i]},
                              {"mean", spread.mean},
                              {"sd", std::isfinite(spread.sd) ? Json(spread.sd) : Json(nullptr)},
                              {"low", u.low},
                              {"high", u.high},
                              {"start", u.start}};
    }
    return parameters;
}

Json runs_json(const SearchResult& found) {
    Json runs = Json::array();
    for (const SearchRun& run : found.runs) {
        runs.push_back(
            {{"seed", run.seed}, {"cost", run.cost}, {"evaluations", run.evaluations}, {"values", run.best}});
    }
    return runs;
}

std::string parameters_text(std::span<const Unknown> unknowns, const SearchResult& found) {
    std::size_t width = 18;
    for (const Unknown& u : unknowns) width = std::max(width, u.name.size());
    std::string text = fmt::format("{:<{}} {:>9}   {:<18}\n", "", width, "best", "mean ± sd over seeds");
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
        const Summary spread = found.spread(i);
        text += fmt::format("{:<{}} {:>9.4f}   {:.4f}{}\n", unknowns[i].name, width, found.best().best[i], spread.mean,
                            std::isnan(spread.sd) ? "" : fmt::format(" ± {:.4f}", spread.sd));
    }
    return text;
}

}  // namespace sidestep::cli
