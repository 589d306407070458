"""The release that this is (docs/releases.md). Everything that names it reads it here, or is held
against it by a test.
"""

VERSION = "0.1.0"
