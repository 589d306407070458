"""The admin's site: for staff who have signed in by the site's own pages, and for nobody else."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext_lazy as _

from tournaments.read.queries import is_staff

# What Django's has beside its models: ways to sign in and to change a password, and shortcuts.
LEFT_OUT = frozenset(
    {"login", "logout", "password_change", "password_change_done", "autocomplete", "view_on_site"}
)


class StaffSite(AdminSite):
    site_header = _("Order in the house")
    site_title = _("Good Ten")
    index_title = _("What there is")
    site_url = "/"
    final_catch_all_view = False
    enable_nav_sidebar = False
    empty_value_display = "–"

    def has_permission(self, request: HttpRequest) -> bool:
        return is_staff(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """There is nothing here for who is not staff, not even a form to sign in by."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not self.has_permission(request):
                raise Http404
            return inner(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[URLResolver | URLPattern]:
        from casino_site.staff.admin import pages

        own = pages.urls(self)
        found = super().get_urls()
        return [*own, *(one for one in found if getattr(one, "name", "") not in LEFT_OUT)]


site = StaffSite()
