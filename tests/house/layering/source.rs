//! The modules of the library: their files, and what each file names.

use quote::ToTokens as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, UseTree, Visibility};

/// A path of identifiers from the root of the crate: `["store", "index", "Posting"]`.
pub(crate) type Names = Vec<String>;

/// One file of a package.
pub(crate) struct Source {
    /// Below `src` of its package.
    pub(crate) file: PathBuf,
    /// Where it stands in the tree of modules.
    pub(crate) module: Names,
    /// Every path that its code names, absolute.
    pub(crate) named: BTreeSet<Names>,
    /// Every path that its tests name, absolute.
    pub(crate) named_by_tests: BTreeSet<Names>,
    /// Names that it hands on with `pub use`: name to absolute path.
    pub(crate) handed_on: BTreeMap<String, Names>,
    /// Types and traits that it defines for others.
    pub(crate) types: Vec<String>,
    /// Paths of the standard library that it names outside of tests.
    pub(crate) std: BTreeSet<String>,
}

/// All files below `src` but the program's; `package` is the name by which its own code may call
/// the library.
pub(crate) fn read(src: &Path, package: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(src).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        let file = path.strip_prefix(src).unwrap().to_owned();
        if path.extension().is_some_and(|ending| ending == "rs") && file != Path::new("main.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            sources.push(source(file, &text, package));
        }
    }
    sources
}

/// What one file says.
pub(crate) fn source(file: PathBuf, text: &str, package: &str) -> Source {
    let module = module_of(&file);
    let tree = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let is_test_file =
        file.ends_with("tests.rs") || file.components().any(|c| c.as_os_str() == "tests");
    let mut reader = Reader {
        package: package.to_owned(),
        inside: module.clone(),
        children: Vec::new(),
        test_depth: usize::from(is_test_file),
        aliases: BTreeMap::new(),
        source: Source {
            file,
            module,
            named: BTreeSet::new(),
            named_by_tests: BTreeSet::new(),
            handed_on: BTreeMap::new(),
            types: Vec::new(),
            std: BTreeSet::new(),
        },
        paths: Vec::new(),
    };
    reader.visit_file(&tree);
    reader.finish()
}

fn module_of(file: &Path) -> Names {
    let mut names: Names =
        file.with_extension("").iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib")) {
        names.pop();
    }
    names
}

/// Collects while it walks the syntax of one file.
struct Reader {
    package: String,
    /// The module that is being read: the file's, or one written out inside of it.
    inside: Names,
    /// Modules that the file declares, absolute.
    children: Vec<Names>,
    /// How many modules and items for tests are open.
    test_depth: usize,
    /// What `use` brought into the file: name to absolute path.
    aliases: BTreeMap<String, Names>,
    source: Source,
    /// Paths in the code.
    paths: Vec<Found>,
}

/// A path as it stands in the code.
struct Found {
    inside: Names,
    names: Names,
    is_in_tests: bool,
}

impl Reader {
    /// The absolute path of `names`, when they begin with `crate`, `self`, `super` or a module
    /// declared here.
    fn absolute(&self, inside: &Names, names: &[String]) -> Option<Names> {
        let (first, rest) = names.split_first()?;
        let mut base = match first.as_str() {
            name if name == "crate" || name == self.package => Names::new(),
            "self" => inside.clone(),
            "super" => {
                let mut parent = inside.clone();
                parent.pop()?;
                parent
            }
            name => {
                let child = [inside.clone(), vec![name.to_owned()]].concat();
                self.children.contains(&child).then_some(child)?
            }
        };
        let mut rest = rest;
        while rest.first().is_some_and(|name| name == "super") {
            base.pop()?;
            rest = &rest[1..];
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    /// Every name that a `use` brings in: the name, and the path as written.
    fn leaves(tree: &UseTree, before: &mut Names, found: &mut Vec<(String, Names)>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                Reader::leaves(&path.tree, before, found);
                before.pop();
            }
            UseTree::Name(name) if name.ident == "self" => {
                found.push((before.last().cloned().unwrap_or_default(), before.clone()));
            }
            UseTree::Name(name) => {
                found.push((name.ident.to_string(), with(before, name.ident.to_string())));
            }
            UseTree::Rename(rename) => {
                found.push((rename.rename.to_string(), with(before, rename.ident.to_string())));
            }
            UseTree::Glob(_) => found.push(("*".to_owned(), before.clone())),
            UseTree::Group(group) => {
                for tree in &group.items {
                    Reader::leaves(tree, before, found);
                }
            }
        }
    }

    fn note_std(&mut self, names: &[String]) {
        if self.test_depth == 0 && names.first().is_some_and(|name| name == "std") {
            self.source.std.insert(names.iter().take(2).cloned().collect::<Vec<_>>().join("::"));
        }
    }

    /// Resolves what the code names.
    fn finish(mut self) -> Source {
        for Found { inside, names, is_in_tests } in std::mem::take(&mut self.paths) {
            let absolute = match self.aliases.get(&names[0]) {
                Some(alias) => Some([alias.as_slice(), &names[1..]].concat()),
                None => self.absolute(&inside, &names),
            };
            if let Some(path) = absolute {
                self.note(path, is_in_tests);
            }
        }
        self.source
    }

    fn note(&mut self, path: Names, is_in_tests: bool) {
        let named = match is_in_tests {
            true => &mut self.source.named_by_tests,
            false => &mut self.source.named,
        };
        if !path.is_empty() {
            named.insert(path);
        }
    }

    fn note_path(&mut self, names: Names) {
        self.note_std(&names);
        let is_in_tests = self.test_depth > 0;
        self.paths.push(Found { inside: self.inside.clone(), names, is_in_tests });
    }
}

fn with(before: &Names, last: String) -> Names {
    [before.clone(), vec![last]].concat()
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute.meta.to_token_stream().to_string().contains("test"))
    })
}

impl Reader {
    fn define(&mut self, visibility: &Visibility, name: &syn::Ident) {
        if self.test_depth == 0 && !matches!(visibility, Visibility::Inherited) {
            self.source.types.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_file(&mut self, file: &'ast syn::File) {
        for item in &file.items {
            if let syn::Item::Mod(ItemMod { ident, .. }) = item {
                self.children.push(with(&self.inside, ident.to_string()));
            }
        }
        visit::visit_file(self, file);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_none() {
            return;
        }
        let depth = self.test_depth;
        self.test_depth += usize::from(is_for_tests(&item.attrs));
        self.inside.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.inside.pop();
        self.test_depth = depth;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let depth = self.test_depth;
        self.test_depth += usize::from(is_for_tests(&item.attrs));
        visit::visit_item_fn(self, item);
        self.test_depth = depth;
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.define(&item.vis, &item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.define(&item.vis, &item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.define(&item.vis, &item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.define(&item.vis, &item.ident);
        visit::visit_item_type(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut leaves = Vec::new();
        Reader::leaves(&item.tree, &mut Names::new(), &mut leaves);
        for (name, names) in leaves {
            self.note_std(&names);
            let Some(absolute) = self.absolute(&self.inside, &names) else { continue };
            if matches!(item.vis, Visibility::Inherited) {
                self.note(absolute.clone(), self.test_depth > 0);
            } else {
                // Handing a name on is no use of it; where the file uses it, too, a path says so.
                self.source.handed_on.insert(name.clone(), absolute.clone());
            }
            if self.inside == self.source.module {
                self.aliases.insert(name, absolute);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.note_path(names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        // What a macro is given need not be Rust: its paths are taken from the tokens.
        let text = item.tokens.to_string().replace(" :: ", "::");
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            let names: Names =
                word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            if names.first().is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic())) {
                self.note_path(names);
            }
        }
        visit::visit_macro(self, item);
    }
}
