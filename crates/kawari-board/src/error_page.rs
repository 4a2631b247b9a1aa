//! Error pages in English and Japanese for browsers that navigate to a wrong address. Other
//! clients get the same errors as JSON.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::guard::Navigation;
use super::rejection;
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;

/// Texts of an error page in one language.
struct PageText {
    language: &'static str,
    title: &'static str,
    explanation: &'static str,
    link: &'static str,
    advice: &'static str,
}

const WRONG_HOST: [PageText; 2] = [
    PageText {
        language: "en",
        title: "The board has another address",
        explanation: "For safety, the board answers only to its numeric address, not to \
            names such as localhost.",
        link: "Open the board here:",
        advice: "If that does not work, open the whole address that kawari board has printed \
            in its terminal, including the part after #.",
    },
    PageText {
        language: "ja",
        title: "盤のアドレスが違います",
        explanation: "安全のため、盤は数字のアドレスでのみ開けます。localhost などの名前では開けません。",
        link: "こちらから盤を開いてください:",
        advice: "それでも遊べない場合は、kawari board が端末に表示したアドレス全体を、\
            # より後の部分も含めて開いてください。",
    },
];

const NOTHING_HERE: [PageText; 2] = [
    PageText {
        language: "en",
        title: "There is nothing at this address",
        explanation: "The program is running, but this address is not a page.",
        link: "Open the board here:",
        advice: "If that does not work, open the whole address that kawari board has printed \
            in its terminal, including the part after #.",
    },
    PageText {
        language: "ja",
        title: "このアドレスには何もありません",
        explanation: "プログラムは動いていますが、このアドレスはページではありません。",
        link: "こちらから盤を開いてください:",
        advice: "それでも遊べない場合は、kawari board が端末に表示したアドレス全体を、\
            # より後の部分も含めて開いてください。",
    },
];

/// Returns the error page of a rejected navigation. A navigation to `localhost` is
/// redirected; browsers keep the fragment with the token.
pub fn page(failure: &Failure, navigation: &Navigation) -> Response {
    let (texts, link) = match failure.code() {
        ErrorCode::Host => (&WRONG_HOST, &navigation.same_path),
        _ => (&NOTHING_HERE, &navigation.board),
    };
    let mut response = Response::new(Body::from(html(texts, link)));
    *response.status_mut() = rejection::status(failure.code());
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    if navigation.is_to_localhost
        && let Ok(link) = HeaderValue::from_str(link)
    {
        *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
        response.headers_mut().insert(header::LOCATION, link);
    }
    response
}

fn html(texts: &[PageText], link: &str) -> String {
    let link = escape(link);
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Kawari</title>\n</head>\n<body>\n",
    );
    for PageText { language, title, explanation, link: label, advice } in texts {
        page += &format!(
            "<section lang=\"{language}\">\n<h1>{title}</h1>\n<p>{explanation}</p>\n\
             <p>{label} <a href=\"{link}\">{link}</a></p>\n<p>{advice}</p>\n</section>\n"
        );
    }
    page + "</body>\n</html>\n"
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_escaped() {
        let page = html(&WRONG_HOST, "http://127.0.0.1:1/\"><script>'&");
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("http://127.0.0.1:1/&quot;&gt;&lt;script&gt;&#39;&amp;"), "{page}");
    }
}
