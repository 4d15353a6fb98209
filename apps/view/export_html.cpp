#include "export_html.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>

#include "cells.h"
#include "replay.h"
#include "sidestep/error.h"

namespace sidestep::view {

namespace {

// Compressed they would often fit, but the page needs some 24 bytes for each when it is open.
constexpr std::size_t kMostSamples = 50'000'000;
// Some 100 kB; a city would be a megabyte that most people never switch on.
constexpr std::size_t kMostCellsInside = 2000;

std::string compressed(const std::string& bytes) {
    uLongf size = compressBound(bytes.size());
    std::string result(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  bytes.size(), Z_DEFAULT_COMPRESSION) != Z_OK) {
        throw std::bad_alloc();
    }
    result.resize(size);
    return result;
}

std::string base64(const std::string& bytes) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) text += k <= there ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// Inside a script element no `<` may stand that could end it; in JSON one stands only in strings.
std::string harmless(const std::string& json) {
    std::string text;
    text.reserve(json.size());
    for (const char c : json) {
        if (c == '<') {
            text += "\\u003c";
        } else {
            text += c;
        }
    }
    return text;
}

[[noreturn]] void refuse(const std::string& recording, std::size_t every, std::string message, std::string allowed) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = recording;
    problem.value = fmt::format("--every {}", every);
    problem.allowed = std::move(allowed);
    problem.remedy =
        fmt::format("Keep fewer frames, for instance with --every {}, or show it with `sidestep view`.", every * 2);
    throw InputError(problem);
}

/// The cells of a map small enough; what cannot be cut is shown without.
Json cells_of(const Overview& overview) {
    if (!overview.ground.cut) return nullptr;
    try {
        const PlanningMap map = overview.ground.cut();
        if (map.cell_count() > kMostCellsInside) return nullptr;
        return cells_document(map, overview.info["map"]["body"], overview.origin);
    } catch (const InputError&) {
        return nullptr;
    }
}

/// `info` of the frames that are kept.
Json thinned(Json info, std::span<const std::uint32_t> numbers, double fps) {
    const bool consecutive = numbers.empty() || numbers.back() - numbers.front() + 1 == numbers.size();
    info["frames"] = numbers.size();
    info["frame_numbers"] = consecutive ? Json(nullptr) : Json(numbers);
    info["duration"] = numbers.empty() ? 0 : (numbers.back() - numbers.front()) / fps;
    return info;
}

Json explanations_in(FrameSource& source, const std::vector<std::uint32_t>& numbers) {
    Json all = Json::array();
    for (const AgentId id : source.explained()) {
        for (const std::uint32_t number : numbers) {
            if (const auto found = source.explanation(id, number)) {
                all.push_back(Json::parse(sidestep::to_json(*found)));
            }
        }
    }
    return all;
}

}  // namespace

std::string export_html(const std::string& recording, std::string_view page, std::size_t every, std::size_t largest) {
    return export_html(open_trajectory(recording), recording, page, every, largest);
}

std::string export_html(std::unique_ptr<FrameSource> opened, const std::string& recording, std::string_view page,
                        std::size_t every, std::size_t largest) {
    const std::size_t place = page.find("<script");
    if (place == std::string_view::npos) throw std::runtime_error("the viewer's page has no script");

    const auto overview = std::make_shared<const Overview>(overview_of(*opened, recording));
    Replay replay(std::move(opened), overview);
    FrameSource& source = replay.source();

    std::vector<std::uint32_t> numbers;
    QuantisedTracks tracks(overview->origin);
    Series series;
    for (std::size_t index = 0; index < source.frames().size(); index += every) {
        ViewFrame frame = replay.frame(index);
        frame.index = static_cast<std::uint32_t>(numbers.size());
        numbers.push_back(frame.number);
        tracks.add(frame);
        series.add(frame);
        if (tracks.samples() > kMostSamples) {
            refuse(recording, every, "the page would hold too many people in too many frames",
                   fmt::format("{} million samples at most", kMostSamples / 1'000'000));
        }
    }
    const Json document{{"info", thinned(overview->info, numbers, source.info().fps)},
                        {"agents", Json::parse(replay.agents())},
                        {"series", series.document()},
                        {"explanations", explanations_in(source, numbers)},
                        {"cells", cells_of(*overview)},
                        {"frames", base64(compressed(tracks.take()))}};
    std::string html(page.substr(0, place));
    html += R"(<script type="application/json" id="sidestep-data">)" + harmless(to_text(document)) + "</script>\n";
    html += page.substr(place);
    if (html.size() > largest) {
        refuse(recording, every, fmt::format("the page would have {:.1f} MB", static_cast<double>(html.size()) / 1e6),
               fmt::format("pages up to {:g} MB, which browsers still open", static_cast<double>(largest) / 1e6));
    }
    return html;
}

}  // namespace sidestep::view
