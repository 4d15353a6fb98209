#include "import/step_file.h"

#include <algorithm>
#include <cmath>

#include "import/drawing.h"
#include "outline/text.h"

namespace sidestep {
namespace {

constexpr int kDeepest = 64;

class StepReader {
public:
    explicit StepReader(std::string_view text) : text_(text) {}

    StepFile read() {
        skip();
        if (!text_.rest().starts_with("ISO-10303-21")) wrong("the file is not IFC");
        find_schema();
        const std::size_t data = text_.rest().find("DATA;");
        if (data == std::string_view::npos) wrong("the IFC has no data");
        text_.skip(data + 5);
        for (;;) {
            skip();
            if (text_.done()) ends_early();
            if (text_.peek() != '#') break;
            entity();
        }
        if (!text_.rest().starts_with("ENDSEC")) wrong("an entity should stand here");
        // Of two with one number either may count; the place in the text decides.
        std::sort(file_.entities.begin(), file_.entities.end(), [](const StepEntity& l, const StepEntity& r) {
            return l.id != r.id ? l.id < r.id : l.type.data() < r.type.data();
        });
        return std::move(file_);
    }

private:
    [[noreturn]] void wrong(const char* message) const {
        if (text_.done()) ends_early();
        refuse(message, text_.excerpt(), "IFC as text (STEP)", "Export the model again.", text_.line(), text_.column());
    }
    [[noreturn]] void ends_early() const {
        refuse("the IFC ends too early", "end of text", "ENDSEC after the data",
               "The file was not written or copied completely.", text_.line(), text_.column());
    }
    void skip() {
        for (;;) {
            text_.skip_blanks();
            if (!text_.rest().starts_with("/*")) return;
            const std::size_t end = text_.rest().find("*/");
            if (end == std::string_view::npos) ends_early();
            text_.skip(end + 2);
        }
    }
    void find_schema() {
        const std::string_view rest = text_.rest();
        const std::size_t at = rest.find("FILE_SCHEMA");
        if (at == std::string_view::npos) return;
        const std::size_t open = rest.find('\'', at);
        const std::size_t close = open == std::string_view::npos ? open : rest.find('\'', open + 1);
        if (close != std::string_view::npos) file_.schema = rest.substr(open + 1, close - open - 1);
    }
    void entity() {
        StepEntity entity;
        text_.skip();
        double id = 0;
        if (!text_.number(id) || !(id >= 0) || id > 1e15) wrong("an entity has no number");
        entity.id = static_cast<std::uint64_t>(id);
        skip();
        if (text_.peek() != '=') wrong("an entity has no equals sign");
        text_.skip();
        skip();
        entity.type = text_.word();
        skip();
        if (text_.peek() != '(') wrong("an entity has no arguments");
        StepValue arguments;
        list(arguments, 0);
        entity.arguments = std::move(arguments.parts);
        skip();
        if (text_.done()) ends_early();
        if (text_.peek() != ';') wrong("an entity does not end with a semicolon");
        text_.skip();
        file_.entities.push_back(std::move(entity));
    }
    void list(StepValue& into, int depth) {
        if (depth > kDeepest) wrong("arguments are nested too deeply");
        text_.skip();
        into.kind = StepValue::Kind::list;
        for (;;) {
            skip();
            if (text_.done()) ends_early();
            if (text_.peek() == ')') break;
            into.parts.emplace_back();
            value(into.parts.back(), depth);
            skip();
            if (text_.peek() == ',') text_.skip();
        }
        text_.skip();
    }
    void value(StepValue& into, int depth) {
        const char c = text_.peek();
        if (c == '(') {
            list(into, depth + 1);
        } else if (c == '$' || c == '*') {
            text_.skip();
        } else if (c == '#') {
            text_.skip();
            into.kind = StepValue::Kind::reference;
            if (!text_.number(into.number)) wrong("a reference has no number");
        } else if (c == '\'' || c == '"') {
            into.kind = StepValue::Kind::text;
            const std::size_t start = text_.offset() + 1;
            for (text_.skip(); !text_.done(); text_.skip()) {
                if (text_.peek() != c) continue;
                // A doubled quote is one inside the text.
                if (text_.rest().size() < 2 || text_.rest()[1] != c) break;
                text_.skip();
            }
            if (text_.done()) ends_early();
            into.text = whole(start);
            text_.skip();
        } else if (c == '.' && text_.rest().size() > 1 && !(text_.rest()[1] >= '0' && text_.rest()[1] <= '9')) {
            text_.skip();
            into.kind = StepValue::Kind::name;
            into.text = text_.word();
            if (text_.peek() != '.') wrong("a name does not end with a full stop");
            text_.skip();
        } else if (text_.number(into.number)) {
            into.kind = StepValue::Kind::number;
            if (!std::isfinite(into.number)) wrong("a number of the IFC is not finite");
        } else {
            // A typed value, such as IFCLABEL('…').
            into.text = text_.word();
            skip();
            if (into.text.empty() || text_.peek() != '(') wrong("an argument cannot be read");
            list(into, depth + 1);
        }
    }
    std::string_view whole(std::size_t start) const { return all_.substr(start, text_.offset() - start); }

    Text text_;
    std::string_view all_ = text_.rest();
    StepFile file_;
};

}  // namespace

const StepEntity* StepFile::find(double id) const {
    const auto found = std::lower_bound(entities.begin(), entities.end(), id,
                                        [](const StepEntity& l, double r) { return static_cast<double>(l.id) < r; });
    return found == entities.end() || static_cast<double>(found->id) != id ? nullptr : &*found;
}

StepFile read_step(std::string_view text) {
    return StepReader(text).read();
}

}  // namespace sidestep
