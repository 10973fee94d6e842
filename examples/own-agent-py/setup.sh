#!/bin/sh
# Builds .venv from the hashed lock; a second time it only checks it.
set -eu
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
