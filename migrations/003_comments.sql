-- Full-text search in comments. The row id is tree.id; what is indexed is not the text but its words as
-- src/text/bigram.rs cuts them: pairs of neighbouring hanzi, folded to simplified, and Latin words. Two characters are enough
-- to find a Chinese word, for which the trigram tokenizer needs three. The text itself stays in tree.data only.
create virtual table comment_text using fts5 (
    words,
    content = '',
    contentless_delete = 1,
    tokenize = 'unicode61'
);
