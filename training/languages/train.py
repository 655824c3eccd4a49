"""Trains the reader of other languages: tunes multilingual teachers, labels varied texts, distils a small network.

    python training/languages/train.py --data DATA_DIR --translations DIR --encoder ENCODER_DIR --out OUT_DIR

ENCODER_DIR is what `e5.py` wrote. Only sets whose licence allows it are trained on. Fixed seeds throughout.
"""

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import e5  # noqa: E402
import teachers  # noqa: E402
import texts  # noqa: E402
import toward  # noqa: E402
import vary  # noqa: E402
import vocabulary  # noqa: E402
from figures import Sets, pair_figures  # noqa: E402
from machine import DEVICE, autocast, say, seeded  # noqa: E402
from network import VECTOR, Reader, toward_reader  # noqa: E402
from pieces import kind_of  # noqa: E402
from texts import LANGUAGES  # noqa: E402

HARD = ["it", "tr", "zh", "ja", "ko"]
SHARE = {"translated": 12.0, "headlines": 2.0, "tfns": 0.4, "sentfin": 0.5, "tft": 0.15, "parallel": 0.5, "reports": 1.5, "ru_pairs": 0.3, "de_pairs": 0.5, "en_pairs": 0.0, "statements": 0.5, "frames": 0.6, "invented": 6.0, "joined": 0.3}


def gathered(results):
    """Rows from several workers as one."""
    flat = np.concatenate([r[0] for r in results])
    shift = np.cumsum([0] + [len(r[0]) for r in results[:-1]])
    return (flat, np.concatenate([r[1] + s for r, s in zip(results, shift)]), *(np.concatenate([r[k] for r in results]) for k in range(2, 6)))


def words_alone(encoder, tokenizer, words):
    rows = [tokenizer.ids(w, 12) or [3] for w in words]
    flat, ends = np.array(sum(rows, []), np.int32), np.cumsum([len(r) for r in rows])
    return teachers.vectors(encoder, tokenizer, flat, ends, np.array([len(r) for r in rows], np.int32)).astype(np.float32)


def centred(x):
    x = x - x.mean(0)
    return x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-9)


def lexicon_of(encoder, tokenizer, corpus):
    """For each language the words that the encoder puts next to an English word."""
    words = {}
    for language, title, lead in corpus:
        words.setdefault(language, Counter()).update(vary.clean(u) for u in title + lead)
    fit = lambda word: len(word) > 1 and word.isalpha() or len(word) == 1 and kind_of(word) == 2
    english = [w for w, n in words["en"].most_common() if n > 2 and fit(w)]
    ours = torch.from_numpy(centred(words_alone(encoder, tokenizer, english))).to(DEVICE)
    out = {}
    for language in LANGUAGES[1:]:
        known = [w for w in words.get(language, ()) if fit(w) and (language not in ("zh", "ja", "ko", "ru") or not w.isascii())]
        if not known:
            continue
        theirs = torch.from_numpy(centred(words_alone(encoder, tokenizer, known))).to(DEVICE)
        near, at = torch.cat([(ours[i: i + 2048] @ theirs.T).float() for i in range(0, len(ours), 2048)]).topk(min(3, len(known)), 1)
        table = {}
        for word, scores, places in zip(english, near.tolist(), at.tolist()):
            good = [known[p] for s, p in zip(scores, places) if s > 0.55 and s > scores[0] - 0.06]
            if good:
                table[word] = good
        out[language] = table
    say("lexicon", {k: len(v) for k, v in out.items()}, [(w, out[x].get(w)) for x in list(out)[:9:4] for w in ("falls", "record", "approval", "hackers", "surges")])
    return out


def near_words(pieces, alone):
    """For each word of the vocabulary those that the encoder puts next to it."""
    fit = [i for i, t in enumerate(pieces.tokens) if i > 10 and (not t.startswith("#") and len(t) > 2 and t.isalpha() or t.startswith("##") and kind_of(t[2:3] or "a") == 2)]
    x = torch.from_numpy(alone[fit]).to(DEVICE)
    out = {}
    for at in range(0, len(fit), 2048):
        score, place = (x[at: at + 2048] @ x.T).topk(7, 1)
        for i, (scores, places) in enumerate(zip(score.tolist(), place.tolist())):
            found = [pieces.tokens[fit[p]].lstrip("#") for s, p in zip(scores, places) if s > 0.5 and p != at + i]
            if found:
                out[pieces.tokens[fit[at + i]].lstrip("#")] = found
    say("near", len(out), [(w, out.get(w)) for w in ("falls", "cae", "baisse", "wzrost", "падение", "下跌", "급락", "düştü")])
    return out


def rows_of(rows):
    """(row, language, title, lead, English title and lead or none): each text alone, and with its lead."""
    out = []
    for r in rows:
        out.append((r, r.language, r.title, "", r.english and (r.english[0], "")))
        if r.lead:
            out.append((r, r.language, r.title, r.lead, r.english))
    return out


def coded_texts(corpus, triples):
    rows = [(language, vary.units(corpus.tokenizer, title), vary.units(corpus.tokenizer, lead)) for language, title, lead in triples]
    return vary.coded(corpus, rows, LANGUAGES)


def corpus_of(args, tokenizer, pieces, kept, share=SHARE):
    """The encoder, what variations are made of, and where the embeddings begin."""
    encoder = e5.pretrained(args.encoder).to(DEVICE).eval()
    script = np.array([min(2, kind_of(t.lstrip("#")[:1] or "a")) + 3 * (ord(t.lstrip("#")[:1] or "a") // 256 == 4) for t in pieces.tokens])
    alone = words_alone(encoder, tokenizer, [t.lstrip("#") or "#" for t in pieces.tokens])
    say("tokens alone")
    for s in set(script):
        alone[script == s] = centred(alone[script == s])
    cut = [(r.language, vary.units(tokenizer, r.title), vary.units(tokenizer, r.lead)) for r in kept]
    good = [i for i, c in enumerate(cut) if c[1]]
    lexicon = lexicon_of(encoder, tokenizer, [cut[i] for i in good])
    weights = np.cumsum([share[kept[i].source] for i in good]).tolist()
    vary.CORPUS = vary.Corpus(tokenizer, pieces, [cut[i] for i in good], weights, lexicon, near_words(pieces, alone))
    return encoder, vary.CORPUS, vocabulary.initial(pieces, alone)


def variations_of(count):
    with multiprocessing.get_context("fork").Pool(min(14, os.cpu_count() or 1)) as pool:
        return pool.map(vary.worker, [(100 + k, count // 56) for k in range(56)], chunksize=1)


def goals_of(encoder, tokenizer, labelled, own, with_english, theirs, results):
    """All rows, which of the labelled ones have an English side, and the vectors that the network is to give."""
    every = gathered([own, *results])
    flat, ends, cuts, _, _, tongue = every
    raw = teachers.vectors(encoder, tokenizer, flat, ends, cuts).astype(np.float32)
    raw_english = teachers.vectors(encoder, tokenizer, *theirs[:3]).astype(np.float32)
    # The mean of a language is that of texts which all languages have; of English, of their originals.
    shared = np.array([x[4] is not None for x in labelled])
    means = {t: raw[: len(labelled)][shared & (own[5] == t)].mean(0) for t in range(1, len(LANGUAGES)) if (shared & (own[5] == t)).any()}
    means[0] = raw_english.mean(0)
    for t, mean in means.items():
        raw[tongue == t] -= mean
    raw_english -= means[0]
    unit = lambda x: x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-9)
    raw, raw_english = unit(raw), unit(raw_english)
    raw[with_english] = unit(raw[with_english] + raw_english)
    _, size, turn = np.linalg.svd(np.concatenate([raw_english, raw[:40000]]), full_matrices=False)
    even = turn[:VECTOR] / (size[:VECTOR, None] / size[0]) ** 0.25
    return every, shared, torch.from_numpy(raw).to(DEVICE) @ torch.from_numpy(even.T).to(DEVICE), even


def vector_loss(v, goal):
    """Near to its goal, and nearer than to the goals of others."""
    v, goal = F.normalize(v.float(), dim=1), F.normalize(goal.float(), dim=1)
    like = v @ goal.T / 0.07
    # Rows whose goals are nearly the same are no strangers to each other.
    like = like.masked_fill((goal @ goal.T > 0.9) & ~torch.eye(len(goal), dtype=torch.bool, device=DEVICE), -1e4)
    return 2.0 * (1 - (v * goal).sum(1)).mean() + 0.25 * F.cross_entropy(like, torch.arange(len(goal), device=DEVICE))


def save(args, model, shared, own, theirs):
    """The network with the mean vector of each language."""
    vectors = student_outputs(model, own[3], own[4])[2]
    centre = np.zeros((len(LANGUAGES), VECTOR), np.float32)
    centre[0] = student_outputs(model, theirs[3], theirs[4])[2].mean(0)
    for t in range(1, len(LANGUAGES)):
        if (shared & (own[5] == t)).any():
            centre[t] = vectors[shared & (own[5] == t)].mean(0)
    state = {k: v.half().cpu().numpy() for k, v in model.state_dict().items()}
    np.savez_compressed(os.path.join(args.out, "reader.npz"), centre=centre, **state)


def train_student(args, pieces, start, arrays, weight, filters, epochs, share, towards):
    seeded(1)
    title, lead, tone, marks, target = arrays
    model = Reader(len(pieces.tokens), filters).to(DEVICE)
    with torch.no_grad():
        model.embed.weight.copy_(torch.from_numpy(start))
    # What reads toward a thing stands on the same embeddings, so that they learn from both.
    beside = toward_reader(model.embed.weight).to(DEVICE)
    things, far, said, often = towards
    optimiser = torch.optim.AdamW([*model.parameters(), *beside.parameters()], lr=2e-3, weight_decay=0.01, fused=DEVICE == "cuda")
    size = 64 if args.quick else 1024
    steps = max(2, int(epochs * len(title) / size))
    plan = teachers.schedule(optimiser, steps)
    draw = torch.multinomial(weight.double(), min(steps * size, 2**24 - 1), replacement=True).to(DEVICE)
    mean = None
    model.train()
    beside.train()
    for step in range(steps):
        at = (step * size) % (len(draw) - size + 1)
        part = draw[at: at + size]
        t, l = title[part].long(), lead[part].long()
        t = t.masked_fill((torch.rand(t.shape, device=DEVICE) < 0.04) & (t != 0), 1)
        with autocast():
            a, b, v = model(t, l)
        with_things = torch.multinomial(often, min(size // 2, len(things)), replacement=True)
        with autocast():
            toward_tone = beside(things[with_things].long(), far[with_things].long(), model.embed.weight)
        loss = F.cross_entropy(toward_tone.float(), said[with_things])
        loss = loss + 1.5 * F.cross_entropy(a.float(), tone[part].float()) + 4.0 * F.binary_cross_entropy_with_logits(b.float(), marks[part].float())
        if share:
            loss = loss + share * vector_loss(v, target[part])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
        if step == steps // 2:
            mean = {k: v.detach().clone() for k, v in model.state_dict().items()}
        elif mean is not None and step % 10 == 0:
            with torch.no_grad():
                for k, x in model.state_dict().items():
                    mean[k].lerp_(x, 0.02)
    model.load_state_dict(mean)
    say("student", filters, "share of vectors", share, "steps", steps, "loss", round(loss.item(), 3))
    return model.eval(), beside


@torch.no_grad()
def student_outputs(model, title, lead):
    out = [[], [], []]
    for at in range(0, len(title), 4096):
        t, l = (torch.from_numpy(x[at: at + 4096]).to(DEVICE).long() for x in (title, lead))
        a, b, v = model(t, l)
        for list_, x in zip(out, (torch.softmax(a, 1), torch.sigmoid(b), v)):
            list_.append(x.float().cpu().numpy())
    return [np.concatenate(x) for x in out]


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "translations", "encoder", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--work", help="where the teachers are kept; inside the output where not given")
    parser.add_argument("--stage", default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teachers", default="1,2,3")
    parser.add_argument("--teacher-epochs", type=float, default=4)
    parser.add_argument("--toward-teachers", default="1,2,3")
    parser.add_argument("--toward-epochs", type=float, default=4)
    parser.add_argument("--variations", type=int, default=750000)
    parser.add_argument("--toward-variations", type=int, default=600000)
    parser.add_argument("--filters", default="288")
    parser.add_argument("--shares", default="2.5", help="weights of the vectors among what is learnt, tried one after the other")
    parser.add_argument("--epochs", type=float, default=12)
    parser.add_argument("--toward-passes", type=float, default=9)
    parser.add_argument("--toward-tries", default="0.04:1:0.01,0.12:1:0.05,0.2:1:0.05,0.12:0.4:0.05", help="hidden words, passes and decay of each, the best is kept")
    parser.add_argument("--quick", action="store_true", help="a tiny run that only shows that all stages work")
    args = parser.parse_args()
    if args.quick:
        e5.LAYERS = 1
        args.teachers, args.toward_teachers, args.variations, args.toward_variations, args.epochs, args.toward_passes = "1,2", "1", 1500, 300, 1, 1
    args.work = args.work or os.path.join(args.out, "teachers")
    os.makedirs(args.work, exist_ok=True)
    tokenizer = e5.load_tokenizer(args.encoder)
    rows = texts.english(args.data) + texts.translated(args.data, args.translations) + texts.parallel(args.data) + texts.reports(args.data)
    rows += texts.toward(args.data) + texts.made() + texts.invented(args.translations)
    if args.stage == "tone":
        return teachers.train_tone(args, tokenizer, rows, args.seed)
    if args.stage == "toward":
        return teachers.train_toward(args, tokenizer, toward.known(tokenizer, rows, args.quick), args.seed)
    start_stage = lambda stage, seed: subprocess.Popen([sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--stage", stage, "--seed", str(seed)])
    tone_seeds, toward_seeds = ([int(s) for s in x.split(",")] for x in (args.teachers, args.toward_teachers))
    missing = lambda stage, seeds: [s for s in seeds if not os.path.exists(os.path.join(args.work, f"{stage}{s}.pt"))]
    jobs = [start_stage(stage, s) for stage, seeds in (("tone", tone_seeds), ("toward", toward_seeds)) for s in missing(stage, seeds)]
    kept = [r for r in rows if r.split != 0 and r.source != "en_pairs"]
    kept = kept[::100] if args.quick else kept
    say("rows", len(rows), Counter(r.source for r in kept), Counter(r.language for r in kept if r.source == "translated"))
    with open(os.path.join(args.encoder, "pieces.json"), encoding="utf-8") as file:
        pieces = vocabulary.build(json.load(file), [t for r in kept for t in (r.title, r.lead) for _ in range(4 if r.source == "translated" else 1)])
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.out, "pieces.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(pieces.tokens))
    say("pieces", len(pieces.tokens))
    encoder, corpus, start = corpus_of(args, tokenizer, pieces, kept)
    results = variations_of(args.variations)
    made = toward.varied(args, tokenizer, pieces, rows)
    say("variations", sum(len(r[1]) for r in results), "toward", len(made))
    labelled = rows_of(kept)
    own = coded_texts(corpus, [x[1:4] for x in labelled])
    with_english = [i for i, x in enumerate(labelled) if x[4]]
    theirs = coded_texts(corpus, [("en", *labelled[i][4]) for i in with_english])
    (flat, ends, cuts, title, lead, tongue), shared, goals, turned = goals_of(encoder, tokenizer, labelled, own, with_english, theirs, results)
    say("vectors")
    sets = Sets(args, rows)
    checks = coded_texts(corpus, sets.rows())
    pairs = texts.pairs(args.data)
    pairs = pairs[:60] if args.quick else pairs
    sides = coded_texts(corpus, [(t.language, t.title, t.lead[:300]) for one, two, _ in pairs for t in (one, two)])
    theirs_raw = teachers.vectors(encoder, tokenizer, *sides[:3]).astype(np.float32)
    say("pairs, the encoder", pair_figures(pairs, theirs_raw), "turned to fewer", pair_figures(pairs, theirs_raw @ turned.T))
    for job in jobs:
        if job.wait() != 0:
            raise SystemExit("a teacher failed")
    models = [teachers.load_tone(args, s) for s in tone_seeds]
    for s, model in zip(tone_seeds, models):
        say("teacher", s, json.dumps(sets.figures(*teachers.tone_outputs([model], *checks[:3]))))
    say("teachers together", json.dumps(sets.figures(*teachers.tone_outputs(models, *checks[:3]))))
    tone, marks = teachers.tone_outputs(models, flat, ends, cuts)
    tone_english, marks_english = teachers.tone_outputs(models, *theirs[:3])
    say("labelled", len(tone))
    tone[with_english] = 0.5 * tone[with_english] + 0.5 * tone_english
    marks[with_english] = 0.5 * marks[with_english] + 0.5 * marks_english
    weight = torch.ones(len(tone))
    for i, (row, *_) in enumerate(labelled):
        if row.tone >= 0 and (row.target is None or row.source == "frames"):
            tone[i] = 0.6 * tone[i] + 0.4 * np.eye(3, dtype=np.float32)[row.tone]
        if row.marks is not None:
            marks[i] = 0.6 * marks[i] + 0.4 * np.asarray(row.marks, np.float32)
        weight[i] = {"translated": 10.0, "headlines": 5.0, "reports": 5.0, "parallel": 2.0}.get(row.source, 2.0)
    # What the network finds hardest comes more often.
    weight *= torch.from_numpy(np.where(np.isin(tongue, [LANGUAGES.index(x) for x in HARD]), 1.4, 1.0)).float()
    on = lambda x, kind=None: torch.from_numpy(x).to(DEVICE) if kind is None else torch.from_numpy(x).to(DEVICE, kind)
    arrays = (on(title), on(lead), on(tone, torch.float16), on(marks, torch.float16), goals.half())
    toward_models = [teachers.load_toward(args, s) for s in toward_seeds]
    towards = toward.labelled(made, toward_models)
    best = None
    for filters in [int(f) for f in args.filters.split(",")]:
        for share in [float(s) for s in args.shares.split(",")]:
            model, beside = train_student(args, pieces, start, arrays, weight, filters, args.epochs, share, towards)
            a, b, _ = student_outputs(model, *checks[3:5])
            say("student", filters, share, json.dumps(sets.figures(a, b)))
            say("student's pairs", pair_figures(pairs, student_outputs(model, *sides[3:5])[2]))
            best = best or (model, beside)
            if best[0] is not model:
                continue
            save(args, model, shared, own, theirs)
    toward.distil(args, tokenizer, pieces, *best, made, towards, toward_models)
    say("done")


if __name__ == "__main__":
    random.seed(1)
    main()
