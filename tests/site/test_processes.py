"""The commands of the processes, as their programs read them."""

import uvicorn

from casino_site import processes
from tests.load.peers import served_alike

# What nginx and the balancers of clouds keep, and no usual client exceeds.
KEPT_BY_PROXIES = 60


def test_an_idle_connection_outlives_those_of_proxies_and_clients() -> None:
    """Else a request on its way meets a connection that is just being closed."""
    _, _, program, *options = processes.web("127.0.0.1", 8000)
    assert program == "uvicorn"
    read = uvicorn.main.make_context(program, options)
    assert read.params["timeout_keep_alive"] > KEPT_BY_PROXIES


def test_what_is_measured_beside_the_product_is_served_alike_with_nothing_of_its_own() -> None:
    assert not [word for word in served_alike(8000) if "casino_site" in word]
