"""Messages between pytest and the ranks: a line of JSON each, over a socket."""

import json


class Lines:
    def __init__(self, socket):
        self.socket = socket
        self._unread = b""

    def send(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self):
        """The next message. None: the other side has closed."""
        while b"\n" not in self._unread:
            if not self._read():
                return None
        line, self._unread = self._unread.split(b"\n", 1)
        return json.loads(line)

    def receive_all_here(self):
        """Messages that have arrived, and whether the other side is still there."""
        is_open = self._read()
        *lines, self._unread = self._unread.split(b"\n")
        return [json.loads(line) for line in lines], is_open

    def _read(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionError:
            return False
        self._unread += data
        return bool(data)
