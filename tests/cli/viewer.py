"""`sidestep view` under test: starts it, asks it over plain sockets, decodes what docs/viewer_protocol.md defines."""

import base64
import http.client
import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import time
import urllib.parse
import zlib

from command import COMMAND, CommandTest

# How long something may take on a busy machine or under a sanitizer before it counts as never happening.
PATIENCE_S = 60
# Sanitizers (scripts/sanitize) work and keep a multiple of what the program does.
SANITIZED = bool({"ASAN_OPTIONS", "TSAN_OPTIONS"} & set(os.environ))
# Of the processor, which a busy machine does not change: much less than finishing what is under way would take.
WORK_AFTER_SIGNAL_S = 20 if SANITIZED else 1
PAGE = "<!doctype html><title>page</title><body><script>/* own */</script></body>"


class WebSocket:
    """As much of RFC 6455 as a test needs."""

    def __init__(self, port, path, origin=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(b"0123456789abcdef").decode()]
        if origin is not None:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            data = self.socket.recv(4096)
            if not data:
                break
            self.rest += data
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def take(self, size):
        while len(self.rest) < size:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionError("closed")
            self.rest += data
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def receive(self):
        """The next message: bytes, or the JSON of a text."""
        while True:
            first, length = self.take(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            data = self.take(length)
            if first & 15 == 2:
                return data
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 8:
                raise ConnectionError("closed")

    def receive_until(self, wanted):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            message = self.receive()
            if wanted(message):
                return message
        raise TimeoutError("the message did not come")

    def state(self, wanted=lambda state: True):
        return self.receive_until(lambda m: isinstance(m, dict) and m["type"] == "state" and wanted(m))

    def send_text(self, text):
        data = text.encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **command):
        self.send_text(json.dumps(command))

    def close(self):
        self.socket.close()


class ViewTest(CommandTest):
    def setUp(self):
        super().setUp()
        page = self.directory / "page.html"
        page.write_text(PAGE)
        self.environment = {**os.environ, "SIDESTEP_PAGE": str(page)}

    def view(self, *arguments):
        """Starts the server; the process, once its address was printed."""
        process = subprocess.Popen([COMMAND, "view", *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment)
        self.addCleanup(self.end, process)
        self.address = process.stdout.readline().decode().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.address)
        self.assertTrue(match, self.address + (process.stderr.read().decode() if not self.address else ""))
        self.port, self.token = int(match[1]), match[2]
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def ask(self, path, host=None, method="GET", headers=(), body=None):
        """Status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        result = response.status, response.headers, response.read()
        connection.close()
        return result

    def api(self, name, **query):
        query["token"] = self.token
        deadline = time.monotonic() + PATIENCE_S
        status = 202
        while status == 202 and time.monotonic() < deadline:  # still being read
            status, headers, body = self.ask(f"/api/{name}?{urllib.parse.urlencode(query)}")
        self.assertEqual(status, 200, body)
        return json.loads(body) if headers["Content-Type"] == "application/json" else body

    def live(self, **options):
        socket_ = WebSocket(self.port, f"/live?token={self.token}", **options)
        self.addCleanup(socket_.close)
        self.assertEqual(socket_.status, 101)
        return socket_

    def raw(self, data):
        """What comes back for these bytes until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as connection:
            connection.sendall(data)
            answer = b""
            while chunk := connection.recv(4096):
                answer += chunk
            return answer

    def assert_ends_at_once(self, process, number=signal.SIGINT):
        worked, others = worked_s(process), children_worked_s()
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=PATIENCE_S), 0)
        self.assertLess(children_worked_s() - others - worked, WORK_AFTER_SIGNAL_S)


def worked_s(process):
    """Seconds of the processor that a process has used, all its threads together."""
    with open(f"/proc/{process.pid}/stat") as stat:
        user, system = stat.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def children_worked_s():
    """The same of all that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def frames_of(data):
    """`SSF1`: a list of {index, frame, id, x, y, heading, speed}."""
    magic, count = struct.unpack_from("<4sI", data)
    assert magic == b"SSF1", magic
    at, result = 8, []
    for _ in range(count):
        index, number, n, zero = struct.unpack_from("<4I", data, at)
        assert zero == 0
        at += 16
        frame = {"index": index, "frame": number, "id": struct.unpack_from(f"<{n}I", data, at)}
        for column, name in enumerate(("x", "y", "heading", "speed"), 1):
            frame[name] = struct.unpack_from(f"<{n}f", data, at + 4 * n * column)
        at += 20 * n
        result.append(frame)
    assert at == len(data), (at, len(data))
    return result


def track_of(data):
    """`SST1`"""
    magic, n = struct.unpack_from("<4sI", data)
    assert magic == b"SST1" and len(data) == 8 + 24 * n
    track, at = {}, 8
    for name, kind in (("index", "I"), ("frame", "I"), ("x", "f"), ("y", "f"), ("heading", "f"), ("speed", "f")):
        track[name] = struct.unpack_from(f"<{n}{kind}", data, at)
        at += 4 * n
    return track


def quantised_of(data):
    """`SSQ1`, decompressed: {(id, index): (x, y in m, heading in turns, speed in m/s)}, and the segments."""
    data = zlib.decompress(data)
    magic, count = struct.unpack_from("<4sI", data)
    assert magic == b"SSQ1"
    at = 8

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def column(n, order):
        values, step = [], 0
        for i in range(n):
            coded = varint()
            difference = (coded >> 1) ^ -(coded & 1)
            if i == 0:
                values.append(difference)
            else:
                step = step + difference if order == 2 and i > 1 else difference
                values.append(values[-1] + step)
        return values

    samples, segments = {}, []
    for _ in range(count):
        agent, first, n = varint(), varint(), varint()
        x, y, heading, speed = column(n, 2), column(n, 2), column(n, 1), column(n, 1)
        segments.append((agent, first, n))
        for i in range(n):
            samples[agent, first + i] = (x[i] / 1000, y[i] / 1000, heading[i] % 1024 / 1024, speed[i] / 1000)
    assert at == len(data), (at, len(data))
    return samples, segments
