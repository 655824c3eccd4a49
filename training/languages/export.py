"""Turns the trained weights of the other languages into the files that are compiled into the program.

    python training/languages/export.py --from OUT_DIR --data DATA_DIR --into crates/analysis/models
"""

import argparse
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import export as shared  # noqa: E402
import texts  # noqa: E402
from network import LEAD, TITLE, window  # noqa: E402
from pieces import Pieces  # noqa: E402

# Sentences of our own on which the Rust reader must agree with the networks as trained: language, title, lead.
PARITY = [
    ("es", "El bitcoin sube un 3,5 % y supera los 104.500 dólares", "La compañía anunció el martes que ampliará su negocio."),
    ("fr", "L'exchange suspend les retraits après un piratage de 40 millions", ""),
    ("de", "Börsenaufsicht genehmigt ersten Fonds für Ether", "Die Anleger reagierten erleichtert."),
    ("tr", "İstanbul'da kripto borsası Ağustos'ta iflas etti", ""),
    ("pl", "Górnicy notują spadek przychodów o 12,5%", "Koszty wzrosły, podaje spółka."),
    ("ru", "Ёмкость сети выросла: биржа «Маяк» отчиталась о прибыли", ""),
    ("zh", "币安被罚4亿美元，用户提现正常", "监管机构周一表示，该公司未能遵守反洗钱规定。"),
    ("ja", "ビットコイン、史上最高値を更新。ＥＴＦへの資金流入が続く", "市場関係者は「需要が強い」と述べた。"),
    ("ko", "바이낸스가 신규 상장을 발표했다", "투자자들은 https://example.com 에서 확인할 수 있다."),
    ("id", "Harga bitcoin anjlok 8% usai data inflasi", "@analis menyebut tekanan jual masih besar."),
]
# A text and what stands in it.
TOWARD = [
    ("Coinbase gana cuota mientras Kraken pierde clientes", "Coinbase"),
    ("Coinbase gana cuota mientras Kraken pierde clientes", "Kraken"),
    ("币安被罚4亿美元，比特币上涨", "币安"),
    ("바이낸스가 해킹 피해를 입었다", "바이낸스"),
    ("Компания «Маяк» объявила о банкротстве", "Маяк"),
    ("Der Konzern Nordlicht übertrifft die Erwartungen", "Nordlicht"),
]


def forward(state, title, lead):
    """Logits and the vector of the network as trained."""
    import torch

    from network import Reader

    model = Reader(len(state["embed.weight"]), len(state["conv1.bias"]))
    model.load_state_dict({k: torch.tensor(v) for k, v in state.items() if k != "centre"})
    with torch.no_grad():
        tone, marks, vector = model.eval()(torch.tensor([title]), torch.tensor([lead or [0]]))
    return torch.cat([tone, marks], 1)[0].tolist(), vector[0].numpy()


def export_reader(state, sample_ids, path):
    w = shared.Writer()
    pool = shared.body(w, state, sample_ids)
    none = lambda name: np.zeros(len(state[name]), np.float32)
    shared.dense(w, state["title.weight"], state["title.bias"], pool)
    shared.dense(w, state["lead.weight"], none("lead.weight"), pool)
    w.reals(state["out.weight"].reshape(-1))
    w.reals(state["out.bias"])
    shared.dense(w, state["vector_title.weight"], state["vector_title.bias"], pool)
    shared.dense(w, state["vector_lead.weight"], none("vector_lead.weight"), pool)
    w.reals(state["centre"].reshape(-1))
    return w.save(path)


def main():
    parser = argparse.ArgumentParser()
    for name in ("from", "data", "into"):
        parser.add_argument("--" + name, required=True, dest=name if name != "from" else "source")
    args = parser.parse_args()
    load = lambda name: {k: v.astype(np.float32) for k, v in np.load(os.path.join(args.source, name)).items()}
    with open(os.path.join(args.source, "pieces.txt"), encoding="utf-8") as file:
        lines = file.read()
    pieces = Pieces(lines.split("\n"))
    state, toward = load("reader.npz"), load("toward.npz")
    into = lambda name: os.path.join(args.into, name)
    rows = [t.title for t in texts.parallel(args.data)[::20] + texts.reports(args.data)[::4] + texts.made()[::10]]
    sample = [np.array(ids) for ids in (pieces.ids(t, TITLE) for t in rows) if ids]
    print("languages.bin", export_reader(state, sample, into("languages.bin")))
    table, scale = shared.table(state["embed.weight"])
    marked = []
    for row in texts.made()[::12] + texts.toward(args.data)[::40]:
        at = row.title.find(row.target)
        ids = pieces.ids(row.title, 400, [(at, at + len(row.target))]) if at >= 0 else []
        if -1 in ids:
            marked.append(window(ids))
    print("languages_target.bin", shared.export_target(toward, table, marked, into("languages_target.bin"), scale))
    with open(into("languages.txt"), "w", encoding="utf-8") as file:
        file.write(lines)
    with open(into("languages_parity.txt"), "w", encoding="utf-8") as file:
        for language, title, lead in PARITY:
            ids, more = pieces.ids(title, TITLE), pieces.ids(lead, LEAD)
            logits, vector = forward(state, ids, more)
            vector = vector - state["centre"][texts.LANGUAGES.index(language)]
            vector = vector / np.linalg.norm(vector)
            numbers = [" ".join(map(str, ids + more)), " ".join(f"{x:.4f}" for x in logits), " ".join(f"{x:.4f}" for x in vector)]
            file.write("\t".join([language, title, lead, *numbers]) + "\n")
    with open(into("languages_target_parity.txt"), "w", encoding="utf-8") as file:
        for text, thing in TOWARD:
            at = text.index(thing)
            ids, far = window(pieces.ids(text, 400, [(at, at + len(thing))]))
            logits, _ = shared.target_forward(toward, table, ids, far, scale)
            file.write("\t".join([text, thing, " ".join(map(str, ids)), " ".join(f"{x:.4f}" for x in logits)]) + "\n")


if __name__ == "__main__":
    main()
