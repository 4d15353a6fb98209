// Reads HDF5 from whoever wrote it. The library believes what a file says of itself, so the file is asked first: no
// links to other files, no filters that come from elsewhere, no more rows than its bytes can hold. That is not enough:
// of files with some bytes changed, version 1.10 crashes on one in two hundred and never ends with one in a thousand.
// So it runs in a process of its own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "base/nesting.h"
#include "record/formats.h"
#include "record/hdf5_files.h"
#include "record/hdf5_handle.h"
#include "record/line_file.h"
#include "record/plausible.h"
#include "record/reading_child.h"
#include "record/text_fields.h"
#include "record/whole_file.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using hdf5::check;
using hdf5::Failure;
using hdf5::Handle;

constexpr const char* kDamaged = "it is truncated or damaged, or needs a filter that is not part of HDF5";
constexpr const char* kRows = "a dataset /trajectory with id, frame, x and y, and its attribute fps";
constexpr const char* kAgain = "Copy it again from where it was made, or save it anew.";
constexpr std::array<const char*, 4> kFields{"id", "frame", "x", "y"};
constexpr hsize_t kAtOnce = 1 << 16;        // rows
constexpr double kMostPacked = 200;         // times as long as packed; recordings are some five times
constexpr hsize_t kLargestChunk = 1 << 28;  // bytes, which are unpacked at once
constexpr std::size_t kLargestText = 1 << 28;

/// What comes through the pipe: the file's information, rows by and by, and an end; or what is wrong.
enum class Message : std::uint8_t { info, rows, end, problem };

struct SentRow {
    std::uint32_t id, frame;
    Vec2d place;
};

/// The child's side.
class Hdf5Reader {
public:
    Hdf5Reader(const std::string& path, const ReadOptions& options, ReadingChild::Pipe& pipe)
        : path_(path), options_(options), pipe_(pipe) {}

    void send() {
        try {
            const Handle file = open();
            refuse_links(file);
            const Handle set(H5Dopen2(file, hdf5::kDataset, H5P_DEFAULT), H5Dclose, kDamaged);
            read_rate(set);
            read_info(file);
            send_info();
            read_rows(set);
            pipe_.write(Message::end);
        } catch (const Failure& failure) {
            send_problem({.message = "the file cannot be read: " + failure.text,
                          .allowed = "an HDF5 file that is whole",
                          .remedy = kAgain});
        } catch (const InputError& error) {
            send_problem(error.problem());
        }
    }

private:
    void send_info() {
        pipe_.write(Message::info);
        pipe_.write(info_.fps);
        pipe_.write(info_.periodic);
        pipe_.write_text(info_.wkt);
        pipe_.write(std::uint64_t{info_.metadata.size()});
        for (const auto& [key, value] : info_.metadata) {
            pipe_.write_text(key);
            pipe_.write_text(value);
        }
    }
    void send_problem(const InputProblem& problem) {
        pipe_.write(Message::problem);
        for (const std::string* text : {&problem.message, &problem.value, &problem.allowed, &problem.remedy}) {
            pipe_.write_text(*text);
        }
    }

    Handle open() const {
        if (H5Fis_hdf5(path_.c_str()) <= 0) {
            reject("is not an HDF5 file", {}, kRows,
                   "Name a file of the data archive of Jülich, or one made by convert.");
        }
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, kDamaged);
        check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), kDamaged);
        return {H5Fopen(path_.c_str(), H5F_ACC_RDONLY, access), H5Fclose, kDamaged};
    }

    /// A name in a file may stand for one of another file.
    void refuse_links(hid_t file) const {
        for (const char* name : {hdf5::kDataset, hdf5::kMetadata}) {
            const htri_t there = H5Lexists(file, name, H5P_DEFAULT);
            if (there < 0) throw Failure{kDamaged};
            if (there == 0) {
                if (name == hdf5::kMetadata) continue;
                reject("has no dataset /trajectory", {}, kRows, "Name a file of the data archive of Jülich.");
            }
            H5L_info_t about;
            check(H5Lget_info(file, name, &about, H5P_DEFAULT), kDamaged);
            if (about.type == H5L_TYPE_HARD) continue;
            reject(fmt::format("/{} is a link", name), {}, "data in the file itself",
                   "Save the file with what it links.");
        }
    }

    void read_rate(hid_t set) {
        if (options_.fps) {
            info_.fps = *options_.fps;
            return;
        }
        const htri_t there = H5Aexists(set, hdf5::kRate);
        if (there < 0) throw Failure{kDamaged};
        if (there == 0) {
            reject("the frame rate is not given: /trajectory has no attribute fps", {}, plausible::kRateAllowed,
                   "Give --fps, the rate at which the frames were taken.");
        }
        const Handle attribute(H5Aopen(set, hdf5::kRate, H5P_DEFAULT), H5Aclose, kDamaged);
        const Handle type(H5Aget_type(attribute), H5Tclose, kDamaged),
            space(H5Aget_space(attribute), H5Sclose, kDamaged);
        const H5T_class_t kind = H5Tget_class(type);
        double fps = 0;
        if ((kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Sget_simple_extent_npoints(space) == 1) {
            check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &fps), kDamaged);
        }
        if (!plausible::is_rate(fps)) {
            reject("the frame rate is not usable", fmt::format("{:g}", fps), plausible::kRateAllowed,
                   "Set the attribute fps of /trajectory, or give --fps.");
        }
        info_.fps = fps;
    }

    void read_info(hid_t file) {
        const auto text = [&](const char* name) {
            const htri_t there = H5Aexists(file, name);
            if (there < 0) throw Failure{kDamaged};
            if (there == 0) return std::string();
            const Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose, kDamaged);
            return text_of(attribute, name);
        };
        if (text(kOpenPlaneKey).empty()) info_.wkt = text(hdf5::kGeometry);
        const std::string periodic = text(std::string(kPeriodicKey).c_str());
        if (const auto lengths = parse_periodic(periodic)) {
            info_.periodic = *lengths;
        } else if (!periodic.empty()) {
            reject("the periodic axes have no usable length", periodic, kPeriodicAllowed,
                   "Correct or remove the attribute periodic.");
        }
        if (H5Lexists(file, hdf5::kMetadata, H5P_DEFAULT) <= 0) return;
        const Handle own(H5Gopen2(file, hdf5::kMetadata, H5P_DEFAULT), H5Gclose, kDamaged);
        const int count = H5Aget_num_attrs(own);
        if (count < 0 || static_cast<std::size_t>(count) > plausible::kMostMetadata) {
            reject("the file has more metadata than a recording", {}, plausible::kMetadataAllowed,
                   "Remove the attributes of /sidestep that do not belong there.");
        }
        for (int i = 0; i < count; ++i) {
            const Handle attribute(
                H5Aopen_by_idx(own, ".", H5_INDEX_NAME, H5_ITER_INC, static_cast<hsize_t>(i), H5P_DEFAULT, H5P_DEFAULT),
                H5Aclose, kDamaged);
            std::string name(
                static_cast<std::size_t>(std::clamp<ssize_t>(H5Aget_name(attribute, 0, nullptr), 0, 1 << 20)), '\0');
            H5Aget_name(attribute, name.size() + 1, name.data());
            std::string value = text_of(attribute, name);
            if (is_deep_verdict(name, value)) {
                reject(kDeepVerdict, value, fmt::format("at most {} brackets inside each other", kDeepestText),
                       "Remove the attribute health of /sidestep.");
            }
            info_.metadata[original_key(name)] = std::move(value);
        }
    }

    std::string text_of(hid_t attribute, const std::string& name) const {
        const Handle type(H5Aget_type(attribute), H5Tclose, kDamaged),
            space(H5Aget_space(attribute), H5Sclose, kDamaged);
        if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1) {
            reject(fmt::format("the attribute {} is not a text", quotable(name)), {}, "one text",
                   "Write it as a text, or remove it.");
        }
        if (H5Tis_variable_str(type) > 0) {
            const Handle memory = hdf5::text_type();
            check(H5Tset_cset(memory, H5Tget_cset(type)), kDamaged);
            char* text = nullptr;
            check(H5Aread(attribute, memory, &text), kDamaged);
            const std::string copy = text == nullptr ? "" : text;
            H5free_memory(text);
            return copy;
        }
        const std::size_t size = H5Tget_size(type);
        if (size > kLargestText) throw Failure{kDamaged};
        std::string text(size, '\0');
        check(H5Aread(attribute, type, text.data()), kDamaged);
        text.resize(text.find_last_not_of(std::string_view("\0 ", 2)) + 1);
        return text;
    }

    void read_rows(hid_t set) {
        const Handle type(H5Dget_type(set), H5Tclose, kDamaged), space(H5Dget_space(set), H5Sclose, kDamaged);
        refuse_fields(type);
        if (H5Sget_simple_extent_ndims(space) != 1) {
            reject("/trajectory is not a list of rows", {}, kRows, "Write one row per person and frame.");
        }
        hsize_t rows = 0;
        check(H5Sget_simple_extent_dims(space, &rows, nullptr), kDamaged);
        refuse_storage(set, type, rows);
        // Whole numbers up to 2^53 are exact as this type, and more than 2^32 are refused.
        const Handle memory(H5Tcreate(H5T_COMPOUND, sizeof(Row)), H5Tclose, kDamaged);
        for (std::size_t i = 0; i < kFields.size(); ++i) {
            check(H5Tinsert(memory, kFields[i], i * sizeof(double), H5T_NATIVE_DOUBLE), kDamaged);
        }
        std::vector<Row> buffer(static_cast<std::size_t>(std::min(rows, kAtOnce)));
        for (hsize_t first = 0; first < rows; first += kAtOnce) {
            const hsize_t count = std::min(kAtOnce, rows - first);
            check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr), kDamaged);
            const Handle part(H5Screate_simple(1, &count, nullptr), H5Sclose, kDamaged);
            check(H5Dread(set, memory, part, space, H5P_DEFAULT, buffer.data()), kDamaged);
            rows_.clear();
            for (hsize_t i = 0; i < count; ++i) add(first + i + 1, buffer[static_cast<std::size_t>(i)]);
            pipe_.write(Message::rows);
            pipe_.write(std::uint64_t{rows_.size()});
            pipe_.write(rows_.data(), rows_.size() * sizeof(SentRow));
        }
    }

    void refuse_fields(hid_t type) const {
        if (H5Tget_class(type) != H5T_COMPOUND) {
            reject("/trajectory has no named columns", {}, kRows, "Write it as a compound type.");
        }
        for (const char* field : kFields) {
            const int index = H5Tget_member_index(type, field);
            if (index < 0) {
                reject(fmt::format("/trajectory has no column {}", field), {}, kRows, "Rename or add the column.");
            }
            const H5T_class_t kind = H5Tget_member_class(type, static_cast<unsigned>(index));
            if (kind == H5T_INTEGER || kind == H5T_FLOAT) continue;
            reject(fmt::format("the column {} of /trajectory does not hold numbers", field), {}, kRows,
                   "Write whole numbers for id and frame, numbers for x and y.");
        }
    }

    /// A few bytes can say that there are 2^60 rows.
    void refuse_storage(hid_t set, hid_t type, hsize_t rows) const {
        const Handle how(H5Dget_create_plist(set), H5Pclose, kDamaged);
        const H5D_layout_t layout = H5Pget_layout(how);
        if (layout < 0) throw Failure{kDamaged};
        if (layout == H5D_VIRTUAL || H5Pget_external_count(how) != 0) {
            reject("/trajectory lies in other files", {}, "data in the file itself", "Save the file with its data.");
        }
        const std::size_t size = H5Tget_size(type);
        std::error_code error;
        const auto there = static_cast<double>(std::filesystem::file_size(path_, error));
        const double stored = std::min(static_cast<double>(H5Dget_storage_size(set)), error ? 0.0 : there);
        const double most = layout == H5D_CHUNKED ? stored * kMostPacked : stored;
        if (size == 0 || static_cast<double>(rows) * static_cast<double>(size) > most) {
            reject("/trajectory has more rows than the file can hold",
                   fmt::format("{} rows in {:.0f} bytes", rows, stored), "rows that are there", kAgain);
        }
        if (layout != H5D_CHUNKED) return;
        hsize_t chunk = 0;
        if (H5Pget_chunk(how, 1, &chunk) != 1) throw Failure{kDamaged};
        if (chunk > kLargestChunk / size) {
            reject("/trajectory is packed in pieces that are too large", fmt::format("{} rows", chunk),
                   "at most 256 MiB each", "Save it with smaller chunks.");
        }
    }

    struct Row {
        double id, frame, x, y;
    };
    void add(hsize_t number, const Row& row) {
        const auto id = text::whole(row.id), frame = text::whole(row.frame);
        const double unit = options_.unit.value_or(1);
        const Vec2d place{row.x * unit, row.y * unit};
        const char* wrong = nullptr;
        double value = 0;
        if (!id) wrong = "id", value = row.id;
        if (!frame) wrong = "frame", value = row.frame;
        if (wrong != nullptr) {
            reject(fmt::format("row {} of /trajectory: {} is not a whole number", number, wrong), shortest(value),
                   "a whole number from 0 to 4294967295", "Correct or remove the row.");
        }
        if (!plausible::is_length(place.x)) wrong = "x", value = row.x;
        if (!plausible::is_length(place.y)) wrong = "y", value = row.y;
        if (wrong != nullptr) {
            reject(fmt::format("row {} of /trajectory: {} is not a plausible number", number, wrong), shortest(value),
                   plausible::kLengthAllowed, "Correct or remove the row.");
        }
        rows_.push_back({*id, *frame, place});
    }

    [[noreturn]] void reject(std::string message, std::string_view value, std::string allowed,
                             std::string remedy) const {
        throw InputError({.message = std::move(message),
                          .file = path_,
                          .value = quotable(value),
                          .allowed = std::move(allowed),
                          .remedy = std::move(remedy)});
    }

    const std::string& path_;
    const ReadOptions& options_;
    ReadingChild::Pipe& pipe_;
    TrajectoryInfo info_;
    std::vector<SentRow> rows_;
};

/// The parent's side.
class Receiver {
public:
    Receiver(const std::string& path, const ReadOptions& options) : path_(path), options_(options) {}

    TrajectoryInfo receive(TrackBuilder& builder) {
        // Nobody else is inside the library when the process is copied.
        const hdf5::Session session;
        try {
            ReadingChild child(path_, [&](ReadingChild::Pipe& pipe) { Hdf5Reader(path_, options_, pipe).send(); });
            while (!ended_) {
                if (!receive_message(child, builder)) refuse(child);
            }
        } catch (const std::runtime_error& error) {
            if (dynamic_cast<const InputError*>(&error) != nullptr) throw;
            throw InputError({.message = std::string("there is no process to read the file: ") + error.what(),
                              .file = path_,
                              .remedy = "End some programs, or raise the limit of processes."});
        }
        return std::move(info_);
    }

private:
    bool receive_message(ReadingChild& child, TrackBuilder& builder) {
        Message message{};
        if (!child.read(message)) return false;
        switch (message) {
            case Message::info:
                return receive_info(child);
            case Message::rows:
                return receive_rows(child, builder);
            case Message::problem:
                return receive_problem(child);
            case Message::end:
                ended_ = true;
                return true;
        }
        return false;
    }
    bool receive_info(ReadingChild& child) {
        std::uint64_t entries = 0;
        if (!child.read(info_.fps) || !child.read(info_.periodic) || !child.read_text(info_.wkt)) return false;
        if (!child.read(entries) || entries > plausible::kMostMetadata) return false;
        for (std::uint64_t i = 0; i < entries; ++i) {
            std::string key, value;
            if (!child.read_text(key) || !child.read_text(value)) return false;
            info_.metadata[std::move(key)] = std::move(value);
        }
        // A library that is astray may write anything.
        return plausible::is_rate(info_.fps);
    }
    bool receive_rows(ReadingChild& child, TrackBuilder& builder) {
        std::uint64_t count = 0;
        if (!child.read(count) || count > kAtOnce) return false;
        rows_.resize(count);
        if (!child.read(rows_.data(), rows_.size() * sizeof(SentRow))) return false;
        for (const SentRow& row : rows_) {
            if (!plausible::is_length(row.place.x) || !plausible::is_length(row.place.y)) return false;
            builder.add(row.frame, {.id = row.id, .position = row.place}, ++number_);
        }
        return true;
    }
    bool receive_problem(ReadingChild& child) {
        InputProblem problem;
        problem.file = path_;
        for (std::string* text : {&problem.message, &problem.value, &problem.allowed, &problem.remedy}) {
            if (!child.read_text(*text)) return false;
        }
        throw InputError(problem);
    }
    [[noreturn]] void refuse(ReadingChild& child) {
        throw InputError({.message = child.ran_out_of_time()
                                         ? "HDF5 does not come to an end with the file: it is damaged"
                                         : "HDF5 fails on the file: it is damaged",
                          .file = path_,
                          .allowed = "an HDF5 file that is whole",
                          .remedy = kAgain});
    }

    const std::string& path_;
    const ReadOptions& options_;
    TrajectoryInfo info_;
    std::vector<SentRow> rows_;
    std::uint64_t number_ = 0;
    bool ended_ = false;
};

}  // namespace

Trajectory read_hdf5(const std::string& path, const ReadOptions& options, RowWatch* watch) {
    TrackBuilder builder(false, watch);
    Trajectory trajectory;
    trajectory.info = Receiver(path, options).receive(builder);
    trajectory.tracks = tracks_of(builder, trajectory.info.fps, path, kHdf5Format, [&](RowWatch& again) {
        TrackBuilder repeated(false, &again);
        Receiver(path, options).receive(repeated);
    });
    return trajectory;
}

}  // namespace sidestep
