// HDF5's handles with owners, shared by the reader and the writer.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace sidestep::hdf5 {

/// What failed, for people; caught where the file's name and the user's remedy are known.
struct Failure {
    std::string text;
};

class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t), const char* what) : id_(id), close_(close) {
        if (id_ < 0) throw Failure{what};
    }
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&&) = delete;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

inline void check(herr_t result, const char* what) {
    if (result < 0) throw Failure{what};
}

/// Debian's library is not made for threads, and it prints what goes wrong and loads filters that a file names: one
/// caller at a time, quietly, with its own filters alone.
class Session {
public:
    Session() : lock_(mutex()) {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        H5PLset_loading_state(0);
    }

private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    std::lock_guard<std::mutex> lock_;
};

inline Handle text_type() {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "no memory");
    check(H5Tset_size(type, H5T_VARIABLE), "no memory");
    check(H5Tset_cset(type, H5T_CSET_UTF8), "no memory");
    return type;
}

/// Names within a file, ours and those of the archive of Jülich.
inline constexpr const char* kDataset = "trajectory";
inline constexpr const char* kRate = "fps";
inline constexpr const char* kGeometry = "wkt_geometry";
inline constexpr const char* kMetadata = "sidestep";  ///< a group, whose attributes are ours
/// Keys that no attribute can be named by.
inline constexpr std::string_view kNoNames[] = {""};

}  // namespace sidestep::hdf5
