"""TF-IDF over words and pairs with logistic regression, trained on the sets that our models may be trained on."""


def prepare(training):
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True),
                          LogisticRegression(C=4.0, max_iter=300, class_weight="balanced"))
    model.fit([text for text, _ in training], [label for _, label in training])
    return lambda texts: list(model.predict(texts))
