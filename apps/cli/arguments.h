// What commands declare their arguments with, and what several of them say alike.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <memory>
#include <string>

#include "commands.h"

namespace sidestep::cli {

constexpr auto kMetricHelp = "a name from `sidestep metrics`, or all; may be repeated";
constexpr auto kResumeHelp = "keep what is done in FILE, and go on from there if it exists";
constexpr auto kJsonHelp = "print exactly one JSON document on standard output";
constexpr auto kMapHelp = "a plan as for `map`, for recordings without one or instead of theirs";
constexpr auto kThreadsHelp = "threads, 0 for all; never changes the result";

/// The arguments of a command, which it keeps; `act` gets them when the command is the one that was named.
template <class Arguments, class Act>
Arguments& arguments_of(CLI::App& command, Action& action, const std::shared_ptr<Arguments>& arguments, Act act) {
    command.callback([arguments, act, &action] { action = [arguments, act] { return act(*arguments); }; });
    return *arguments;
}
template <class Arguments>
Arguments& arguments_of(CLI::App& command, Action& action, int (*act)(const Arguments&)) {
    return arguments_of(command, action, std::make_shared<Arguments>(), act);
}

void add_threads(CLI::App& command, int& threads, const std::string& help = kThreadsHelp);
/// Of commands that draw: which part, how large.
void add_view_of_picture(CLI::App& command, std::string& view, double& width);
/// For an option that is a seed.
CLI::Validator seed_check();

/// Throws InputError for options that were given and mean nothing beside the others.
void refuse_idle(const CLI::App& command, bool idle, std::initializer_list<const char*> options, const char* why);

}  // namespace sidestep::cli
