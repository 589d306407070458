from django.apps import AppConfig


class CasinoSiteConfig(AppConfig):
    name = "casino_site"
