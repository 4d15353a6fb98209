// The page to sign: everything somebody needs to judge, and to run again, what is said of a model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/page.h"
#include "sidestep/plot.h"
#include "sidestep/simulation.h"
#include "sidestep/verify.h"

namespace sidestep {
namespace {

using plot::escaped;

std::string number_text(double value) {
    return plot::plain(value, 4);
}

std::string verdict_of(const VerifyEntry& entry, std::size_t seeds) {
    if (entry.trials.empty()) return "–";
    const std::string_view word = entry.passed() ? "✓ pass" : entry.which->required ? "✗ fail" : "✗ misses";
    const std::string share = seeds > 1 ? fmt::format(" {}/{}", entry.passes(), entry.trials.size()) : "";
    return fmt::format("{}{}{}", word, share, entry.healthy() ? "" : " *");
}

std::string heading(const Verification& v) {
    std::size_t done = 0, failed = 0;
    for (const VerifyEntry& entry : v.entries) {
        done += !entry.trials.empty();
        failed += entry.which->required && !entry.trials.empty() && !entry.passed();
    }
    const std::string text = !v.finished ? fmt::format("Ended early: {} of {} done", done, v.entries.size())
                             : v.ok()    ? "✓ Every required case passes with every model"
                                         : fmt::format("✗ {} required cases are not passed", failed);
    return fmt::format("<div class=\"verdict {}\"><strong>{}</strong></div>\n", v.ok() ? "good" : "bad", text);
}

std::string facts(const Verification& v, const VerifySigned& stands) {
    std::string html = "<dl class=\"facts\">\n";
    const auto fact = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value));
    };
    fact("Project", stands.project);
    fact("Author", stands.author);
    fact("Date", stands.date);
    fact("Sidestep", version());
    fact("Models", fmt::format("{}", fmt::join(v.models, ", ")));
    fact("Seeds", fmt::format("{}", fmt::join(v.seeds, ", ")));
    fact("Cases", std::to_string(v.cases.size()));
    return html + "</dl>\n";
}

std::string overview(const Verification& v) {
    std::string html =
        "<h2>Verdicts</h2>\n<div class=\"scroll\"><table class=\"close\"><thead><tr><th>Case</th><th class=\"text\">"
        "Source</th><th class=\"text\">What</th>";
    for (const std::string& model : v.models) html += fmt::format("<th>{}</th>", escaped(model));
    html += "</tr></thead><tbody>\n";
    for (std::size_t c = 0; c < v.cases.size(); ++c) {
        const VerifyCase& which = *v.cases[c];
        html += fmt::format("<tr><th>{}{}</th><td class=\"text\">{}</td><td class=\"text\">{}</td>", which.id,
                            which.required ? "" : " (told)", escaped(which.standard), escaped(which.title));
        for (std::size_t m = 0; m < v.models.size(); ++m)
            html += fmt::format("<td>{}</td>", verdict_of(v.entry(c, m), v.seeds.size()));
        html += "</tr>\n";
    }
    return html +
           "</tbody></table></div>\n<p class=\"small\">(told): the guideline sets no bar, or one for other models than "
           "these; it does not count. *: a run of the case is not healthy by itself; why stands with the case.</p>\n";
}

std::string numbers(const Verification& v, std::size_t c) {
    std::string html = "<div class=\"scroll\"><table class=\"close\"><thead><tr><th>Number</th><th>Must be</th>";
    for (const std::string& model : v.models) html += fmt::format("<th>{}</th>", escaped(model));
    html += "</tr></thead><tbody>\n";
    const VerifyTrial* any = nullptr;
    for (std::size_t m = 0; m < v.models.size(); ++m) {
        if (!v.entry(c, m).trials.empty()) any = &v.entry(c, m).trials[0];
    }
    for (std::size_t k = 0; any != nullptr && k < any->numbers.size(); ++k) {
        const VerifyNumber& number = any->numbers[k];
        html += fmt::format("<tr><th>{}{}</th><td>{}</td>", escaped(number.name),
                            number.unit.empty() ? "" : " [" + escaped(number.unit) + "]", escaped(limits_text(number)));
        for (std::size_t m = 0; m < v.models.size(); ++m) {
            std::string cell;
            for (const VerifyTrial& trial : v.entry(c, m).trials) {
                const VerifyNumber& value = trial.numbers[k];
                cell += fmt::format("{}{}{}", cell.empty() ? "" : ", ", number_text(value.value),
                                    value.holds() ? "" : " ✗");
            }
            html += fmt::format("<td>{}</td>", cell);
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string remarks(const Verification& v, std::size_t c) {
    std::string list;
    for (std::size_t m = 0; m < v.models.size(); ++m) {
        for (const VerifyTrial& trial : v.entry(c, m).trials) {
            const std::string who = fmt::format("{}, seed {}", v.models[m], trial.seed);
            if (!trial.passed()) list += fmt::format("<li>{}: {}.</li>\n", escaped(who), escaped(trial.cause));
            for (const std::string& why : trial.unhealthy)
                list += fmt::format("<li>{}, not healthy: {}</li>\n", escaped(who), escaped(why));
        }
    }
    return list.empty() ? "" : "<ul>\n" + list + "</ul>\n";
}

std::string pictures(const Verification& v, std::size_t c) {
    std::string html;
    for (std::size_t m = 0; m < v.models.size(); ++m) {
        for (const std::string& picture : v.entry(c, m).pictures)
            html += fmt::format("<figure><div>{}</div><figcaption>{}</figcaption></figure>\n", picture,
                                escaped(v.models[m]));
    }
    return html.empty() ? "" : "<div class=\"figures three maps\">\n" + html + "</div>\n";
}

std::string hashes(const Verification& v, std::size_t c) {
    std::string list;
    for (std::size_t m = 0; m < v.models.size(); ++m) {
        for (const VerifyTrial& trial : v.entry(c, m).trials) {
            list += fmt::format("{}{}, seed {}:", list.empty() ? "" : "; ", v.models[m], trial.seed);
            for (const std::uint64_t hash : trial.state_hashes) list += fmt::format(" {:016x}", hash);
        }
    }
    return fmt::format("<p class=\"small\">State hashes of the runs. {}.</p>\n", escaped(list));
}

std::string case_section(const Verification& v, std::size_t c) {
    const VerifyCase& which = *v.cases[c];
    return fmt::format(
        "<section><h2>{}: {}</h2>\n<p>{}.</p>\n<p>Set up: {}.<br/>Passes when: {}.</p>\n{}{}{}{}</section>\n", which.id,
        escaped(which.title), escaped(which.standard), escaped(which.setup), escaped(which.rule), numbers(v, c),
        remarks(v, c), pictures(v, c), hashes(v, c));
}

/// What a case says of its people is with the case; all else is here, at the values that were in force.
std::string parameters(const Verification& v) {
    std::string html = "<section><h2>Models and their parameters</h2>\n";
    if (!v.cases.empty() && !v.models.empty()) {
        const Scenario scene = verify_scenes(*v.cases[0], v.models[0])[0];
        html += fmt::format(
            "<p>The same for all models and cases: ways by the planner <i>{}</i> (straight on where a corridor closes "
            "upon itself), contacts <i>{}</i>, deadlocks <i>{}</i>, steps of {} s. Parameters are the defaults; none "
            "is "
            "set for a case but what the case is about.</p>\n",
            kDefaultRoute, scene.contacts == Contacts::project ? "project" : "none", name_of(scene.deadlocks),
            scene.dt);
    }
    for (const std::string& name : v.models) {
        const PartInfo& model = require_model(name);
        std::string list;
        for (const Parameter& parameter : model.parameters) {
            const std::string value = parameter.derive != nullptr ? std::string(parameter.derive_text)
                                      : !parameter.choices.empty()
                                          ? std::string(parameter.choices[static_cast<std::size_t>(parameter.fallback)])
                                          : number_text(parameter.fallback);
            list +=
                fmt::format("{}{} = {}{}", list.empty() ? "" : ", ", parameter.name, value,
                            parameter.unit.empty() || parameter.unit == "–" ? "" : " " + std::string(parameter.unit));
        }
        std::string own;
        for (const CommonDefault& common : model.common_defaults) {
            own += fmt::format(", {} = {}", common_parameters()[common.parameter].name, number_text(common.value));
        }
        html += fmt::format("<h3>{}</h3>\n<p class=\"small\">{}</p>\n<p>{}{}</p>\n", escaped(name),
                            escaped(model.source), escaped(list), escaped(own));
    }
    return html + "</section>\n";
}

std::string to_sign(const VerifySigned& stands) {
    return fmt::format(
        "<section><h2>Signature</h2>\n<dl class=\"facts\"><div><dt>Name</dt><dd>{}</dd></div><div><dt>Place and "
        "date</dt><dd>&nbsp;</dd></div><div><dt>Signature</dt><dd>&nbsp;</dd></div></dl>\n<p>"
        "______________________________</p></section>\n",
        stands.author.empty() ? "&nbsp;" : escaped(stands.author));
}

}  // namespace

std::string verify_html(const Verification& v, const VerifySigned& stands) {
    const std::string title = stands.project.empty() ? "Verification" : fmt::format("Verification: {}", stands.project);
    std::string body = fmt::format("<header><h1>{}</h1></header>\n<section>{}{}{}</section>\n", escaped(title),
                                   heading(v), facts(v, stands), overview(v));
    for (std::size_t c = 0; c < v.cases.size(); ++c) body += case_section(v, c);
    return report_page(title, body + parameters(v) + to_sign(stands));
}

}  // namespace sidestep
