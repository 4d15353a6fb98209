// A text with a place in it, for readers that say line and column of what they do not understand.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace sidestep {

class Text {
public:
    explicit Text(std::string_view text) : text_(text) {}

    bool done() const { return at_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[at_]; }
    void skip(std::size_t count = 1) { at_ = at_ + count > text_.size() ? text_.size() : at_ + count; }
    std::size_t offset() const { return at_; }
    void seek(std::size_t offset) { at_ = offset > text_.size() ? text_.size() : offset; }
    std::string_view rest() const { return text_.substr(at_); }

    void skip_blanks() {
        while (!done() && is_blank(text_[at_])) ++at_;
    }
    /// Letters, digits and underscores.
    std::string_view word() {
        const std::size_t begin = at_;
        while (!done() && is_word(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }
    /// Also "nan" and "inf"; a plus sign may stand before it.
    bool number(double& value) {
        std::size_t begin = at_;
        if (begin < text_.size() && text_[begin] == '+') ++begin;
        const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + text_.size(), value);
        if (error != std::errc() || end == text_.data() + begin) return false;
        at_ = static_cast<std::size_t>(end - text_.data());
        return true;
    }

    int line() const {
        int lines = 1;
        for (std::size_t i = 0; i < at_; ++i) lines += text_[i] == '\n';
        return lines;
    }
    int column() const {
        const std::size_t newline = at_ == 0 ? std::string_view::npos : text_.rfind('\n', at_ - 1);
        return static_cast<int>(newline == std::string_view::npos ? at_ + 1 : at_ - newline);
    }
    /// What stands here, shortened.
    std::string excerpt() const {
        constexpr std::size_t kShown = 40;
        if (done()) return "end of text";
        std::string shown(text_.substr(at_, kShown));
        for (char& c : shown) {
            if (static_cast<unsigned char>(c) < ' ') c = ' ';
        }
        return text_.size() - at_ > kShown ? shown + "…" : shown;
    }

    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
    static bool is_word(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

inline std::string upper_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

inline std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

}  // namespace sidestep
