"""A service keeps its backups and the copies of its index in a bucket; a new one begins with them.

    prove.py PATH-TO-BELLWETHER FOLDER PATH-TO-MOTO-SERVER
"""

import base64
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import boto3

PROGRAM, FOLDER, MOTO = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
BUCKET, DOCUMENTS = "kept-apart", 900
# What the server does before it asks who is there.
ACTIONS_UNSIGNED = 4
failed = []


def row(what, figure, holds=True):
    print(f"{what:<52}  {'yes' if holds else 'NO ':<3}  {figure}", flush=True)
    if not holds:
        failed.append(what)


def until(what, done, seconds=120):
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if found := done():
            return found
        time.sleep(0.2)
    sys.exit(f"waited {seconds} s for {what}")


def items():
    """Few, long and random words: quickly read, and a backup of them is larger than one part."""
    chance = random.Random(7)
    for n in range(DOCUMENTS):
        words = " ".join(base64.b64encode(chance.randbytes(750)).decode() for _ in range(28))
        yield json.dumps({
            "url": f"https://invented.example/{n}", "title": f"Invented report {n} about bitcoin",
            "outlet": {"name": f"Outlet {n % 17}", "category": "Crypto News", "family": f"House {n % 5}", "country": "CH"},
            "content": words, "kind": "news", "published_at": f"2026-02-{n % 28 + 1:02}T{n % 24:02}:00:00Z", "invented": True})


def environment(folder, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("BELLWETHER_", "AWS_"))}
    kept |= {"BELLWETHER_DATA_DIR": str(folder), "BELLWETHER_COLLECT": "false", "BELLWETHER_LISTEN": "127.0.0.1:0",
             "BELLWETHER_METERING": "false", "BELLWETHER_S3_ENDPOINT": ENDPOINT, "BELLWETHER_S3_ACCESS_KEY": KEY["AccessKeyId"],
             "BELLWETHER_S3_SECRET_KEY": KEY["SecretAccessKey"]}
    return kept | more


def run(folder, *words, given=None, check=True, **more):
    folder.mkdir(exist_ok=True)
    done = subprocess.run([PROGRAM, *words], env=environment(folder, **more), cwd=FOLDER, input=given, capture_output=True, text=True)
    if check and done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done


class Service:
    def __init__(self, folder, **more):
        self.log = open(folder / "serve.log", "w+")
        self.process = subprocess.Popen([PROGRAM, "serve"], env=environment(folder, **more), cwd=FOLDER, stderr=self.log,
                                        stdout=subprocess.DEVNULL)
        self.base = until("a service", lambda: re.search(r"serving on (http://[\d.:]+)", self.said()))[1]

    def said(self):
        if getattr(self, "process", None) and self.process.poll() is not None:
            sys.exit(pathlib.Path(self.log.name).read_text())
        return pathlib.Path(self.log.name).read_text()

    def total(self):
        url = f"{self.base}/feed?startDate=2026-02-01&endDate=2026-02-28&limit=1"
        try:
            return json.load(urllib.request.urlopen(url, timeout=20))["pagination"]["total"]
        except OSError:
            return None

    def stop(self):
        self.process.terminate()
        self.process.wait()


def names(s3, prefix):
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
    return {one["Key"]: one["Size"] for page in pages for one in page.get("Contents", [])}


def begin():
    """A bucket, and a user who may use it and has to sign."""
    global ENDPOINT, KEY
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    ENDPOINT = f"http://127.0.0.1:{port}"
    moto = subprocess.Popen([MOTO, "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            env=os.environ | {"INITIAL_NO_AUTH_ACTION_COUNT": str(ACTIONS_UNSIGNED)})

    def listens():
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) == 0

    until("moto", listens)
    of = {"endpoint_url": ENDPOINT, "region_name": "us-east-1"}
    first = {"aws_access_key_id": "none", "aws_secret_access_key": "none"}
    iam = boto3.client("iam", **of, **first)
    boto3.client("s3", **of, **first).create_bucket(Bucket=BUCKET)
    iam.create_user(UserName="bellwether")
    allowed = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
    iam.put_user_policy(UserName="bellwether", PolicyName="files", PolicyDocument=json.dumps(allowed))
    KEY = iam.create_access_key(UserName="bellwether")["AccessKey"]
    return moto, boto3.client("s3", **of, aws_access_key_id=KEY["AccessKeyId"], aws_secret_access_key=KEY["SecretAccessKey"])


def prove(s3):
    first, second = FOLDER / "first", FOLDER / "second"
    place = f"s3://{BUCKET}/some/where"
    run(first, "import", "-", given="\n".join(items()))

    refused = run(first, "backup", place, check=False, BELLWETHER_S3_SECRET_KEY="wrong")
    row("a wrong secret is refused, and says so", refused.stderr.strip().splitlines()[-1][-90:],
        refused.returncode != 0 and "SignatureDoesNotMatch" in refused.stderr)
    began = time.monotonic()
    away = run(first, "backup", place, check=False, BELLWETHER_S3_ENDPOINT="http://127.0.0.1:9")
    row("a server that is away", f"given up after {time.monotonic() - began:.1f} s", away.returncode != 0 and time.monotonic() - began < 60)
    none = run(first, "backup", place, check=False, BELLWETHER_S3_SECRET_KEY="")
    row("no secret", none.stderr.strip()[-60:], none.returncode != 0 and "s3_secret_key" in none.stderr)

    began = time.monotonic()
    made = run(first, "backup", place).stdout.split()[-1]
    size = names(s3, "some/where/")[made.removeprefix(f"s3://{BUCKET}/")]
    row("a backup goes there in parts", f"{size / 2**20:.1f} MiB in {time.monotonic() - began:.1f} s", size > 16 << 20)
    again = run(first, "backup", place, check=False)
    row("a second one of the same name is refused", again.stderr.strip()[-60:], again.returncode != 0 and "already" in again.stderr)
    whole = run(first, "restore", "--check", made).stdout.strip()
    row("it is whole", whole, whole == "the backup is whole")
    restored = run(second, "restore", made)
    row("it is restored elsewhere", "the books balance", "the books balance" in restored.stdout)
    left = [str(path.name) for path in first.glob("moving-*")] + [str(path.name) for path in second.glob("moving-*")]
    row("nothing stays behind in the data folder", f"{left}", not left)
    row("no upload is left open", "", "Uploads" not in s3.list_multipart_uploads(Bucket=BUCKET))

    # Every night, and copies of the index every ten minutes: the first of both as soon as it serves.
    more = {"BELLWETHER_INDEX_SNAPSHOTS": f"s3://{BUCKET}/index", "BELLWETHER_BACKUP_DIR": f"s3://{BUCKET}/nightly",
            "BELLWETHER_BACKUP_HOUR": "0"}
    service = Service(second, **more)
    until("all documents", lambda: service.total() == DOCUMENTS)
    until("a copy of the index", lambda: any(name.endswith(".meta") for name in names(s3, "index/")))
    until("a nightly backup", lambda: names(s3, "nightly/"))
    service.stop()
    copy = names(s3, "index/")
    row("a copy of the index", f"{len(copy)} files, {sum(copy.values()) / 2**20:.1f} MiB", sum(copy.values()) > 0)
    row("the night's backup", ", ".join(names(s3, "nightly/")), len(names(s3, "nightly/")) == 1)
    told = next(line for line in run(second, "doctor", check=False, **more).stdout.splitlines() if "days old" in line)
    row("doctor finds it", told.strip()[-60:], "is 0 days old" in told)

    shutil.rmtree(second / "index")
    service = Service(second, **more)
    began = re.search(r"the index begins with .*", service.said())
    found = service.total()
    row("a node without an index begins with the copy", f"{found} documents at the first answer", bool(began) and found == DOCUMENTS)
    service.stop()

    # A copy that cannot be had costs time only.
    shutil.rmtree(second / "index")
    s3.delete_object(Bucket=BUCKET, Key=next(name for name in copy if "/segments/" in name))
    service = Service(second, **more)
    until("all documents", lambda: service.total() == DOCUMENTS)
    row("one whose copy is broken makes its own", "", "does not begin with a copy" in service.said())
    service.stop()


moto, client = begin()
try:
    prove(client)
finally:
    moto.terminate()
    moto.wait()
if failed:
    sys.exit(f"does not hold: {'; '.join(failed)}")
