"""The pages of staff, at /admin/: Django's own, in the look of the site, to look at everything and
to change nothing but by an act with a reason.
"""
