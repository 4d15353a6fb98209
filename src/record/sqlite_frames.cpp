// Looks at single frames of an SQLite trajectory, so that one of many gigabytes opens at once.
//
// No lock is held between calls: whoever still records into the file must be able to commit. What was there at opening
// does not change, since a recording only grows.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "record/formats.h"
#include "record/sqlite_file.h"
#include "record/sqlite_files.h"
#include "record/sqlite_rows.h"

namespace sidestep {
namespace {

class SqliteFrames final : public FrameSource {
public:
    explicit SqliteFrames(const std::string& path) : file_(path) {
        file_.guarded([&] {
            const sqlite::Snapshot snapshot(file_.db());
            info_ = file_.read_info();
            rows_ = find_by_index(file_);
            if (!rows_) rows_ = find_by_order(file_, file_.has_table("agent_data"));
            if (!rows_) return;
            read_frame_numbers();
            add_frames_not_listed();
            if (!frames_.empty()) file_.check_span(frames_.front(), frames_.back(), info_.fps);
            agents_ = file_.read_agents();
            waits_ = file_.read_waits();
            if (file_.has_table("agent_data")) {
                stay_ = file_.prepare_ours("agent_data", "first_frame, last_frame", "WHERE id = ?");
            }
            if (!file_.has_table("explanations")) return;
            explained_ = file_.prepare_ours("explanations", "DISTINCT id");
            explanation_ = file_.prepare_ours("explanations", "id, frame, drawing", "WHERE id = ? AND frame = ?");
        });
    }

    /// False when the rows have no order in which they could be found.
    bool seeks() const { return rows_ != nullptr; }

    const TrajectoryInfo& info() const override { return info_; }
    std::span<const std::uint32_t> frames() const override { return frames_; }
    std::span<const AgentInfo> agents() const override { return agents_; }
    std::span<const Wait> waits() const override { return waits_; }

    void read(std::size_t index, TrajectoryFrame& frame) override {
        frame.frame = frames_.at(index);
        frame.newcomers.clear();
        frame.explanations.clear();
        look([&] { rows_->read(frame.frame, frame.rows); });
    }

    std::size_t count(std::size_t index) override {
        return look([&] { return rows_->count(frames_.at(index)); });
    }

    Track track(AgentId id) override {
        return look([&] {
            Track track;
            track.id = id;
            for (const std::uint32_t frame : frames_of_stay(id)) {
                const auto row = rows_->find(frame, id);
                if (!row) continue;
                track.frame.push_back(frame);
                track.position.push_back(row->position);
                track.heading.push_back(row->heading);
            }
            return track;
        });
    }

    std::vector<AgentId> explained() override {
        std::vector<AgentId> ids;
        if (!explained_) return ids;
        look([&] {
            const sqlite::Rewind rewind(explained_.get());
            while (sqlite::step(explained_.get())) ids.push_back(file_.explained_id_of(explained_.get()));
        });
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    std::optional<Explanation> explanation(AgentId id, std::uint32_t frame) override {
        if (!explanation_) return std::nullopt;
        return look([&]() -> std::optional<Explanation> {
            const sqlite::Rewind rewind(explanation_.get());
            sqlite3_bind_int64(explanation_.get(), 1, id);
            sqlite3_bind_int64(explanation_.get(), 2, frame);
            if (!sqlite::step(explanation_.get())) return std::nullopt;
            return file_.explanation_of(explanation_.get());
        });
    }

private:
    template <class Work>
    auto look(Work&& work) -> decltype(work()) {
        return file_.guarded([&] {
            const sqlite::Snapshot snapshot(file_.db());
            return work();
        });
    }

    /// Those outside which the agent is not; all where the file does not say.
    std::span<const std::uint32_t> frames_of_stay(AgentId id) {
        const std::span<const std::uint32_t> all = frames_;
        if (!stay_) return all;
        const sqlite::Rewind rewind(stay_.get());
        sqlite3_bind_int64(stay_.get(), 1, id);
        if (!sqlite::step(stay_.get())) return all;
        const auto first = SqliteFile::name_of(stay_.get(), 0), last = SqliteFile::name_of(stay_.get(), 1);
        const bool there_to_the_end = sqlite3_column_type(stay_.get(), 1) == SQLITE_NULL;
        if (!first || (!last && !there_to_the_end) || (last && *last < *first)) {
            file_.refuse(fmt::format("agent_data: the frames of agent {} are not usable", id),
                         "Mend the row with the sqlite3 command, or record again.",
                         fmt::format("{} to {}", sqlite::text_of(stay_.get(), 0), sqlite::text_of(stay_.get(), 1)),
                         "the numbers of its first and last frame; NULL for the last while it is there");
        }
        const auto begin = std::lower_bound(all.begin(), all.end(), *first);
        const auto end = last ? std::upper_bound(begin, all.end(), *last) : all.end();
        return {begin, end};
    }

    void read_frame_numbers() {
        if (!file_.has_table("frame_data")) return;  // version 1
        const sqlite::Statement all = sqlite::prepare(file_.db(), "SELECT frame FROM frame_data");
        while (sqlite::step(all.get())) {
            const auto frame = SqliteFile::name_of(all.get(), 0);
            if (!frame) {
                file_.refuse("frame_data: frame is not a whole number",
                             "Mend the row with the sqlite3 command, or record again.", sqlite::text_of(all.get(), 0),
                             "a whole number from 0 to 4294967295");
            }
            frames_.push_back(*frame);
        }
        if (!std::is_sorted(frames_.begin(), frames_.end())) std::sort(frames_.begin(), frames_.end());
        frames_.erase(std::unique(frames_.begin(), frames_.end()), frames_.end());
    }

    /// Another writer may have rows of frames that frame_data does not list. They can only hide where the list has a
    /// gap, and it rarely has one.
    void add_frames_not_listed() {
        std::vector<std::uint32_t> found;
        std::uint64_t from = 0;  // first number not looked at
        const auto look_before = [&](std::uint64_t end) {
            while (from < end) {
                const auto next = rows_->next(static_cast<std::uint32_t>(from));
                if (!next || *next >= end) break;
                found.push_back(*next);
                from = std::uint64_t{*next} + 1;
            }
            from = end + 1;
        };
        for (const std::uint32_t listed : frames_) look_before(listed);
        look_before(std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1);
        if (found.empty()) return;
        const auto middle = static_cast<std::ptrdiff_t>(frames_.size());
        frames_.insert(frames_.end(), found.begin(), found.end());
        std::inplace_merge(frames_.begin(), frames_.begin() + middle, frames_.end());
    }

    SqliteFile file_;  // before the statements, which must be finalised first
    TrajectoryInfo info_;
    std::unique_ptr<RowFinder> rows_;
    std::vector<std::uint32_t> frames_;
    std::vector<AgentInfo> agents_;
    std::vector<Wait> waits_;
    sqlite::Statement stay_, explained_, explanation_;
};

}  // namespace

std::unique_ptr<FrameSource> open_sqlite_frames(const std::string& path) {
    auto frames = std::make_unique<SqliteFrames>(path);
    if (frames->seeks()) return frames;
    return frames_of(read_sqlite(path, nullptr));
}

}  // namespace sidestep
