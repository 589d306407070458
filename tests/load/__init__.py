"""Load on the running product, beside what it is measured against (`make load`)."""
