#include "run/snapshot_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "sidestep/error.h"

namespace sidestep {

namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& message, const std::string& remedy) {
    throw InputError({.message = message, .file = file, .value = file, .allowed = "a snapshot file", .remedy = remedy});
}

}  // namespace

std::vector<std::byte> read_snapshot(const std::string& file) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(file, code)) {
        refuse(file, "there is no such snapshot", "`sidestep run SCENE --snapshot-every 10` keeps one.");
    }
    const auto size = std::filesystem::file_size(file, code);
    std::ifstream in(file, std::ios::binary);
    std::vector<std::byte> bytes(code ? 0 : size);
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!in)
        refuse(file, std::string("the snapshot cannot be read: ") + std::strerror(errno), "Check its permissions.");
    return bytes;
}

SnapshotKeeper::SnapshotKeeper(const Simulation& simulation, const RunOptions& options)
    : simulation_(simulation),
      file_(options.snapshot_file),
      every_(options.snapshot_every),
      due_(simulation.time() + options.snapshot_every) {}

void SnapshotKeeper::look() {
    if (file_.empty() || simulation_.time() < due_ - 1e-9) return;
    keep();
    due_ = simulation_.time() + every_;
}

void SnapshotKeeper::keep() {
    if (file_.empty()) return;
    const std::vector<std::byte> bytes = simulation_.snapshot();
    const std::string fresh = file_ + ".new";
    std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    std::error_code code;
    if (out) std::filesystem::rename(fresh, file_, code);
    if (!out || code) {
        refuse(file_, std::string("the snapshot cannot be written: ") + std::strerror(errno),
               "Check the folder and the space on its disk.");
    }
}

}  // namespace sidestep
