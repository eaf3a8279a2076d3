"""Shows a dataset to those validators that are installed.

Usage: dataset_is_valid.py FOLDER. Prints the names of the validators, and of those that are not there with a minus.
"""

import importlib.util
import json
import subprocess
import sys

import yaml

folder = sys.argv[1]
seen = []


def is_there(name):
    there = importlib.util.find_spec(name) is not None
    seen.append(name if there else f"-{name}")
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
    done = subprocess.run(
        [sys.executable.replace("python", "rocrate-validator"), "-y", "validate", "--no-paging", "--verbose", folder],
        capture_output=True, text=True,
    )
    said = done.stdout + done.stderr
    if "URLError" in said:
        # It reads the context of RO-Crate from the network.
        seen[-1] = f"-{seen[-1]}"
    else:
        assert done.returncode == 0, said
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
