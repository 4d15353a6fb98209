// Numbers that PedPy computed on recordings, kept beside the project.
#pragma once

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../support/maps.h"

namespace sidestep::test {

inline std::filesystem::path pedpy_folder() {
    return data_folder().parent_path() / "review" / "pedpy";
}

/// Columns of numbers by name; a cell that holds none is not a number.
inline std::map<std::string, std::vector<double>> read_columns(const std::filesystem::path& file) {
    std::map<std::string, std::vector<double>> columns;
    std::vector<std::string> names;
    std::ifstream in(file);
    const auto cells_of = [](std::string line) {
        while (!line.empty() && line.back() == '\r') line.pop_back();
        std::vector<std::string> cells;
        std::istringstream text(line);
        for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
        return cells;
    };
    std::string line;
    if (std::getline(in, line)) names = cells_of(line);
    while (std::getline(in, line)) {
        const std::vector<std::string> cells = cells_of(line);
        for (std::size_t i = 0; i < names.size(); ++i) {
            char* end = nullptr;
            const char* cell = i < cells.size() ? cells[i].c_str() : "";
            const double value = std::strtod(cell, &end);
            columns[names[i]].push_back(end == cell ? std::nan("") : value);
        }
    }
    return columns;
}

}  // namespace sidestep::test
