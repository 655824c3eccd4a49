"""What the demo has, for arguments that give an answer."""
import datetime
import json
import os
import pathlib
import urllib.parse
import urllib.request
import uuid

BASE, KEY = os.environ["BASE"], os.environ["KEY"]
HERE = pathlib.Path(__file__).parent


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers)) as answer:
        return json.load(answer)


def arguments(tools):
    """Arguments for each tool, with the days of the demo where a tool asks for days."""
    last = datetime.date.fromisoformat(ask("/taxonomy")["days"]["last"])
    days = {"startDate": str(last - datetime.timedelta(days=7)), "endDate": str(last)}
    query = urllib.parse.urlencode(days)
    told = next(row for row in ask(f"/feed?limit=100&{query}")["data"] if row["story_id"])
    names = ask("/taxonomy")
    leaders = ask("/transparency-index/leaderboard")["data"]
    speakers = ask(f"/speakers?{query}")
    speakers = speakers if isinstance(speakers, list) else speakers["speakers"]
    known = {
        "$article": told["id"], "$story": told["story_id"], "$outlet": told["Outlet"], "$speaker": speakers[0]["id"],
        "$company": names["companies"][0]["name"], "$company2": names["companies"][1]["name"],
        "$asset": names["assets"][0]["name"], "$metric": names["metrics"][0]["id"], "$ticker": leaders[0]["ticker"], "$run": f"run-{uuid.uuid4()}",
        "$space": ask("/v1/spaces", {"name": f"Space {uuid.uuid4()}", "keyword": "bitcoin"})["id"],
        "$brain": ask("/v1/brains", {"name": f"Brain {uuid.uuid4()}", "people": ["Jane Harlow"]})["id"],
    }
    fill = lambda value: [fill(one) for one in value] if isinstance(value, list) else known.get(value, value) if isinstance(value, str) else value
    given = json.loads((HERE / "arguments.json").read_text())
    filled = {}
    for tool in tools:
        schema = tool["inputSchema"]
        filled[tool["name"]] = {name: fill(value) for name, value in given[tool["name"]].items()}
        filled[tool["name"]].update({name: days[name] for name in schema.get("required", []) if name in days})
    return filled


def used():
    return ask("/usage")["total"]["credits"]
