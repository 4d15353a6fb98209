// Reads Jülich text and CSV, ours and recordings from elsewhere. Whatever cannot be read without guessing is an error
// that names line and column: a recording in centimetres taken for metres would be worse than none.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "base/nesting.h"
#include "record/formats.h"
#include "record/plausible.h"
#include "record/text_fields.h"
#include "record/text_files.h"
#include "record/text_header.h"
#include "record/track_builder.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using text::Field;
using text::lower;
using text::number;
using text::trimmed;
using text::whole;

enum class Column : std::uint8_t { id, frame, x, y, heading_x, heading_y, ignored };
constexpr const char* kColumnNames[] = {"id", "frame", "x", "y", "heading_x", "heading_y", "a value"};

/// By blanks in Jülich text, by commas in CSV.
void split(std::string_view line, TextStyle style, std::vector<text::Field>& fields) {
    if (style == TextStyle::csv) {
        text::split_at_commas(line, fields);
    } else {
        text::split_at_blanks(line, fields);
    }
}

class TextReader {
public:
    TextReader(const std::string& path, TextStyle style, const ReadOptions& options, RowWatch* watch)
        : path_(path), style_(style), options_(options), watch_(watch), fps_(options.fps) {
        for (const std::string& name : options_.columns) fields_.push_back({name});
        if (!fields_.empty()) read_columns();
    }

    Trajectory read() {
        load();
        const bool ends = text_.ends_with('\n');
        std::string_view rest = text_;
        if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
        std::optional<TrackBuilder> builder;
        while (!rest.empty()) {
            const std::size_t newline = rest.find('\n');
            const bool torn = newline == std::string_view::npos && !ends;
            std::string_view line = rest.substr(0, newline);
            rest.remove_prefix(torn ? rest.size() : newline + 1);
            ++line_;
            if (line.ends_with('\r')) line.remove_suffix(1);
            const std::string_view content = trimmed(line);
            if (content.empty()) continue;
            if (content.front() == '#') {
                if (!torn) read_comment(line.substr(line.find('#')));
            } else if (style_ == TextStyle::csv && !builder && names_columns(line)) {
                if (columns_.empty()) read_columns();
            } else {
                if (columns_.empty()) reject_headless();
                if (!builder) builder.emplace(has_heading(), watch_);
                read_row(line, torn, *builder);
            }
        }
        if (!fps_) reject_rateless();
        if (columns_.empty()) reject_headless();
        trajectory_.info.fps = *fps_;
        if (builder) finish(*builder);
        return std::move(trajectory_);
    }

private:
    void load() {
        std::ifstream file(path_, std::ios::binary);
        if (file) text_.assign(std::istreambuf_iterator<char>(file), {});
        if (!file) reject("cannot be opened", {}, {}, "Check the permissions of the file.", false);
    }

    void read_comment(std::string_view line) {
        const auto entry = text::parse_header_line(line);
        if (!entry) {
            if (style_ == TextStyle::csv || !options_.columns.empty()) return;
            split(line.substr(1), style_, fields_);
            for (Field& field : fields_) ++field.column;
            // A remark that happens to begin with one of these words is not a column header.
            const std::string first = fields_.size() >= 4 ? lower(fields_[0].text) : "";
            const std::string second = fields_.size() >= 4 ? lower(fields_[1].text) : "";
            if (first == "id" || ((first == "frame" || first == "fr") && second == "id")) read_columns();
            return;
        }
        const auto& [key, value] = *entry;
        if (is_deep_verdict(key, value)) {
            reject(kDeepVerdict, value, fmt::format("at most {} brackets inside each other", kDeepestText),
                   "Remove the line, or record again.");
        }
        const std::string name = lower(trimmed(key));
        if (name == "framerate") {
            read_rate(value);
        } else if (name == "geometry") {
            trajectory_.info.wkt = value;
        } else if (name == kPeriodicKey) {
            read_periodic(key, value);
        } else if (name == "format") {
            ours_ = value == text::kOurFormat;
            if (!ours_) trajectory_.info.metadata[key] = value;
        } else {
            trajectory_.info.metadata[original_key(key)] = value;
        }
        if (trajectory_.info.metadata.size() > plausible::kMostMetadata) {
            reject("the file has more metadata than a recording", {}, plausible::kMetadataAllowed,
                   "Remove the lines that begin with # and do not belong there.");
        }
    }

    /// A remark of somebody else's is not taken for more than that.
    void read_periodic(const std::string& key, const std::string& value) {
        if (const auto lengths = parse_periodic(value)) {
            trajectory_.info.periodic = *lengths;
        } else if (ours_) {
            reject("the periodic axes have no usable length", value, kPeriodicAllowed,
                   "Correct the line, as in `# periodic: 20 0`, or remove it.");
        } else {
            trajectory_.info.metadata[key] = value;
        }
    }

    /// Whether a row of CSV is the header; numbers are not, where the columns are known without one.
    bool names_columns(std::string_view line) {
        split(line, style_, fields_);
        if (columns_.empty()) return true;
        return !options_.columns.empty() && !number<double>(fields_.front().text);
    }

    void read_rate(const std::string& value) {
        if (options_.fps) return;
        std::string_view text = trimmed(value);
        if (lower(text).ends_with("fps")) text = trimmed(text.substr(0, text.size() - 3));
        const auto rate = number<double>(text);
        if (!rate || !plausible::is_rate(*rate)) {
            reject("the frame rate is not usable", value,
                   std::string(plausible::kRateAllowed) + ", as in `# framerate: 25 fps`",
                   "Write the rate at which the frames were taken.");
        }
        fps_ = *rate;
    }

    void read_columns() {
        std::vector<Column> columns;
        bool seen[6] = {};
        std::optional<double> scale;
        for (const Field& field : fields_) {
            const std::string name = lower(field.text);
            const std::size_t slash = name.find('/');
            const std::string bare = name.substr(0, slash);
            Column column = Column::ignored;
            if (bare == "id") column = Column::id;
            if (bare == "frame" || bare == "fr") column = Column::frame;
            if (bare == "x" || bare == "pos_x") column = Column::x;
            if (bare == "y" || bare == "pos_y") column = Column::y;
            if (bare == "heading_x" || bare == "ori_x") column = Column::heading_x;
            if (bare == "heading_y" || bare == "ori_y") column = Column::heading_y;
            columns.push_back(column);
            if (column == Column::ignored) continue;
            column_ = field.column;
            if (std::exchange(seen[static_cast<int>(column)], true)) {
                reject("the column appears twice", field.text, "each column once", "Remove or rename one of them.");
            }
            if (column != Column::x && column != Column::y) continue;
            if (options_.unit) {
                scale = *options_.unit;
                continue;
            }
            // CSV columns without a unit are ours or follow the same rule: SI.
            const std::string unit =
                slash == std::string::npos ? (style_ == TextStyle::csv ? "m" : "") : name.substr(slash + 1);
            if (unit != "m" && unit != "cm") {
                reject("the unit of the positions is not known", field.text, "x/m y/m or x/cm y/cm",
                       "Name the unit in the column header, or give --unit: 1 for metres, 0.01 for centimetres.");
            }
            const double factor = unit == "m" ? 1.0 : 0.01;
            if (scale && *scale != factor) {
                reject("the coordinates have different units", field.text, "the same unit for x and y",
                       "Convert one of them.");
            }
            scale = factor;
        }
        column_ = 0;
        for (int i = 0; i < 4; ++i) {
            if (!seen[i]) {
                reject(fmt::format("the column {} is missing", kColumnNames[i]), {}, "id, frame, x and y",
                       style_ == TextStyle::csv ? "Add a first row `id,frame,x,y` with the names of the columns."
                                                : "Add the line `# id frame x/m y/m` with the names of the columns.");
            }
        }
        columns_ = std::move(columns);
        scale_ = *scale;
    }

    bool has_heading() const {
        int found = 0;
        for (const Column c : columns_) found += c == Column::heading_x || c == Column::heading_y;
        return found == 2;
    }

    void read_row(std::string_view line, bool torn, TrackBuilder& builder) {
        if (torn && ours_) return;  // it may be cut in the middle of a number
        split(line, style_, fields_);
        if (fields_.size() != columns_.size()) {
            if (torn) return;
            column_ =
                fields_.size() > columns_.size() ? fields_[columns_.size()].column : static_cast<int>(line.size()) + 1;
            reject(fmt::format("the row has {} fields where the header names {}", fields_.size(), columns_.size()),
                   line, fmt::format("{} fields", columns_.size()), "Complete or remove the line.");
        }
        TrajectoryRow row;
        std::uint32_t frame = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            column_ = fields_[i].column;
            switch (columns_[i]) {
                case Column::id:
                    row.id = name(fields_[i], Column::id);
                    break;
                case Column::frame:
                    frame = name(fields_[i], Column::frame);
                    break;
                case Column::x:
                    row.position.x = scale_ * real(fields_[i], Column::x);
                    break;
                case Column::y:
                    row.position.y = scale_ * real(fields_[i], Column::y);
                    break;
                case Column::heading_x:
                    row.heading.x = static_cast<float>(real(fields_[i], Column::heading_x));
                    break;
                case Column::heading_y:
                    row.heading.y = static_cast<float>(real(fields_[i], Column::heading_y));
                    break;
                case Column::ignored:
                    break;
            }
        }
        builder.add(frame, row, static_cast<std::uint64_t>(line_));
    }

    std::uint32_t name(const Field& field, Column column) {
        if (const auto value = whole(field.text)) return *value;
        reject(fmt::format("{} is not a whole number", kColumnNames[static_cast<int>(column)]), field.text,
               "a whole number from 0 to 4294967295", "Correct the field or remove the line.");
    }

    double real(const Field& field, Column column) {
        const auto value = number<double>(field.text);
        if (value && plausible::is_length(*value)) return *value;
        reject(fmt::format("{} is not a {}number", kColumnNames[static_cast<int>(column)], value ? "plausible " : ""),
               field.text, plausible::kLengthAllowed, "Correct the field or remove the line.");
    }

    void finish(TrackBuilder& builder) {
        if (!plausible::is_span(builder.first(), builder.last(), *fps_)) {
            reject("the recording lasts longer than one can",
                   fmt::format("frames {} to {} at {:g} per second", builder.first(), builder.last(), *fps_),
                   plausible::kSpanAllowed, plausible::kSpanRemedy, false);
        }
        try {
            trajectory_.tracks = builder.finish();
        } catch (const DuplicateRow& twice) {
            reject_duplicate(twice);
        }
    }

    /// The rows were not kept with their lines; the file is read once more to say where.
    [[noreturn]] void reject_duplicate(const DuplicateRow& twice) {
        int line_number = 0, first = 0;
        std::string_view rest = text_;
        while (!rest.empty()) {
            const std::size_t newline = std::min(rest.find('\n'), rest.size());
            const std::string_view line = rest.substr(0, newline);
            rest.remove_prefix(std::min(newline + 1, rest.size()));
            ++line_number;
            split(line, style_, fields_);
            if (fields_.size() != columns_.size()) continue;
            bool same = true;
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                if (columns_[i] == Column::id) same = same && whole(fields_[i].text) == twice.id;
                if (columns_[i] == Column::frame) same = same && whole(fields_[i].text) == twice.frame;
            }
            if (!same) continue;
            if (first != 0) {
                line_ = line_number;
                column_ = 1;
                reject(fmt::format("agent {} has a row for frame {} already, in line {}", twice.id, twice.frame, first),
                       line, "one row per id and frame", "Remove one of the two lines.");
            }
            first = line_number;
        }
        reject(fmt::format("agent {} has two rows for frame {}", twice.id, twice.frame), {}, "one row per id and frame",
               "Remove one of them.", false);
    }

    [[noreturn]] void reject_headless() {
        if (style_ == TextStyle::csv) {
            reject("no row names the columns", {}, "id,frame,x,y",
                   "Add a first row with the names of the columns, or give --columns.", false);
        }
        reject("no line names the columns and their unit", {}, "# id frame x/m y/m",
               "Add the line `# id frame x/m y/m` (or x/cm y/cm) before the first row, or give --columns and --unit.",
               line_ > 0);
    }

    [[noreturn]] void reject_rateless() {
        reject("the frame rate is not given", {}, "# framerate: 25 fps",
               "Add such a line at the top, with the rate at which the frames were taken, or give --fps.", false);
    }

    [[noreturn]] void reject(std::string message, std::string_view value, std::string allowed, std::string remedy,
                             bool with_place = true) const {
        InputProblem problem;
        problem.message = std::move(message);
        problem.file = path_;
        problem.line = with_place ? line_ : 0;
        problem.column = with_place ? column_ : 0;
        problem.value = quotable(value);
        problem.allowed = std::move(allowed);
        problem.remedy = std::move(remedy);
        throw InputError(problem);
    }

    std::string path_;
    TextStyle style_;
    ReadOptions options_;
    RowWatch* watch_;
    std::string text_;
    Trajectory trajectory_;
    std::optional<double> fps_;
    std::vector<Column> columns_;
    std::vector<Field> fields_;
    double scale_ = 1;
    bool ours_ = false;
    int line_ = 0, column_ = 0;
};

}  // namespace

Trajectory read_text(const std::string& path, TextStyle style, const ReadOptions& options, RowWatch* watch) {
    return TextReader(path, style, options, watch).read();
}

}  // namespace sidestep
