"""A receiver with nothing but Python's standard library: PORT (8787 unless set) and SVC_WEBHOOK_SECRET."""

import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_SECONDS = 300


def verify(body: bytes, timestamp: str, signature: str, secret: str) -> bool:
    """Whether the service sent these bytes, now, with this secret. The key is the whole secret, whsec_ included."""
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), signature.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The bytes as they came: verify them before anything parses them.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        timestamp = self.headers.get("X-SVC-Timestamp", "")
        signature = self.headers.get("X-SVC-Signature", "")
        genuine = verify(body, timestamp, signature, os.environ["SVC_WEBHOOK_SECRET"])
        if genuine:
            event = json.loads(body)
            print(event["id"], event["type"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8787"))), Receiver)
    print(f"listening on port {server.server_port}", flush=True)
    server.serve_forever()
