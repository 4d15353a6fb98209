// A web server for one page on this machine: 127.0.0.1 only, GET only, no files behind it. What it serves is an
// Application; docs/viewer_protocol.md says what the page may ask.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sidestep::view {

struct Request {
    std::string path;
    std::map<std::string, std::string> query;
};

struct Response {
    int status = 200;
    std::string type = "application/json";
    std::shared_ptr<const std::string> body;
    int retry_after = 0;  ///< s, for a 503
};
Response text_response(int status, std::string body, std::string type = "application/json");
/// `{"error":message}`
Response error_response(int status, std::string_view message);

struct Message {
    std::shared_ptr<const std::string> data;
    bool binary = false;
};

/// One page connected to /live. Called on the server's thread.
class Client {
public:
    virtual ~Client() = default;
    virtual void receive(const std::string& text) = 0;
    /// What to send now, asked whenever the connection is free: a slow reader is asked less often.
    virtual std::optional<Message> next() = 0;
};

class Application {
public:
    virtual ~Application() = default;
    /// A request under /api/ with the right token. Called on the server's thread and must not take long; `reply` is
    /// called once, now or later, on any thread.
    virtual void answer(const Request& request, std::function<void(Response)> reply) = 0;
    /// Null where there is nothing live.
    virtual std::unique_ptr<Client> connect() { return nullptr; }
};

class Server {
public:
    /// Listens at once. Port 0 is any free one. Throws InputError when the port cannot be had. The page must outlive
    /// it.
    Server(std::string_view page, std::uint16_t port, Application& application);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string address() const;  ///< with the token
    /// Until stop(), SIGINT or SIGTERM. Connections are cut.
    void run();
    /// From any thread.
    void stop();
    /// Clients may have something to send now. From any thread.
    void wake();

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sidestep::view
