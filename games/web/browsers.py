"""What people call the browser that names itself so."""

from django.utils.translation import gettext as _

# The first that is found: a browser also names those that it wants to be taken for.
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "Chrome": "Chrome", "CriOS": "Chrome", "FxiOS": "Firefox", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Windows": "Windows", "iPhone": "iPhone", "iPad": "iPad", "Android": "Android",
    "CrOS": "ChromeOS", "Mac OS X": "macOS", "Linux": "Linux",
}  # fmt: skip


def in_words(user_agent: str) -> str:
    """As "Firefox on Windows"; of what is no browser what it calls itself."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in user_agent), None)
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), None)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return user_agent or _("an unknown browser")
