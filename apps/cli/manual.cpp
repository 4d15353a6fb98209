#include "manual.h"

#include <fmt/format.h>

#include <vector>

#include "sidestep/simulation.h"

namespace sidestep::cli {
namespace {

/// Text as roff takes it literally: a line that begins with a dot or quote would be a request.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
            out += c;
        }
    }
    return out;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands(nullptr);
}

bool is_flag(const CLI::Option& option) {
    return option.get_items_expected_max() == 0;
}

std::string value_name(const CLI::Option& option) {
    if (is_flag(option)) return {};
    return option.get_type_name() == "TEXT" ? " VALUE"
                                            : " " + option.get_type_name().substr(0, option.get_type_name().find(':'));
}

std::string synopsis(const CLI::App& command) {
    std::string text = "sidestep " + command.get_name() + " [OPTION]...";
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional()) continue;
        const std::string name = option->get_name(true);
        text += option->get_required() ? " " + name : " [" + name + "]";
        if (option->get_items_expected_max() > 1) text += "...";
    }
    return text;
}

std::string options_text(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_positional() ? option->get_name(true) : option->get_name(false, true);
        const std::string usual = option->get_default_str();
        text += fmt::format(".TP\n.B {}{}\n{}\n", roff(name), roff(option->get_positional() ? "" : value_name(*option)),
                            roff(option->get_description() + (usual.empty() ? "" : " (default " + usual + ")")));
    }
    return text;
}

/// "--seed --set …", for a list of words in bash.
std::string long_names(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) text += " --" + name;
    }
    return text.empty() ? text : text.substr(1);
}

}  // namespace

std::string manual_page(const CLI::App& app) {
    std::string text =
        fmt::format(".TH SIDESTEP 1 \"\" \"sidestep {}\" \"User commands\"\n.SH NAME\nsidestep \\- {}\n.SH SYNOPSIS\n",
                    version(), roff("simulate how people walk, look at it and measure it"));
    text += ".B sidestep\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n" + roff(app.get_description()) +
            "\nUnits are SI.\n.SH COMMANDS\n";
    for (const CLI::App* command : commands_of(app)) {
        text += fmt::format(".SS {}\n{}\n.PP\n.B {}\n{}", roff(command->get_name()), roff(command->get_description()),
                            roff(synopsis(*command)), options_text(*command));
    }
    text += ".SH \"EXIT STATUS\"\n" + roff(app.get_footer()) + "\n";
    text += ".SH ENVIRONMENT\n";
    const std::pair<const char*, const char*> variables[] = {
        {"SIDESTEP_SCENES", "folder in which scenes are looked up by name, before those that are shipped"},
        {"SIDESTEP_PROFILES", "the same of profiles"},
        {"SIDESTEP_DATA", "folder of recordings and maps, which scenes name as data:PATH"},
        {"SIDESTEP_PAGE", "HTML file that view and export use instead of the page inside the program"}};
    for (const auto& [name, meaning] : variables) text += fmt::format(".TP\n.B {}\n{}\n", name, meaning);
    return text;
}

std::string bash_completion(const CLI::App& app) {
    std::string names, cases, model_names;
    for (const CLI::App* command : commands_of(app)) {
        names += (names.empty() ? "" : " ") + command->get_name();
        cases += fmt::format("        {}) options=\"{}\" ;;\n", command->get_name(), long_names(*command));
    }
    for (const PartInfo* model : models()) model_names += (model_names.empty() ? "" : " ") + std::string(model->name);
    std::string parts_names;
    for (const PartInfo* part : parts()) parts_names += (parts_names.empty() ? "" : " ") + std::string(part->name);
    return fmt::format(R"bash(# Completion of sidestep for bash; made by `sidestep completion bash`.
_sidestep() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} options=""
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{0}" -- "$word"))
        return
    fi
    case $before in
        --model|--models) COMPREPLY=($(compgen -W "{1} all" -- "$word")); return ;;
        --metric) COMPREPLY=($(compgen -W "all $(sidestep metrics 2>/dev/null | cut -d' ' -f1)" -- "$word")); return ;;
    esac
    case $command in
{2}    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    case $command in
        help) COMPREPLY=($(compgen -W "{0}" -- "$word")) ;;
        params) COMPREPLY=($(compgen -W "{3}" -- "$word")) ;;
        run|compare|bench|view|calibrate)
            COMPREPLY=($(compgen -W "$(sidestep scenes --names 2>/dev/null)" -- "$word") $(compgen -f -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}}
complete -o filenames -F _sidestep sidestep
)bash",
                       names, model_names, cases, parts_names);
}

}  // namespace sidestep::cli
