#!/usr/bin/env bash
# Makes a virtual environment and installs packages into it: e2e/python-packages.sh FOLDER WHAT-PIP-INSTALL-TAKES…
# With uv, which needs a tenth of pip's time; where uv cannot be had or cannot do it, with pip.
set -euo pipefail
folder=$1
shift
timeout 60 python3 -m venv "$folder"
{ timeout 60 "$folder/bin/pip" install -q uv && timeout 240 "$folder/bin/uv" pip install -q --python "$folder/bin/python" "$@"; } \
  || timeout 300 "$folder/bin/pip" install -q "$@"
