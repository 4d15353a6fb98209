#include "scenario/json_source.h"

#include <fmt/format.h>

#include <charconv>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr std::size_t kShown = 60;

void set_line_and_column(std::string_view text, TextPlace& place) {
    place.line = 1;
    place.column = 1;
    std::size_t i = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte order mark takes no column
    for (; i < place.begin && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) {
            ++place.column;
        }
    }
}

/// Walks over text that is known to be JSON up to the place that is looked for.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text), at_(text.starts_with("\xef\xbb\xbf") ? 3 : 0) {}

    std::size_t at() const { return at_; }
    char peek() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
            ++at_;
        }
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    void skip() { ++at_; }
    /// Past a string that begins here; returns it as written, with its quotes.
    std::string_view string() {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        return text_.substr(begin, at_ - begin);
    }
    /// Past one value of any kind.
    void value() {
        int depth = 0;
        do {
            const char c = peek();
            if (c == '\0') return;
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at_;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at_;
            } else if (c == ',' || c == ':') {
                ++at_;
            } else {
                while (at_ < text_.size() && std::string_view(" \t\r\n,:]}").find(text_[at_]) == std::string_view::npos)
                    ++at_;
            }
        } while (depth > 0);
    }

private:
    std::string_view text_;
    std::size_t at_;
};

std::string decoded(std::string_view written) {
    if (written.find('\\') == std::string_view::npos && written.size() >= 2) {
        return std::string(written.substr(1, written.size() - 2));
    }
    const Json key = Json::parse(written, nullptr, false);
    return key.is_string() ? key.get<std::string>() : std::string();
}

std::vector<std::string> tokens(std::string_view pointer) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            result.emplace_back();
        } else if (!result.empty() && pointer[i] == '~' && i + 1 < pointer.size()) {
            result.back() += pointer[++i] == '1' ? '/' : '~';
        } else if (!result.empty()) {
            result.back() += pointer[i];
        }
    }
    return result;
}

InputProblem problem_here(const std::string& text, const std::string& file, std::size_t offset) {
    TextPlace place{offset, offset, 0, 0};
    set_line_and_column(text, place);
    InputProblem problem;
    problem.file = file;
    problem.line = place.line;
    problem.column = place.column;
    return problem;
}

/// Builds the document; stops with an InputError at the first thing that is not allowed.
class Builder : public nlohmann::json_sax<Json> {
public:
    Builder(const std::string& text, const std::string& file) : text_(text), file_(file) {}
    Json take() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override {
        Level& level = levels_.back();
        if (!level.keys.insert(key).second) fail_duplicate(key);
        level.key = std::move(key);
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override;

private:
    struct Level {
        Json* value;
        std::string key;
        std::unordered_set<std::string> keys;
    };

    Json* place(Json value) {
        if (levels_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Level& level = levels_.back();
        if (level.value->is_array()) {
            level.value->push_back(std::move(value));
            return &level.value->back();
        }
        // Straight to the end of the underlying vector: operator[] would search all keys, which are known to differ.
        auto& object = level.value->get_ref<Json::object_t&>();
        static_cast<std::vector<Json::object_t::value_type>&>(object).emplace_back(level.key, std::move(value));
        return &object.back().second;
    }
    bool add(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json value) {
        if (levels_.size() >= kDeepestJson) fail_depth();
        Json* opened = place(std::move(value));
        levels_.push_back({opened, {}, {}});
        return true;
    }
    bool close() {
        levels_.pop_back();
        return true;
    }
    std::string pointer_of_open() const {
        std::string pointer;
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
            const Level& level = levels_[i];
            pointer += '/';
            pointer += level.value->is_array() ? std::to_string(level.value->size() - 1) : pointer_token(level.key);
        }
        return pointer;
    }
    [[noreturn]] void fail_duplicate(const std::string& key) const;
    [[noreturn]] void fail_depth() const;

    const std::string& text_;
    const std::string& file_;
    Json root_;
    std::vector<Level> levels_;
};

void Builder::fail_duplicate(const std::string& key) const {
    const std::string pointer = pointer_of_open() + '/' + pointer_token(key);
    const TextPlace second = locate(text_, pointer, PlaceOf::key, 2);
    const TextPlace first = locate(text_, pointer, PlaceOf::key, 1);
    InputProblem problem = problem_here(text_, file_, second.begin);
    problem.message =
        fmt::format("the key \"{}\" appears twice in one object; it is first in line {}", key, first.line);
    problem.pointer = pointer;
    problem.value = excerpt(text_, second);
    problem.allowed = "each key once";
    problem.remedy = "Remove or rename one of them.";
    throw InputError(std::move(problem));
}

void Builder::fail_depth() const {
    std::size_t depth = 0, offset = 0;
    for (bool in_string = false; offset < text_.size(); ++offset) {
        const char c = text_[offset];
        if (in_string) {
            if (c == '\\') ++offset;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepestJson) break;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    InputProblem problem = problem_here(text_, file_, offset);
    problem.message = "the file is nested too deeply";
    problem.allowed = fmt::format("at most {} brackets inside each other", kDeepestJson);
    problem.remedy = "This is not a scene file; scenes need fewer than ten levels.";
    throw InputError(std::move(problem));
}

bool Builder::parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) {
    const std::string_view what = error.what();
    // A number too large for a double is reported after it was read. By its id: the sentence quotes the file.
    constexpr int kNumberOverflow = 406;
    const bool too_large = error.id == kNumberOverflow;
    const std::size_t back = too_large ? token.size() : 1;
    const std::size_t offset = std::min(position >= back ? position - back : 0, text_.size());
    InputProblem problem = problem_here(text_, file_, offset);
    if (too_large) {
        problem.message = "a number is not finite";
        problem.value = excerpt(token, TextPlace{0, token.size(), 0, 0});
        problem.allowed = "numbers of magnitude below 1.8e308";
        problem.remedy = "Write a smaller number.";
        throw InputError(std::move(problem));
    }
    // The library's own sentence without its prefix and without its excerpt, which begins at the previous token.
    std::string_view reason = what;
    if (const auto colon = reason.find("column "); colon != std::string_view::npos) {
        reason.remove_prefix(std::min(reason.find(": ", colon) + 2, reason.size()));
    }
    std::string message(reason);
    if (const auto last = message.find("; last read"); last != std::string::npos) {
        const auto next = message.find("; expected", last);
        message.erase(last, next == std::string::npos ? std::string::npos : next - last);
    }
    problem.message = "malformed JSON: " + message;
    const std::size_t line_end = std::min(text_.find('\n', offset), text_.size());
    const std::string_view rest = std::string_view(text_).substr(offset, line_end - offset);
    problem.value = excerpt(text_, TextPlace{offset, line_end, 0, 0});
    // The text may not even be UTF-8, and the value must be printable everywhere.
    for (char& c : problem.value) {
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
    }
    problem.allowed = "strict JSON";
    if (rest.starts_with('N') || rest.starts_with('I') || rest.starts_with('n') || rest.starts_with('i')) {
        problem.remedy = "JSON has no NaN and no infinity; leave the value out to get its default.";
    } else if (rest.starts_with('/') || rest.starts_with('#')) {
        problem.remedy = "Scenes have no comments; use the \"description\" key.";
    } else if (rest.starts_with('\'')) {
        problem.remedy = "Use double quotes.";
    } else if (offset >= text_.size()) {
        problem.remedy = "The file ends too early; close what is open.";
    } else {
        problem.remedy = "Look at this place and just before it for a missing or surplus comma, quote or bracket.";
    }
    throw InputError(std::move(problem));
}

}  // namespace

Json read_json(const std::string& text, const std::string& file) {
    Builder builder(text, file);
    Json::sax_parse(text, &builder);
    return builder.take();
}

TextPlace locate(std::string_view text, std::string_view pointer, PlaceOf what, int occurrence) {
    Scanner scan(text);
    const std::vector<std::string> path = tokens(pointer);
    TextPlace place;
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
        const bool last = depth + 1 == path.size();
        const char open = scan.peek();
        scan.skip();
        bool found = false;
        if (open == '{') {
            int left = last ? occurrence : 1;
            while (!found && scan.peek() == '"') {
                place.begin = scan.at();
                const std::string key = decoded(scan.string());
                place.end = scan.at();
                if (scan.peek() == ':') scan.skip();
                scan.peek();
                found = key == path[depth] && --left == 0;
                if (found) break;
                scan.value();
                if (scan.peek() == ',') scan.skip();
            }
            if (found && last && what == PlaceOf::key) {
                set_line_and_column(text, place);
                return place;
            }
        } else if (open == '[') {
            std::size_t index = 0;
            const std::string& token = path[depth];
            const auto parsed = std::from_chars(token.data(), token.data() + token.size(), index);
            if (parsed.ec != std::errc()) return {};
            for (found = true; found && index > 0; --index) {
                scan.value();
                found = scan.peek() == ',';
                if (found) scan.skip();
            }
            if (scan.peek() == ']') found = false;
        }
        if (!found) return {};
    }
    if (scan.peek() == '\0') return {};
    place.begin = scan.at();
    scan.value();
    place.end = scan.at();
    set_line_and_column(text, place);
    return place;
}

std::string excerpt(std::string_view text, const TextPlace& place) {
    std::string_view part = text.substr(std::min(place.begin, text.size()), place.end - place.begin);
    const std::size_t line_end = part.find_first_of("\r\n");
    bool shortened = line_end != std::string_view::npos;
    part = part.substr(0, line_end);
    if (part.size() > kShown) {
        std::size_t cut = kShown;
        while (cut > 0 && (static_cast<unsigned char>(part[cut]) & 0xc0u) == 0x80u) --cut;
        part = part.substr(0, cut);
        shortened = true;
    }
    return std::string(part) + (shortened ? "…" : "");
}

std::string pointer_token(std::string_view key) {
    std::string token;
    for (const char c : key) {
        if (c == '~') {
            token += "~0";
        } else if (c == '/') {
            token += "~1";
        } else {
            token += c;
        }
    }
    return token;
}

}  // namespace sidestep
