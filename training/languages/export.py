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
from pieces import Pieces, pack_lines, packed_lines  # noqa: E402

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


# Sentences of our own with organisations, for the tagger.
NAMED = [
    ("de", "Die BaFin prüft die Bücher der Nordlicht Bank AG in Hamburg, sagte Anna Keller."),
    ("es", "El Banco Central de Chile y Coinbase firmaron ayer un acuerdo en Valparaíso."),
    ("ru", "Компания «Маяк» и Сбербанк объявили о сделке на 4,5 млн рублей."),
    ("zh", "币安和中国人民银行周一在北京举行会谈，王伟出席。"),
    ("ja", "金融庁は株式会社ビットフライヤーに業務改善命令を出した。"),
    ("ko", "한국은행은 14일 업비트와 간담회를 열었다."),
    ("tr", "Merkez Bankası ve BtcTurk Ankara'da görüştü."),
]


def names_forward(state, table, parts, language):
    """Logits of the tagger as trained, and the highest values of its layers."""
    from organisations import KNOWN, REST, SPREAD, STEP, UNIT

    own = np.clip(np.round(state["extra.weight"] / STEP), -7, 7) * STEP
    none = lambda values: np.zeros(values.shape[1], np.float32)
    kinds = len(state["shape.weight"]) // len(texts.LANGUAGES)
    x = []
    for _, _, first, more, form in parts:
        known = lambda ids: sum((own[p] for p in ids if 0 < p < KNOWN), none(own))
        # What is missing behind the first piece counts as the empty one.
        behind = sum((table[p] * UNIT for p in more + [0] * (REST - len(more))), none(table))
        x.append(np.concatenate([table[first] * UNIT, behind, known([first]), known(more), state["shape.weight"][language * kinds + form]]))
    x, layers = np.array(x, np.float32), []
    for i, far in enumerate(SPREAD):
        wide = np.pad(x, ((far, far), (0, 0)))
        windows = np.concatenate([wide[: len(x)], x, wide[2 * far:]], 1)
        x = np.maximum(0, windows @ shared.conv(state[f"convs.{i}.weight"]).T + state[f"convs.{i}.bias"])
        layers.append(x)
    logits = np.concatenate([layers[0], layers[-1]], 1) @ state["out.weight"].T + state["out.bias"]
    logits[:, 0] -= state["bias"][language]
    return logits, [layer.max() for layer in layers]


def export_names(state, table, samples, path):
    from organisations import FINER, SPREAD, STEP, UNIT

    tops = [names_forward(state, table, parts, language)[1] for parts, language in samples]
    steps = [1.3 * max(top[i] for top in tops) / shared.STEPS for i in range(len(SPREAD))]
    unit = UNIT / FINER
    w = shared.Writer()
    w.number(round(STEP / unit))
    steps_of = np.clip(np.round(state["extra.weight"] / STEP), -7, 7).astype(np.int64) + 8
    w.number(len(steps_of))
    w.number(steps_of.shape[1])
    # Two numbers of four bits in a byte.
    w.parts.append((steps_of[:, ::2] | steps_of[:, 1::2] << 4).astype(np.uint8).tobytes())
    w.number(len(state["shape.weight"]))
    w.number(state["shape.weight"].shape[1])
    w.parts.append(np.clip(np.round(state["shape.weight"] / unit), -4095, 4095).astype("<i2").tobytes())
    for i, scale in enumerate([unit, *steps[:-1]]):
        shared.dense(w, shared.conv(state[f"convs.{i}.weight"]), state[f"convs.{i}.bias"], scale)
        w.real(steps[i])
    filters = len(state["convs.0.bias"])
    w.reals((state["out.weight"] * np.repeat([steps[0], steps[-1]], filters)).reshape(-1))
    w.reals(state["out.bias"])
    # What is none counts for more in one language and for less in another.
    w.reals(-state["bias"])
    return w.save(path)


# How much more or less a name is worth than training found, once the rules of the languages have had their say.
WITH_RULES = {"de": -0.8, "es": -0.4, "fr": -0.4, "ja": 0.6, "ko": -0.4, "pl": -0.6, "ru": -0.8}


def main_names(args):
    """Only the tagger of organisations; it stands on the embeddings of the reader that is there already."""
    import marked
    from organisations import KNOWN, table_of

    into = lambda name: os.path.join(args.into, name)
    pieces = Pieces(packed_lines(args.into))
    state = {k: v.astype(np.float32) for k, v in np.load(os.path.join(args.source, args.names)).items()}
    state["extra.weight"] = state["extra.weight"][:KNOWN]
    table = table_of(args.into)
    number = texts.LANGUAGES.index
    for language, more in WITH_RULES.items():
        state["bias"][number(language)] += more
    rows = [(marked.units(pieces, r.text), number(r.language)) for r in (marked.shared_alike(args.data) + marked.plain(args.data))[::12]]
    print("languages_names.bin", export_names(state, table, [r for r in rows if r[0]], into("languages_names.bin")))
    with open(into("languages_names_parity.txt"), "w", encoding="utf-8") as file:
        for language, text in NAMED:
            parts = marked.units(pieces, text)
            logits, _ = names_forward(state, table, parts, number(language))
            shares = np.exp(logits - logits.max(1, keepdims=True))
            shares = shares / shares.sum(1, keepdims=True)
            cut = " ".join(f"{a}-{b}:{','.join(map(str, [first, *more]))}:{form}" for a, b, first, more, form in parts)
            file.write("\t".join([language, text, cut, " ".join(f"{x:.3f}" for x in shares.reshape(-1))]) + "\n")


def main():
    parser = argparse.ArgumentParser()
    for name in ("from", "data", "into"):
        parser.add_argument("--" + name, required=True, dest=name if name != "from" else "source")
    parser.add_argument("--only-names", action="store_true")
    parser.add_argument("--names", default="names-16-96.npz")
    args = parser.parse_args()
    if args.only_names:
        return main_names(args)
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
    pack_lines(args.into, lines)
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
