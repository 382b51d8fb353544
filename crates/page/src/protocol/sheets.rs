//! Sheets for a class. They are of a server alone: a page without one keeps them in files and links.

wire! {
    /// `POST api/sheets`: puzzles, positions, trees and quizzes for a class, to be handed out. Answered by a [`SheetMade`];
    /// `GET api/sheets/{id}` answers the sheet.
    #[serde(deny_unknown_fields)]
    struct Sheet {
        /// The title, at most 100 characters.
        pub title: String,
        /// The items, 1 to 50.
        pub items: Vec<SheetItem>,
    }

    /// An item of a sheet.
    #[serde(deny_unknown_fields)]
    struct SheetItem {
        /// The title, at most 100 characters; may be empty.
        #[serde(default)]
        pub title: String,
        /// The task there, at most 500 characters; may be empty.
        #[serde(default)]
        pub text: String,
        /// The place in the page: what comes after `#/` in its address, at most 4000 characters.
        pub link: String,
    }

    /// A sheet that was made.
    struct SheetMade {
        /// Its name, which is in the link for the class.
        pub id: String,
        /// The key of the results.
        pub key: String,
    }

    /// `POST api/sheets/{id}/solved`: items that somebody has solved, besides those sent before. Answered by all that are solved under
    /// this name, as a [`SheetResult`].
    #[serde(deny_unknown_fields)]
    struct SolvedRequest {
        /// The name, 1 to 40 characters.
        pub name: String,
        /// The places of the items, from 0.
        pub items: Vec<usize>,
    }

    /// `POST api/sheets/{id}/results`, answered by a [`SheetResult`] for each name; and `POST api/sheets/{id}/drop`, which removes the
    /// sheet with all names. The key is in the body, because proxies write down addresses.
    #[serde(deny_unknown_fields)]
    struct SheetKey {
        /// The key that came with the sheet.
        pub key: String,
    }

    /// The items that were solved under a name.
    struct SheetResult {
        /// The name.
        pub name: String,
        /// The places of the items, from 0.
        pub solved: Vec<usize>,
    }
}
