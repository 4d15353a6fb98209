// STEP files (ISO 10303-21), the text that IFC is written in: numbered entities with arguments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidestep {

/// One argument. Lists and typed values have parts.
struct StepValue {
    enum class Kind : std::uint8_t { none, number, text, name, reference, list } kind = Kind::none;
    double number = 0;      ///< of a number; the id of a reference
    std::string_view text;  ///< of text and .NAME.; the type of a typed value
    std::vector<StepValue> parts;
};

struct StepEntity {
    std::uint64_t id = 0;
    std::string_view type;
    std::vector<StepValue> arguments;
    /// One that is always there.
    const StepValue& argument(std::size_t i) const {
        static const StepValue nothing;
        return i < arguments.size() ? arguments[i] : nothing;
    }
};

struct StepFile {
    std::string_view schema;           ///< "IFC4", "IFC2X3"
    std::vector<StepEntity> entities;  ///< by id
    const StepEntity* find(double id) const;
    const StepEntity* find(const StepValue& reference) const {
        return reference.kind == StepValue::Kind::reference ? find(reference.number) : nullptr;
    }
};

/// Keeps pointing into the text. Throws InputError.
StepFile read_step(std::string_view text);

}  // namespace sidestep
