//! Authorization of requests by their heads, and the security headers of every response.

use std::net::SocketAddr;

use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header, request};

use super::token::PageToken;
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;

/// Security headers: the page loads only its own files, runs no inline script, is not framed
/// and is not cached.
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

/// Adds the security headers to a response.
pub fn add_security_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Returns the security headers as lines of a response head.
pub fn header_lines() -> String {
    HEADERS.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

/// A browser's navigation to an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Navigation {
    /// Address of the board.
    pub board: String,
    /// Path of the request, at the address of this server.
    pub same_path: String,
    /// Whether `Host` is `localhost` with this server's port. No other party can own that
    /// name, so the redirect is safe.
    pub is_to_localhost: bool,
}

/// Checks of request heads.
#[derive(Debug)]
pub struct Guard {
    host: String,
    port: u16,
    origin: String,
    token: PageToken,
}

impl std::fmt::Debug for PageToken {
    /// Omits the secret, which must not appear in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Guard {
    /// Creates the checks for a server at `address`.
    pub fn new(address: SocketAddr, token: PageToken) -> Self {
        let host = address.to_string();
        Self { origin: format!("http://{host}"), host, port: address.port(), token }
    }

    /// Returns the navigation if the request is one: a `GET` or `HEAD` that accepts HTML.
    pub fn navigation(&self, head: &request::Parts) -> Option<Navigation> {
        let accepts_html = |accept: &HeaderValue| {
            let kinds = accept.as_bytes().split(|&byte| byte == b',');
            kinds.into_iter().any(|kind| {
                let kind = kind.split(|&byte| byte == b';').next().unwrap_or_default();
                kind.trim_ascii().eq_ignore_ascii_case(b"text/html")
            })
        };
        let is_navigation = matches!(head.method, Method::GET | Method::HEAD)
            && head.headers.get_all(header::ACCEPT).iter().any(accepts_html);
        let path = head.uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let localhost = format!("localhost:{}", self.port);
        is_navigation.then(|| Navigation {
            board: format!("{}/", self.origin),
            same_path: format!("{}{path}", self.origin),
            is_to_localhost: head.uri.authority().is_none()
                && single_header(&head.headers, &header::HOST) == Some(localhost.as_bytes()),
        })
    }

    /// Checks the head of a request.
    ///
    /// # Errors
    /// Returns a [`Failure`] for the first check that fails.
    pub fn check(&self, head: &request::Parts) -> Result<(), Failure> {
        // Any other name may be that of an attacker's page (DNS rebinding).
        if single_header(&head.headers, &header::HOST) != Some(self.host.as_bytes())
            || head.uri.authority().is_some()
        {
            let message = format!("wrong `Host`; the address of this server is {}", self.origin);
            return Err(Failure::new(ErrorCode::Host, message));
        }
        match head.method {
            Method::GET | Method::HEAD => Ok(()),
            Method::POST => self.check_post(&head.headers),
            _ => {
                let message = format!("unknown method {}; expected GET, HEAD or POST", head.method);
                Err(Failure::new(ErrorCode::Method, message))
            }
        }
    }

    fn check_post(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let is_same_origin = single_header(headers, &header::ORIGIN)
            == Some(self.origin.as_bytes())
            && single_header(headers, &SEC_FETCH_SITE) == Some(b"same-origin");
        if !is_same_origin {
            let message = format!(
                "wrong `Origin` or `Sec-Fetch-Site`; expected {} and same-origin",
                self.origin
            );
            return Err(Failure::new(ErrorCode::Origin, message));
        }
        if !single_header(headers, &TOKEN).is_some_and(|given| self.token.matches(given)) {
            let message =
                "missing or wrong `Kawari-Token`; open the address that `kawari board` has printed";
            return Err(Failure::new(ErrorCode::Token, message));
        }
        let is_json = |value: &[u8]| {
            let kind = value.split(|&byte| byte == b';').next().unwrap_or_default();
            kind.trim_ascii().eq_ignore_ascii_case(b"application/json")
        };
        if !single_header(headers, &header::CONTENT_TYPE).is_some_and(is_json) {
            let message = "wrong `Content-Type`; expected application/json";
            return Err(Failure::new(ErrorCode::ContentType, message));
        }
        Ok(())
    }
}

/// Header with the token.
const TOKEN: HeaderName = HeaderName::from_static("kawari-token");
/// Header with the relation between the requesting page and the server, set by the browser.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns the value of a header that occurs exactly once.
fn single_header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => Some(value.as_bytes()),
        _ => None,
    }
}
