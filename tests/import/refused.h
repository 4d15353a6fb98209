// What is said about input that cannot be used.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sidestep/error.h"
#include "sidestep/import.h"

namespace sidestep::test {

/// The problem of a text that must be refused; checks what holds for all of them.
inline InputProblem refused(MapFormat format, const std::string& text, const ImportOptions& options = {}) {
    try {
        import_text(format, text, options);
    } catch (const InputError& error) {
        const InputProblem& problem = error.problem();
        EXPECT_FALSE(problem.message.empty()) << text;
        EXPECT_FALSE(problem.allowed.empty()) << problem.message;
        EXPECT_FALSE(problem.remedy.empty()) << problem.message;
        return problem;
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
}

}  // namespace sidestep::test
