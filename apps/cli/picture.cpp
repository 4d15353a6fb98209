#include "picture.h"

#include <cairo-pdf.h>
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

using Handle = std::unique_ptr<RsvgHandle, void (*)(gpointer)>;
using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

/// Bytes that cairo hands out, appended to a string.
cairo_status_t append(void* to, const unsigned char* data, unsigned int size) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
}

void require(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

Handle opened(const std::string& svg, double& width, double& height) {
    Handle handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), nullptr),
                  g_object_unref);
    if (!handle || !rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height)) {
        throw std::runtime_error("librsvg does not read our own figure");
    }
    return handle;
}

void draw_on(const Surface& surface, const Handle& handle, double width, double height) {
    const std::unique_ptr<cairo_t, void (*)(cairo_t*)> paper(cairo_create(surface.get()), cairo_destroy);
    const RsvgRectangle page{0, 0, width, height};
    if (!rsvg_handle_render_document(handle.get(), paper.get(), &page, nullptr)) {
        throw std::runtime_error("librsvg does not draw our own figure");
    }
}

/// The text of one of our figures rendered at `width` pixels, as PNG bytes.
std::string png_of(const std::string& svg, double width) {
    double natural_width = 0, natural_height = 0;
    const Handle handle = opened(svg, natural_width, natural_height);
    const double height = std::round(width * natural_height / natural_width);
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)),
        cairo_surface_destroy);
    draw_on(surface, handle, width, height);
    std::string bytes;
    require(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

/// The same as a page of PDF, 96 pixels to the inch. Without a date: the same figure gives the same bytes.
std::string pdf_of(const std::string& svg) {
    constexpr double kPoints = 72.0 / 96;
    double width = 0, height = 0;
    const Handle handle = opened(svg, width, height);
    std::string bytes;
    {
        const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, kPoints * width, kPoints * height),
                              cairo_surface_destroy);
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00");
        draw_on(surface, handle, kPoints * width, kPoints * height);
        cairo_surface_finish(surface.get());
        require(cairo_surface_status(surface.get()));
    }
    return bytes;
}

}  // namespace

std::string picture_of(const std::string& file, double width, const std::function<std::string(double)>& draw) {
    const std::string extension = std::filesystem::path(file).extension().string();
    if (extension == ".pdf") return pdf_of(draw(width));
    if (extension != ".png") return draw(width);
    // A large image is a figure of usual proportions enlarged, so that its text grows with it.
    return png_of(draw(std::min(width, 1000.0)), std::round(width));
}

std::string recording_picture(const std::string& file, const std::string& recording, const PictureOptions& options) {
    return picture_of(file, options.width, [&](double width) { return drawn(recording, options, width); });
}

}  // namespace sidestep::cli
