"""Opens every page of Datasette over a database, which lies in a folder of its own.

Usage: datasette_shows.py DATABASE METADATA. Prints the number of pages and the first table that is shown.
"""

import asyncio
import json
import sys

from datasette.app import Datasette
from datasette.utils import tilde_encode


def tilde(value):
    return tilde_encode(str(value))


def keys_of(row, names):
    return [row[name] for name in names]


async def main(path, metadata):
    with open(metadata, encoding="utf-8") as file:
        described = json.load(file)
    shown = Datasette([path], metadata=described, settings={"sql_time_limit_ms": 60000})
    await shown.invoke_startup()
    name = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    pages, failed = 0, []

    async def page(address):
        nonlocal pages
        pages += 1
        answer = await shown.client.get(address, follow_redirects=True)
        if answer.status_code != 200:
            failed.append((answer.status_code, address))
        return answer

    await page("/")
    listed = (await page(f"/{name}.json")).json()
    for table in [made["name"] for made in listed["tables"]] + list(listed["views"]):
        table = table if isinstance(table, str) else table["name"]
        html = (await page(f"/{name}/{table}")).text
        rows = (await page(f"/{name}/{table}.json?_shape=objects&_size=3")).json()["rows"]
        keys = [made["primary_keys"] for made in listed["tables"] if made["name"] == table]
        for row in rows[:1] if keys and keys[0] else []:
            # The address of a row with an empty key is none.
            if all(isinstance(row[key], int) or row[key] for key in keys[0]):
                await page(f"/{name}/{table}/" + ",".join(map(tilde, keys_of(row, keys[0]))))
        if table == "games":
            assert "One row for every distinct line of moves" in html
            assert "The ECCO code by the moves" in html
    for query in described["databases"][name]["queries"]:
        await page(f"/{name}/{query}")
    visible = [made["name"] for made in listed["tables"] if not made["hidden"]]
    assert not failed, failed
    assert pages > 60, pages
    print(pages, visible)


asyncio.run(main(*sys.argv[1:]))
