"""Turns the trained student into the file that is compiled in, and writes what the compiled reading must agree with.

    python training/directness/pack.py --work WORK_DIR --vocab VOCAB --into crates/analysis/models

Integers as in `training/export.py`; `crates/analysis/src/reader/pair.rs` reads the file in this order.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

sys.path.append(str(Path(__file__).resolve().parent.parent))
from export import Writer, body, dense
from exchanges import load
from pair_student import PairStudent
from teach import student_arrays
from words import Vocab, words_of

# Of what the student was taught only these two are read: how direct, and how specific.
KEPT = [0, 2]

# Exchanges of our own on which the Rust reader must agree with the network as trained.
PARITY = [
    ("What gross margin do you expect next quarter, and how much of it is price?", "We expect 42%, and about half of the gain is price."),
    ("Can you break out revenue by region?", "We don't disclose that, and we're not going to start today."),
    ("How did the new mine do in March?", "It produced 310 bitcoin, up 12.5% from February, at a cost of $21,400 each."),
    ("When will the licence be granted?", "It's too early to say. We're in touch with the regulator & we'll update you when we can."),
    ("", "Let me take that offline; I haven't got the figure in front of me."),
    ("Is the buyback finished?", "Yes."),
    ("Good morning, thanks for taking my question. " + "Perhaps you could help us with the model for next year. " * 8 + "What about capex?", "We're excited about the opportunity. " * 40),
    ("Qubitronics’ São Paulo plant — any news?", "Zyxqwv plc runs it, see https://example.com/x; ask @alice."),
]


def parity(model, vocab):
    """One line each: question, answer, token numbers of both, the two outputs; as trained, not yet in integers."""
    lines = []
    for question, answer in PARITY:
        ids = student_arrays([(words_of(question), words_of(answer))], vocab)
        with torch.no_grad():
            out = model(*(i.cpu() for i in ids))[0, KEPT].tolist()
        numbers = [" ".join(str(i) for i in one[0].tolist() if i) for one in ids]
        lines.append("\t".join([question, answer, *numbers, " ".join(f"{x:.4f}" for x in out)]))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--student", default="student-160x96x48-5-0.npz")
    parser.add_argument("--vocab", required=True)
    parser.add_argument("--into", type=Path, required=True)
    args = parser.parse_args()
    state = {k: v.astype(np.float32) for k, v in np.load(Path(args.work) / args.student).items()}
    vocab = Vocab(Path(args.vocab).read_text(encoding="utf-8").split("\n"))
    rows = load(args)
    sample = student_arrays(rows["texts"][: len(rows["own"]) : 4], vocab)
    w = Writer()
    pool = body(w, state, sample[1].cpu().numpy())
    hidden = len(state["answer.bias"])
    none = np.zeros(hidden, np.float32)
    dense(w, state["answer.weight"], state["answer.bias"], pool)
    dense(w, state["opening.weight"], none, pool)
    dense(w, state["question.weight"], none, pool)
    dense(w, state["cross_answer.weight"], state["cross_answer.bias"], pool)
    dense(w, state["cross_question.weight"], state["cross_question.bias"], pool)
    w.reals(state["out.weight"][KEPT].reshape(-1))
    w.reals(state["out.bias"][KEPT])
    print("directness_network.bin", w.save(args.into / "directness_network.bin"))
    model = PairStudent(len(vocab.tokens), state["conv1.bias"].shape[0], hidden, len(state["cross_answer.bias"]))
    model.load_state_dict({k: torch.tensor(v) for k, v in state.items()})
    model.eval()
    (args.into / "directness_parity.txt").write_text(parity(model, vocab), encoding="utf-8")


if __name__ == "__main__":
    main()
