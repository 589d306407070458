"""The keys outside of the database (`GOODTEN_LOG_KEYS`), and what is sealed with them alone."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models

# What a player is known by. It changes in one place alone (games/accounts/naming.py).
IDENTITY = ("handle", "kind", "bot")


class Sealed(NamedTuple):
    """What is sealed in another app: its rows, and what seals one of them anew."""

    what: str
    rows: Callable[[], models.QuerySet[Any]]
    reseal: Callable[[Any], None]


sealed_elsewhere: list[Sealed] = []


def register_sealed(what: Sealed) -> None:
    sealed_elsewhere.append(what)


def master() -> MultiFernet:
    """Seals with the newest key, opens with any."""
    return MultiFernet([Fernet(key) for key in settings.LOG_KEYS])


def sealed_identity(player: Any) -> bytes:
    """What the player is known by, as nobody can write it who has the database alone."""
    said = {"id": player.pk.hex} | {name: getattr(player, name) for name in IDENTITY}
    return master().encrypt(json.dumps(said, sort_keys=True).encode())


def fault_of_identity(player: Any) -> str | None:
    """What is otherwise than the player's seal says, or wrong with the seal; None: nothing."""
    try:
        said = json.loads(master().decrypt(bytes(player.seal)))
    except (InvalidToken, ValueError):
        return "its seal is not one that this house has made"
    if said.pop("id") != player.pk.hex:
        return "its seal is another player's"
    for name, value in said.items():
        if getattr(player, name) != value:
            return f"{name} is {getattr(player, name)}, and should be {value}"
    return None


class IdentitySeal(models.BinaryField):  # type: ignore[type-arg]  # as run, it takes none
    """Holds the `sealed_identity` of its row, made when the row is."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if add:
            setattr(model_instance, self.attname, sealed_identity(model_instance))
        return super().pre_save(model_instance, add)
