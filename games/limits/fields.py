"""`RateLimit-Policy` and `RateLimit`: draft-ietf-httpapi-ratelimit-headers-11, which uses lists of
Structured Fields (RFC 9651): the name of a policy as a string, its values as parameters.
"""

from collections.abc import Iterable

from games.limits.spending import Standing

POLICY, STANDING = "RateLimit-Policy", "RateLimit"


def fields_of(standings: Iterable[Standing]) -> dict[str, str]:
    """Both fields; none where nothing was spent of. `q` in `w` seconds; `r` remain for `t`."""
    listed = list(standings)
    if not listed:
        return {}
    policies = [
        f'"{one.budget.name}";q={one.budget.amount};w={one.budget.seconds}' for one in listed
    ]
    left = [f'"{one.budget.name}";r={one.remaining};t={one.seconds}' for one in listed]
    return {POLICY: ", ".join(policies), STANDING: ", ".join(left)}


def _standing(one: Standing) -> str:
    return f'"{one.budget.name}";r={one.remaining};t={one.seconds}'
