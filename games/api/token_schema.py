"""How the schema describes signing in by a token: with the scopes of which each operation needs
one.
"""

from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme

from games.accounts.scopes import wanted_of


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # its base registers it
    target_class = "games.accounts.token_authentication.ScopedTokenAuthentication"
    name = "token"

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        wanted = wanted_of(auto_schema.view, auto_schema.method)
        return {str(self.name): sorted(wanted)}
