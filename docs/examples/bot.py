"""A bot for Good Ten that needs Python 3 alone. Its stream, `me/stream/`, brings each of its turns
with what it sees and its legal moves; it answers with one request a play.

    python3 bot.py http://127.0.0.1:8000 --token TOKEN  plays whatever it is seated at
    python3 bot.py http://127.0.0.1:8000 --token TOKEN --event SLUG  plays an event, to its end

To play better, change `choose`. Everything that it is given is in docs/protocol.md.
"""

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request

SILENCE = 30  # seconds; the stream says every ten that it is alive


def choose(view, moves):
    """One of the legal moves: the capture, build or trail that takes most from the table."""
    return max(moves, key=lambda one: (worth(one["text"]), random.random()))


def worth(text):
    """Of a move as it is written, such as `8hx3c5d`: what it takes, and the good ten above all."""
    _, _, taken = text.partition("x")
    return len(taken) + 20 * ("Td" in taken) + 6 * ("2s" in taken) + 4 * taken.count("A")


class Refused(Exception):
    """The server has said no, and why."""

    def __init__(self, status, problem, wait):
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status, self.code, self.wait = status, problem.get("code"), wait


class Server:
    def __init__(self, url, token):
        self.api, self.token = url.rstrip("/") + "/api/v1/", token

    def open(self, path, body=None):
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.api + path, data, headers)
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as answer:
            with answer:
                wait = int(answer.headers.get("Retry-After") or 0)
                raise Refused(answer.code, json.loads(answer.read()), wait) from None

    def send(self, path, body, tries=8):
        """The answer. What is sent again with the same `command_id` is done once."""
        for pause in range(tries):
            try:
                with self.open(path, body) as answer:
                    return json.loads(answer.read())
            except Refused as no:
                if no.status not in (429, 503) or pause == tries - 1:
                    raise
                time.sleep(max(no.wait, 1))
            except OSError:  # the line is down: perhaps it was done, and perhaps not
                if pause == tries - 1:
                    raise
                time.sleep(2**pause * random.uniform(0.1, 0.3))


class Bot:
    def __init__(self, server, event=None):
        self.server, self.event, self.known, self.is_done = server, event, None, False

    def enter(self):
        try:
            self.server.send(f"tournaments/{self.event}/entrants/", {})
        except Refused as no:
            if no.code not in ("already_entered", "registration_closed"):
                raise

    def run(self):
        """Listens until its event is over, and comes back whenever the line is lost."""
        failures = 0
        while not self.is_done:
            try:
                after = "" if self.known is None else f"?after={self.known}"
                with self.server.open(f"me/stream/{after}") as stream:
                    for line in stream:
                        failures = 0
                        self.hear(json.loads(line))
                        if self.is_done:
                            break
            except Refused as no:
                if no.status in (401, 403):  # the token is none, or none any more
                    raise
                time.sleep(max(no.wait, 1))
            except (OSError, ValueError) as fault:
                print("the line is lost:", fault, file=sys.stderr)
            if not self.is_done:
                failures += 1
                time.sleep(min(2**failures, 60) * random.uniform(0.1, 0.3))

    def hear(self, frame):
        kind, data = frame["type"], frame["data"]
        if kind == "snapshot":
            for one in data["awaits"]:
                self.hear({**one, "version": frame["version"]})
        elif kind == "turn":
            self.play(data)
        elif kind == "event":
            self.look_at_event(data)
        elif kind == "invited":
            self.server.send(f"challenges/{data['table']}/accept/", {})
        elif kind == "finished":
            print("finished", data["match"], json.dumps(data["result"]), flush=True)
        if kind != "alive":
            self.known = frame["version"]

    def play(self, turn):
        move = choose(turn["view"], turn["moves"])["move"]
        body = {"command_id": f"turn-{turn['version']}", "version": turn["version"], "move": move}
        try:
            self.server.send(f"matches/{turn['match']}/moves/", body)
        except Refused as no:  # the clock was faster, or the match is over: the stream goes on
            print("refused:", no, file=sys.stderr)

    def look_at_event(self, event):
        place = f"tournaments/{event['tournament']['id']}/entrants/{event['entrant']}"
        if event["state"] == "check_in" and event["entrant_state"] == "registered":
            self.server.send(f"{place}/check-in/", {})
        if event["state"] == "running" and event["entrant_state"] == "paused":
            self.server.send(f"{place}/resume/", {})  # it did not come to a table while it was away
        is_ours = self.event in (event["tournament"]["slug"], event["tournament"]["id"])
        self.is_done = is_ours and event["state"] in ("completed", "cancelled")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("server")
    words.add_argument("--token", required=True)
    words.add_argument("--event")
    given = words.parse_args()
    bot = Bot(Server(given.server, given.token), given.event)
    if given.event:
        bot.enter()
    bot.run()
