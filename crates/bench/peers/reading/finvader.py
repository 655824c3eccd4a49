"""FinVADER: VADER with two financial lexicons. It wants NLTK's copy of VADER's lexicon, which is the file of vaderSentiment."""

import pathlib
import tempfile
import zipfile


def prepare(training):
    import nltk
    import vaderSentiment

    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "sentiment").mkdir()
    lexicon = pathlib.Path(vaderSentiment.__file__).parent / "vader_lexicon.txt"
    with zipfile.ZipFile(folder / "sentiment" / "vader_lexicon.zip", "w") as packed:
        packed.write(lexicon, "vader_lexicon/vader_lexicon.txt")
    nltk.data.path.insert(0, str(folder))
    from finvader import finvader

    def read(texts):
        scores = [float(finvader(text, use_sentibignomics=True, use_henry=True, indicator="compound")) for text in texts]
        return ["positive" if score > 0.05 else "negative" if score < -0.05 else "neutral" for score in scores]

    return read
