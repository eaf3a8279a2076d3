"""Shows a dataset to those validators that are installed.

Usage: dataset_is_valid.py FOLDER. Prints the names of the validators, with a minus those that are not there.

The validator of RO-Crate reads the context of RO-Crate 1.2 from the network, or from the file that
`XQDB_RO_CRATE_CONTEXT` names.
"""

import importlib.util
import json
import os
import sys

import yaml

folder = sys.argv[1]
seen = []


def is_there(name):
    there = importlib.util.find_spec(name) is not None
    seen.append(name if there else f"-{name}: it is not installed")
    return there


if is_there("frictionless"):
    from frictionless import Package, system

    system.trusted = True
    # A description that is wrong raises an error here. Its reader of Parquet lacks an encoding.
    package = Package(f"{folder}/datapackage.json")
    assert len(package.resources) == 7
    for name in ["files", "decisions"]:
        report = package.get_resource(name).validate()
        assert report.valid, report.flatten(["message"])
if is_there("mlcroissant"):
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=f"{folder}/croissant.json")
    games = list(dataset.records("games"))
    assert games and all(len(game["games/key"]) == 12 for game in games)
if is_there("rocrate_validator"):
    import requests
    from rocrate_validator import services
    from rocrate_validator.errors import ValidationExecutionError

    context, reach = os.environ.get("XQDB_RO_CRATE_CONTEXT"), requests.adapters.HTTPAdapter.send

    def answer(adapter, request, **how):
        """Answers with the context of RO-Crate that is at hand; without one, the network answers."""
        if not context:
            return reach(adapter, request, **how)
        kept = requests.Response()
        kept.status_code, kept.url, kept.request = 200, request.url, request
        kept.headers["Content-Type"] = "application/ld+json"
        kept.raw = open(context, "rb")
        return kept

    requests.adapters.HTTPAdapter.send = answer
    settings = {"rocrate_uri": folder, "profile_identifier": "ro-crate-1.2", "no_cache": True}
    try:
        issues = [str(issue.message) for issue in services.validate(settings).get_issues()]
    except ValidationExecutionError as error:
        issues = [str(error)]
    if not context and any("URLError" in it or "Unable to retrieve the JSON-LD context" in it for it in issues):
        seen[-1] = "-rocrate_validator: the context of RO-Crate cannot be reached"
    else:
        assert not issues, issues
with open(f"{folder}/ro-crate-metadata.json", encoding="utf-8") as file:
    graph = {node["@id"]: node for node in json.load(file)["@graph"]}
root = graph["./"]
assert all(root[name] for name in ("name", "description", "datePublished", "license"))
for node in graph.values():
    for value in node.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and not one["@id"].startswith("https://w3id.org/"):
                assert one["@id"] in graph, one
if is_there("cffconvert"):
    from cffconvert import Citation

    with open(f"{folder}/CITATION.cff", encoding="utf-8") as file:
        Citation(file.read()).validate()
with open(f"{folder}/README.md", encoding="utf-8") as file:
    card = yaml.safe_load(file.read().split("---\n")[1])
for config in card["configs"]:
    assert config["data_files"].endswith(f"{config['config_name']}.parquet")
print(json.dumps(seen))
