#include "record/whole_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>

#include "record/output_file.h"

namespace sidestep {
namespace {

constexpr double kRoom = 1;  // m around everybody: who stands on the edge is outside for some

template <class T>
void append(std::string& out, T value) {
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void write_whole(const std::string& path, std::string_view content, bool overwrite) {
    OutputFile output(path, overwrite);
    errno = 0;
    std::ofstream file(output.part(), std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) output.cannot_write(std::strerror(errno));
    output.put_in_place();
}

void append_number(std::string& out, double value) {
    append(out, value);
}

void append_number(std::string& out, std::uint32_t value) {
    append(out, value);
}

std::uint32_t frame_step(const Trajectory& trajectory) {
    std::uint32_t step = 0;
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 1; i < track.frame.size() && step != 1; ++i) {
            step = std::gcd(step, track.frame[i] - track.frame[i - 1]);
        }
    }
    return step == 0 ? 1 : step;
}

std::string open_plane_wkt(const Bounds& places) {
    if (places.empty()) return {};
    const double x0 = std::floor(places.xmin - kRoom), x1 = std::ceil(places.xmax + kRoom);
    const double y0 = std::floor(places.ymin - kRoom), y1 = std::ceil(places.ymax + kRoom);
    return fmt::format("POLYGON (({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))", shortest(x0), shortest(y0),
                       shortest(x1), shortest(y1));
}

}  // namespace sidestep
