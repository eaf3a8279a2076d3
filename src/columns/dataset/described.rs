//! The files that describe a dataset to catalogues, programs and people.

use super::files::{FILE_COLUMNS, SourceFiles};
use super::sha256;
use super::tables::DatasetRecipe;
use crate::columns::ColumnsResult;
use crate::columns::table::ArrowTable;
use arrow_schema::DataType;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// A file of the dataset.
#[derive(Debug)]
pub(super) struct DatasetFile<'t> {
    pub(super) path: String,
    pub(super) sha256: String,
    bytes: u64,
    /// The table in the file, and its number of rows.
    table: Option<(&'t ArrowTable, u64)>,
}

impl<'t> DatasetFile<'t> {
    pub(super) fn of(
        folder: &Path,
        path: String,
        table: Option<(&'t ArrowTable, u64)>,
    ) -> ColumnsResult<DatasetFile<'t>> {
        let (sha256, bytes) = sha256(&folder.join(&path))?;
        Ok(DatasetFile { path, sha256, bytes, table })
    }

    fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("parquet") => "application/vnd.apache.parquet",
            Some("csv") => "text/csv",
            Some("zst") => "application/zstd",
            _ => "text/tab-separated-values",
        }
    }

    /// Name of the file without folder and last extension; `-` replaces dots.
    fn name(&self) -> String {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(name, _)| name).replace('.', "-")
    }

    fn about(&self) -> &'static str {
        match self.table {
            Some((table, _)) => table.about,
            None if self.name() == "files" => "Every file that records came from.",
            None if self.name() == "games-pgn" => {
                "All games as PGN in UTF-8, by key, with variations and comments."
            }
            None => "The decisions of people, for `xqdb decisions apply`.",
        }
    }
}

/// The facts that the descriptions of a dataset state.
#[derive(Debug)]
pub(super) struct Described<'d> {
    pub(super) fingerprint: String,
    pub(super) files: &'d SourceFiles,
    pub(super) recipe: &'d DatasetRecipe,
    /// Whether the positions of variations are included.
    pub(super) variations: bool,
    /// Whether only what records state counts.
    pub(super) as_stated: bool,
    pub(super) parts: Vec<DatasetFile<'d>>,
}

/// Id of the program's run in the RO-Crate.
pub(super) const EXPORT: &str = "#export";
/// Name of that run.
pub(super) const EXPORT_NAME: &str = "xqdb export --to dataset";

const PROGRAM: &str = concat!("xqdb ", env!("CARGO_PKG_VERSION"));

impl Described<'_> {
    fn rows(&self, name: &str) -> u64 {
        let parts = self.parts.iter().filter_map(|part| part.table);
        parts.filter(|(table, _)| table.name == name).map(|(_, rows)| rows).sum()
    }

    fn summary(&self) -> String {
        format!(
            "{} games of Xiangqi (Chinese chess) from {} records in {} files, as tables of games, \
             positions, openings and records, and as PGN.",
            self.rows("games"),
            self.rows("records"),
            self.files.count()
        )
    }

    /// A sentence about the licences of the files.
    fn rights(&self) -> String {
        let missing = self.files.without_licence();
        let licences: Vec<&str> = self.files.licences().into_iter().collect();
        match (missing, &licences[..]) {
            (0, [licence]) => format!("All files: {licence}."),
            (0, _) => format!("{}, by file: see `files.csv`.", licences.join(", ")),
            _ => format!(
                "Of {missing} of {} files nobody has stated what may be done with them. Moves and \
                 results are facts; comments, selections and databases may be protected. Ask \
                 whoever published them before you publish this.",
                self.files.count()
            ),
        }
    }

    pub(super) fn data_package(&self) -> String {
        let resources: Vec<Value> = self.parts.iter().map(resource).collect();
        let sources: Vec<Value> = self
            .files
            .addresses()
            .into_iter()
            .map(|address| json!({ "title": address, "path": address }))
            .collect();
        let mut package = json!({
            "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
            "name": "xiangqi-games",
            "title": self.recipe.title,
            "description": format!("{} {}", self.summary(), self.rights()),
            "created": format!("{}T00:00:00Z", self.recipe.day),
            "version": self.fingerprint,
            "resources": resources,
        });
        if let Some(licence) = self.files.licence() {
            package["licenses"] = json!([{ "name": licence }]);
        }
        if !sources.is_empty() {
            package["sources"] = json!(sources);
        }
        pretty(&package)
    }

    pub(super) fn croissant(&self) -> String {
        let tables = self.parts.iter().filter_map(|part| Some((part, part.table?)));
        let distribution: Vec<Value> = tables
            .clone()
            .map(|(part, _)| {
                json!({
                    "@type": "cr:FileObject",
                    "@id": part.path,
                    "name": part.path,
                    "description": part.about(),
                    "contentUrl": part.path,
                    "contentSize": format!("{} B", part.bytes),
                    "encodingFormat": "application/x-parquet",
                    "sha256": part.sha256,
                })
            })
            .collect();
        let records: Vec<Value> =
            tables.map(|(part, (table, _))| record_set(part, table)).collect();
        let mut dataset = json!({
            "@context": croissant_context(),
            "@type": "sc:Dataset",
            "conformsTo": "http://mlcommons.org/croissant/1.0",
            "name": self.recipe.title,
            "description": format!("{} {}", self.summary(), self.rights()),
            "version": "1.0.0",
            "datePublished": self.recipe.day,
            "citeAs": format!("{} ({}), archive {}", self.recipe.title, self.recipe.day, self.fingerprint),
            "distribution": distribution,
            "recordSet": records,
        });
        if let Some(licence) = self.files.licence() {
            dataset["license"] = json!(spdx(licence));
        }
        pretty(&dataset)
    }

    pub(super) fn ro_crate(&self) -> String {
        let parts = self.parts.iter().map(|part| {
            json!({
                "@id": part.path,
                "@type": "File",
                "name": part.path,
                "description": part.about(),
                "encodingFormat": part.media_type(),
                "contentSize": part.bytes.to_string(),
                "sha256": part.sha256,
            })
        });
        let licence = self.files.licence();
        let (rights_id, rights_name) = match licence {
            Some(licence) => (spdx(licence), licence),
            None => ("#rights".to_owned(), "Rights by file"),
        };
        let options: Vec<Value> = self.recipe.options([self.variations, self.as_stated]);
        let mut used = vec![json!({ "@id": "#archive" })];
        used.extend(options.iter().map(|option| json!({ "@id": option["@id"] })));
        let ids: Vec<Value> = self.parts.iter().map(|part| json!({ "@id": part.path })).collect();
        let mut graph = vec![
            json!({
                "@id": "ro-crate-metadata.json",
                "@type": "CreativeWork",
                "conformsTo": { "@id": "https://w3id.org/ro/crate/1.2" },
                "about": { "@id": "./" },
            }),
            json!({
                "@id": "./",
                "@type": ["Dataset", "prov:Entity"],
                "name": self.recipe.title,
                "description": self.summary(),
                "identifier": format!("xqdb:{}", self.fingerprint),
                "datePublished": self.recipe.day,
                "license": { "@id": rights_id },
                "hasPart": ids,
                "mentions": { "@id": "#export" },
                "prov:wasGeneratedBy": { "@id": "#export" },
                "prov:wasDerivedFrom": { "@id": "#archive" },
            }),
            json!({
                "@id": rights_id,
                "@type": "CreativeWork",
                "name": rights_name,
                "description": self.rights(),
            }),
            json!({
                "@id": "#archive",
                "@type": ["CreativeWork", "prov:Entity"],
                "name": "A database of xqdb, made of the files in files.csv",
                "identifier": format!("xqdb:{}", self.fingerprint),
                "prov:wasDerivedFrom": { "@id": "files.csv" },
            }),
            json!({
                "@id": EXPORT,
                "@type": ["CreateAction", "prov:Activity"],
                "name": EXPORT_NAME,
                "endTime": self.recipe.day,
                "instrument": { "@id": "#xqdb" },
                "object": used,
                "result": { "@id": "./" },
                "prov:used": { "@id": "#archive" },
                "prov:wasAssociatedWith": { "@id": "#xqdb" },
            }),
            json!({
                "@id": "#xqdb",
                // A `SoftwareApplication` must have an address, and this program has none.
                "@type": ["CreativeWork", "prov:SoftwareAgent"],
                "name": "xqdb",
                "version": env!("CARGO_PKG_VERSION"),
            }),
        ];
        graph.extend(options);
        graph.extend(parts);
        let prov = json!({ "prov": "http://www.w3.org/ns/prov#" });
        pretty(&json!({
            "@context": ["https://w3id.org/ro/crate/1.2/context", prov],
            "@graph": graph,
        }))
    }

    pub(super) fn citation(&self) -> String {
        let quoted = |text: &str| json!(text).to_string();
        let mut text = format!(
            "cff-version: 1.2.0\nmessage: If you use this dataset, please cite it.\ntype: dataset\n\
             title: {}\nauthors:\n  - name: The compilers of the files in files.csv\n\
             date-released: \"{}\"\nversion: \"{}\"\nabstract: {}\n",
            quoted(&self.recipe.title),
            self.recipe.day,
            self.fingerprint,
            quoted(&self.summary()),
        );
        if let Some(licence) = self.files.licence() {
            let _ = writeln!(text, "license: {licence}");
        }
        text
    }

    pub(super) fn card(&self) -> String {
        let mut configs = String::new();
        let mut tables = String::new();
        let parts =
            self.parts.iter().filter_map(|part| Some((part, part.table?))).collect::<Vec<_>>();
        for of_table in parts.chunk_by(|(_, (a, _)), (_, (b, _))| a.name == b.name) {
            let (part, (table, _)) = of_table[0];
            let rows: u64 = of_table.iter().map(|(_, (_, rows))| rows).sum();
            let name = table.name;
            let path = match of_table.len() {
                1 => part.path.clone(),
                _ => part.path.replace("-00000-of-", "-*-of-"),
            };
            let _ = writeln!(configs, "  - config_name: {name}\n    data_files: {path}");
            let _ = writeln!(tables, "\n## `{path}`: {rows} rows\n\n{}\n", table.about);
            tables += "| column | type | meaning |\n|---|---|---|\n";
            for column in table.columns.iter() {
                let (name, about) = (column.name, column.about.replace('|', "\\|"));
                let _ = writeln!(tables, "| `{name}` | {} | {about} |", column.data_type);
            }
        }
        let split = match self.recipe.split {
            Some(shares) => format!(
                "The column `split` parts games and positions for machine learning, {shares} in percent of the \
                 groups: copies of a game and games of one event are in one part."
            ),
            None => "Split by `counts_as_id` and by `edition_id` before you train and test: copies of a game, and games \
                     of one event, are not independent."
                .to_owned(),
        };
        let licence = self.files.licence().map(str::to_lowercase);
        include_str!("card.md")
            .replace("{licence}", licence.as_deref().unwrap_or("other"))
            .replace("{configs}", configs.trim_end())
            .replace("{quoted}", &json!(self.recipe.title).to_string())
            .replace("{title}", &self.recipe.title.replace('\n', " "))
            .replace("{summary}", &self.summary())
            .replace("{rights}", &self.rights())
            .replace("{program}", PROGRAM)
            .replace("{day}", &self.recipe.day)
            .replace("{fingerprint}", &self.fingerprint)
            .replace("{split}", &split)
            .replace("{tables}", tables.trim())
    }
}

impl DatasetRecipe {
    /// The options of the run, as entities of the RO-Crate.
    fn options(&self, [variations, as_stated]: [bool; 2]) -> Vec<Value> {
        let option = |name: &str, value: Value| {
            let id = format!("#{name}");
            json!({ "@id": id, "@type": "PropertyValue", "name": name, "value": value })
        };
        let least = option("min-games", json!(self.least));
        let flags =
            [option("variations", json!(variations)), option("as-stated", json!(as_stated))];
        let split = self.split.map(|split| option("split", json!(split.to_string())));
        std::iter::once(least).chain(flags).chain(split).collect()
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn spdx(licence: &str) -> String {
    format!("https://spdx.org/licenses/{licence}")
}

fn resource(part: &DatasetFile) -> Value {
    let mut resource = json!({
        "name": part.name(),
        "path": part.path,
        "description": part.about(),
        "mediatype": part.media_type(),
        "bytes": part.bytes,
        "hash": format!("sha256:{}", part.sha256),
    });
    if let Some((table, _)) = part.table {
        let field = |column: &crate::columns::ArrowColumn| {
            let (name, about) = (column.name, column.about);
            let required = !column.is_optional;
            json!({
                "name": name,
                "type": frictionless_type(&column.data_type),
                "description": about,
                "constraints": { "required": required },
            })
        };
        resource["schema"] =
            json!({ "fields": table.columns.iter().map(field).collect::<Vec<_>>() });
        resource["format"] = json!("parquet");
    } else if part.name() == "files" {
        let fields = FILE_COLUMNS
            .map(|(name, kind, about)| json!({ "name": name, "type": kind, "description": about }));
        resource["type"] = json!("table");
        resource["format"] = json!("csv");
        resource["encoding"] = json!("utf-8");
        resource["schema"] = json!({ "fields": fields });
    }
    resource
}

fn frictionless_type(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Int16 | DataType::Int32 | DataType::Int64 => "integer",
        DataType::Float64 => "number",
        DataType::Boolean => "boolean",
        DataType::Binary => "any",
        _ => "string",
    }
}

fn record_set(part: &DatasetFile, table: &ArrowTable) -> Value {
    let field = |column: &crate::columns::ArrowColumn| {
        let data_type = match column.data_type {
            DataType::Int16 | DataType::Int32 | DataType::Int64 => "sc:Integer",
            DataType::Float64 => "sc:Float",
            DataType::Boolean => "sc:Boolean",
            _ => "sc:Text",
        };
        let name = column.name;
        json!({
            "@type": "cr:Field",
            "@id": format!("{}/{name}", part.name()),
            "name": name,
            "description": column.about,
            "dataType": data_type,
            "source": { "fileObject": { "@id": part.path }, "extract": { "column": name } },
        })
    };
    json!({
        "@type": "cr:RecordSet",
        "@id": part.name(),
        "name": part.name(),
        "description": table.about,
        "field": table.columns.iter().map(field).collect::<Vec<_>>(),
    })
}

/// The `@context` that Croissant prescribes.
fn croissant_context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataBiases": "cr:dataBiases",
        "dataCollection": "cr:dataCollection",
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "dct": "http://purl.org/dc/terms/",
        "examples": { "@id": "cr:examples", "@type": "@json" },
        "extract": "cr:extract",
        "field": "cr:field",
        "fileObject": "cr:fileObject",
        "fileProperty": "cr:fileProperty",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "equivalentProperty": "cr:equivalentProperty",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "personalSensitiveInformation": "cr:personalSensitiveInformation",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "samplingRate": "cr:samplingRate",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform",
    })
}
