"""Sentences with organisations marked, for the tagger: our headlines, SEntFiN's entities, filings, and frames of our own."""

import csv
import json
import os
import random
import re

from data import conll
from words import scan, split_of

GENERIC = set("""bank lender borrower company agent trustee guarantor seller buyer purchaser parent issuer party parties tenant landlord
executive employee employer contractor subsidiary corporation silicon""".split())
NOT_ORGANISATIONS = set("""gold silver oil rupee dollar euro yen yuan sterling copper nickel zinc lead aluminium aluminum brent crude sugar market
markets stocks shares india china japan europe us usa uk banks it pharma fmcg auto metals realty bonds mutual funds fund rouble won wheat cotton
coffee cocoa corn rubber tin palm soybean turmeric pepper jeera cardamom guar gur mentha castor chana platinum palladium gas commodities bullion
wall street dalal street asia asian australia hong kong korea singapore baltic america emerging midcap midcaps midcap smallcap smallcaps equities
infrastructure cement power telecom ipo ipos mf mfs fiis fii dii fpi fpis gst etf etfs nri libor forex g-secs gsecs eurozone greece""".split())
LAST_NOT = set("stocks stock shares share sector sectors bonds futures companies funds banks prices price makers exporters index-linked markets oil yuan".split())

AGENCIES = """SEC;CFTC;FBI;DOJ;IRS;FDIC;OCC;FinCEN;IMF;ECB;World Bank;Federal Reserve;Fed;European Central Bank;Bank of England;Bank of Japan;Bank of
Korea;European Commission;European Union;Congress;Senate;House of Representatives;Supreme Court;White House;Treasury Department;Department of
Justice;Justice Department;Securities and Exchange Commission;Commodity Futures Trading Commission;Financial Conduct Authority;Nasdaq;NYSE;New York
Stock Exchange;London Stock Exchange;S&P 500;Dow;Nikkei;FTSE;Hang Seng;Reuters;Bloomberg;CNBC;Wall Street Journal;New York Times;Financial Times;
Associated Press;AP;AFP;CNN;BBC;Forbes;Interpol;Europol;United Nations;FATF;G20;OECD;BIS;SWIFT;Republican Party;Democratic Party;Labour Party;
Harvard University;MIT;Stanford University;Hong Kong Monetary Authority;Monetary Authority of Singapore;Reserve Bank of India;Reserve Bank of
Australia;People's Bank of China;Ministry of Finance;Department of Labor;Environmental Protection Agency;Food and Drug Administration;FDA;EPA;
International Monetary Fund;London Metal Exchange;Shanghai Composite;MSCI;Standard & Poor's;Moody's;Fitch;Fox News;ABC News;NBC;CBS News;Washington
Post;The Guardian;Yahoo Finance;Business Wire;PR Newswire;Morningstar;Twitter;Facebook;Google;YouTube;Amazon;Uber;Microsoft;Apple;Tesla;Netflix;
Teamsters;United Auto Workers;AFL-CIO;Red Cross;Greenpeace;OPEC;NATO;WTO;World Trade Organization;World Health Organization;Pentagon;
U.S. Bankruptcy Court;High Court;Court of Appeals;Liberal Party;Conservative Party;Parliament;State Department;University of Michigan;Cornell
University;Chamber of Commerce;National Retail Federation;Conference Board;Ipsos;Gallup;Deloitte;KPMG;PwC;EY;Ernst & Young;McKinsey""".replace("\n", " ").split(";")

MAKE_A = """Atlas Northern Summit Pacific Granite Harbor Sterling Meridian Pioneer Redwood Silver Capital Global United First Allied Vertex Quantum
Cobalt Falcon Orion Zenith Beacon Crest Delta Echo Frontier Gateway Heritage Iron Jupiter Keystone Liberty Maple Noble Ocean Patriot Quest Ridge
Sierra Titan Union Vanguard Western Yorkshire Zephyr Black Blue Bright Clear Cross East Gold Grand Green High Lake Mount North Oak Port Red River
Rock Stone Sun West White Wind Miller Hungerford Carter Baker Wallace Fletcher Harrison Morgan Kaplan Riggs Nichols Bateh Peel Hunt Barclay Voltic
Finbar Centene Immuno Gilead Nova Astra Bio Medi Pharma Tele Cyber Data Info Micro Macro Omni Poly Syn Trans Ultra Vita""".split()
MAKE_B = """Energy Resources Mining Coal Iron Metals Bank Capital Partners Securities Holdings Group Technologies Systems Solutions Pharmaceuticals
Sciences Therapeutics Health Foods Brands Media Networks Communications Airlines Motors Industries Materials Chemicals Steel Insurance Financial
Investments Advisors Associates Logistics Shipping Retail Stores Restaurants Hotels Properties Realty Software Semiconductor Devices Labs Digital
Interactive Entertainment Gaming Economics Research Consulting Futures Commodities Oil Petroleum Gas Power Electric Water Construction Engineering
Aerospace Defense Robotics Biotech Diagnostics Medical Beverages""".split()
ENDINGS = ["Inc", "Inc.", "Corp", "Corp.", "Ltd", "Limited", "LLC", "LLP", "PLC", "plc", "Co", "Co.", "Group", "AG", "SA", "NV", "Tbk", "CPAs", "Pty Ltd"]
FIRST = """John Mary Michael Sarah David Laura Robert Emma James Linda Daniel Karen Paul Susan Mark Nancy Peter Alice Kevin Rachel Brian Helen
Andrew Julia Thomas Anna Scott Maria Steven Diane Shinichi Wei Raj Priya Ahmed Fatima Carlos Sofia Pierre Hans Ingrid Yuki Chen Li Ravi Anil Ben
Colin Gary Bobby Hillary Barack Donald Joe Tony Malcolm Bill Janet Jerome Christine Mario Angela Narendra Vladimir""".split()
LAST = """Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis
Robinson Walker Young King Wright Scott Green Baker Adams Nelson Hill Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins Edwards
Stewart Morris Murphy Cook Rogers Reed Morgan Cooper Peterson Bailey Saoshiro Tanaka Zhang Wang Patel Singh Kumar Sharma Gupta Khan Garcia Lopez
Dubois Schmidt Muller Rossi Ivanov Barnett Turnbull Draghi Yellen Powell Lagarde Merkel Modi Abbott Jindal Clinton Obama Trump Sanders""".split()
PLACES = """New York;London;Tokyo;Hong Kong;Singapore;Sydney;Perth;Melbourne;Paris;Frankfurt;Berlin;Zurich;Toronto;Chicago;Boston;Houston;Dallas;San
Francisco;Los Angeles;Washington;Beijing;Shanghai;Mumbai;New Delhi;Bangalore;Dubai;Moscow;Ohio;Pennsylvania;West Virginia;Texas;California;Florida;
Louisiana;Western Australia;Pilbara;Queensland;China;Japan;India;Australia;Canada;Germany;France;Britain;UK;U.S.;United States;Europe;Asia;Africa;
Ghana;Brazil;Mexico;Russia;Ukraine;Iran;Israel;Syria;Greece;Italy;Spain;South Korea;Indonesia;Thailand;Vietnam;Kentucky;Virginia;Illinois;
Wall Street;Middle East;Latin America;Silicon Valley;Port Hedland;Scott Depot;Accra;Louisville""".replace("\n", " ").split(";")
PLACES = [p.strip() for p in PLACES]

FRAMES = """O shares rose N percent on D after the company reported earnings .
Shares of O fell N percent in G .
O said on D it will acquire O for $ N million .
O , based in G , plans to cut N jobs .
" We are pleased with the result , " said P , chief executive of O .
P , an analyst at O , said the stock could fall further .
G ( O ) - Asian equities fell across the board on D .
By P
By P , O
O 's chief financial officer P will step down in M .
The report was first published by O .
According to O , demand in G slowed in the third quarter .
O and O announced a merger worth $ N billion .
The G government said it would review the deal .
P told O that the economy was improving .
P was born in G and studied at O .
O upgraded O to buy from hold .
O cut its price target on O to $ N .
A spokesman for O declined to comment .
O filed for bankruptcy in G last M .
The agreement between O and the union covers N workers .
Investors are waiting for the O meeting on D .
O ( NYSE : T ) reported revenue of $ N million .
O ( NASDAQ : T ) today announced a new product .
The O index closed up N points .
In G , police said N people were arrested .
P joined O as a partner in M .
Before joining O , P worked at O and O .
Partner P of O said clients expect more .
O was founded by P in G .
The lawsuit against O was filed in G .
Lawyers for O argued that O breached the contract .
O executives met with officials from O in G .
Iron ore miners such as O , O and O have cut costs .
Data from O showed exports rose N percent in M .
Economists at O wrote that growth figures should be taken with a pinch of salt .
P , who leads O , said the Board had approved the Plan .
The Company reported Net Income of $ N million for the Third Quarter .
Follow us on O and O .
Copyright 2015 O . All rights reserved .
More from O :
O is expected to report results on D .
O , which is listed in G , has hired O as adviser .
The O said N households were affected by the storm .
Prime Minister P said on D that G would sign the trade deal .
President P met P in G on D .
Senator P of G criticised the bill .
The coal mine in G employs N people .
Traders said the dollar was weaker against the yen on D .
Oil prices fell as OPEC met in G .
Gold was steady at $ N an ounce , while Brent crude dipped .
Bitcoin fell N percent on D , data from O showed .
O listed the token after O approved the sale .
The firm 's clients include O , O and O .
About O : O is a leading provider of software in G .
P is a Managing Director at O in G .
Mr. P said that he would not resign .
Ms. P , N , lives in G with her husband .
Chairman P said the Annual General Meeting would be held in M .
Best Firms to Work For : O
Tip : Use comma to separate multiple quotes .
Learn more ...
Markets open in N hrs N mins
The Plan , the Board and the Committee will meet on D .
Chief Executive Officer P sold N shares of O on D .""".split("\n")
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()


def _upper_name(rng, name):
    """A name from the SEC's list as a newspaper would write it."""
    words = []
    for word in re.sub(r"[/\\].*$", "", name).split():
        words.append(word.capitalize() if word.isupper() and len(word) > 4 else word)
    if len(words) > 1 and rng.random() < 0.6 and re.fullmatch(r"(?i)(inc|corp|ltd|co|plc|llc|lp|sa|nv|ag|holdings|group|limited|corporation|company)\.?,?", words[-1]):
        words = words[:-1]
    return " ".join(words).strip(" ,")


def organisation(rng, listed):
    roll = rng.random()
    if roll < 0.3:
        return rng.choice(listed)
    if roll < 0.55:
        return rng.choice(AGENCIES).strip()
    if roll < 0.62:
        return "".join(rng.choice("ABCDEFGHIKLMNOPRSTUV") for _ in range(rng.choice([3, 3, 4])))
    name = rng.choice(MAKE_A)
    if rng.random() < 0.25:
        name += rng.choice(["", " ", " & ", " , "]) + rng.choice(MAKE_A) if rng.random() < 0.6 else rng.choice(["corp", "tech", "gen", "soft", "net", "ex"])
    if rng.random() < 0.7:
        name += " " + rng.choice(MAKE_B)
    if rng.random() < 0.35:
        name += rng.choice([" ", " , "]) + rng.choice(ENDINGS)
    if rng.random() < 0.06:
        name = rng.choice(["Bank of ", "University of ", "Department of ", "Port of ", "Court of "]) + rng.choice(PLACES)
    return name


def framed(rng, listed):
    """One sentence of our own with the spans of its organisations."""
    text, spans = "", []
    for word in rng.choice(FRAMES).split(" "):
        what = word
        if word == "O":
            what = organisation(rng, listed)
        elif word == "P":
            what = rng.choice(FIRST) + (f" {rng.choice('ABCDEJMRST')}." if rng.random() < 0.15 else "") + " " + rng.choice(LAST)
            what = what.split()[-1] if rng.random() < 0.25 else what
        elif word == "G":
            what = rng.choice(PLACES)
        elif word == "D":
            what = rng.choice(DAYS)
        elif word == "M":
            what = rng.choice(MONTHS)
        elif word == "N":
            what = rng.choice(["3", "4.5", "12", "250", "1,200", "0.8"])
        elif word == "T":
            what = "".join(rng.choice("ABCDEFGHKLMNPRST") for _ in range(rng.choice([2, 3, 4])))
        text += " " if text else ""
        if word == "O":
            spans.append((len(text), len(text) + len(what)))
        text += what
    if rng.random() < 0.3:
        # The same sentence as running text.
        fixed, moved, at = "", {}, 0
        for i, c in enumerate(text):
            if c == " " and i + 1 < len(text) and text[i + 1] in ",.'):" or c == " " and i and text[i - 1] in "($":
                moved[i] = len(fixed)
                continue
            moved[i] = len(fixed)
            fixed += c
        moved[len(text)] = len(fixed)
        spans = [(moved[a], moved[b]) for a, b in spans]
        text = fixed
    return text, spans


def _agency_spans(text):
    out = []
    for name in AGENCIES:
        name = name.strip()
        for found in re.finditer(r"(?<![\w$])" + re.escape(name) + r"(?!\w)", text):
            out.append(found.span())
    return out


def _merged(spans):
    out = []
    for span in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not out or span[0] >= out[-1][1]:
            out.append(span)
    return out


def _find_all(text, name):
    return [m.span() for m in re.finditer(r"(?<!\w)" + re.escape(name) + r"(?!\w)", text)]


def sentences(folder, frames=24000):
    """(text, spans of organisations, weight). Rows set aside elsewhere are left out here too."""
    rng = random.Random(31)
    out = []
    with open(os.path.join(folder, "entities/sec_company_tickers.csv"), newline="", encoding="utf-8") as file:
        listed = [_upper_name(rng, r["name"]) for r in csv.DictReader(file)]
    listed = [n for n in listed if n and n.lower() not in NOT_ORGANISATIONS and not re.search(r"(?i)\b(etf|trust|fund)\b", n)]
    with open(os.path.join(folder, "sentiment/bellwether_headlines.jsonl"), encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if split_of(row["title"]) == 0:
                continue
            for text in (row["title"], row["lead"]):
                if text:
                    spans = [s for name in row["companies"] for s in _find_all(text, name)]
                    out.append((text, _merged(spans + _agency_spans(text)), 1.0))
    by_text = {}
    with open(os.path.join(folder, "sentiment/sentfin_entity_dev.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            by_text.setdefault(row["text"], []).append(row["entity"])
    for text, names in by_text.items():
        if split_of(text) == 0:
            continue
        spans = []
        for name in names:
            parts = name.lower().split()
            if name[0].isupper() and parts[-1] not in LAST_NOT and not all(p in NOT_ORGANISATIONS for p in parts):
                spans += _find_all(text, name)
        out.append((text, _merged(spans + _agency_spans(text)), 0.7))
    for name in ("entities/train_FIN5.conll", "entities/test_FIN3.conll"):
        for sentence in conll(os.path.join(folder, name), " "):
            text, spans, open_at = "", [], None
            for word, tag in sentence:
                text += " " if text else ""
                if open_at is not None and not tag == "I-ORG":
                    spans.append((open_at, len(text) - 1))
                    open_at = None
                if tag == "B-ORG":
                    open_at = len(text)
                text += word
            if open_at is not None:
                spans.append((open_at, len(text)))
            spans = [s for s in spans if not all(w.lower() in GENERIC for w in text[s[0]:s[1]].split())]
            if len(text) < 1200:
                out.append((text, spans, 0.5))
    out += [(*framed(rng, listed), 0.6) for _ in range(frames)]
    return out


def held(folder):
    """Measured on, never trained on: sentences as text with the spans of their organisations."""
    out = []
    for sentence in conll(os.path.join(folder, "entities/finer_ord_val.conll"), "\t"):
        text, spans, open_at = "", [], None
        for word, tag in sentence:
            text += " " if text else ""
            if open_at is not None and tag != "I-ORG":
                spans.append((open_at, len(text) - 1))
                open_at = None
            if tag == "B-ORG":
                open_at = len(text)
            text += word
        if open_at is not None:
            spans.append((open_at, len(text)))
        out.append((text, spans))
    return out


def span_f1(gold, guess):
    hit = sum(len(set(g) & set(p)) for g, p in zip(gold, guess))
    total = sum(len(g) for g in gold), sum(len(p) for p in guess)
    return 2 * hit / max(1, sum(total)), hit / max(1, total[1]), hit / max(1, total[0])


__all__ = ["scan", "sentences", "held", "span_f1"]
