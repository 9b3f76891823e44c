"""Makes whitelist.json of a list of players: python3 convert.py names.txt java

The list has one player a line, or is the whitelist.json of another server. "bedrock" makes
allowlist.json of gamertags or XUIDs, "floodgate" a whitelist.json for Bedrock players on a Java server.
Run it again to go on. What is known is in names.txt.java.json: delete it to ask again.
"""

import json
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = "{base}"


def entry(kind, result):
    """A player as the server wants it."""
    if kind == "java":
        return {"uuid": result["java"]["uuid_dashed"], "name": result["java"]["username"]}
    bedrock = result["bedrock"]
    if kind == "floodgate":
        return {"uuid": bedrock["floodgate_uuid"], "name": "." + bedrock["gamertag"].replace(" ", "_")}
    return {"ignoresPlayerLimit": False, "name": bedrock["gamertag"], "xuid": bedrock["xuid_decimal"]}


def problem(kind, result):
    """Why a player is not in the list. With Floodgate, linked players join with their Java UUID."""
    if not result["success"]:
        return result["error"]
    if kind != "floodgate" or result["bedrock"]["linked"] is False:
        return None
    if result["bedrock"]["linked"]:
        return "joins with the Java UUID of the linked account: list that player under java"
    return "the link is not known yet: run this again in a minute"


def is_lasting(result):
    """A link that is not known yet is asked for again in the next run."""
    return "bedrock" not in result or result["bedrock"]["linked"] is not None


def look_up(names, edition):
    """The results in the order of the names, or the seconds to wait when there are none."""
    body = json.dumps({"usernames": names, "type": edition}).encode()
    request = Request(SERVICE + "/api/batch", body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=10) as response:
            return json.load(response)["results"], 0
    except HTTPError as error:
        if error.code < 429:
            sys.exit(f"{error}: {error.read().decode()}")
        return [], int(error.headers.get("Retry-After") or 5)
    except (OSError, ValueError):
        # No connection, no response in time, or a proxy's HTML.
        return [], 5


def names_in(text):
    """The names of a whitelist.json, or one a line."""
    if not text.lstrip().startswith("["):
        return [line.strip() for line in text.splitlines()]
    return [each if isinstance(each, str) else each["name"] for each in json.loads(text)]


if len(sys.argv) != 3 or sys.argv[2] not in ("java", "bedrock", "floodgate"):
    sys.exit(__doc__)
source, kind = Path(sys.argv[1]), sys.argv[2]
edition = "java" if kind == "java" else "bedrock"
output = Path("allowlist.json" if kind == "bedrock" else "whitelist.json")
if output.resolve() == source.resolve():
    sys.exit(f"{output} would be overwritten: rename the list.")

names = list(dict.fromkeys(name for name in names_in(source.read_text("utf-8-sig")) if name))
file = Path(f"{source}.{edition}.json")
known = json.loads(file.read_text("utf-8")) if file.exists() else {}

failures = 0
while waiting := [name for name in names if name not in known]:
    if failures == 10:
        sys.exit("The service is unavailable. Run this again later to go on.")
    results, seconds = look_up(waiting[:50], edition)
    failures += 1
    for name, result in zip(waiting, results):
        # Without retry_after, the result stays the same.
        if "retry_after" in result:
            seconds = max(seconds, result["retry_after"])
        else:
            known[name] = result
            failures = 0
    lasting = {name: result for name, result in known.items() if is_lasting(result)}
    file.write_text(json.dumps(lasting), "utf-8")
    print(f"{sum(name in known for name in names)} of {len(names)}", file=sys.stderr)
    time.sleep(seconds)

found = [known[name] for name in names if problem(kind, known[name]) is None]
output.write_text(json.dumps([entry(kind, result) for result in found], indent=2), "utf-8")
print(f"{output}: {len(found)} of {len(names)} players")
for name in names:
    # With the reason "unsearchable", replace the gamertag by the XUID.
    if why := problem(kind, known[name]):
        print(f"{name}: {why}")
