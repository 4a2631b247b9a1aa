//! `kawari board` over plain TCP: authorization, limits and responses.
//!
//! Does not use the library, so that it compiles quickly.

#[path = "board/client.rs"]
mod client;
#[path = "board/play.rs"]
mod play;
#[path = "board/records.rs"]
mod records;

use std::fs;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use client::{Board, Response, TIMEOUT, read_response, wait_until};

/// Body of a search that runs until it is stopped.
fn infinite_search() -> serde_json::Value {
    json!({ "game": "shogi", "limits": { "infinite": true } })
}

#[test]
fn server_listens_on_loopback_only() {
    let board = Board::start();
    assert_eq!(board.address.ip().to_string(), "127.0.0.1");
    assert_eq!(board.get("/").status, 200);
    // Another loopback address represents all other addresses of the machine.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", board.address.port())).is_err());
    }
    let help = Command::new(env!("CARGO_BIN_EXE_kawari")).args(["board", "--help"]).output();
    let help = String::from_utf8(help.expect("a help").stdout).expect("UTF-8");
    let words = help.split_whitespace().filter(|word| word.starts_with("--"));
    let mut options: Vec<&str> = words.collect();
    options.sort_unstable();
    assert_eq!(options, ["--help", "--no-open", "--port", "--variants"]);
}

#[test]
fn host_must_match_exactly() {
    let board = Board::start();
    let port = board.address.port();
    let send = |head: &str| {
        let response = board.send(&format!("{head}Connection: close\r\n\r\n"));
        (response.status, response.code())
    };
    let rejected = (421, "host".to_owned());
    for host in [
        format!("localhost:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.:{port}"),
        format!("127.1:{port}"),
        format!("[::1]:{port}"),
        format!("0.0.0.0:{port}"),
        format!("evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("x@127.0.0.1:{port}"),
        format!("127.0.0.1:0{port}"),
        String::new(),
    ] {
        assert_eq!(send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n")), rejected, "{host}");
        let post = board.head("/api/status").replacen(&board.address.to_string(), &host, 1);
        assert_eq!(send(&post), rejected, "{host}");
    }
    assert_eq!(send("GET / HTTP/1.1\r\n"), rejected, "missing");
    assert_eq!(send("GET / HTTP/1.0\r\n"), rejected, "missing");
    let good = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(send(&format!("GET / HTTP/1.1\r\n{good}{good}")), rejected, "two");
    assert_eq!(send(&format!("GET / HTTP/1.1\r\n{good}Host: evil.example\r\n")), rejected, "two");
    assert_eq!(
        send(&format!("GET http://evil.example/ HTTP/1.1\r\n{good}")),
        rejected,
        "absolute address in the request line"
    );
    assert_eq!(board.get("/").status, 200);
}

#[test]
fn post_requires_origin_and_fetch_site() {
    let board = Board::start();
    let status = |change: &dyn Fn(String) -> String| {
        let head = change(board.head("/api/status"));
        let response =
            board.send(&format!("{head}Connection: close\r\nContent-Length: 2\r\n\r\n{{}}"));
        assert!(no_cors(&response));
        (response.status, if response.status == 200 { String::new() } else { response.code() })
    };
    let rejected = (403, "origin".to_owned());
    assert_eq!(status(&|head| head), (200, String::new()));
    let origin = format!("Origin: {}\r\n", board.origin());
    let port = board.address.port();
    for other in [
        String::new(),
        "Origin: null\r\n".to_owned(),
        "Origin: http://evil.example\r\n".to_owned(),
        format!("Origin: http://localhost:{port}\r\n"),
        format!("Origin: https://127.0.0.1:{port}\r\n"),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("Origin: http://127.0.0.1:{port}/\r\n"),
        "Origin: http://127.0.0.1\r\n".to_owned(),
        format!("{origin}{origin}"),
    ] {
        assert_eq!(status(&|head| head.replace(&origin, &other)), rejected, "{other}");
    }
    let site = "Sec-Fetch-Site: same-origin\r\n";
    for other in [
        "",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "Sec-Fetch-Site: none\r\n",
    ] {
        assert_eq!(status(&|head| head.replace(site, other)), rejected, "{other}");
    }
    // A CORS preflight request is rejected.
    let preflight = board.send(&format!(
        "OPTIONS /api/status HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\n\
         Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: kawari-token\r\n\
         Connection: close\r\n\r\n",
        board.address
    ));
    assert_eq!(preflight.status, 405);
    assert!(no_cors(&preflight));
}

/// Returns whether a response has no CORS headers.
fn no_cors(response: &Response) -> bool {
    response.headers.iter().all(|(name, _)| !name.starts_with("access-control-"))
}

#[test]
fn post_requires_the_token() {
    let board = Board::start();
    assert_eq!(board.token.len(), 32);
    assert!(board.token.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let with = |tokens: &[&str]| {
        let tokens: String =
            tokens.iter().map(|token| format!("Kawari-Token: {token}\r\n")).collect();
        let head = board
            .head("/api/status")
            .replace(&format!("Kawari-Token: {}\r\n", board.token), &tokens);
        let response =
            board.send(&format!("{head}Connection: close\r\nContent-Length: 2\r\n\r\n{{}}"));
        if response.status == 200 { "ok".to_owned() } else { response.code() }
    };
    let token = board.token.as_str();
    assert_eq!(with(&[token]), "ok");
    assert_eq!(with(&[]), "token");
    assert_eq!(with(&[token, token]), "token");
    let last = if token.ends_with('0') { "1" } else { "0" };
    let other = format!("{}{last}", &token[..31]);
    for wrong in ["", "x", &token[..31], &format!("{token}0"), &other, &"0".repeat(32)] {
        assert_eq!(with(&[wrong]), "token", "{wrong}");
    }
    assert_ne!(Board::start().token, board.token, "each start creates a new token");
    // A token in the URL is ignored.
    let path = format!("/api/status?token={token}");
    assert_eq!(board.get(&path).status, 405);
}

#[test]
fn every_response_has_the_security_headers() {
    let board = Board::start();
    let port = board.address.port();
    let responses = [
        board.get("/"),
        board.get("/nothing"),
        board.get("/api/games"),
        board.send(&format!(
            "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        )),
        board.send(&format!(
            "PUT / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            board.address
        )),
        board.send(&format!(
            "{}Connection: close\r\n\r\n",
            board.head("/api/games").replace("same-origin", "none")
        )),
        board.post("/api/games", &json!({})),
        board.post("/api/games", &json!({ "unknown": 1 })),
        board.post("/api/position", &json!({ "game": "chess" })),
        board.post("/api/search", &json!({ "game": "hasami", "limits": { "depth": 1 } })),
    ];
    let statuses: Vec<u16> = responses.iter().map(|response| response.status).collect();
    assert_eq!(statuses, [200, 404, 405, 421, 405, 403, 200, 400, 422, 200]);
    responses.iter().for_each(assert_security_headers);
}

#[track_caller]
fn assert_security_headers(response: &Response) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(response.header(name), Some(value), "{name} with {}", response.status);
    }
    let policy = response.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"));
    assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"));
    assert!(no_cors(response));
}

/// Also after a valid request on the same connection.
#[test]
fn responses_to_invalid_heads_have_the_security_headers() {
    let board = Board::start();
    let long = "x".repeat(17 << 10);
    let good = format!("GET /nothing HTTP/1.1\r\nHost: {}\r\n\r\n", board.address);
    for (head, status) in [
        ("HELLO\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "X: 1\r\n".repeat(100)), 431),
    ] {
        let response = board.send(&head);
        assert_eq!(response.status, status, "{head:.20}");
        assert_security_headers(&response);
        let mut stream = board.connect();
        stream.write_all((good.clone() + &head).as_bytes()).expect("a write");
        let mut reader = BufReader::new(stream);
        for expected in [404, status] {
            let response = read_response(&mut reader);
            assert_eq!(response.status, expected, "{head:.20}");
            assert_security_headers(&response);
        }
    }
}

/// The error page of a wrong address is in two languages and has a link to the board.
#[test]
fn navigations_get_an_html_page_instead_of_json() {
    let board = Board::start();
    let (address, port) = (board.address.to_string(), board.address.port());
    let open = |host: &str, path: &str| {
        let response = board.navigate(host, path);
        assert_security_headers(&response);
        assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let page = response.text();
        assert!(page.contains("lang=\"en\"") && page.contains("lang=\"ja\""), "{page}");
        assert!(!page.contains(&board.token) && !page.contains("<script"), "{page}");
        let target = response.header("location").map(str::to_owned);
        let link = page.split_once("href=\"").and_then(|(_, rest)| rest.split_once('"'));
        (response.status, target, link.expect("a link").0.to_owned())
    };
    let origin = board.origin();
    let root = format!("{origin}/");
    assert_eq!(open(&address, "/nothing"), (404, None, root.clone()));
    assert_eq!(open(&address, "/api/games"), (405, None, root.clone()));
    // A browser keeps the fragment with the token in a redirect.
    let localhost = format!("localhost:{port}");
    assert_eq!(open(&localhost, "/"), (307, Some(root.clone()), root.clone()));
    let same = format!("{origin}/nothing?a=1");
    assert_eq!(open(&localhost, "/nothing?a=1"), (307, Some(same.clone()), same));
    let outside = format!("{origin}//evil.example/");
    assert_eq!(open(&localhost, "//evil.example/"), (307, Some(outside.clone()), outside));
    // All other names are rejected: an attacker may own them.
    for host in ["evil.example", "127.0.0.1", "localhost", "localhost:1", "localhost.evil.example"]
    {
        assert_eq!(open(host, "/index.html"), (421, None, format!("{root}index.html")), "{host}");
    }
    assert_eq!(open(&format!("evil.localhost:{port}"), "/"), (421, None, root.clone()));
    assert_eq!(open(&format!("{localhost}\r\nHost: {address}"), "/").0, 421);
    let absolute = format!("http://{localhost}/");
    assert_eq!(open(&localhost, &absolute), (421, None, root));

    // Requests of programs and of the page do not get HTML.
    for accept in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
        let head = format!("GET / HTTP/1.1\r\nHost: {localhost}\r\n{accept}");
        let response = board.send(&format!("{head}Connection: close\r\n\r\n"));
        assert_eq!((response.status, response.code()), (421, "host".to_owned()), "{accept}");
    }
    let head = board.head("/api/games").replace("same-origin", "missing");
    let response = board.send(&format!("{head}Accept: text/html\r\nConnection: close\r\n\r\n"));
    assert_eq!((response.status, response.code()), (403, "origin".to_owned()));
    assert_eq!(board.navigate(&address, "/").body, board.get("/").body);
}

/// The content security policy forbids them.
#[test]
fn the_page_has_no_inline_scripts_or_styles() {
    let page = Board::start().get("/").text();
    for (at, _) in page.match_indices("<script") {
        let tag = &page[at..at + page[at..].find('>').expect("an end")];
        assert!(tag.contains("src="), "{tag}");
        assert!(page[at + tag.len()..].starts_with("></script>"), "{tag}");
    }
    for inline in ["<style", " style=", " onclick=", " onload=", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
}

#[test]
fn heads_and_bodies_have_size_limits() {
    let board = Board::start();
    let long = "x".repeat(17 << 10);
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {long}\r\n\r\n", board.address);
    assert_eq!(board.send(&head).status, 431);
    let many = "X: 1\r\n".repeat(100);
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\n{many}\r\n", board.address);
    assert_eq!(board.send(&head).status, 431);
    let address = format!("GET /{long} HTTP/1.1\r\nHost: {}\r\n\r\n", board.address);
    assert!([414, 431].contains(&board.send(&address).status));

    let limits = &board.request("/api/games", json!({}))["limits"];
    for (path, limit) in [("/api/position", "body"), ("/api/import", "importBody")] {
        let limit = limits[limit].as_u64().expect("a limit") as usize;
        let body = format!("{{\"game\":\"{}\"}}", "x".repeat(limit));
        let with_length =
            format!("{}Content-Length: {}\r\n\r\n{body}", board.head(path), body.len());
        let response = board.send(&with_length);
        assert_eq!((response.status, response.code()), (413, "too-large".to_owned()));
        // The server detects the size of a chunked body while it reads.
        let chunked = format!(
            "{}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
            board.head(path),
            body.len()
        );
        assert_eq!(board.send(&chunked).status, 413);
    }
    let many: Vec<&str> = ["9i9h", "9a9b", "9h9i", "9b9a"].into_iter().cycle().take(2001).collect();
    let rejected = board.rejection("/api/position", json!({ "game": "hasami", "moves": many }));
    assert_eq!((rejected.0, rejected.1.as_str()), (400, "bad-request"));
    assert_eq!(board.get("/").status, 200);
}

/// Slow or silent clients are disconnected, and do not delay other clients.
#[test]
fn slow_senders_are_disconnected() {
    let board = Board::start();
    let connect_and_send = |text: &str| {
        let mut stream = board.connect();
        stream.write_all(text.as_bytes()).expect("a write");
        stream
    };
    let silent = connect_and_send("");
    let half_a_head = connect_and_send("GET / HTTP/1.1\r\nHo");
    let half_a_body =
        connect_and_send(&format!("{}Content-Length: 20\r\n\r\n{{", board.head("/api/games")));
    let idle = connect_and_send(&format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", board.address));
    let mut slow = connect_and_send("GET / HTTP/1.1\r\n");
    assert_eq!(board.get("/").status, 200);

    assert_eq!(read_response(&mut BufReader::new(half_a_body)).status, 408);
    let mut idle = BufReader::new(idle);
    assert_eq!(read_response(&mut idle).status, 200);
    let is_closed = |stream: &mut dyn Read| !matches!(stream.read(&mut [0; 64 << 10]), Err(error) if is_timeout(&error));
    assert!(is_closed(&mut idle));
    for mut stream in [silent, half_a_head] {
        assert!(is_closed(&mut stream));
    }
    // Single bytes do not extend the time limit.
    wait_until(|| slow.write_all(b"X").is_err());
}

/// A client that sends requests and reads no responses is disconnected.
#[test]
fn clients_that_do_not_read_are_disconnected() {
    let board = Board::start();
    let request = format!("{}Content-Length: 2\r\n\r\n{{}}", board.head("/api/games"));
    let mut stream = board.connect();
    stream.set_write_timeout(Some(TIMEOUT)).expect("a limit");
    let write_error = loop {
        if let Err(error) = stream.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert!(!is_timeout(&write_error), "{write_error}");
    assert_eq!(board.get("/").status, 200);
}

fn is_timeout(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[test]
fn number_of_connections_is_limited() {
    let board = Board::start();
    let mut open: Vec<TcpStream> = (0..64).map(|_| board.connect()).collect();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", board.address);
    let status = |stream: TcpStream| {
        let mut text = String::new();
        let _ = BufReader::new(stream).read_to_string(&mut text);
        text.split(' ').nth(1).map(str::to_owned)
    };
    let rejected = read_response(&mut BufReader::new(board.connect()));
    assert_eq!((rejected.status, rejected.code()), (503, "connections".to_owned()));
    assert_security_headers(&rejected);
    open.truncate(60);
    wait_until(|| {
        let mut stream = board.connect();
        let _ = stream.write_all(request.as_bytes());
        status(stream).as_deref() == Some("200")
    });
}

#[test]
fn number_of_searches_is_limited() {
    let board = Board::start();
    let mut four: Vec<_> = (0..4).map(|_| board.start_search(infinite_search())).collect();
    assert_eq!(board.searches(), 4);
    for path in ["/api/search", "/api/analyse", "/api/draw"] {
        let body = match path {
            "/api/search" => infinite_search(),
            "/api/analyse" => json!({ "game": "hasami", "limits": { "depth": 1 } }),
            _ => json!({ "game": "hasami", "engine": "white" }),
        };
        let response = board.post(path, &body);
        assert_eq!((response.status, response.code()), (429, "busy".to_owned()), "{path}");
        let message = response.json()["error"]["message"].to_string();
        assert!(message.contains("4 searches are already running"), "{message}");
    }
    // Other requests still succeed.
    assert_eq!(board.get("/").status, 200);
    four.pop();
    board.wait_for_searches(3);
    four.push(board.start_search(infinite_search()));
    assert_eq!(board.searches(), 4);
}

/// A search ends with its request, in whatever way the request ends.
#[test]
fn a_closed_request_stops_its_search() {
    let board = Board::start();
    drop(board.start_search(infinite_search()));
    board.wait_for_searches(0);

    let half = board.start_search(infinite_search());
    half.half_close();
    board.wait_for_searches(0);

    // Pipelined requests do not keep the search alive.
    let mut pipelined = board.start_search(infinite_search());
    let requests = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", board.address).repeat(1_000);
    pipelined.write(requests.as_bytes());
    pipelined.half_close();
    board.wait_for_searches(0);
    drop(pipelined);

    // The close is also seen if unread requests fill the receive buffer, so that it cannot arrive.
    let overfull = board.start_search(infinite_search());
    overfull.overfill(requests.repeat(30).as_bytes());
    board.wait_for_searches(0);
    drop(overfull);

    // The start of another request does not hide the close.
    let mut partial = board.start_search(infinite_search());
    partial.write(b"GET / HTTP/1.1\r\n");
    drop(partial);
    board.wait_for_searches(0);

    // Closed before the first line was read.
    for _ in 0..20 {
        let body = infinite_search().to_string();
        let mut stream = board.connect();
        let head = board.head("/api/search");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("a write");
    }
    board.wait_for_searches(0);

    let game = ["9i9h", "9a9b", "9h9i", "9b9a"].repeat(10);
    let body = json!({ "game": "hasami", "moves": game, "limits": { "movetime": 600_000 } });
    let body = body.to_string();
    let mut analysis = board.connect();
    let head = board.head("/api/analyse");
    write!(analysis, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("a write");
    board.wait_for_searches(1);
    drop(analysis);
    board.wait_for_searches(0);
}

#[test]
fn searches_share_the_total_resources() {
    let board = Board::start();
    let limits = board.request("/api/games", json!({}))["limits"].clone();
    let greedy = json!({
        "game": "hasami",
        "limits": { "infinite": true },
        "hash": 1_000_000,
        "threads": 1_000_000,
        "multipv": 5,
    });
    let mut streams = Vec::new();
    let mut total = [0; 3];
    for _ in 0..4 {
        let (stream, started) = board.start_search_with_line(greedy.clone());
        for (total, part) in total.iter_mut().zip(["hash", "threads", "multipv"]) {
            let granted = started[part].as_u64().expect("a number");
            assert!(granted >= 1);
            *total += granted;
        }
        streams.push(stream);
    }
    // Each of the last three searches may get 1 beyond the limit.
    for (total, limit) in total.into_iter().zip(["totalHash", "threads", "totalLines"]) {
        let limit = limits[limit].as_u64().expect("a number");
        assert!(total <= limit + 3, "{total} of {limit}");
    }
    for wrong in [json!(0), json!(6), json!(1000)] {
        let body = json!({ "game": "hasami", "multipv": wrong });
        assert_eq!(board.rejection("/api/search", body).0, 400);
    }
}

/// Only the files of the page are served.
#[test]
fn other_files_are_not_served() {
    let board = Board::start();
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kawari-board/page");
    let files = files_below(&dist);
    assert!(files.contains(&"index.html".to_owned()));
    for file in &files {
        let served = board.get(&format!("/{file}"));
        assert_eq!(served.status, 200, "{file} is not in the list of assets.rs");
        assert!(served.body == fs::read(dist.join(file)).expect("a readable file"), "{file}");
        assert_ne!(served.header("content-type"), Some("application/octet-stream"), "{file}");
    }
    assert_eq!(board.get("/").body, board.get("/index.html").body);
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/../../../Cargo.toml",
        "/./index.html",
        "/index.html%00",
        "/page/index.html",
        "/api/../Cargo.toml",
        "/.",
    ] {
        let response = board.get(path);
        assert_eq!((response.status, response.code()), (404, "not-found".to_owned()), "{path}");
    }
    // No request has a field for a file.
    for field in ["file", "path", "EvalFile", "book"] {
        let mut body = json!({ "game": "hasami", "limits": { "depth": 1 } });
        body[field] = json!("/etc/passwd");
        assert_eq!(board.rejection("/api/search", body).0, 400, "{field}");
    }
}

fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(files_below(&path).into_iter().map(|file| format!("{name}/{file}")));
        } else {
            files.push(name);
        }
    }
    files
}

/// Running searches and open connections do not delay the end.
#[cfg(unix)]
#[test]
fn ctrl_c_and_sigterm_stop_the_server() {
    for signal in ["-INT", "-TERM"] {
        let mut board = Board::start();
        let idle = board.connect();
        let searches =
            [board.start_search(infinite_search()), board.start_search(infinite_search())];
        let pid = board.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().expect("a signal");
        assert!(sent.success());
        let status = board.child.wait().expect("an end");
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(TcpStream::connect_timeout(&board.address, TIMEOUT).is_err());
        drop((idle, searches));
    }
}

/// The server exits with a message and does not panic.
#[cfg(unix)]
#[test]
fn too_few_file_descriptors_are_an_error() {
    for limit in 5..=9 {
        let board = format!("ulimit -n {limit}; exec \"$0\" board --no-open --port 0");
        let ended = Command::new("sh")
            .args(["-c", &board, env!("CARGO_BIN_EXE_kawari")])
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(3), "{limit}: {error}");
        assert!(error.contains("Too many open files") && !error.contains("panicked"), "{error}");
    }
}

#[test]
fn a_port_in_use_is_an_error() {
    let board = Board::start();
    let port = board.address.port().to_string();
    let second = Command::new(env!("CARGO_BIN_EXE_kawari"))
        .args(["board", "--no-open", "--port", &port])
        .output()
        .expect("the program starts");
    assert_eq!(second.status.code(), Some(3));
    let error = String::from_utf8(second.stderr).expect("UTF-8");
    assert!(error.contains(&format!("cannot bind port {port}")), "{error}");
}
