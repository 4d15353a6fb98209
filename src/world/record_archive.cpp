#include "world/record_archive.h"

namespace sidestep {

namespace {

void write_way(ArchiveWriter& a, const RouteMemory& m) {
    a.add(m.portals);
    a.add(m.corners);
    a.add(m.next);
    a.add(m.cell);
    a.add(m.due);
    a.add(m.planned);
    a.add(m.target);
    a.add(m.lane);
    a.add(m.lane_goal);
    a.add(m.charge);
    a.add(static_cast<std::uint8_t>(m.status));
    a.add(static_cast<std::uint8_t>(m.closed_door));
    a.add(static_cast<std::uint8_t>(m.off_path));
    a.add(m.search);
    a.add(m.any);
    a.add(m.candidate_count);
    for (std::size_t i = 0; i < m.candidate_count; ++i) {
        a.add(m.candidate[i].way_point);
        a.add(m.candidate[i].cost);
        a.add(m.candidate[i].goal);
    }
    a.add(m.walk.charts);
    a.add(m.walk.body_radius);
    a.add(m.walk.from_start);
    a.add(m.walk.heading);
    a.add(m.walk.last);
    a.add(m.walk.left);
    a.add(m.walk.astray);
}

bool read_flag(ArchiveReader& a) {
    return a.value<std::uint8_t>() != 0;
}

RouteMemory read_way(ArchiveReader& a) {
    RouteMemory m;
    m.portals = a.vector<std::uint32_t>();
    m.corners = a.vector<Vec2d>();
    m.next = a.value<std::uint32_t>();
    m.cell = a.value<std::uint32_t>();
    m.due = a.value<std::uint32_t>();
    m.planned = a.value<std::uint32_t>();
    m.target = a.value<Vec2d>();
    m.lane = a.value<Vec2d>();
    m.lane_goal = a.value<std::int16_t>();
    m.charge = a.value<std::uint32_t>();
    const auto status = a.value<std::uint8_t>();
    if (status > static_cast<std::uint8_t>(PathStatus::unreachable)) a.refuse("a way has no such status");
    m.status = static_cast<PathStatus>(status);
    m.closed_door = read_flag(a);
    m.off_path = read_flag(a);
    m.search = a.value<std::uint8_t>();
    m.any = a.value<std::int32_t>();
    m.candidate_count = a.value<std::uint8_t>();
    if (m.candidate_count > RouteMemory::kMostCandidates) a.refuse("a way has too many candidates");
    for (std::size_t i = 0; i < m.candidate_count; ++i) {
        m.candidate[i].way_point = a.value<Vec2d>();
        m.candidate[i].cost = a.value<float>();
        m.candidate[i].goal = a.value<std::int32_t>();
    }
    m.walk.charts = a.value<std::uint32_t>();
    m.walk.body_radius = a.value<double>();
    m.walk.from_start = a.value<double>();
    m.walk.heading = a.value<Vec2d>();
    m.walk.last = a.value<Vec2d>();
    m.walk.left = a.value<double>();
    m.walk.astray = a.value<double>();
    if (m.next > m.portals.size() && m.next > m.corners.size()) a.refuse("a way ends before it begins");
    return m;
}

}  // namespace

void write_record(ArchiveWriter& a, const AgentRecord& r) {
    a.add(r.place);
    a.add(r.motion);
    Self self = r.self;
    self.slot = self.values = 0;  // of the world it came from
    self.kind = 0;
    a.add(self);
    a.add(static_cast<std::uint8_t>(r.shares_values));
    if (!r.shares_values) a.add(r.values);
    a.add(static_cast<std::uint8_t>(r.shares_part_values));
    if (!r.shares_part_values) a.add(r.part_values);
    a.add(r.memory_bytes);
    a.add(r.memory);
    a.add(static_cast<std::uint8_t>(r.plans));
    if (r.plans) write_way(a, r.way);
    a.add(r.user);
    a.add(r.past);
}

AgentRecord read_record(ArchiveReader& a) {
    AgentRecord r;
    r.place = a.value<Place>();
    r.motion = a.value<Motion>();
    r.self = a.value<Self>();
    r.shares_values = read_flag(a);
    if (!r.shares_values) r.values = a.vector<float>();
    r.shares_part_values = read_flag(a);
    if (!r.shares_part_values) r.part_values = a.vector<double>();
    r.memory_bytes = a.value<std::uint32_t>();
    r.memory = a.vector<std::byte>();
    if (r.memory.size() != r.memory_bytes) a.refuse("an agent remembers more than there is");
    r.plans = read_flag(a);
    if (r.plans) r.way = read_way(a);
    r.user = a.value<std::uint64_t>();
    r.past = a.vector<Place>();
    return r;
}

}  // namespace sidestep
