"""Headlines of our own making in twelve languages (`frames.txt`): a subject and what happens to it, with the tone that it carries."""

import os
import random

from texts import Text

JOINTS = {"es": " mientras ", "pt": " enquanto ", "fr": " tandis que ", "de": ", während ", "it": " mentre ", "pl": ", podczas gdy ", "tr": ", ",
          "ru": ", а ", "zh": "，", "ja": "、一方で", "ko": ", ", "id": ", sementara "}
FIRMS = "Binance;Coinbase;Ripple;Tether;Kraken;Bybit;OKX;Bitcoin;Ethereum;Solana;XRP;Siemens;Nestlé;Samsung;Toyota;Shell;Airbus;Tesla;Apple;Amazon;Netflix;HSBC;Santander;BMW"
SUBJECTS = {
    "es": "Telefónica;Iberdrola;Repsol;La banca;El Gobierno;La compañía;El sector turístico;Inditex;La aerolínea;El grupo;La economía española;Renfe;BBVA;La bolsa;El BCE",
    "pt": "Petrobras;Vale;Itaú;A varejista;O governo;A empresa;O setor;Magazine Luiza;A companhia aérea;O Ibovespa;O Banco Central;Nubank;A indústria",
    "fr": "TotalEnergies;Renault;BNP Paribas;La banque;Le gouvernement;L'entreprise;Le secteur;Carrefour;La compagnie;Le CAC 40;La BCE;Orange;Le groupe",
    "de": "Volkswagen;Deutsche Bank;SAP;Der Konzern;Die Bundesregierung;Das Unternehmen;Die Branche;Lufthansa;Der Minister;Der Dax;Die EZB;Bayer;Die Polizei;Der Bürgermeister",
    "it": "Eni;Stellantis;Unicredit;La banca;Il governo;La società;Il settore;Enel;La compagnia;Piazza Affari;La Bce;Generali;Il gruppo",
    "pl": "Orlen;KGHM;Spółka;Bank;Firma;Branża;Allegro;Linia lotnicza;Grupa;Sieć;CD Projekt;Giełda;Producent",
    "tr": "Türk Hava Yolları;Garanti BBVA;Şirket;Banka;Hükümet;Sektör;Arçelik;Borsa İstanbul;Merkez Bankası;Koç Holding;Grup;Üretici",
    "ru": "Сбербанк;Газпром;Компания;Банк;Правительство;Завод;Яндекс;Рубль;Центробанк;Лукойл;Министр;Президент;Биржа;Актёр;Команда",
    "zh": "腾讯;阿里巴巴;贵州茅台;比亚迪;该公司;银行;央行;比特币;以太坊;币安;华为;宁德时代;万科;中国平安;交易所;格力电器",
    "ja": "トヨタ;ソニー;任天堂;同社;銀行;日銀;ビットコイン;イーサリアム;バイナンス;ソフトバンク;楽天;三菱商事;取引所;当社グループ;日経平均",
    "ko": "삼성전자;현대차;네이버;카카오;해당 기업;은행;한국은행;비트코인;이더리움;바이낸스;업비트;코스피;거래소;정부",
    "id": "Telkom;BCA;Perusahaan;Bank;Pemerintah;Sektor ini;Gojek;Garuda Indonesia;IHSG;Bank Indonesia;Pertamina;Bursa;Grup",
}


def listed():
    """For each language and tone what can happen."""
    out = {}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "frames.txt"), encoding="utf-8") as file:
        for line in file:
            language, tone, frames = line.rstrip("\n").split(" ", 2)
            out.setdefault(language, {})["+0-".index(tone)] = [f.strip(" ") for f in frames.split(";")]
    return out


def headline(rng, language, frames):
    subject = rng.choice((SUBJECTS[language] if rng.random() < 0.65 else FIRMS).split(";"))
    frame = rng.choice(frames).replace("{n}", str(rng.randint(2, 60)))
    money = {"zh": "{}亿元", "ja": "{}億円", "ko": "{}억 원", "ru": "{} млн долларов", "tr": "{} milyon dolar", "id": "{} juta dolar", "pl": "{} mln dolarów"}
    latin = {"es": "{} millones", "pt": "{} milhões", "fr": "{} millions", "de": "{} Millionen Euro", "it": "{} milioni"}
    frame = frame.replace("{m}", {**money, **latin}[language].format(rng.randint(2, 900)))
    joint = "" if language in ("zh", "ja") else " "
    return subject, subject + joint + frame


def rows(count=700):
    """Single headlines toward their subject, and two in one breath toward either."""
    rng, out, frames = random.Random(31), [], listed()
    for language, by_tone in frames.items():
        for i in range(count):
            tone = rng.choice([0, 0, 1, 2, 2])
            subject, text = headline(rng, language, by_tone[tone])
            if i % 10 < 7:
                out.append(Text(language, text, "", tone, source="frames", split=1, target=subject))
                continue
            other = rng.choice([t for t in (0, 1, 2) if t != tone])
            second, more = headline(rng, language, by_tone[other])
            if second != subject:
                text = text + JOINTS[language] + more
                out += [Text(language, text, "", t, source="joined", split=1, target=s) for s, t in ((subject, tone), (second, other))]
    return out
