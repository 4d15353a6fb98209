// sidestep reproduce: a paper's experiments run again, its numbers beside ours.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "find_scene.h"
#include "output.h"
#include "output_file.h"
#include "sidestep/error.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

struct ReproduceCommand {
    std::string paper;
    std::string part;
    int seeds = 10;
    int threads = 0;
    bool strict = false;  ///< a missed required claim is exit 1
    bool json = false;
    std::string figures;  ///< directory to put figures in; empty: none
    bool force = false;
};

/// Columns on a terminal: continuation bytes of UTF-8 take none.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}
std::string padded(const std::string& text, std::size_t columns, bool right) {
    const std::string blanks(columns - std::min(columns, width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

/// Four digits that matter, and no exponent where a reader compares columns.
std::string plain(double value, int digits) {
    const double size = std::abs(value);
    const int before = size > 0 ? std::max(-1, static_cast<int>(std::floor(std::log10(size))) + 1) : 1;
    return fmt::format("{:.{}f}", value, std::max(0, digits - before));
}

std::string cell(const std::optional<Summary>& value) {
    if (!value || std::isnan(value->mean)) return "";
    if (!std::isnan(value->sd)) return fmt::format("{} ± {}", plain(value->mean, 4), plain(value->sd, 3));
    return value->mean != 0 && std::abs(value->mean) < 1e-3 ? fmt::format("{:.0e}", value->mean)
                                                            : plain(value->mean, 3);
}

std::string readable(const ReproducedTable& table) {
    std::vector<std::vector<std::string>> text{{""}};
    text[0].insert(text[0].end(), table.columns.begin(), table.columns.end());
    for (const ReproducedTable::Row& row : table.rows) {
        text.push_back({row.unit.empty() || row.unit == "–" ? row.label : fmt::format("{} [{}]", row.label, row.unit)});
        for (const auto& value : row.cells) text.back().push_back(cell(value));
    }
    std::vector<std::size_t> widest(text[0].size());
    for (const auto& row : text) {
        for (std::size_t i = 0; i < row.size(); ++i) widest[i] = std::max(widest[i], width(row[i]));
    }
    std::string out = fmt::format("{}\n", table.title);
    for (const auto& row : text) {
        for (std::size_t i = 0; i < row.size(); ++i) out += (i > 0 ? "  " : "") + padded(row[i], widest[i], i > 0);
        out += '\n';
    }
    if (!table.remark.empty()) out += table.remark + "\n";
    return out + "\n";
}

std::string amount(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? fmt::format("{:.4g}", *value) : "-";
}

std::string readable(const std::vector<Claim>& claims) {
    std::size_t id = 0, unit = 0;
    for (const Claim& claim : claims) id = std::max(id, width(claim.id)), unit = std::max(unit, width(claim.unit));
    std::string out = fmt::format("{}  {:>8}  {:>8}\n", padded("Claims (* required)", id + 9, false), "paper", "ours");
    for (const Claim& claim : claims) {
        out += fmt::format("{} {} {}  {:>8}  {:>8} {}  {}\n", claim.holds ? "holds " : "MISSED",
                           claim.required ? "*" : " ", padded(claim.id, id, false), amount(claim.paper),
                           amount(claim.ours), padded(claim.unit, unit, false), claim.rule);
        if (!claim.note.empty()) out += fmt::format("           {}\n", claim.note);
    }
    return out;
}

Json number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json document(const Reproduction& result) {
    Json claims = Json::array(), tables = Json::array();
    for (const Claim& claim : result.claims) {
        claims.push_back({{"id", claim.id},
                          {"paper", number(claim.paper)},
                          {"ours", number(claim.ours)},
                          {"unit", claim.unit},
                          {"rule", claim.rule},
                          {"holds", claim.holds},
                          {"note", claim.note},
                          {"required", claim.required}});
    }
    for (const ReproducedTable& table : result.tables) {
        Json rows = Json::array();
        for (const ReproducedTable::Row& row : table.rows) {
            Json cells = Json::array();
            for (const auto& value : row.cells) {
                if (!value) {
                    cells.push_back(nullptr);
                    continue;
                }
                Json entry{{"mean", number(value->mean)}};
                if (!std::isnan(value->sd)) entry["sd"] = value->sd, entry["n"] = value->n;
                cells.push_back(std::move(entry));
            }
            rows.push_back({{"label", row.label}, {"unit", row.unit}, {"cells", std::move(cells)}});
        }
        tables.push_back({{"part", table.part},
                          {"title", table.title},
                          {"columns", table.columns},
                          {"rows", std::move(rows)},
                          {"remark", table.remark}});
    }
    return {{"paper", result.paper}, {"claims", std::move(claims)}, {"tables", std::move(tables)}};
}

/// Before the work: a directory that can be written to without losing anything.
void require_figure_directory(const ReproduceCommand& command) {
    if (command.figures.empty()) return;
    const std::filesystem::path directory = command.figures;
    if (!std::filesystem::exists(directory)) return;
    if (!std::filesystem::is_directory(directory)) {
        throw InputError({.message = fmt::format("{} is not a directory", command.figures),
                          .file = command.figures,
                          .value = command.figures,
                          .allowed = "a directory, there or to be made",
                          .remedy = "Choose another name after --figures."});
    }
    if (!command.force && !std::filesystem::is_empty(directory)) {
        throw InputError({.message = fmt::format("{} already holds files", command.figures),
                          .file = command.figures,
                          .value = command.figures,
                          .allowed = "an empty or new directory",
                          .remedy = "Choose another one, or add --force."});
    }
}

int reproduce_command(const ReproduceCommand& command) {
    require_figure_directory(command);
    ReproduceOptions options;
    options.part = command.part;
    options.seeds = command.seeds;
    options.threads = command.threads;
    options.scene = [](const std::string& name) { return load_scene(find_scene(name)); };
    if (isatty(STDERR_FILENO) != 0) {
        options.progress = [](const std::string& what) { fmt::print(stderr, "{}\n", what); };
    }
    const Reproduction result = reproduce(command.paper, options);
    if (!command.figures.empty()) {
        std::error_code error;  // write_file says what is wrong
        std::filesystem::create_directories(command.figures, error);
        for (const ReproducedFigure& figure : result.figures) {
            write_file((std::filesystem::path(command.figures) / (figure.name + ".svg")).string(), figure.svg);
        }
    }
    if (command.json) {
        print(document(result));
    } else {
        std::string text;
        for (const ReproducedTable& table : result.tables) text += readable(table);
        const auto missed = std::count_if(result.claims.begin(), result.claims.end(),
                                          [](const Claim& c) { return c.required && !c.holds; });
        text += readable(result.claims);
        text +=
            missed == 0 ? "\nevery required claim holds\n" : fmt::format("\n{} required claims are missed\n", missed);
        print(text);
    }
    return command.strict && !result.ok() ? kUnhealthy : kHealthy;
}

/// "karamouzas2009, pettre2009, …"
std::string papers() {
    std::string text;
    for (const ReproduciblePaper& paper : reproducible_papers()) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", paper.name);
    }
    return text;
}

/// "karamouzas2009: table1, lanes, …; pettre2009: …"
std::string parts() {
    std::string text;
    for (const ReproduciblePaper& paper : reproducible_papers()) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", paper.name, fmt::join(paper.parts, ", "));
    }
    return text;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("reproduce", "run a paper's experiments again, its numbers beside ours");
    ReproduceCommand& reproduce = arguments_of(*command, action, reproduce_command);
    command->add_option("PAPER", reproduce.paper, papers())->required();
    command->add_option("--part", reproduce.part, "one part instead of all of them. " + parts());
    command->add_option("--seeds", reproduce.seeds, "runs of each experiment")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    add_threads(*command, reproduce.threads, "threads, 0 for all; changes no result");
    command->add_flag("--strict", reproduce.strict, "exit 1 when a required claim is missed");
    command->add_option("--figures", reproduce.figures, "directory to put the paper's figures in, as SVG");
    command->add_flag("--force", reproduce.force,
                      "put figures in a directory that holds files, replacing those of the same name");
    command->add_flag("--json", reproduce.json, kJsonHelp);
}

}  // namespace sidestep::cli
