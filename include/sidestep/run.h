// A whole run: a scenario from its first step to its end, and where its frames go. A frame kept in memory and a frame
// in a file are the same frame, so whatever is measured on one is measured on the other.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/simulation.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Takes the frames of one run, in order.
class TrajectorySink {
public:
    virtual ~TrajectorySink() = default;
    /// Called when the scenario is set up: what cannot be run leaves nothing behind.
    virtual void begin(const TrajectoryInfo& info) = 0;
    virtual void frame(TrajectoryFrame&& frame) = 0;
    /// `closing` is metadata known only now, such as the verdict.
    virtual void finish(const std::map<std::string, std::string>& closing) = 0;

    /// An empty frame to fill; a sink may hand one out again whose memory it no longer needs.
    virtual TrajectoryFrame reuse() { return {}; }
    virtual bool keeps_explanations() const = 0;
    /// For messages; empty where it is no file.
    virtual std::string file() const { return {}; }
    /// How long frames held up the run.
    virtual double waited_ms() const { return 0; }
};

/// A trajectory file, written on a thread of its own; the format follows from the extension.
class FileSink final : public TrajectorySink {
public:
    /// Throws InputError for an unknown extension. Opened by begin(), which throws InputError where it cannot be
    /// written, or exists and `overwrite` is false.
    explicit FileSink(std::string path, bool overwrite = false);
    ~FileSink() override;

    void begin(const TrajectoryInfo& info) override;
    void frame(TrajectoryFrame&& frame) override;
    void finish(const std::map<std::string, std::string>& closing) override;
    TrajectoryFrame reuse() override;
    bool keeps_explanations() const override;
    std::string file() const override { return path_; }
    double waited_ms() const override;

private:
    struct Open;
    std::string path_;
    bool overwrite_;
    std::unique_ptr<Open> open_;
};

/// A trajectory as read_trajectory() would give it.
class MemorySink final : public TrajectorySink {
public:
    MemorySink();
    ~MemorySink() override;

    void begin(const TrajectoryInfo& info) override;
    void frame(TrajectoryFrame&& frame) override;
    void finish(const std::map<std::string, std::string>& closing) override;
    TrajectoryFrame reuse() override;
    bool keeps_explanations() const override { return true; }

    /// Once, after the run.
    Trajectory take();

private:
    struct Kept;
    std::unique_ptr<Kept> kept_;
};

/// Two sinks at once. Both must outlive it.
class BothSinks final : public TrajectorySink {
public:
    BothSinks(TrajectorySink& first, TrajectorySink& second) : first_(first), second_(second) {}

    void begin(const TrajectoryInfo& info) override;
    void frame(TrajectoryFrame&& frame) override;
    void finish(const std::map<std::string, std::string>& closing) override;
    bool keeps_explanations() const override { return first_.keeps_explanations() && second_.keeps_explanations(); }
    std::string file() const override { return first_.file().empty() ? second_.file() : first_.file(); }
    double waited_ms() const override { return first_.waited_ms() + second_.waited_ms(); }

private:
    TrajectorySink &first_, &second_;
};

struct RunOptions {
    int threads = 1;                 ///< 0: as many as the machine has
    std::vector<AgentId> explain{};  ///< agents whose decisions are recorded with every frame; the sink must keep them
    /// Called about ten times a second with simulated time; return false to end the run cleanly.
    std::function<bool(const Simulation&)> progress{};
    /// The state is kept in this file, every so many simulated seconds and when the run ends early; whoever reads it
    /// finds one snapshot or the one before, never half of one. Empty: it is not.
    std::string snapshot_file{};
    double snapshot_every = 10;  ///< s
    std::string resume_file{};   ///< goes on from this snapshot; frames begin there
};

/// Runs a scenario to its end; the sink gets every recorded frame of it. Throws InputError for what cannot be set up,
/// recorded or explained.
RunSummary run(Scenario scenario, TrajectorySink& sink, const RunOptions& options = {});
/// Nothing is recorded.
RunSummary run(Scenario scenario, const RunOptions& options = {});

/// A run with its motion.
struct RecordedRun {
    Trajectory trajectory;
    RunSummary summary;
    std::size_t arrived = 0;  ///< of all who were created
};
RecordedRun run_in_memory(Scenario scenario, const RunOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
