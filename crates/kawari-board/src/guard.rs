//! Who may ask: the checks that every request has to pass before anybody looks at it, and
//! the headers that every answer has.

use std::net::SocketAddr;

use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request};

use super::failure::Failure;
use super::token::PageToken;

/// What keeps the page to itself: it loads nothing from elsewhere, runs no script but its
/// own file, is shown in no other page, and leaves nothing behind.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; media-src 'self' data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("x-frame-options"), "DENY"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Gives an answer the headers that all have.
pub fn add_security_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// The same headers as lines of a head, for answers that are written by hand.
pub fn header_lines() -> String {
    HEADERS.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

/// A person who has opened an address in a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Navigation {
    /// The address of the board.
    pub board: String,
    /// The same path as in the request, at the address of this server.
    pub same_path: String,
    /// True if this server was addressed by the name `localhost` and its port. Nobody else
    /// can have that name, so it is safe to redirect it.
    pub is_to_localhost: bool,
}

/// What a request has to say to be heard.
#[derive(Debug)]
pub struct Guard {
    host: String,
    port: u16,
    origin: String,
    token: PageToken,
}

impl std::fmt::Debug for PageToken {
    /// A secret is not for logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Guard {
    /// For a server at an address.
    pub fn new(address: SocketAddr, token: PageToken) -> Self {
        let host = address.to_string();
        Self { origin: format!("http://{host}"), host, port: address.port(), token }
    }

    /// Returns the navigation that a request is, if it is one: a browser asks for a page.
    pub fn navigation(&self, head: &request::Parts) -> Option<Navigation> {
        let asks_for_page = |accept: &HeaderValue| {
            let kinds = accept.as_bytes().split(|&byte| byte == b',');
            kinds.into_iter().any(|kind| {
                let kind = kind.split(|&byte| byte == b';').next().unwrap_or_default();
                kind.trim_ascii().eq_ignore_ascii_case(b"text/html")
            })
        };
        let is_navigation = matches!(head.method, Method::GET | Method::HEAD)
            && head.headers.get_all(header::ACCEPT).iter().any(asks_for_page);
        let path = head.uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let localhost = format!("localhost:{}", self.port);
        is_navigation.then(|| Navigation {
            board: format!("{}/", self.origin),
            same_path: format!("{}{path}", self.origin),
            is_to_localhost: head.uri.authority().is_none()
                && single_header(&head.headers, &header::HOST) == Some(localhost.as_bytes()),
        })
    }

    /// Looks at the head of a request.
    ///
    /// # Errors
    /// The first thing that is not as it has to be.
    pub fn check(&self, head: &request::Parts) -> Result<(), Failure> {
        // A name that leads here is not enough: it may be anybody's who rebinds it.
        if single_header(&head.headers, &header::HOST) != Some(self.host.as_bytes())
            || head.uri.authority().is_some()
        {
            let message = format!("this server is {} and answers to no other name", self.origin);
            return Err(Failure::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
        }
        match head.method {
            Method::GET | Method::HEAD => Ok(()),
            Method::POST => self.check_post(&head.headers),
            _ => {
                let message = "only GET, HEAD and POST are known here";
                Err(Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method", message))
            }
        }
    }

    fn check_post(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let from_here = single_header(headers, &header::ORIGIN) == Some(self.origin.as_bytes())
            && single_header(headers, &SEC_FETCH_SITE) == Some(b"same-origin");
        if !from_here {
            let message = "only the page of this server may ask: `Origin` and `Sec-Fetch-Site` have to say so";
            return Err(Failure::new(StatusCode::FORBIDDEN, "origin", message));
        }
        if !single_header(headers, &TOKEN).is_some_and(|given| self.token.is(given)) {
            let message = "`Kawari-Token` is not the token of this server: open the address that it has printed";
            return Err(Failure::new(StatusCode::UNAUTHORIZED, "token", message));
        }
        let is_json = |value: &[u8]| {
            let kind = value.split(|&byte| byte == b';').next().unwrap_or_default();
            kind.trim_ascii().eq_ignore_ascii_case(b"application/json")
        };
        if !single_header(headers, &header::CONTENT_TYPE).is_some_and(is_json) {
            let message = "a body is `application/json`";
            return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", message));
        }
        Ok(())
    }
}

/// Where the token stands.
const TOKEN: HeaderName = HeaderName::from_static("kawari-token");
/// Whose page asks, as the browser says.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The value of a header that is there once.
fn single_header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => Some(value.as_bytes()),
        _ => None,
    }
}
