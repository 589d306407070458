"""`manage.py up`: all of Good Ten by one command, where nothing is installed for it."""

import asyncio
import os
import signal
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from asyncio import FIRST_COMPLETED
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import OperationalError

from casino_site import compiled_engine, data_dir, private_redis, processes
from casino_site.celery import app as celery_app
from casino_site.children import kill_group, tether
from casino_site.data_dir import Unfit
from casino_site.environment import without_pool
from casino_site.preparation import prepare
from casino_site.private_redis import PrivateRedis
from casino_site.supervisor import Child, Log, Program, stop_together

# Together below the ten seconds that a stop may take.
PATIENCE, REDIS_PATIENCE = 7.0, 2.0
# The page comes first: web has the processor to itself until it answers, or for this long.
HEAD_START = 4.0
# What any program may know of the machine.
PLAIN = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")


class Command(BaseCommand):
    help = "Starts Good Ten: Redis, web, worker, thinker, courier and beat, until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="seat no demo tournaments")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = settings.DATA_DIR
        try:
            data_dir.check_folder(folder)
            data_dir.keep_private(folder)
            with data_dir.sole_use(folder):
                data_dir.check_port(options["host"], options["port"])
                own_redis = None if settings.ENVIRONMENT.redis_is_given else _own_redis(folder)
                running = Up(folder, own_redis, Log(sys.stdout))
                asyncio.run(
                    running.run(options["host"], options["port"], demo=not options["no_demo"])
                )
        except Unfit as fault:
            self.stderr.write(str(fault))
            sys.exit(2)


class Up:
    """One run of `up`: what has been started, and what is left to stop."""

    def __init__(self, folder: Path, own_redis: PrivateRedis | None, log: Log) -> None:
        self.folder = folder
        self.own_redis = own_redis
        self.log = log
        self.foundation: list[Child] = []
        self.children: list[Child] = []
        self.asked_to_stop = asyncio.Event()

    async def run(self, host: str, port: int, *, demo: bool) -> None:
        """Prepares, starts everything, and returns when it was asked to stop and all has ended."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.asked_to_stop.set)
        try:
            await self._start_redis()
            await loop.run_in_executor(None, self._prepare, demo)
            await self._serve(host, port)
        finally:
            await stop_together(self.children, PATIENCE)
            await stop_together(self.foundation, REDIS_PATIENCE)
            if self.own_redis:
                (self.folder / "redis-url").unlink(missing_ok=True)

    async def _start_redis(self) -> None:
        if self.own_redis is None:
            _check_given_redis(settings.ENVIRONMENT.redis_url)
            return
        private_redis.write_private(self.folder / "redis-url", self.own_redis.url)
        _use_redis(self.own_redis.url)
        redis = Program("redis", self.own_redis.argv, signal.SIGTERM)
        self._start(self.foundation, redis, {})
        try:
            async with asyncio.timeout(10):
                while not private_redis.answers(self.own_redis.port):
                    await asyncio.sleep(0.005)
        except TimeoutError as fault:
            reason = f"The private Redis does not start; {self.own_redis.log} says why."
            raise Unfit(reason) from fault

    def _prepare(self, demo: bool) -> None:
        try:
            prepare(self.log.say, demo=demo)
        except OperationalError as fault:
            reason = str(fault).strip().splitlines()[0]
            raise Unfit(f"The database cannot be used: {reason}") from fault
        except OSError as fault:
            raise Unfit(f"{fault.filename or self.folder}: {fault.strerror}.") from fault

    async def _serve(self, host: str, port: int) -> None:
        names = data_dir.names_of(host)
        os.environ["GOODTEN_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, *names])
        if self.asked_to_stop.is_set():
            return
        self._start(self.children, Program("web", processes.web(host, port)), os.environ)
        announcing = asyncio.create_task(self._announce(data_dir.address_of(host, port)))
        stopping = asyncio.create_task(self.asked_to_stop.wait())
        await asyncio.wait({announcing, stopping}, timeout=HEAD_START, return_when=FIRST_COMPLETED)
        if not stopping.done():
            background = without_pool(os.environ)
            self._start(self.children, Program("worker", processes.worker()), background)
            self._start(self.children, Program("beat", processes.beat()), background)
            self._start(self.children, Program("thinker", processes.thinker()), background)
            self._start(self.children, Program("courier", processes.courier()), background)
        compiling = asyncio.create_task(self._compile(announcing, stopping))
        await stopping
        compiling.cancel()
        await asyncio.gather(compiling, return_exceptions=True)
        announcing.cancel()
        self.log.say("Stopping")

    async def _compile(
        self, announcing: "asyncio.Task[None]", stopping: "asyncio.Task[bool]"
    ) -> None:
        """Once the first page is served, compiles the engine and has the thinker use it."""
        await announcing
        below = self.folder / "compiled"
        compiling = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "casino_site.compiled_engine", str(below)),
            cwd=settings.BASE_DIR,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,
            preexec_fn=tether(signal.SIGKILL),
        )
        try:
            said, _ = await compiling.communicate()
        except asyncio.CancelledError:
            kill_group(compiling.pid, signal.SIGKILL)
            await compiling.wait()
            raise
        self.log.say(said.decode().strip())
        engine = compiled_engine.folder_of(below)
        if not engine.is_dir() or stopping.done():
            return
        plain = next(child for child in self.children if child.program.name == "thinker")
        self.children.remove(plain)
        await plain.stop(PATIENCE)
        environment = without_pool(os.environ) | compiled_engine.environment()
        self._start(self.children, plain.program, environment, engine)

    def _start(
        self,
        among: list[Child],
        program: Program,
        environment: Mapping[str, str],
        folder: Path = settings.BASE_DIR,
    ) -> None:
        """Starts a child with what is its own: Redis, for one, is told no secret and no address."""
        plain = {name: value for name, value in os.environ.items() if name in PLAIN}
        ours = {
            "DJANGO_SETTINGS_MODULE": "casino_site.settings",
            "GOODTEN_DATA_DIR": str(self.folder),
            "PYTHONUNBUFFERED": "1",
        }
        theirs = {**processes.ALLOCATING, **plain, **environment, **ours} if environment else plain
        among.append(Child(program, folder, theirs, self.log))

    async def _announce(self, address: str) -> None:
        """Says where Good Ten is once its home page answers."""
        while (status := await asyncio.to_thread(_status_of, address)) != 200:
            await asyncio.sleep(1 if status else 0.05)
        self.log.say(f"Good Ten is at {address}  (Ctrl-C stops it)")


def _own_redis(folder: Path) -> PrivateRedis:
    server = private_redis.find_server()
    if server is None:
        raise Unfit(private_redis.NO_SERVER)
    return private_redis.prepare(server, folder / "redis")


def _use_redis(url: str) -> None:
    """Makes this process, whose settings were read before the server was chosen, use it too."""
    os.environ["REDIS_URL"] = url
    celery_app.conf.update(broker_url=url)
    settings.CELERY_BROKER_URL = url
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][:] = [url]


def _check_given_redis(url: str) -> None:
    import redis  # not before it is needed: a start takes three seconds, and this a tenth of one

    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except (redis.RedisError, ValueError) as fault:
        raise Unfit(f"The Redis of REDIS_URL cannot be used: {fault}") from fault


def _status_of(address: str) -> int:
    """The HTTP status that this address answers, or 0 while nobody listens."""
    try:
        with urllib.request.urlopen(address, timeout=5) as response:  # noqa: S310 - our own
            return int(response.status)
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0
