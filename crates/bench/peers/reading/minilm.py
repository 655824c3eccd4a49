"""all-MiniLM-L6-v2 on ONNX Runtime with a logistic regression over its vectors, trained on the same sets. The model is taken from
the folder in PEER_MINILM: model.onnx (or model_quantized.onnx) and tokenizer.json."""

import os
import pathlib

import measuring

BATCH = 32
MAX_TOKENS = 256


def prepare(training):
    folder = pathlib.Path(os.environ.get("PEER_MINILM") or ".none")
    models = [path for name in ("model.onnx", "model_quantized.onnx") for path in folder.rglob(name)]
    if not models:
        raise measuring.Missing("the model all-MiniLM-L6-v2 is not here (PEER_MINILM names its folder)")
    import numpy
    import onnxruntime
    import tokenizers
    from sklearn.linear_model import LogisticRegression

    session = onnxruntime.InferenceSession(str(models[0]), providers=["CPUExecutionProvider"])
    tokenizer = tokenizers.Tokenizer.from_file(str(next(folder.rglob("tokenizer.json"))))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()
    wanted = {given.name for given in session.get_inputs()}

    def vectors(texts):
        # Those of one length together: what is padded is worked out for nothing.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = [None] * len(texts)
        for at in range(0, len(order), BATCH):
            places = order[at:at + BATCH]
            batch = tokenizer.encode_batch([texts[place] for place in places])
            mask = numpy.array([one.attention_mask for one in batch], dtype=numpy.int64)
            given = {"input_ids": numpy.array([one.ids for one in batch], dtype=numpy.int64), "attention_mask": mask,
                     "token_type_ids": numpy.zeros_like(mask)}
            tokens = session.run(None, {name: value for name, value in given.items() if name in wanted})[0]
            means = (tokens * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
            for place, mean in zip(places, means):
                found[place] = mean / numpy.linalg.norm(mean)
        return numpy.array(found)

    model = LogisticRegression(C=10.0, max_iter=500, class_weight="balanced")
    model.fit(vectors([text for text, _ in training]), [label for _, label in training])
    return lambda texts: list(model.predict(vectors(texts)))
