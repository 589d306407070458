"""A receiver of webhooks: checks who sent a message, leaves out what it knows, prints each fact.

Needs `pip install standardwebhooks`, and a proxy before it that speaks https."""

import argparse
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError


class Receiver(BaseHTTPRequestHandler):
    version = 0  # the newest that was printed; keep it in a file to survive a restart

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            message = webhook.verify(body, dict(self.headers))
        except WebhookVerificationError:
            return self.answer(401)
        for fact in message["data"].get("results", []):
            if fact["version"] > Receiver.version:
                Receiver.version = fact["version"]
                print(fact["version"], fact["type"], flush=True)
                if fact["type"] == asked.until:
                    threading.Thread(target=self.server.shutdown).start()
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


parser = argparse.ArgumentParser()
parser.add_argument("--secret", required=True)
parser.add_argument("--port", type=int, default=8900)
parser.add_argument("--until", help="ends after a fact of this type")
asked = parser.parse_args()
webhook = Webhook(asked.secret)
HTTPServer(("127.0.0.1", asked.port), Receiver).serve_forever()
