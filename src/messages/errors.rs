//! Errors with their causes, warnings about records, and faults in arguments, moves and questions,
//! all in the language of the reader.
//!
//! clap knows only English; its errors are composed again from their parts in Chinese.

use super::Lang;
use super::fill::visible;
use clap::error::{ContextKind, ContextValue, ErrorKind as Usage};
use std::io::ErrorKind;
use xqdb::decision::DecisionFault;
use xqdb::export::{ExportError, Loss};
use xqdb::format::Warning;
use xqdb::notation::{TypedError, Unreadable};
use xqdb::query::QueryError;
use xqdb::search::ParamProblem;

/// Describes an error and its causes in the language of the reader.
pub(crate) fn describe(lang: Lang, error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    let mut last = String::new();
    for cause in error.chain() {
        // Some errors end with the text of their cause, or only put a number before it.
        let english = cause.to_string();
        if last.is_empty() || !english.ends_with(&last) {
            causes.push(describe_cause(lang, cause));
        }
        last = english;
    }
    causes.join(match lang {
        Lang::En => ": ",
        Lang::ZhHans | Lang::ZhHant => "：",
    })
}

fn describe_cause(lang: Lang, cause: &(dyn std::error::Error + 'static)) -> String {
    if let Some(error) = cause.downcast_ref::<std::io::Error>() {
        return lang.io_error(error);
    }
    if let Some(error) = cause.downcast_ref::<ExportError>() {
        return lang.export_error(error);
    }
    let text = cause.to_string();
    match text.contains('\n') {
        // A composed sentence of several lines.
        true => xqdb::text::visible_lines(&text).into_owned(),
        false => lang.stored(&visible(&text)),
    }
}

impl Lang {
    /// Sentence on why a file or stream cannot be read or written.
    pub(crate) fn io_error(self, error: &std::io::Error) -> String {
        match error.kind() {
            // Messages of xqdb have no error number of the system.
            _ if error.raw_os_error().is_none() && error.kind() != ErrorKind::InvalidData => {
                self.stored(&error.to_string())
            }
            ErrorKind::NotFound => self.io_not_found(),
            ErrorKind::PermissionDenied => self.io_permission(),
            ErrorKind::StorageFull => self.io_full(),
            ErrorKind::IsADirectory => self.io_folder(),
            ErrorKind::ReadOnlyFilesystem => self.io_read_only(),
            ErrorKind::InvalidData if error.to_string().contains("UTF-8") => self.io_no_text(),
            _ => self.stored(&error.to_string()),
        }
    }

    /// Sentence on the part of a record that was not written.
    pub(crate) fn loss(self, loss: &Loss) -> String {
        match loss {
            Loss::Tags(tags) => self.loss_tags(&tags.join(", ")),
            Loss::Cut(tags) => self.loss_cut(&tags.join(", ")),
            Loss::LineBreaks(tags) => self.loss_line_breaks(&tags.join(", ")),
            Loss::Result(result) => self.loss_result(result),
            Loss::Characters { charset, characters } => {
                self.loss_characters(charset.label(), characters)
            }
            Loss::Signs(signs) => self.loss_signs(signs),
            Loss::Variations(moves) => self.loss_variations((*moves).into()),
            Loss::Comments(comments) => self.loss_comments((*comments).into()),
            Loss::Severed(moves) => self.loss_severed((*moves).into()),
            Loss::Trees(trees) => self.loss_trees((*trees).into()),
            other => visible(&other.to_string()),
        }
    }

    /// Sentence on why a record cannot be written.
    pub(crate) fn export_error(self, error: &ExportError) -> String {
        match error {
            ExportError::Pieces { format, piece, room } => {
                self.too_many_pieces(&piece.to_string(), *room as u64, format)
            }
            ExportError::Charset { format, charset } => {
                self.charset_not_written(format, charset.label())
            }
            ExportError::Notation { charset, text } => self.move_not_written(charset.label(), text),
            other => visible(&other.to_string()),
        }
    }

    /// Sentence on why a token means no move.
    pub(crate) fn unreadable(self, why: Unreadable) -> String {
        self.stored(&why.to_string())
    }

    /// Sentence on the fault of a query, what was expected, and a similar word.
    pub(crate) fn query_refused(self, error: &QueryError) -> String {
        let character = error.character() as u64;
        let problem = self.stored(&error.problem.to_string());
        let mut text = self.wrong_at_character(character, &problem);
        if !error.expected.is_empty() {
            let expected = error.expected.iter().map(|expected| self.stored(&expected.to_string()));
            let expected: Vec<String> = expected.collect();
            text += &self.something_expected(&expected.join(&self.or_else()));
        }
        if let Some(near) = &error.near {
            text += &self.did_you_mean(near);
        }
        text
    }

    /// Sentence on the fault of typed moves.
    pub(crate) fn typed_refused(self, error: &TypedError) -> String {
        match error {
            TypedError::SeveralNotations(systems) => self.moves_in_several_notations(systems),
            TypedError::Ambiguous { token, number, readings } => {
                self.move_is_ambiguous(token, *number, readings)
            }
            TypedError::TooManyWays(number) => self.moves_in_too_many_ways(*number),
            TypedError::Unplayable { token, number, why, near, .. } => {
                let mut refused = self.move_unplayable(token, *number, &self.unreadable(*why));
                if !near.is_empty() {
                    refused += &self.near_moves(near);
                }
                refused
            }
            other => self.stored(&other.to_string()),
        }
    }

    /// Position in which typed moves go wrong, if known.
    pub(crate) fn typed_place(self, error: &TypedError) -> Option<String> {
        match error {
            TypedError::Unplayable { fen, .. } => Some(self.in_position(fen)),
            _ => None,
        }
    }

    /// Sentence on the fault of a parameter's value.
    pub(crate) fn param_problem(self, problem: &ParamProblem) -> String {
        match problem {
            ParamProblem::NoneOf { text, known } => self.none_of(text, known),
            ParamProblem::Number { text, most } => self.no_number_up_to(text, *most),
            ParamProblem::Date(text) => self.no_date(text),
            ParamProblem::EndsBefore { until } => self.ends_before(until),
            ParamProblem::Moves(error) => self.typed_refused(error),
            ParamProblem::Query(error) => self.query_refused(error),
            ParamProblem::OneMove => self.one_move_wanted(),
            ParamProblem::Refused(why) => self.stored(why),
        }
    }

    /// Sentence on the fault of a decision.
    pub(crate) fn decision_fault(self, fault: &DecisionFault) -> String {
        match fault {
            DecisionFault::Count(fields) => self.fault_count(*fields as u64),
            DecisionFault::Action(action) => self.fault_action(action),
            DecisionFault::Subject(_, text) => self.fault_subject(text),
            DecisionFault::Namesake(_, text) => self.fault_namesake(text),
            DecisionFault::Unlike => self.fault_unlike(),
            DecisionFault::Itself => self.fault_itself(),
            DecisionFault::Field(name) => self.fault_field(name),
            DecisionFault::Value(field, value) => self.fault_value(field, value),
            DecisionFault::When(date) => self.fault_when(date),
            DecisionFault::Control(_) => self.fault_control(),
        }
    }

    /// Sentence on something repaired, interpreted or odd in a record.
    pub(crate) fn warning(self, warning: &Warning) -> String {
        match warning {
            Warning::SideFlipped { header, played } => {
                self.side_flipped(&self.side(*header), &self.side(*played))
            }
            Warning::ResultConflict { tag, other, source_of_other } => {
                let (tag, other) = (self.result(*tag), self.result(*other));
                match source_of_other.as_str() {
                    "on the board" => self.result_conflict_on_board(&tag, &other),
                    _ => self.result_conflict_at_end(&tag, &other),
                }
            }
            Warning::Malformed { count, encoding } => {
                self.malformed_bytes((*count).into(), encoding)
            }
            Warning::Truncated { offset, detail } => self.breaks_off(*offset, &self.stored(detail)),
            other => self.stored(&other.to_string()),
        }
    }
}

/// Lines on the fault of the arguments.
pub(crate) fn refusal(lang: Lang, error: &clap::Error) -> String {
    let Some(what) = usage_reason(lang, error) else {
        return xqdb::text::visible_lines(&error.to_string()).into_owned();
    };
    let mut lines = vec![lang.error_line(&what)];
    let list = |kind| part_of(error, kind).filter(|values| !values.is_empty());
    lines.extend(list(ContextKind::ValidValue).map(|values| lang.usage_values(&values)));
    let similar =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let similar = similar.into_iter().filter_map(list).map(|names| lang.usage_similar(&names));
    let known = lines.len();
    lines.extend(similar);
    if lines.len() == known {
        lines.extend(list(ContextKind::InvalidSubcommand).map(|word| lang.usage_search(&word)));
    }
    lines.join("\n  ") + "\n\n" + &lang.usage_more() + "\n"
}

fn usage_reason(lang: Lang, error: &clap::Error) -> Option<String> {
    let part = |kind| part_of(error, kind).unwrap_or_default();
    let argument = part(ContextKind::InvalidArg);
    let value = part(ContextKind::InvalidValue);
    Some(match error.kind() {
        Usage::UnknownArgument => lang.usage_unknown_argument(&argument),
        Usage::InvalidSubcommand => {
            lang.usage_unknown_command(&part(ContextKind::InvalidSubcommand))
        }
        Usage::InvalidValue if value.is_empty() => lang.usage_value_missing(&argument),
        Usage::InvalidValue => lang.usage_invalid_value(&argument, &value),
        Usage::ValueValidation => match std::error::Error::source(error) {
            Some(why) if why.is::<std::num::ParseIntError>() => {
                lang.usage_number_wanted(&argument, &value)
            }
            Some(why) => {
                let what = lang.usage_invalid_value(&argument, &value);
                lang.argument_wrong(&what, &lang.stored(&why.to_string()))
            }
            None => lang.usage_invalid_value(&argument, &value),
        },
        Usage::MissingRequiredArgument => lang.usage_missing(&argument),
        Usage::ArgumentConflict => match part(ContextKind::PriorArg) {
            prior if prior == argument => lang.usage_twice(&argument),
            prior => lang.usage_conflict(&argument, &prior),
        },
        _ => return None,
    })
}

/// Part of an error as text; several values are separated by commas.
fn part_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(visible(text)),
        ContextValue::Strings(texts) => Some(visible(&texts.join(", "))),
        _ => None,
    }
}
