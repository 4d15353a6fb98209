// Frames into a file, by the thread that writes it.
#include <utility>

#include "record/recorder.h"
#include "sidestep/run.h"

namespace sidestep {

struct FileSink::Open {
    Recorder recorder;
};

FileSink::FileSink(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {
    static_cast<void>(require_recording_format(path_));
}
FileSink::~FileSink() = default;

void FileSink::begin(const TrajectoryInfo& info) {
    open_.reset(new Open{Recorder(open_trajectory_writer(path_, info, overwrite_), pending_frames_for(info.fps))});
}

void FileSink::frame(TrajectoryFrame&& frame) {
    open_->recorder.push(std::move(frame));
}

void FileSink::finish(const std::map<std::string, std::string>& closing) {
    open_->recorder.finish(closing);
}

TrajectoryFrame FileSink::reuse() {
    return open_->recorder.reuse();
}

bool FileSink::keeps_explanations() const {
    return require_trajectory_format(path_).keeps_explanations;
}

double FileSink::waited_ms() const {
    return open_ ? open_->recorder.waited_ms() : 0;
}

}  // namespace sidestep
