"""What a user could take instead, on the same rows: VADER, FinVADER, and TF-IDF with logistic regression.

    pip install vaderSentiment finvader scikit-learn
    python training/peers.py --data DATA_DIR
"""

import argparse

import numpy as np

import data
import measure


def by_sign(scores, edge=0.05):
    return [0 if s > edge else 2 if s < -edge else 1 for s in scores]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    args = parser.parse_args()
    rows = data.train_sets(args.data)
    sets = {s: [r for r in rows if r.source == s and r.split == 0] for s in ("tfns", "sentfin", "headlines")}
    sets["cryptolin"] = data.cryptolin(args.data)
    ways = {}
    try:
        from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

        vader = SentimentIntensityAnalyzer()
        ways["VADER"] = lambda texts: by_sign([vader.polarity_scores(t)["compound"] for t in texts])
    except ImportError:
        print("VADER is not installed")
    try:
        from finvader import finvader

        score = lambda t: float(finvader(t, use_sentibignomics=True, use_henry=True, indicator="compound"))
        ways["FinVADER"] = lambda texts: by_sign([score(t) for t in texts])
    except (ImportError, LookupError) as error:
        print("FinVADER is not usable:", str(error)[:100])
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression

        train = [r for r in rows if r.sentiment >= 0 and r.split != 0]
        vector = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
        model = LogisticRegression(C=4.0, max_iter=300, class_weight="balanced")
        model.fit(vector.fit_transform([r.raw[0] for r in train]), [r.sentiment for r in train])
        ways["TF-IDF+LR, trained as we are"] = lambda texts: list(model.predict(vector.transform(texts)))
        tagged = data.editor_tags(args.data)
        ours = [r for r in rows if r.source == "headlines" and r.split != 0]
        vector2 = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
        x = vector2.fit_transform([r.raw[0] for r in ours])
        y = vector2.transform([r.raw[0] for r in tagged])
        scores = np.zeros((len(tagged), len(data.CATEGORIES)))
        for i in range(len(data.CATEGORIES)):
            labels = [r.categories[i] for r in ours]
            scores[:, i] = LogisticRegression(C=4.0, max_iter=300, class_weight="balanced").fit(x, labels).predict_proba(y)[:, 1]
        result, _ = measure.mean_average_precision([r.categories for r in tagged], scores, data.CATEGORIES)
        print(f"| categories: TF-IDF+LR, trained on our headlines | outlets' tags | mAP {result:.3f} |", flush=True)
    except ImportError:
        print("scikit-learn is not installed")
    print("| peer | set | rows | accuracy | macro-F1 |\n|---|---|---|---|---|")
    for way, guess in ways.items():
        for name, part in sets.items():
            try:
                guesses = guess([r.raw[0] for r in part])
            except LookupError as error:
                print(f"| {way} | {name} | needs data that is not installed: {str(error)[:60]!r} |")
                continue
            truth = [r.sentiment for r in part]
            print(f"| {way} | {name} | {len(part)} | {measure.accuracy(truth, guesses):.3f} | {measure.macro_f1(truth, guesses):.3f} |", flush=True)


if __name__ == "__main__":
    main()
