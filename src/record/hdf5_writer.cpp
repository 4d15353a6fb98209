// HDF5 as the data archive of Jülich has it: /trajectory with id, frame, x, y, z and the attribute fps, the map in the
// root's attribute wkt_geometry. Metadata are attributes of a group of ours that nobody else looks at.
//
// Written as a whole: a file whose writer was killed can be opened by nobody.
#include <cstdint>
#include <vector>

#include "record/hdf5_files.h"
#include "record/hdf5_handle.h"
#include "record/output_file.h"
#include "record/whole_file.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using hdf5::check;
using hdf5::Handle;

constexpr const char* kFull = "the disk takes no more";
constexpr hsize_t kChunk = 16384;  // rows

struct Row {
    std::int64_t id, frame;
    double x, y, z;
};

Handle row_type() {
    Handle type(H5Tcreate(H5T_COMPOUND, sizeof(Row)), H5Tclose, kFull);
    check(H5Tinsert(type, "id", HOFFSET(Row, id), H5T_NATIVE_INT64), kFull);
    check(H5Tinsert(type, "frame", HOFFSET(Row, frame), H5T_NATIVE_INT64), kFull);
    check(H5Tinsert(type, "x", HOFFSET(Row, x), H5T_NATIVE_DOUBLE), kFull);
    check(H5Tinsert(type, "y", HOFFSET(Row, y), H5T_NATIVE_DOUBLE), kFull);
    check(H5Tinsert(type, "z", HOFFSET(Row, z), H5T_NATIVE_DOUBLE), kFull);
    return type;
}

void put_text(hid_t object, const std::string& name, const std::string& value) {
    const Handle type = hdf5::text_type();
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, kFull);
    const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, kFull);
    const char* const text = value.c_str();
    check(H5Awrite(attribute, type, &text), kFull);
}

void put_number(hid_t object, const char* name, double value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, kFull);
    const Handle attribute(H5Acreate2(object, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, kFull);
    check(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value), kFull);
}

Bounds put_rows(hid_t file, const Trajectory& trajectory) {
    std::vector<Row> rows;
    Bounds bounds;
    for_each_row(trajectory, [&](std::uint32_t frame, const Track& track, std::size_t i) {
        bounds.add(track.position[i]);
        rows.push_back({track.id, frame, track.position[i].x, track.position[i].y, 0});
    });
    const hsize_t count = rows.size();
    const Handle type = row_type(), space(H5Screate_simple(1, &count, nullptr), H5Sclose, kFull),
                 how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, kFull);
    if (count > kChunk) {
        check(H5Pset_chunk(how, 1, &kChunk), kFull);
        check(H5Pset_shuffle(how), kFull);
        check(H5Pset_deflate(how, 4), kFull);
    }
    const Handle set(H5Dcreate2(file, hdf5::kDataset, type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose, kFull);
    put_number(set, hdf5::kRate, trajectory.info.fps);
    put_text(set, "x", "m");
    put_text(set, "y", "m");
    put_text(set, "z", "m, not known: 0");
    if (count > 0) check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()), kFull);
    return bounds;
}

void write_file(const std::string& path, const Trajectory& trajectory) {
    const TrajectoryInfo& info = trajectory.info;
    // Attributes of any number and size, which the oldest form of the format has no room for.
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, kFull);
    check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), kFull);
    Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "it cannot be opened");
    const Bounds bounds = put_rows(file, trajectory);
    const Handle own(H5Gcreate2(file, hdf5::kMetadata, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, kFull);
    // PedPy opens no file without a walkable area.
    const std::string wkt = info.wkt.empty() ? open_plane_wkt(bounds) : info.wkt;
    if (!wkt.empty()) put_text(file, hdf5::kGeometry, wkt);
    if (info.wkt.empty()) put_text(file, kOpenPlaneKey, "wkt_geometry is a box around all places: there was no map");
    if (info.periodic != Vec2d{}) put_text(file, std::string(kPeriodicKey), periodic_text(info.periodic));
    for (const auto& [key, value] : info.metadata) put_text(own, stored_key(key, hdf5::kNoNames), value);
    check(H5Fflush(file, H5F_SCOPE_GLOBAL), kFull);
}

}  // namespace

void write_hdf5(const std::string& path, const Trajectory& trajectory, bool overwrite) {
    OutputFile output(path, overwrite);
    try {
        const hdf5::Session session;
        write_file(output.part(), trajectory);
    } catch (const hdf5::Failure& failure) {
        output.cannot_write(failure.text);
    }
    output.put_in_place();
}

}  // namespace sidestep
