"""The viewer's server as somebody hostile or careless would use it."""

import concurrent.futures
import json
import pathlib
import signal
import socket
import subprocess
import unittest

from command import COMMAND, SCENE, crowd
from viewer import PAGE, ViewTest, WebSocket


class Server(ViewTest):
    def setUp(self):
        super().setUp()
        self.process = self.view(self.write(SCENE))

    def status_of(self, path, origin=None):
        page = WebSocket(self.port, path, origin=origin)
        page.close()
        return page.status

    def test_serves_the_page_with_headers_that_keep_it_to_itself(self):
        for host in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            status, headers, body = self.ask("/?token=" + self.token, host=host)
            self.assertEqual((status, body.decode()), (200, PAGE))
        self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        policy = headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertIn("connect-src 'self'", policy)
        self.assertFalse([name for name in headers if name.lower().startswith("access-control")])

    def test_listens_on_loopback_only(self):
        wanted = f"{self.port:04X}"
        listening = []
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                address, state = line.split()[1], line.split()[3]
                if state == "0A" and address.endswith(":" + wanted):
                    listening.append(address.split(":")[0])
        self.assertEqual(listening, ["0100007F"])

    def test_only_get(self):
        for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"):
            body = b"x" * 100 if method in ("POST", "PUT") else None
            headers = [("Content-Length", "100")] if body else []
            status, headers, _ = self.ask("/", method=method, headers=headers, body=body)
            self.assertEqual(status, 405, method)
            self.assertEqual(headers["Allow"], "GET")

    def test_only_its_own_host(self):
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", f"127.0.0.1:{self.port + 1}",
                     f"127.0.0.1:{self.port}.evil.example"):
            for path in ("/", f"/api/info?token={self.token}", f"/live?token={self.token}"):
                self.assertEqual(self.ask(path, host=host)[0], 403, host)
        self.assertIn(b" 403 ", self.raw(b"GET / HTTP/1.0\r\n\r\n"))
        own = f"Host: 127.0.0.1:{self.port}\r\n".encode()
        self.assertIn(b" 400 ", self.raw(b"GET / HTTP/1.1\r\n" + own + own + b"\r\n"))

    def test_only_with_the_token(self):
        wrong = "0" * 32 if self.token != "0" * 32 else "1" * 32
        for query in ("", "?token=", f"?token={wrong}", f"?token={self.token[:-1]}", f"?token={self.token}0",
                      f"?Token={self.token}"):
            for path in ("/api/info", "/api/frames", "/api/nothing", "/live"):
                self.assertEqual(self.ask(path + query)[0], 403, path + query)
        self.assertEqual(self.status_of(f"/live?token={wrong}"), 403)
        self.assertEqual(self.ask(f"/api/info?token={self.token}")[0], 200)

    def test_tokens_differ(self):
        before = self.token
        self.view(self.write(SCENE))
        self.assertNotEqual(self.token, before)

    def test_websockets_of_other_pages_are_refused(self):
        path = f"/live?token={self.token}"
        for origin in ("http://evil.example", "null", "", f"https://127.0.0.1:{self.port}",
                       f"http://127.0.0.1:{self.port + 1}", f"http://127.0.0.1:{self.port}.evil.example"):
            self.assertEqual(self.status_of(path, origin), 403, origin)
        for origin in (None, f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"):
            self.assertEqual(self.status_of(path, origin), 101, origin)
        self.assertEqual(self.ask(path)[0], 400)

    def test_there_are_no_files(self):
        for path in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                     "/etc/passwd", "/index.html", "/api", "/live/", "/page.html", "/.", "/%00"):
            status, _, body = self.ask(path + "?token=" + self.token)
            self.assertEqual(status, 404, path)
            self.assertNotIn(b"root:", body)
        self.assertEqual(self.ask(f"/api/../info?token={self.token}")[0], 404)
        self.assertEqual(self.ask(f"/api/nothing?token={self.token}")[0], 404)

    def test_malformed_requests(self):
        host = f"Host: 127.0.0.1:{self.port}\r\n".encode()
        for request in (b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n" + host + b"\r\n",
                        b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
                        b"GET etc HTTP/1.1\r\n" + host + b"\r\n", b"GET http://evil.example/ HTTP/1.1\r\n" + host + b"\r\n",
                        b"GET /%zz HTTP/1.1\r\n" + host + b"\r\n", b"GET /% HTTP/1.1\r\n" + host + b"\r\n",
                        b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n\r\nhello",
                        b"GET / HTTP/1.1\r\n" + host + b"Content-Length: x\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"):
            answer = self.raw(request)
            self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (request, answer[:60]))
        self.assertEqual(self.ask("/")[0], 200)

    def test_long_headers_are_refused(self):
        answer = self.raw(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 431 "), answer[:60])
        answer = self.raw(b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n")
        self.assertTrue(answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 ")), answer[:60])

    def test_half_a_request_is_not_waited_for(self):
        self.assertEqual(self.raw(b"GET / HT"), b"")
        with socket.create_connection(("127.0.0.1", self.port)):
            self.assertEqual(self.ask("/")[0], 200)

    def test_connections_are_kept(self):
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        twice = request + "\r\n" + request + "Connection: close\r\n\r\n"
        self.assertEqual(self.raw(twice.encode()).count(b"HTTP/1.1 200 "), 2)

    def test_fifty_at_a_time(self):
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(50)]
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            statuses = list(pool.map(lambda i: self.ask("/" if i % 2 else f"/api/info?token={self.token}")[0],
                                     range(400)))
        self.assertEqual(statuses, [200] * 400)
        for connection in idle:
            connection.close()

    def test_slow_ones_do_not_keep_others_out(self):
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        for rest in ("", "\r\n"):  # half a request, and an answer that nobody reads
            slow = []
            for i in range(600):
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                connection.connect(("127.0.0.1", self.port))
                connection.sendall((request + rest).encode())
                slow.append(connection)
            for _ in range(20):
                self.assertEqual(self.ask(f"/api/info?token={self.token}")[0], 200)
            for connection in slow:
                connection.close()

    def test_a_taken_port_is_explained(self):
        error = self.error("view", self.write(SCENE), "--port", self.port, env=self.environment)
        self.assertIn("--port", error["remedy"])
        self.assertEqual(error["value"], str(self.port))


class Start(ViewTest):
    def test_json_names_the_address(self):
        process = subprocess.Popen([COMMAND, "view", self.write(SCENE), "--json"], stdout=subprocess.PIPE,
                                   env=self.environment)
        self.addCleanup(self.end, process)
        line = process.stdout.readline()
        while line.count(b"{") != line.count(b"}"):
            line += process.stdout.readline()
        self.assertTrue(json.loads(line)["address"].startswith("http://127.0.0.1:"))
        self.assert_ends_at_once(process)

    def test_bad_subjects(self):
        self.error("view", "no_such_scene", env=self.environment)
        self.error("view", self.directory / "missing.sqlite", env=self.environment)
        self.error("view", self.write("not a trajectory", "bad.txt"), env=self.environment)
        self.error("view", self.write("{", "bad.json"), env=self.environment)
        result = self.write("# framerate: 10\n1\t0\t1\t1\t0\n", "one.txt")
        self.error("view", result, "--seed", "3", env=self.environment)

    def test_a_missing_page_is_explained(self):
        error = self.error("view", self.write(SCENE), env={**self.environment, "SIDESTEP_PAGE": "/nowhere.html"})
        self.assertIn("SIDESTEP_PAGE", error["remedy"])

    def test_ends_at_once(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.view(self.write(crowd(agents=5000)), "--threads", "1")
            sockets = [self.live() for _ in range(5)]
            sockets[0].send(do="speed", value=0)
            sockets[0].state(lambda s: s["step"] > 3)
            with socket.create_connection(("127.0.0.1", self.port)) as half_open:
                half_open.sendall(b"GET / HT")
                self.assert_ends_at_once(process, number)


if __name__ == "__main__":
    unittest.main()
