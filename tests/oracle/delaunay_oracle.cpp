#include "oracle/delaunay_oracle.h"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>
#include <time.h>

#include <algorithm>

namespace sidestep::test {

namespace {
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Numbered = CGAL::Triangulation_vertex_base_with_info_2<std::uint32_t, Kernel>;
using WithNumbers = CGAL::Delaunay_triangulation_2<Kernel, CGAL::Triangulation_data_structure_2<Numbered>>;
using Plain = CGAL::Delaunay_triangulation_2<Kernel>;
using Constrained = CGAL::Constrained_Delaunay_triangulation_2<
    Kernel, CGAL::Triangulation_data_structure_2<Numbered, CGAL::Constrained_triangulation_face_base_2<Kernel>>>;

template <class Triangulation>
std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(const Triangulation& triangulation) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (auto e = triangulation.finite_edges_begin(); e != triangulation.finite_edges_end(); ++e) {
        const std::uint32_t a = e->first->vertex(Triangulation::cw(e->second))->info();
        const std::uint32_t b = e->first->vertex(Triangulation::ccw(e->second))->info();
        edges.emplace_back(std::min(a, b), std::max(a, b));
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}
}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> oracle_edges(std::span<const LatticePoint> points) {
    std::vector<std::pair<Kernel::Point_2, std::uint32_t>> numbered;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        numbered.emplace_back(Kernel::Point_2(points[i].x, points[i].y), i);
    }
    WithNumbers triangulation;
    triangulation.insert(numbered.begin(), numbered.end());
    return edges_of(triangulation);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> oracle_edges(
    std::span<const LatticePoint> points, std::span<const std::pair<std::uint32_t, std::uint32_t>> segments) {
    Constrained triangulation;
    std::vector<Constrained::Vertex_handle> vertices;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        vertices.push_back(triangulation.insert(Kernel::Point_2(points[i].x, points[i].y)));
        vertices.back()->info() = i;
    }
    for (const auto& [a, b] : segments) triangulation.insert_constraint(vertices[a], vertices[b]);
    return edges_of(triangulation);
}

double oracle_seconds(std::span<const LatticePoint> points) {
    std::vector<Kernel::Point_2> all;
    for (const LatticePoint p : points) all.emplace_back(p.x, p.y);
    const double begin = thread_seconds();
    Plain triangulation;
    triangulation.insert(all.begin(), all.end());
    return thread_seconds() - begin;
}

double thread_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace sidestep::test
