#include "picture.h"

#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "recording.h"
#include "sidestep/report.h"

namespace sidestep::cli {
namespace {

std::string drawn(const std::string& recording, const PictureOptions& options, double width) {
    Trajectory trajectory = read_recording(recording, options.recording);
    const bool cut = options.from > 0 || std::isfinite(options.to);
    if (cut) trajectory = between(trajectory, options.from, options.to);
    const auto name = trajectory.info.metadata.find("scene_name");
    std::string title = name != trajectory.info.metadata.end() && !name->second.empty()
                            ? name->second
                            : std::filesystem::path(recording).stem().string();
    if (cut) {
        title += std::isfinite(options.to) ? fmt::format(", {:g} s to {:g} s", options.from, options.to)
                                           : fmt::format(", from {:g} s", options.from);
    }
    const PathColour colour = options.colour == "profile" ? PathColour::profile
                              : options.colour == "time"  ? PathColour::time
                                                          : PathColour::direction;
    return plot::figure(path_map(trajectory, result_ground(trajectory.info), colour, title), width, plot::Theme::plain);
}

/// The text of one of our figures rendered at `width` pixels, as PNG bytes.
std::string png_of(const std::string& svg, double width) {
    const std::unique_ptr<RsvgHandle, void (*)(gpointer)> handle(
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), nullptr), g_object_unref);
    double natural_width = 0, natural_height = 0;
    if (!handle || !rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &natural_width, &natural_height)) {
        throw std::runtime_error("librsvg does not read our own figure");
    }
    const double height = std::round(width * natural_height / natural_width);
    const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)),
        cairo_surface_destroy);
    const std::unique_ptr<cairo_t, void (*)(cairo_t*)> paper(cairo_create(surface.get()), cairo_destroy);
    const RsvgRectangle page{0, 0, width, height};
    if (!rsvg_handle_render_document(handle.get(), paper.get(), &page, nullptr)) {
        throw std::runtime_error("librsvg does not draw our own figure");
    }
    std::string bytes;
    const cairo_status_t status = cairo_surface_write_to_png_stream(
        surface.get(),
        [](void* to, const unsigned char* data, unsigned int size) {
            static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
            return CAIRO_STATUS_SUCCESS;
        },
        &bytes);
    if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
    return bytes;
}

}  // namespace

std::string picture_of(const std::string& file, double width, const std::function<std::string(double)>& draw) {
    if (std::filesystem::path(file).extension() != ".png") return draw(width);
    // A large image is a figure of usual proportions enlarged, so that its text grows with it.
    return png_of(draw(std::min(width, 1000.0)), std::round(width));
}

std::string recording_picture(const std::string& file, const std::string& recording, const PictureOptions& options) {
    return picture_of(file, options.width, [&](double width) { return drawn(recording, options, width); });
}

}  // namespace sidestep::cli
