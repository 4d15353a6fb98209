// What lies beside a recording: who walked together, and who met whom.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "sidestep/error.h"
#include "sidestep/evaluate.h"

namespace sidestep {
namespace {

namespace fs = std::filesystem;

/// Rows of a file with commas and a line of titles.
class Table {
public:
    Table(std::string_view text, const std::string& file, std::initializer_list<std::string_view> needed)
        : file_(file) {
        const std::vector<std::string_view> titles = next(text);
        for (const std::string_view name : needed) {
            const auto at = std::ranges::find(titles, name);
            if (at == titles.end()) {
                throw InputError({.message = fmt::format("there is no column \"{}\"", name),
                                  .file = file,
                                  .line = 1,
                                  .allowed = fmt::format("{}", needs(needed)),
                                  .remedy = "Write the names of the columns into the first line."});
            }
            column_.push_back(static_cast<std::size_t>(at - titles.begin()));
        }
        while (!text.empty()) {
            std::vector<std::string_view> cells = next(text);
            if (cells.size() == 1 && cells[0].empty()) continue;
            rows_.push_back({line_, std::move(cells)});
        }
    }

    std::size_t size() const { return rows_.size(); }
    std::string_view text(std::size_t row, std::size_t column) const {
        const Row& r = rows_[row];
        return column_[column] < r.cells.size() ? r.cells[column_[column]] : std::string_view();
    }
    std::uint32_t number(std::size_t row, std::size_t column) const {
        const std::string_view cell = text(row, column);
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error != std::errc() || end != cell.data() + cell.size() || cell.empty()) {
            throw InputError({.message = "this is no whole number",
                              .file = file_,
                              .line = rows_[row].line,
                              .value = std::string(cell),
                              .allowed = "ids and frames, 0 and above",
                              .remedy = "Correct the line."});
        }
        return value;
    }
    int line(std::size_t row) const { return rows_[row].line; }

private:
    struct Row {
        int line;
        std::vector<std::string_view> cells;
    };

    static std::string needs(std::initializer_list<std::string_view> needed) {
        std::string list;
        for (const std::string_view name : needed) list += fmt::format("{}{}", list.empty() ? "" : ",", name);
        return list;
    }

    std::vector<std::string_view> next(std::string_view& text) {
        ++line_;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        std::vector<std::string_view> cells;
        for (std::size_t at = 0;;) {
            const std::size_t comma = std::min(line.find(',', at), line.size());
            cells.push_back(line.substr(at, comma - at));
            if (comma == line.size()) return cells;
            at = comma + 1;
        }
    }

    std::string file_;
    int line_ = 0;
    std::vector<std::size_t> column_;
    std::vector<Row> rows_;
};

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<std::vector<AgentId>> parse_groups(std::string_view text, const std::string& file) {
    const Table table(text, file, {"group_id", "person_id"});
    std::map<std::uint32_t, std::vector<AgentId>> groups;
    for (std::size_t row = 0; row < table.size(); ++row) groups[table.number(row, 0)].push_back(table.number(row, 1));
    std::vector<std::vector<AgentId>> all;
    for (auto& [number, people] : groups) all.push_back(std::move(people));
    return all;
}

std::vector<RecordedMeeting> parse_meetings(std::string_view text, const std::string& file) {
    const Table table(text, file, {"a", "b", "frame_start", "frame_ca"});
    std::vector<RecordedMeeting> meetings;
    for (std::size_t row = 0; row < table.size(); ++row) {
        const RecordedMeeting m{table.number(row, 0), table.number(row, 1), table.number(row, 2), table.number(row, 3)};
        if (m.start >= m.closest || m.a == m.b) {
            throw InputError({.message = "a meeting begins before two are closest",
                              .file = file,
                              .line = table.line(row),
                              .value = fmt::format("{} and {}, frames {} to {}", m.a, m.b, m.start, m.closest),
                              .allowed = "two people, frame_start below frame_ca",
                              .remedy = "Correct the line."});
        }
        meetings.push_back(m);
    }
    return meetings;
}

FilmedPeople read_filmed(const std::string& file, const ReadOptions& options) {
    return filmed_people(file, read_trajectory(file, options));
}

FilmedPeople filmed_people(const std::string& file, Trajectory trajectory) {
    FilmedPeople people;
    const fs::path path(file);
    people.name = path.stem().string();
    people.trajectory = std::move(trajectory);
    std::error_code error;
    const fs::path folder = fs::absolute(path, error).parent_path();
    if (const fs::path groups = folder / "groups.csv"; fs::is_regular_file(groups, error))
        people.groups = parse_groups(content_of(groups), groups.string());
    if (const fs::path meetings = folder.parent_path() / "pairs" / (people.name + ".csv");
        fs::is_regular_file(meetings, error))
        people.meetings = parse_meetings(content_of(meetings), meetings.string());
    return people;
}

}  // namespace sidestep
