"""VADER, a lexicon with rules, as its authors use it: positive above .05, negative below -.05."""


def prepare(training):
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    vader = SentimentIntensityAnalyzer()

    def read(texts):
        scores = [vader.polarity_scores(text)["compound"] for text in texts]
        return ["positive" if score > 0.05 else "negative" if score < -0.05 else "neutral" for score in scores]

    return read
