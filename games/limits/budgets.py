"""What anybody may do how often: the one table, from which docs/operations.md has its own.

A budget is so much in so many seconds; a quota is so many at once. Each is counted by somebody: by
the address that asks, by the account that has signed in, or by the handle that is asked for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

PREFIX = "GOODTEN_LIMIT_"
# "600/60": so many in so many seconds; of a quota "20" alone.
_VALUE = re.compile(r"([1-9][0-9]{0,8})(?:/([1-9][0-9]{0,6}))?")


class By(Enum):
    """Who is counted; the value is what people are told."""

    ADDRESS = "address"
    ACCOUNT = "account"
    # A handle that somebody tries passwords of, from one address or one browser that it knows.
    HANDLE_HERE = "handle and address"
    # A handle, whoever tries passwords of it in a browser that has never signed in to it.
    HANDLE = "handle"
    RECIPIENT = "mail address"


@dataclass(frozen=True, slots=True)
class Budget:
    """`amount` in `seconds`, or at once where `seconds` is 0. `name` and `variable` are permanent.

    Of a budget that is `leased` a process may take many at once, and of one that can be refunded
    what was spent can be given back.
    """

    name: str
    by: By
    amount: int
    seconds: int
    what: str
    is_leased: bool = False
    is_refunded: bool = False

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper().replace("-", "_")

    @property
    def value(self) -> str:
        """As the variable would have it."""
        return f"{self.amount}/{self.seconds}" if self.seconds else str(self.amount)


READS = Budget("reads", By.ADDRESS, 6000, 60, "Pages, and reads over REST", is_leased=True)
READS_OF_ACCOUNT = Budget(
    "reads-account", By.ACCOUNT, 600, 60, "The same, signed in", is_leased=True
)
WRITES = Budget(
    "writes", By.ADDRESS, 6000, 60, "Forms sent, and commands over REST", is_leased=True
)
WRITES_OF_ACCOUNT = Budget(
    "writes-account", By.ACCOUNT, 600, 60, "The same, signed in", is_leased=True
)
EXPENSIVE_READS = Budget(
    "expensive-reads",
    By.ADDRESS,
    1200,
    60,
    "Dear reads: CSV, exports, records, the past, the schema",
)
EXPENSIVE_READS_OF_ACCOUNT = Budget(
    "expensive-reads-account", By.ACCOUNT, 120, 60, "The same, signed in"
)
RECORDS = Budget("records", By.ADDRESS, 60, 60, "Records and exports sent in to be proved")
PASSWORDS = Budget(
    "passwords", By.ADDRESS, 600, 300, "Passwords given: to sign in, to sign up, to change one"
)
WRONG_PASSWORDS = Budget(
    "wrong-passwords", By.ADDRESS, 100, 600, "Wrong passwords, whose ever", is_refunded=True
)
TRIES = Budget("tries", By.HANDLE_HERE, 5, 15, "Passwords tried for one handle", is_refunded=True)
TRIES_LATER = Budget(
    "tries-later", By.HANDLE_HERE, 10, 300, "The same, over a longer time", is_refunded=True
)
TRIES_IN_AN_HOUR = Budget(
    "tries-hour", By.HANDLE_HERE, 20, 3600, "The same, within an hour", is_refunded=True
)
TRIES_OF_STRANGERS = Budget(
    "tries-strangers",
    By.HANDLE,
    100,
    3600,
    "The same, by all browsers that never signed in to it",
    is_refunded=True,
)
MAILS = Budget("mails", By.ADDRESS, 60, 3600, "Mails asked for: a forgotten password, an address")
MAILS_TO = Budget("mails-to", By.RECIPIENT, 5, 3600, "The same, to one mail address")
SIGN_UPS = Budget("sign-ups", By.ADDRESS, 300, 3600, "Accounts made")
NEW_GUESTS = Budget("guests", By.ADDRESS, 300, 3600, "Guests who begin to play")
NEW_EVENTS = Budget("new-events", By.ACCOUNT, 30, 3600, "Events created")
NEW_EVENTS_HERE = Budget("new-events-address", By.ADDRESS, 100, 3600, "The same, by all accounts")
BOTS = Budget("bots", By.ACCOUNT, 3000, 3600, "Bots asked for, of all events")
SOCKETS_OPENED = Budget("sockets", By.ADDRESS, 1200, 60, "Sockets opened")
JOINS = Budget("joins", By.ADDRESS, 2400, 60, "Matches and events joined over sockets")
JOINS_OF_ACCOUNT = Budget("joins-account", By.ACCOUNT, 120, 60, "The same, signed in")

SOCKETS_AT_ONCE = Budget(
    "sockets-at-once", By.ADDRESS, 1000, 0, "Sockets and streams open, in each web process"
)
SOCKETS_OF_ACCOUNT = Budget("sockets-at-once-account", By.ACCOUNT, 50, 0, "The same, signed in")
DRAFTS_AT_ONCE = Budget("drafts-at-once", By.ACCOUNT, 20, 0, "Events that are not announced yet")
EVENTS_AT_ONCE = Budget("events-at-once", By.ACCOUNT, 20, 0, "Events announced and not yet over")

NEW_TABLES = Budget("new-tables", By.ACCOUNT, 120, 3600, "Casual tables made")
NEW_TABLES_HERE = Budget("new-tables-address", By.ADDRESS, 1200, 3600, "The same, by all accounts")
TABLES_JOINED = Budget("tables-joined", By.ACCOUNT, 120, 3600, "Seats taken at casual tables")
TABLES_JOINED_HERE = Budget(
    "tables-joined-address", By.ADDRESS, 1200, 3600, "The same, by all accounts"
)
TABLES_AT_ONCE = Budget("tables-at-once", By.ACCOUNT, 10, 0, "Casual tables that are not over")

BOT_ACCOUNTS_AT_ONCE = Budget(
    "bot-accounts-at-once", By.ACCOUNT, 10, 0, "Bots of one's own that are not retired"
)

WEBHOOKS_AT_ONCE = Budget("webhooks-at-once", By.ACCOUNT, 20, 0, "Webhooks")
WEBHOOK_MESSAGES = Budget(
    "webhook-messages",
    By.ACCOUNT,
    60,
    3600,
    "Webhooks made or mended, tests, messages sent again",
)

REPORTS = Budget("reports", By.ACCOUNT, 10, 3600, "Reports to the staff")

BUDGETS = (
    READS,
    READS_OF_ACCOUNT,
    WRITES,
    WRITES_OF_ACCOUNT,
    EXPENSIVE_READS,
    EXPENSIVE_READS_OF_ACCOUNT,
    RECORDS,
    PASSWORDS,
    WRONG_PASSWORDS,
    TRIES,
    TRIES_LATER,
    TRIES_IN_AN_HOUR,
    TRIES_OF_STRANGERS,
    MAILS,
    MAILS_TO,
    SIGN_UPS,
    NEW_GUESTS,
    NEW_EVENTS,
    NEW_EVENTS_HERE,
    BOTS,
    REPORTS,
    WEBHOOK_MESSAGES,
    NEW_TABLES,
    NEW_TABLES_HERE,
    TABLES_JOINED,
    TABLES_JOINED_HERE,
    SOCKETS_OPENED,
    JOINS,
    JOINS_OF_ACCOUNT,
    SOCKETS_AT_ONCE,
    SOCKETS_OF_ACCOUNT,
    DRAFTS_AT_ONCE,
    EVENTS_AT_ONCE,
    TABLES_AT_ONCE,
    BOT_ACCOUNTS_AT_ONCE,
    WEBHOOKS_AT_ONCE,
)


def budgets_of(variables: Mapping[str, str]) -> dict[str, Budget]:
    """All budgets by name, as these variables set them. Raises ValueError, which names what is
    wrong, for a variable that no budget has and for a value that is none.
    """
    by_variable = {budget.variable: budget for budget in BUDGETS}
    found = {budget.name: budget for budget in BUDGETS}
    for variable, text in variables.items():
        budget = by_variable.get(variable)
        if budget is None:
            raise ValueError(f"{variable} sets no limit that there is")
        found[budget.name] = _set(budget, text.strip())
    return found


def _set(budget: Budget, text: str) -> Budget:
    value = _VALUE.fullmatch(text)
    if value is None or bool(value[2]) != bool(budget.seconds):
        form = "AMOUNT/SECONDS, as in 600/60" if budget.seconds else "a whole number"
        raise ValueError(f"{budget.variable} is not {form}: {text}")
    return replace(budget, amount=int(value[1]), seconds=int(value[2] or 0))
