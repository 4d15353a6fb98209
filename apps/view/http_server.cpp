// The only file that knows Boost: Beast and Asio take ten seconds to compile.
#include "http_server.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <charconv>
#include <csignal>
#include <list>
#include <set>
#include <stdexcept>

#include "sidestep/error.h"
#include "wire.h"

namespace sidestep::view {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Error = boost::system::error_code;
using std::chrono::seconds;

constexpr std::uint32_t kHeaderLimit = 8192;
constexpr std::size_t kMessageLimit = 4096;  // commands of the page are a line each
constexpr std::size_t kMaxConnections = 512;
constexpr std::size_t kLeaving = 64;  // that were told to go and have not been taken down yet
constexpr seconds kRequestTime{5};    // to send a whole request; also how long an idle connection is kept
constexpr seconds kResponseTime{60};  // to take the answer
constexpr seconds kLingerTime{1};
// Small enough that a page which falls behind sees what is happening now, not seconds ago.
constexpr int kLiveBuffer = 256 * 1024;

std::string random_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw std::runtime_error("the operating system gives no random bytes");
    }
    std::string text;
    for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

/// Takes as long for a near miss as for a far one.
bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned char difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

std::string_view view_of(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Nothing for a broken escape.
std::optional<std::string> unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        unsigned int code = 0;
        if (i + 2 >= text.size()) return {};
        const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16);
        if (error != std::errc{} || end != text.data() + i + 3) return {};
        result += static_cast<char>(code);
        i += 2;
    }
    return result;
}

/// Nothing where the target is not `/path?name=value&…`.
std::optional<Request> parse_target(std::string_view target) {
    if (!target.starts_with('/')) return {};
    const std::size_t mark = target.find('?');
    const auto path = unescaped(target.substr(0, mark));
    if (!path) return {};
    Request request{*path, {}};
    std::string_view rest = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        const std::size_t equals = pair.find('=');
        const auto name = unescaped(pair.substr(0, equals));
        const auto value = unescaped(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1));
        if (!name || !value) return {};
        request.query.emplace(*name, *value);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return request;
}

}  // namespace

Response text_response(int status, std::string body, std::string type) {
    return {status, std::move(type), std::make_shared<const std::string>(std::move(body)), 0};
}

Response error_response(int status, std::string_view message) {
    return text_response(status, to_text(Json{{"error", message}}));
}

struct Server::Implementation {
    class Connection;
    class LiveConnection;

    Implementation(std::string_view the_page, std::uint16_t wanted_port, Application& the_application);
    void accept();
    bool is_own_host(std::string_view host) const;
    bool is_own_origin(std::string_view origin) const;

    std::string_view page;
    Application& application;
    std::string token = random_token();
    std::uint16_t port = 0;
    std::string content_policy;
    std::size_t connections = 0;
    std::list<Connection*> waiting;  ///< those for a request or its answer, the longest first
    std::set<LiveConnection*> live;
    std::atomic<bool> waking{false};
    asio::io_context io{1};  // after what its connections refer to when they go
    tcp::acceptor acceptor{io};
    asio::signal_set signals{io, SIGINT, SIGTERM};
    asio::steady_timer pause{io};
};

/// Counts itself as long as it lives.
class ConnectionCount {
public:
    explicit ConnectionCount(std::size_t& count) : count_(count) { ++count_; }
    ~ConnectionCount() { --count_; }
    ConnectionCount(const ConnectionCount&) = delete;
    ConnectionCount& operator=(const ConnectionCount&) = delete;

private:
    std::size_t& count_;
};

class Server::Implementation::LiveConnection : public std::enable_shared_from_this<LiveConnection> {
public:
    LiveConnection(Implementation& server, beast::tcp_stream stream, std::unique_ptr<Client> client)
        : server_(server), count_(server.connections), client_(std::move(client)), socket_(std::move(stream)) {}
    ~LiveConnection() { server_.live.erase(this); }
    LiveConnection(const LiveConnection&) = delete;
    LiveConnection& operator=(const LiveConnection&) = delete;

    void run(const http::request<http::empty_body>& request) {
        Error ignored;
        beast::get_lowest_layer(socket_).expires_never();
        beast::get_lowest_layer(socket_).socket().set_option(tcp::socket::send_buffer_size(kLiveBuffer), ignored);
        beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true), ignored);
        websocket::stream_base::timeout timeout{kRequestTime, seconds(60), true};
        socket_.set_option(timeout);
        socket_.read_message_max(kMessageLimit);
        socket_.auto_fragment(false);
        socket_.async_accept(request, [self = shared_from_this()](Error error) {
            if (error) return;
            self->server_.live.insert(self.get());
            self->read();
            self->pump();
        });
    }

    void pump() {
        if (writing_ || closed_) return;
        std::optional<Message> message = client_->next();
        if (!message) return;
        writing_ = true;
        out_ = std::move(message->data);
        socket_.binary(message->binary);
        socket_.async_write(asio::buffer(*out_), [self = shared_from_this()](Error error, std::size_t) {
            self->writing_ = false;
            self->out_.reset();
            if (error) {
                self->close();
            } else {
                self->pump();
            }
        });
    }

private:
    void read() {
        socket_.async_read(in_, [self = shared_from_this()](Error error, std::size_t) {
            if (error) return self->close();
            self->client_->receive(beast::buffers_to_string(self->in_.data()));
            self->in_.clear();
            self->pump();
            self->read();
        });
    }

    void close() {
        closed_ = true;
        server_.live.erase(this);
        Error ignored;
        beast::get_lowest_layer(socket_).socket().close(ignored);  // also ends a write that nobody reads
    }

    Implementation& server_;
    ConnectionCount count_;
    std::unique_ptr<Client> client_;
    websocket::stream<beast::tcp_stream> socket_;
    beast::flat_buffer in_;
    std::shared_ptr<const std::string> out_;
    bool writing_ = false, closed_ = false;
};

class Server::Implementation::Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(Implementation& server, tcp::socket socket)
        : server_(server),
          count_(server.connections),
          stream_(std::move(socket)),
          place_(server.waiting.insert(server.waiting.end(), this)) {}
    ~Connection() { leave(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Makes room for somebody else.
    void give_way() {
        leave();
        close();
    }

    void read() {
        if (place_) server_.waiting.splice(server_.waiting.end(), server_.waiting, *place_);
        parser_.emplace();
        parser_->header_limit(kHeaderLimit);
        stream_.expires_after(kRequestTime);
        http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
            if (!error) return self->dispatch();
            if (error == http::error::header_limit) return self->refuse(431, "the request header is too long");
            if (error.category() == make_error_code(http::error::bad_method).category() &&
                error != http::error::end_of_stream && error != http::error::partial_message) {
                return self->refuse(400, "not an HTTP request");
            }
            self->close();
        });
    }

private:
    void dispatch() {
        const auto& request = parser_->get();
        if (request.method() != http::verb::get) return refuse(405, "only GET is answered");
        if (parser_->chunked() || parser_->content_length().value_or(0) > 0) {
            return refuse(400, "a GET request has no body");
        }
        if (request.count(http::field::host) > 1) return refuse(400, "more than one Host");
        // A page elsewhere can make a browser send requests here under a name of its own (DNS rebinding).
        if (!server_.is_own_host(view_of(request[http::field::host]))) return refuse(403, "wrong Host");
        const std::optional<Request> target = parse_target(view_of(request.target()));
        if (!target) return refuse(400, "the target is not a path");

        if (target->path == "/") {
            body_view_ = server_.page;  // outlives the server
            return write(200, "text/html; charset=utf-8", 0);
        }
        if (target->path == "/favicon.ico") return respond(text_response(204, "", "image/x-icon"));
        const bool watches = target->path == "/live";
        if (!watches && !target->path.starts_with("/api/"))
            return respond(error_response(404, "there is nothing here"));
        const auto shown = target->query.find("token");
        if (shown == target->query.end() || !same_secret(shown->second, server_.token)) {
            return respond(error_response(403, "the token is missing or wrong; use the address that was printed"));
        }
        if (watches) return upgrade();
        stream_.expires_never();
        // The answer may come from another thread, after this connection has gone.
        server_.application.answer(*target, [held = held()](Response response) {
            asio::post(held->stream_.get_executor(),
                       [held, response = std::move(response)]() mutable { held->respond(std::move(response)); });
        });
    }

    void leave() {
        if (place_) server_.waiting.erase(*place_);
        place_.reset();
    }

    /// For other threads: whoever lets go last, the connection ends on the network's thread, like all that it touches.
    std::shared_ptr<Connection> held() {
        return {this, [self = shared_from_this()](Connection* connection) mutable {
                    asio::post(connection->stream_.get_executor(), [self = std::move(self)] {});
                }};
    }

    void upgrade() {
        const auto& request = parser_->get();
        if (!websocket::is_upgrade(request)) return refuse(400, "this is a WebSocket");
        if (request.count(http::field::origin) > 0 && !server_.is_own_origin(view_of(request[http::field::origin]))) {
            return refuse(403, "wrong Origin");
        }
        std::unique_ptr<Client> client = server_.application.connect();
        if (!client) return respond(error_response(404, "nothing is running: this is a recording"));
        std::make_shared<LiveConnection>(server_, std::move(stream_), std::move(client))->run(parser_->release());
    }

    void refuse(int status, std::string_view message) {
        keep_ = false;
        respond(error_response(status, message));
    }

    void respond(Response response) {
        body_ = std::move(response.body);
        body_view_ = *body_;
        write(response.status, response.type, response.retry_after);
    }

    void write(int status, const std::string& type, int retry_after) {
        response_.emplace();
        auto& r = *response_;
        r.version(11);
        r.result(static_cast<unsigned int>(status));
        r.set(http::field::content_type, type);
        r.set(http::field::cache_control, "no-store");
        r.set("X-Content-Type-Options", "nosniff");
        r.set("Referrer-Policy", "no-referrer");
        r.set("Cross-Origin-Resource-Policy", "same-origin");
        r.set("Content-Security-Policy", server_.content_policy);
        if (status == 405) r.set(http::field::allow, "GET");
        if (retry_after > 0) r.set(http::field::retry_after, std::to_string(retry_after));
        r.body() = {body_view_.data(), body_view_.size()};
        r.keep_alive(keep_ && parser_->get().keep_alive());
        if (status != 204) r.prepare_payload();
        stream_.expires_after(kResponseTime);
        http::async_write(stream_, r, [self = shared_from_this()](Error error, std::size_t) {
            const bool keep = self->response_->keep_alive();
            self->response_.reset();
            self->body_.reset();
            if (error) return self->close();
            if (keep) return self->read();
            self->linger();
        });
    }

    /// Closing while something unread has arrived would reset the connection, and the answer with it.
    void linger() {
        Error ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(kLingerTime);
        drain(64 * 1024);
    }
    void drain(std::size_t left) {
        buffer_.clear();
        stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this(), left](Error error, std::size_t n) {
            if (error || n >= left) return self->close();
            self->drain(left - n);
        });
    }

    void close() {
        Error ignored;
        stream_.socket().close(ignored);
    }

    Implementation& server_;
    ConnectionCount count_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::optional<http::response<http::span_body<const char>>> response_;
    std::shared_ptr<const std::string> body_;
    std::string_view body_view_;
    bool keep_ = true;
    std::optional<std::list<Connection*>::iterator> place_;  // in the list of those who wait
};

Server::Implementation::Implementation(std::string_view the_page, std::uint16_t wanted_port,
                                       Application& the_application)
    : page(the_page), application(the_application) {
    const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), wanted_port);
    try {
        acceptor.open(endpoint.protocol());
        acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(endpoint);
        acceptor.listen();
    } catch (const boost::system::system_error& error) {
        InputProblem problem;
        problem.message = fmt::format("port {} of 127.0.0.1 cannot be used: {}", wanted_port, error.code().message());
        problem.value = std::to_string(wanted_port);
        problem.allowed = "a free port";
        problem.remedy = "Choose another --port, or leave it out to get a free one.";
        throw InputError(problem);
    }
    port = acceptor.local_endpoint().port();
    content_policy = fmt::format(
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src data:; worker-src blob:; connect-src 'self' ws://127.0.0.1:{0} ws://localhost:{0}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        port);
}

bool Server::Implementation::is_own_host(std::string_view host) const {
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

bool Server::Implementation::is_own_origin(std::string_view origin) const {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size()));
}

void Server::Implementation::accept() {
    acceptor.async_accept([this](Error error, tcp::socket socket) {
        if (error == asio::error::operation_aborted) return;
        if (error) {  // no file descriptors left, most likely: they come back
            pause.expires_after(std::chrono::milliseconds(100));
            pause.async_wait([this](Error stopped) {
                if (!stopped) accept();
            });
            return;
        }
        // Whoever has waited longest is slow on purpose or has gone. A newcomer that were turned away instead could be
        // kept out for ever by some hundred connections that send or read a byte now and then; all come from this
        // machine, so they cannot be told apart by where they come from.
        if (connections >= kMaxConnections && !waiting.empty()) waiting.front()->give_way();
        if (connections < kMaxConnections + kLeaving) std::make_shared<Connection>(*this, std::move(socket))->read();
        accept();
    });
}

Server::Server(std::string_view page, std::uint16_t port, Application& application)
    : implementation_(std::make_unique<Implementation>(page, port, application)) {}
Server::~Server() = default;

std::string Server::address() const {
    return fmt::format("http://127.0.0.1:{}/?token={}", implementation_->port, implementation_->token);
}

void Server::run() {
    implementation_->signals.async_wait([this](Error error, int) {
        if (!error) stop();
    });
    implementation_->accept();
    implementation_->io.run();
}

void Server::stop() {
    implementation_->io.stop();
}

void Server::wake() {
    if (implementation_->waking.exchange(true)) return;
    asio::post(implementation_->io, [server = implementation_.get()] {
        server->waking = false;
        // A connection that fails takes itself out of the set.
        const std::vector<Implementation::LiveConnection*> all(server->live.begin(), server->live.end());
        for (Implementation::LiveConnection* connection : all) {
            if (server->live.contains(connection)) connection->pump();
        }
    });
}

}  // namespace sidestep::view
