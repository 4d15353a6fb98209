// 3D models: which way is up, where the floor is, and what a slice leaves of walls.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "import/refused.h"
#include "support/maps.h"

namespace sidestep {
namespace {

using test::refused;

/// OBJ text under construction; z is up unless turned.
struct Obj {
    bool y_up = false;
    int points = 0;
    std::string text;
    void face(std::initializer_list<std::array<double, 3>> corners) {
        std::string f = "f";
        for (const auto& c : corners) {
            text += y_up ? "v " + std::to_string(c[0]) + " " + std::to_string(c[2]) + " " + std::to_string(-c[1]) + "\n"
                         : "v " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
            f += " " + std::to_string(++points) + "//1";
        }
        text += f + "\n";
    }
    void level(double x0, double y0, double x1, double y1, double z) {
        face({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
    }
    void underside(double x0, double y0, double x1, double y1, double z) {
        face({{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}});
    }
    void wall(double x0, double y0, double x1, double y1, double low, double high) {
        face({{x0, y0, low}, {x1, y1, low}, {x1, y1, high}, {x0, y0, high}});
    }
    void box(double x0, double y0, double x1, double y1, double low, double high) {
        wall(x0, y0, x1, y0, low, high), wall(x1, y0, x1, y1, low, high);
        wall(x1, y1, x0, y1, low, high), wall(x0, y1, x0, y0, low, high);
        level(x0, y0, x1, y1, high), underside(x0, y0, x1, y1, low);
    }
};

TEST(Model, ASliceOfARoom) {
    for (const bool y_up : {false, true}) {
        Obj obj{y_up, 0, {}};
        obj.level(0, 0, 20, 10, 0.5);
        obj.box(4, 4, 6, 6, 0.5, 3.5);      // a pillar
        obj.box(10, 2, 12, 4, 1.2, 1.25);   // a table top
        obj.box(15, 5, 17, 7, 0.5, 0.515);  // a mat
        obj.box(14, 1, 16, 3, 2.6, 3.0);    // a lamp above everybody's head
        obj.wall(8, 0, 8, 5, 0.5, 3);       // a screen without thickness
        const ImportedMap map = import_text(MapFormat::obj, obj.text);
        ASSERT_TRUE(map.report.model.has_value());
        EXPECT_EQ(map.report.model->up, y_up ? UpAxis::y : UpAxis::z);
        EXPECT_NEAR(map.report.model->floor, 0.5, 1e-9);
        EXPECT_NEAR(area_of(map.outline), 200 - 4 - 4, 1e-3);
        ASSERT_EQ(map.outline.walls.size(), 1u);
        EXPECT_EQ(map.outline.walls[0].size(), 2u) << "pieces in line are one wall";
        ASSERT_EQ(map.outline.floor.size(), 1u);
        EXPECT_EQ(map.outline.floor[0].outer.size() + map.outline.floor[0].holes[0].size(), 9u)
            << "four corners each, and where the screen begins";
        for (const Vec2d p : map.outline.floor[0].outer) EXPECT_GE(p.y, -1e-9) << "seen from above, not from below";
        ImportOptions tall;
        tall.slice_height = 2.3;
        EXPECT_NEAR(area_of(import_text(MapFormat::obj, obj.text, tall).outline), 200 - 4 - 4 - 4, 1e-3);
    }
}

TEST(Model, TheFloorIsTheLowestLevelWithHeadroom) {
    Obj obj;
    obj.level(0, 0, 20, 20, -0.3);  // sand below the slab
    obj.box(0, 0, 20, 20, -0.3, 0);
    obj.box(5, 5, 6, 6, 0, 2);
    obj.box(0, 0, 20, 20, 2.7, 3);  // the next storey
    const ImportedMap map = import_text(MapFormat::obj, obj.text);
    EXPECT_NEAR(map.report.model->floor, 0, 1e-9);
    EXPECT_NEAR(area_of(map.outline), 399, 1e-3);
    ImportOptions upstairs;
    upstairs.floor = 3;
    EXPECT_NEAR(area_of(import_text(MapFormat::obj, obj.text, upstairs).outline), 400, 1e-3);
}

TEST(Model, StoreysThatAreLeftOutAreTold) {
    Obj obj;
    obj.level(0, 0, 20, 10, 0);
    obj.level(0, 20, 20, 24, 4);
    const auto told = [&](double upper) {
        Obj more = obj;
        more.level(0, 30, 20, 31, upper);
        return import_text(MapFormat::obj, more.text).report.warnings;
    };
    ASSERT_EQ(told(8).size(), 1u);
    EXPECT_NE(told(8)[0].find("4.00, 8.00 m"), std::string::npos) << told(8)[0];
    EXPECT_NE(told(8)[0].find("about 99 m²"), std::string::npos) << "100, by columns: " << told(8)[0];
    Obj one;
    one.level(0, 0, 20, 10, 0);
    one.level(0, 20, 20, 20.5, 4);
    EXPECT_TRUE(import_text(MapFormat::obj, one.text).report.warnings.empty()) << "a shelf is no storey";
}

TEST(Model, SolidsWithoutGroundGetSome) {
    Obj obj;
    obj.box(0, 0, 10, 10, 0, 8);
    obj.box(20, 0, 30, 10, 0, 12);
    ImportOptions options;
    options.up = UpAxis::z;  // as much faces sideways as upwards
    const ImportedMap map = import_text(MapFormat::obj, obj.text, options);
    EXPECT_EQ(map.report.model->floor, 0);
    EXPECT_NEAR(area_of(map.outline), 50 * 30 - 200, 1e-3);
    EXPECT_EQ(map.report.warnings.size(), 1u);
}

TEST(Model, WithoutAFloorItSaysSo) {
    Obj obj;
    obj.wall(0, 0, 8, 0, 0, 3), obj.wall(8, 0, 8, 5, 0, 3), obj.wall(8, 5, 0, 5, 0, 3), obj.wall(0, 5, 0, 0, 0, 3);
    ImportOptions options;
    options.up = UpAxis::z;
    EXPECT_NE(refused(MapFormat::obj, obj.text, options).message.find("no floor"), std::string::npos);
    options.floor = 0;
    const ImportedMap map = import_text(MapFormat::obj, obj.text, options);
    EXPECT_NEAR(area_of(map.outline), 40, 1e-3) << "what the walls enclose";
    EXPECT_EQ(map.report.warnings.size(), 1u);
    options.floor = 50;
    EXPECT_NE(refused(MapFormat::obj, obj.text, options).message.find("height"), std::string::npos);
}

TEST(Model, BadObjIsRefused) {
    for (const std::string text :
         {"", "# nothing\n", "v 1 2\n", "v 1 2 nan\n", "v 1 2 3\nf 1 2 3\n", "v 1 2 3\nf 1 1\n", "v 1 2 3\n",
          "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 0\n", "\x01\x02", "v 1 2 3\nf a b c\n"}) {
        refused(MapFormat::obj, text);
    }
    Obj obj;
    obj.level(0, 0, 20, 10, 0);
    const InputProblem truncated = refused(MapFormat::obj, obj.text.substr(0, 40));
    EXPECT_EQ(truncated.line, 2);
    // Relative numbers and continued lines.
    EXPECT_NEAR(area_of(import_text(MapFormat::obj, "v 0 0 0\nv 9 0 0\nv 9 9 0\nf -3 -2 \\\n -1\n").outline), 40.5,
                1e-3);
}

const std::string kIfc = R"(ISO-10303-21;
HEADER;
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCUNITASSIGNMENT((#2));
#2=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#3=IFCCARTESIANPOINT((0.,0.,0.));
#4=IFCAXIS2PLACEMENT3D(#3,$,$);
#5=IFCLOCALPLACEMENT($,#4);
/* a slab of 10 m by 8 m, extruded downwards */
#10=IFCRECTANGLEPROFILEDEF(.AREA.,$,#12,10000.,8000.);
#11=IFCCARTESIANPOINT((5000.,4000.));
#12=IFCAXIS2PLACEMENT2D(#11,$);
#13=IFCDIRECTION((0.,0.,-1.));
#14=IFCEXTRUDEDAREASOLID(#10,#4,#13,200.);
#15=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#14));
#16=IFCPRODUCTDEFINITIONSHAPE($,$,(#15));
#17=IFCSLAB('a',$,'it''s the floor',$,$,#5,#16,$,.FLOOR.);
/* a wall along y, turned by its placement */
#20=IFCRECTANGLEPROFILEDEF(.AREA.,$,#22,6000.,200.);
#21=IFCCARTESIANPOINT((3000.,0.));
#22=IFCAXIS2PLACEMENT2D(#21,$);
#23=IFCDIRECTION((0.,0.,1.));
#24=IFCDIRECTION((0.,1.,0.));
#25=IFCCARTESIANPOINT((5000.,0.,0.));
#26=IFCAXIS2PLACEMENT3D(#25,#23,#24);
#27=IFCLOCALPLACEMENT(#5,#26);
#28=IFCEXTRUDEDAREASOLID(#20,#4,#23,2500.);
#29=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#28));
#30=IFCPRODUCTDEFINITIONSHAPE($,$,(#29));
#31=IFCWALL('b',$,$,$,$,#27,#30,$,$);
/* an L of tessellated faces, 1 m high, and a room */
#40=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1000.,0.,0.),(1000.,1000.,0.),(0.,1000.,0.),(0.,0.,1000.),(1000.,0.,1000.),(1000.,1000.,1000.),(0.,1000.,1000.)));
#41=IFCTRIANGULATEDFACESET(#40,$,.T.,((5,6,7),(5,7,8),(1,2,6),(1,6,5),(2,3,7),(2,7,6),(3,4,8),(3,8,7),(4,1,5),(4,5,8)),$);
#42=IFCSHAPEREPRESENTATION($,'Body','Tessellation',(#41));
#43=IFCPRODUCTDEFINITIONSHAPE($,$,(#42));
#44=IFCCARTESIANPOINT((7000.,3000.,0.));
#45=IFCAXIS2PLACEMENT3D(#44,$,$);
#46=IFCLOCALPLACEMENT(#5,#45);
#47=IFCFURNITURE('c',$,$,$,$,#46,#43,$,$);
#48=IFCSPACE('d',$,$,$,$,#46,#43,$,$,$,$);
ENDSEC;
END-ISO-10303-21;
)";

TEST(Model, FacesWithoutNumberAreRefused) {
    std::string obj, face = "f";
    for (int i = 1; i <= 2'001; ++i) {
        obj += fmt::format("v {} {} 0\n", i % 100, i / 100);
        face += fmt::format(" {}", i);
    }
    EXPECT_EQ(refused(MapFormat::obj, obj + face + "\n").message, "a face has more than 2000 corners");
}

TEST(Ifc, SolidsAndTessellationsInTheirPlaces) {
    const ImportedMap map = import_text(MapFormat::ifc, kIfc);
    EXPECT_EQ(map.report.unit, 0.001);
    EXPECT_NEAR(map.report.model->floor, 0, 1e-9);
    EXPECT_NEAR(area_of(map.outline), 80 - 6 * 0.2 - 1, 1e-3);
    EXPECT_EQ(map.report.ignored.size(), 1u) << "the room";
    ASSERT_EQ(map.outline.floor.size(), 1u);
    ASSERT_EQ(map.outline.floor[0].holes.size(), 1u);
    for (const Vec2d p : map.outline.floor[0].holes[0]) EXPECT_TRUE(p.x > 6.99 && p.y > 2.99) << p.x << " " << p.y;
}

TEST(Ifc, BadTextIsRefused) {
    for (const std::string text : {"", "ISO-10303-21;", "ISO-10303-21;DATA;ENDSEC;", "ISO-10303-21;DATA;#1=IFCWALL(",
                                   "ISO-10303-21;DATA;#1=IFCWALL('a", "ISO-10303-21;DATA;#1=A(nan);ENDSEC;", "hello"}) {
        refused(MapFormat::ifc, text);
    }
    const InputProblem truncated = refused(MapFormat::ifc, kIfc.substr(0, kIfc.size() / 2));
    EXPECT_NE(truncated.message.find("ends too early"), std::string::npos);
    std::string bad = kIfc;
    bad.replace(bad.find("(5,6,7)"), 7, "(5,6,99)");
    EXPECT_NE(refused(MapFormat::ifc, bad).message.find("not there"), std::string::npos);
}

class MeshFile : public testing::Test {
protected:
    std::string write(const std::string& name, const std::string& content) {
        const auto path = std::filesystem::temp_directory_path() / fmt::format("sidestep_import_{}_{}", getpid(), name);
        std::ofstream(path, std::ios::binary) << content;
        paths_.push_back(path);
        return path.string();
    }
    void TearDown() override {
        for (const auto& path : paths_) std::filesystem::remove(path);
    }

private:
    std::vector<std::filesystem::path> paths_;
};

TEST_F(MeshFile, AssimpReadsTheOthers) {
    // A square of 20 m and a wall across it, as text STL.
    const auto facet = [](const std::string& a, const std::string& b, const std::string& c) {
        return "facet normal 0 0 1\nouter loop\nvertex " + a + "\nvertex " + b + "\nvertex " + c +
               "\nendloop\nendfacet\n";
    };
    const std::string stl = "solid room\n" + facet("0 0 0", "20 0 0", "20 20 0") + facet("0 0 0", "20 20 0", "0 20 0") +
                            facet("5 0 0", "5 10 0", "5 10 3") + facet("5 0 0", "5 10 3", "5 0 3") + "endsolid room\n";
    const ImportedMap map = import_map(write("room.stl", stl));
    EXPECT_EQ(map.report.format, MapFormat::mesh);
    EXPECT_NEAR(area_of(map.outline), 400, 1e-3);
    EXPECT_EQ(map.outline.walls.size(), 1u);
}

InputProblem refused_file(const std::string& path) {
    try {
        import_map(path);
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty());
        EXPECT_FALSE(error.problem().allowed.empty());
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << path;
    return {};
}

/// Nodes with the given lists of children; the first is the scene.
std::string gltf_of_nodes(const std::vector<std::string>& children) {
    std::string nodes;
    for (const std::string& list : children) {
        nodes += (nodes.empty() ? "" : ",") + (list.empty() ? std::string("{}") : "{\"children\":[" + list + "]}");
    }
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes + "]}";
}

// A few hundred bytes that stand for a thousand million parts.
TEST_F(MeshFile, NodesThatMultiplyAreRefused) {
    std::vector<std::string> laughs;
    for (int i = 1; i < 10; ++i) laughs.push_back(fmt::format("{0},{0},{0},{0},{0},{0},{0},{0},{0},{0}", i));
    laughs.emplace_back();
    EXPECT_EQ(refused_file(write("laughs.gltf", gltf_of_nodes(laughs))).message,
              "the model cannot be read: node 1 is part of several others");
    EXPECT_EQ(refused_file(write("ring.gltf", gltf_of_nodes({"", "2", "1"}))).message,
              "the model cannot be read: a node is part of itself");
    std::vector<std::string> chain;
    for (int i = 1; i < 502; ++i) chain.push_back(std::to_string(i));
    chain.emplace_back();
    EXPECT_EQ(refused_file(write("chain.gltf", gltf_of_nodes(chain))).allowed, "at most 500 levels");
    EXPECT_EQ(refused_file(write("deep.gltf", std::string(100'000, '['))).message,
              "the model cannot be read: its text is nested too deeply");
}

TEST_F(MeshFile, PartsOutsideItsFolderAreNotRead) {
    const auto gltf = [](const std::string& uri) {
        return R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" + uri +
               R"(","byteLength":96}],"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":)"
               R"([{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":8,)"
               R"("type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":96}]})";
    };
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("sidestep_model_{}", getpid());
    std::filesystem::create_directories(folder / "inner");
    std::ofstream(folder / "secret.bin") << std::string(96, 'x');
    std::filesystem::create_symlink(folder / "secret.bin", folder / "inner" / "link.bin");
    for (const std::string uri : {"../secret.bin", "link.bin"}) {
        const auto path = folder / "inner" / "a.gltf";
        std::ofstream(path) << gltf(uri);
        const InputProblem problem = refused_file(path.string());
        EXPECT_NE(problem.message.find("it refers to"), std::string::npos) << problem.message;
        EXPECT_EQ(problem.allowed, "files of its own folder and below, of at most 1024 MiB");
    }
    std::filesystem::remove_all(folder);
}

/// Sets a variable of the environment as long as it lives.
class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Environment() { unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};

constexpr const char* kSquare =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 20 0 0\nvertex 20 20 0\nendloop\nendfacet\nendsolid "
    "a\n";

// Where nobody helps, or somebody who does not know how, the model is read all the same.
TEST_F(MeshFile, IsReadWithoutAHelper) {
    const std::string path = write("square.stl", kSquare);
    for (const char* helper : {"/no/such/program", "/bin/true", "/bin/echo"}) {
        const Environment named("SIDESTEP_MODEL_HELPER", helper);
        EXPECT_NEAR(area_of(import_map(path).outline), 200, 1e-3) << helper;
        EXPECT_THROW(import_map(write("cut.stl", "solid")), InputError);
    }
}

// A helper of the library's own, as the command is: this test is one when it is asked (main of the tests).
TEST_F(MeshFile, AHelperReadsForManyThreads) {
    use_model_helper(std::filesystem::read_symlink("/proc/self/exe").string());
    const std::string good = write("square.stl", kSquare), bad = write("cut.stl", "solid");
    std::vector<std::thread> threads;
    std::atomic<int> read = 0, refused = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 3; ++k) {
                read += std::abs(area_of(import_map(good).outline) - 200) < 1e-3;
                try {
                    import_map(bad);
                } catch (const InputError&) {
                    ++refused;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(read, 12);
    EXPECT_EQ(refused, 12);
    // Whoever does not want to know of children gets the model nevertheless.
    struct sigaction ignore{}, before{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGCHLD, &ignore, &before);
    EXPECT_NEAR(area_of(import_map(good).outline), 200, 1e-3);
    sigaction(SIGCHLD, &before, nullptr);
    use_model_helper("");
}

// A helper that says hello and dies is the file's fault: this process must not try the same file itself.
TEST_F(MeshFile, WhatKillsTheHelperIsRefused) {
    const std::string path = write("square.stl", kSquare);
    const auto script = std::filesystem::temp_directory_path() / fmt::format("sidestep_helper_{}.sh", getpid());
    // Its greeting is learned from the real one.
    std::ofstream(script) << "#!/bin/sh\n"
                          << std::filesystem::read_symlink("/proc/self/exe").string()
                          << " \"$1\" \"$2\" | head -c 8\nkill -SEGV $$\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    use_model_helper(script.string());
    EXPECT_EQ(refused_file(path).message, "the model cannot be read: assimp fails on it");
    use_model_helper("");
    std::filesystem::remove(script);
}

TEST_F(MeshFile, DamagedFilesAreRefused) {
    for (const auto& [name, content] :
         {std::pair{"a.glb", std::string("glTF\2\0\0\0", 8)}, std::pair{"b.gltf", std::string("{\"asset\":")},
          std::pair{"c.stl", std::string("solid")}, std::pair{"d.glb", std::string()}}) {
        try {
            import_map(write(name, content));
            ADD_FAILURE() << "accepted: " << name;
        } catch (const InputError& error) {
            EXPECT_FALSE(error.problem().message.empty());
            EXPECT_FALSE(error.problem().remedy.empty());
            EXPECT_FALSE(error.problem().file.empty());
        }
    }
    EXPECT_THROW(import_map("no_such_file.glb"), InputError);
    EXPECT_THROW(import_map("no_such_file.wkt"), InputError);
    EXPECT_THROW(import_map(std::filesystem::temp_directory_path().string()), InputError);
    EXPECT_THROW(import_map(write("f.wkt", "")), InputError);
    EXPECT_THROW(import_map(write("g.xyz", "what is this")), InputError);
    EXPECT_NO_THROW(import_map(write("h.txt", "POLYGON ((0 0, 9 0, 9 9, 0 0))"))) << "by its content";
}

TEST(MapData, EveryFileImports) {
    const auto folder = test::data_folder() / "maps";
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no maps at " << folder << "; set SIDESTEP_DATA";
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
        const ImportedMap map = import_map(entry.path().string());
        EXPECT_GT(area_of(map.outline), 20) << entry.path();
        EXPECT_NEAR(area_of(map_outline(to_wkt(map.outline))), area_of(map.outline), 1e-6 * area_of(map.outline))
            << entry.path();
        ++count;
    }
    EXPECT_EQ(count, 16u);
}

TEST(MapData, TheExtrudedCityIsTheCity) {
    const auto folder = test::data_folder() / "maps";
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no maps at " << folder << "; set SIDESTEP_DATA";
    const double plan = area_of(test::read_map(folder / "cities" / "prague1m.wkt"));
    const double model = area_of(import_map((folder / "mesh3d" / "prague1m_extruded.obj").string()).outline);
    EXPECT_NEAR(model / plan, 1, 0.005);
}

}  // namespace
}  // namespace sidestep
