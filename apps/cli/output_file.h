// Files a command writes as a whole.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace sidestep::cli {

/// Throws InputError when the name has none of these endings; an empty name has no need of one.
void refuse_extension(const std::string& file, std::initializer_list<std::string_view> allowed);
/// Throws InputError when the file exists and `force` is not set. Ask before the work that makes its content.
void refuse_existing(const std::string& file, bool force);
/// Throws InputError when the file is one of those it would be made from; --force does not help.
void refuse_replacing(const std::string& file, std::span<const std::string> inputs);
/// Puts the whole content in place or throws InputError and leaves what was there.
void write_file(const std::string& file, const std::string& content);

}  // namespace sidestep::cli
