// GEOS, the oracle for areas: a context that keeps messages, and geometries that free themselves.
#pragma once

#include <geos_c.h>

#include <cstddef>
#include <memory>
#include <string>

namespace sidestep {

struct GeometryDeleter {
    GEOSContextHandle_t handle;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(handle, geometry); }
};
using GeometryPtr = std::unique_ptr<GEOSGeometry, GeometryDeleter>;

/// A GEOS context whose messages are kept instead of printed.
class Geos {
public:
    Geos() : handle_(GEOS_init_r()) {
        GEOSContext_setErrorMessageHandler_r(
            handle_, [](const char* text, void* self) { static_cast<Geos*>(self)->message_ = text; }, this);
        GEOSContext_setNoticeMessageHandler_r(handle_, [](const char*, void*) {}, nullptr);
    }
    ~Geos() { GEOS_finish_r(handle_); }
    Geos(const Geos&) = delete;
    Geos& operator=(const Geos&) = delete;

    /// Takes over what a GEOS function returned; null where it failed.
    GeometryPtr own(GEOSGeometry* geometry) const { return {geometry, GeometryDeleter{handle_}}; }
    GEOSContextHandle_t handle() const { return handle_; }
    /// What GEOS said last, without the name of its exception class.
    std::string message() const {
        const std::size_t colon = message_.find("Exception: ");
        return colon == std::string::npos ? message_ : message_.substr(colon + 11);
    }

private:
    GEOSContextHandle_t handle_;
    std::string message_;
};

}  // namespace sidestep
