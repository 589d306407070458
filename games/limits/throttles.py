"""What DRF asks once it knows who makes a request: the budgets of accounts."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.limits.asked import spend_of
from games.limits.budgets import (
    EXPENSIVE_READS_OF_ACCOUNT,
    READS_OF_ACCOUNT,
    WRITES_OF_ACCOUNT,
)
from games.limits.costs import is_expensive

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which imports this, by the settings


class AccountThrottle(BaseThrottle):
    """Counts what whoever has signed in asks for; addresses have been counted long before."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """True; refuses `throttled` itself, with what DRF would not say."""
        if request.user.is_authenticated:
            account = request.user.pk.hex
            if is_expensive(type(view), request._request):
                spend_of(EXPENSIVE_READS_OF_ACCOUNT, account)
            is_read = request.method in SAFE_METHODS
            spend_of(READS_OF_ACCOUNT if is_read else WRITES_OF_ACCOUNT, account)
        return True
