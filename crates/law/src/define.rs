//! How is the law written down so that readers find it? Answers, tables and citations that enter themselves in the index.
//!
//! The words shown to an arbiter are the comments over the definitions: the macros hand them on, so that they are written
//! once. What is defined and then left out of its file's `question!` is never used, and the compiler says so.

/// The codes of a family, as citations name it; `bcc` is both editions at once.
macro_rules! codes {
    (xxv) => {
        &[$crate::Code::Xxv]
    };
    (bca_1862) => {
        &[$crate::Code::Bca1862]
    };
    (bcc) => {
        &[$crate::Code::Bcc1896, $crate::Code::Bcc1899]
    };
    (bcc_1896) => {
        &[$crate::Code::Bcc1896]
    };
    (bcc_1899) => {
        &[$crate::Code::Bcc1899]
    };
    (fide_1931) => {
        &[$crate::Code::Fide1931]
    };
    (fide_2023) => {
        &[$crate::Code::Fide2023]
    };
}

/// The answers that codes may give, or the table of what each does answer. The comments over them are their words.
macro_rules! law {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident { $($(#[doc = $doc:literal])+ $variant:ident),+ $(,)? }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])+ $variant),+ }

        impl $crate::index::Meaning for $name {
            fn meaning(&self) -> String {
                let words = match self {
                    $(Self::$variant => concat!($($doc),+)),+
                };
                words.trim_start().to_owned()
            }
        }
    };
    ($(#[doc = $title:literal])+ pub static $name:ident: $kind:ty = $rows:expr;) => {
        $(#[doc = $title])+
        pub static $name: $kind = $rows;

        // A table is a value and this is a module, so that both can have the name.
        #[allow(non_snake_case)]
        mod $name {
            pub(super) fn entry() -> $crate::index::Entered {
                let title = concat!($($title),+).trim_start();
                $crate::index::Indexed::entered(&super::$name, stringify!($name), title)
            }
        }
    };
}

/// What a procedure rests on, step by step, for the codes that have such a procedure; one without a row has none. What a code
/// cites, its own register must hold; the comment over a step says in the index what rests on the clause.
///
/// Each row has every step, or does not compile; where the steps are marked `?` a row has those of which its code speaks.
/// A table `for` an answer has rows for the codes that answer so, and for no others, or does not compile.
macro_rules! steps {
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $name:ident { $($(#[doc = $doc:literal])+ $step:ident),+ $(,)? }
        $visible:vis static $table:ident $(for $answers:path: $($answer:path)|+)? = {
            $($family:ident: { $($cites:ident: $label:literal),+ $(,)? }),+ $(,)?
        };
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy)]
        $vis struct $name { $($(#[doc = $doc])+ pub $step: $crate::code::Clause),+ }

        $(#[doc = $about])+
        $visible static $table: $crate::code::ByCode<Option<$name>> = $crate::code::ByCode::NONE
            $(.with(codes!($family), $name { $($cites: $crate::code::Clause::cited(codes!($family), $label)),+ }))+;

        steps!(@entry $table { $($($doc)+ $step),+ } { $($family),+ });
        $(
            const _: () = $table.must_be_for(stringify!($table), $crate::code::ByCode {
                xxv: matches!($answers.xxv.value, $($answer)|+),
                bca_1862: matches!($answers.bca_1862.value, $($answer)|+),
                bcc_1896: matches!($answers.bcc_1896.value, $($answer)|+),
                bcc_1899: matches!($answers.bcc_1899.value, $($answer)|+),
                fide_1931: matches!($answers.fide_1931.value, $($answer)|+),
                fide_2023: matches!($answers.fide_2023.value, $($answer)|+),
            });
        )?
    };
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $name:ident { $($(#[doc = $doc:literal])+ $step:ident?),+ $(,)? }
        $visible:vis static $table:ident = { $($family:ident: { $($cites:ident: $label:literal),+ $(,)? }),+ $(,)? };
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy)]
        $vis struct $name { $($(#[doc = $doc])+ pub $step: Option<$crate::code::Clause>),+ }

        $(#[doc = $about])+
        $visible static $table: $crate::code::ByCode<Option<$name>> = $crate::code::ByCode::NONE
            $(.with(codes!($family), $name {
                $($cites: Some($crate::code::Clause::cited(codes!($family), $label)),)+
                ..$name::SILENT
            }))+;

        impl $name {
            const SILENT: Self = $name { $($step: None),+ };
        }

        steps!(@entry $table { $($($doc)+ $step),+ } { $($family),+ });
    };
    (@entry $table:ident { $($($doc:literal)+ $step:ident),+ } { $($family:ident),+ }) => {
        // A table is a value and this is a module, so that both can have the name.
        #[allow(non_snake_case)]
        mod $table {
            pub(super) fn entry() -> $crate::index::Entered {
                let rows = [$((codes!($family) as &'static [$crate::Code])),+].into_iter().flat_map(|codes| {
                    let row = super::$table[codes[0]].into_iter();
                    row.flat_map(move |row| [$((concat!($($doc),+), codes, row.$step.into())),+])
                });
                $crate::index::Entered::steps(rows)
            }
        }
    };
}

/// Enters a file in the index: its question, its tables in order, and what its procedures rest on besides, by clause.
macro_rules! question {
    (
        $title:literal;
        $(tables: $($table:ident),+;)?
        $($what:literal => $($family:ident $label:literal),+;)*
    ) => {
        pub(crate) const QUESTION: $crate::index::Asked = $crate::index::Asked {
            module: module_path!(),
            title: $title,
            tables: &[$($($table::entry),+)?],
            rules: CITES,
        };

        /// What rows that carry more than a clause may cite.
        const CITES: &[$crate::index::Rule] = &[
            $($($crate::index::Rule::new($what, codes!($family), $label)),+),*
        ];
    };
}

/// Each row of this table cites its own code, in its field `clause`, and what the file's `question!` lists, or a reading; a
/// row that does not stops the compiler.
macro_rules! own_clauses {
    ($table:ident) => {
        own_clauses!($table: xxv Xxv, bca_1862 Bca1862, bcc_1896 Bcc1896, bcc_1899 Bcc1899, fide_1931 Fide1931, fide_2023 Fide2023);
    };
    ($table:ident: $($field:ident $code:ident),+) => {
        const _: () = {
            $(
                let mut i = 0;
                while i < $table.$field.len() {
                    $crate::index::must_be_listed(CITES, $crate::Code::$code, $table.$field[i].clause);
                    i += 1;
                }
            )+
        };
    };
}
