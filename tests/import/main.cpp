// The tests are their own helper for models, as a program that embeds the library may be.
#include <gtest/gtest.h>

#include "sidestep/import.h"

int main(int argc, char** argv) {
    if (const auto served = sidestep::serve_as_model_helper(argc, argv)) return *served;
    sidestep::use_model_helper("");
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
