//! Joins the modules of the page into two scripts: over a slow line, forty files would take forty
//! waits. Each module becomes a function that returns its exports, after the modules that it
//! imports; comments are left out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Texts of modules by their names, without `.js`.
pub(super) type Modules<'a> = BTreeMap<&'a str, &'a str>;

/// Two scripts: the module `first` with all that it imports, and the rest of what `all` imports.
pub(super) fn joined(modules: &Modules<'_>, first: &str, all: &str) -> [String; 2] {
    let (mut order, mut seen) = (Vec::new(), Vec::new());
    follow(modules, first, &mut order, &mut seen);
    let begun = order.len();
    follow(modules, all, &mut order, &mut seen);
    let script = |names: &[&str]| names.iter().map(|name| wrapped(name, modules[name])).collect();
    [script(&order[..begun]), script(&order[begun..])]
}

/// Adds a module to `order`, after those that it imports.
fn follow<'a>(
    modules: &Modules<'a>,
    name: &str,
    order: &mut Vec<&'a str>,
    seen: &mut Vec<&'a str>,
) {
    let Some((&name, text)) = modules.get_key_value(name) else { return };
    if seen.contains(&name) {
        return;
    }
    seen.push(name);
    for (_, from) in text.lines().filter_map(import) {
        follow(modules, from, order, seen);
    }
    order.push(name);
}

/// Names that a line imports, and the name of their module.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.rsplit_once('"')?.0.rsplit_once("\"./")?;
    Some((names.trim_end_matches("from ").trim(), from.strip_suffix(".js")?))
}

/// Module as a function that returns its exports.
fn wrapped(name: &str, text: &str) -> String {
    let mut body = String::new();
    let mut given = Vec::new();
    let mut is_comment = false;
    for line in text.lines() {
        let bare = line.trim();
        if is_comment {
            is_comment = !bare.ends_with("*/");
            continue;
        }
        is_comment = bare.starts_with("/*") && !bare.contains("*/");
        if is_comment || bare.is_empty() || bare.starts_with("//") {
            continue;
        }
        if let Some((names, from)) = import(line) {
            if !names.is_empty() {
                let names = names.replace(" as ", ": ");
                let _ = writeln!(body, "const {names} = ${from};");
            }
            continue;
        }
        let line = match bare.strip_prefix("export ") {
            Some(rest) => {
                given.extend(exported(rest));
                rest
            }
            None => bare,
        };
        let line = untyped(line);
        if !line.is_empty() {
            let _ = writeln!(body, "{line}");
        }
    }
    let given = given.join(", ");
    format!("const ${name} = (() => {{\n\"use strict\";\n{body}return {{ {given} }};\n}})();\n")
}

/// Name that a declaration exports.
fn exported(declared: &str) -> Option<&str> {
    let mut words = declared.split([' ', '(', '=', ';']);
    words.find(|word| !matches!(*word, "async" | "function" | "class" | "const"))
}

/// Line without type comments.
fn untyped(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::with_capacity(line.len());
    while let Some((before, behind)) = rest.split_once("/** ") {
        kept.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, rest)| rest.trim_start());
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_in_the_order_in_which_they_need_each_other() {
        let modules = Modules::from([
            ("main", "import \"./start.js\";\nimport { a as b } from \"./one.js\";\n\nb();\n"),
            ("start", "import { a, C } from \"./one.js\";\n// Says so.\na(new C());\n"),
            (
                "one",
                "/**\n * @param {C} it\n */\nexport function a(it) {\n  return /** @type {any} */ (it);\n}\n\
                 /** Of its kind. */\nexport class C {}\nconst own = 1;\n",
            ),
        ]);
        let [start, rest] = joined(&modules, "start", "main");
        assert_eq!(
            start,
            "const $one = (() => {\n\"use strict\";\nfunction a(it) {\nreturn (it);\n}\nclass C {}\n\
             const own = 1;\nreturn { a, C };\n})();\n\
             const $start = (() => {\n\"use strict\";\nconst { a, C } = $one;\na(new C());\n\
             return {  };\n})();\n"
        );
        assert_eq!(
            rest,
            "const $main = (() => {\n\"use strict\";\nconst { a: b } = $one;\nb();\nreturn {  };\n\
             })();\n"
        );
    }
}
