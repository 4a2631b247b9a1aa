//! The invariant of the board's server, for requests with and without the token.

use std::future;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use kawari_board::Server;
use serde_json::Value;

/// Time limit for a response, generous enough for a busy machine.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(120);
/// Reading a stream stops after this long without data.
const IDLE_TIMEOUT: Duration = Duration::from_millis(40);
/// Reading a stream stops after this many bytes.
const MAX_RESPONSE: usize = 64 << 10;

/// Address and token of the server under test.
struct Board {
    host: String,
    token: String,
}

fn board() -> &'static Board {
    static BOARD: OnceLock<Board> = OnceLock::new();
    BOARD.get_or_init(|| {
        let server = Server::bind(Some(0)).expect("a port");
        let url = server.url();
        let url = url.strip_prefix("http://").expect("an address");
        let (host, token) = url.split_once("/#token=").expect("a token");
        let board = Board { host: host.to_owned(), token: token.to_owned() };
        thread::spawn(|| server.run(|| Ok(future::pending())).expect("a server"));
        board
    })
}

/// A response, as far as it was read.
struct Response {
    status: u16,
    is_stream: bool,
    is_json: bool,
    body: Vec<u8>,
}

/// Checks a request. Bytes that begin with `/` are a path and, after the first line, a body;
/// they are sent as the page sends them. The response must be JSON, and no search may be left
/// running. All other bytes are a raw request, in which `HOST`, `ORIGIN` and `TOKEN` are
/// replaced by the real values. Without the token it must get no data, and the status must
/// never be 500.
pub fn request(bytes: &[u8]) {
    let board = board();
    if bytes.starts_with(b"/") {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (path, body) = bytes.split_at(end);
        let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'/';
        if path.iter().all(is_path) {
            board.check_page_request(
                &String::from_utf8_lossy(path),
                body.get(1..).unwrap_or_default(),
            );
        }
    } else {
        board.check_raw_request(bytes);
    }
}

impl Board {
    fn check_page_request(&self, path: &str, body: &[u8]) {
        let response = self.post(path, body);
        let text = String::from_utf8_lossy(&response.body).into_owned();
        match response.status {
            200 => {
                let lines = text.split_inclusive('\n').filter(|line| !line.trim().is_empty());
                // The last line of a stream that was closed early may be incomplete.
                let whole = lines.filter(|line| !response.is_stream || line.ends_with('\n'));
                for line in whole {
                    serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("{line:?}"));
                }
            }
            400..500 => {
                let refusal: Value = serde_json::from_str(&text).expect("JSON");
                assert!(refusal["error"]["code"].is_string(), "{text}");
                assert!(refusal["error"]["message"].is_string(), "{text}");
            }
            status => panic!("{status} for {path}: {text}"),
        }
        let end = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            let status: Value =
                serde_json::from_slice(&self.post("/api/status", b"{}").body).expect("JSON");
            if status["searches"] == 0 {
                break;
            }
            assert!(Instant::now() < end, "a search is still running after {path}");
        }
    }

    fn post(&self, path: &str, body: &[u8]) -> Response {
        let Self { host, token } = self;
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Sec-Fetch-Site: same-origin\r\nKawari-Token: {token}\r\n\
             Content-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend(body);
        let mut stream = self.connect();
        // The server may reject the request before reading all of it.
        let _ = stream.write_all(&request);
        let mut received = Vec::new();
        receive(&mut stream, &mut received, RESPONSE_TIMEOUT, |received| {
            !parse_response(received).is_some_and(|so_far| so_far.is_stream)
        });
        receive(&mut stream, &mut received, IDLE_TIMEOUT, |received| received.len() < MAX_RESPONSE);
        parse_response(&received).unwrap_or_else(|| panic!("no response to {path}"))
    }

    fn check_raw_request(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let has_token = text.contains("TOKEN");
        let origin = format!("http://{}", self.host);
        let request = text
            .replace("ORIGIN", &origin)
            .replace("HOST", &self.host)
            .replace("TOKEN", &self.token);
        let mut stream = self.connect();
        let _ = stream.write_all(request.as_bytes());
        let mut received = Vec::new();
        receive(&mut stream, &mut received, IDLE_TIMEOUT, |received| received.len() < MAX_RESPONSE);
        drop(stream);
        if let Some(response) = parse_response(&received) {
            assert_ne!(response.status, 500, "{request:?}");
            let has_data = response.status == 200 && (response.is_json || response.is_stream);
            assert!(has_token || !has_data, "{request:?} got data without the token");
        }
        assert_eq!(self.post("/api/status", b"{}").status, 200, "after {request:?}");
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.host).expect("a connection")
    }
}

/// Reads until the end of the stream, the timeout, or until `is_wanted` returns false.
fn receive(
    stream: &mut TcpStream,
    received: &mut Vec<u8>,
    timeout: Duration,
    is_wanted: impl Fn(&[u8]) -> bool,
) {
    stream.set_read_timeout(Some(timeout)).expect("a limit");
    let mut buffer = [0; 4096];
    while is_wanted(received) {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => received.extend(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // A timeout, or a connection reset because the server left data unread.
            Err(_) => return,
        }
    }
}

/// Parses a response, whose body may be incomplete. Returns `None` if the head is incomplete.
fn parse_response(received: &[u8]) -> Option<Response> {
    let end = received.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let (head, body) = received.split_at(end);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let status = head.strip_prefix("http/1.1 ").or(head.strip_prefix("http/1.0 "));
    let status = status.and_then(|rest| rest.get(..3)?.parse().ok()).expect("a status");
    let body = &body[4..];
    let body = match head.contains("transfer-encoding: chunked") {
        true => whole_chunks(body),
        false => body.to_vec(),
    };
    let is_stream = head.contains("application/x-ndjson");
    let is_json = head.contains("content-type: application/json");
    Some(Response { status, is_stream, is_json, body })
}

/// Decodes the complete chunks of a chunked body.
fn whole_chunks(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|bytes| bytes == b"\r\n") {
        let length = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = usize::from_str_radix(&length, 16).expect("the length of a chunk");
        let Some(chunk) = bytes.get(end + 2..end + 2 + length) else { break };
        body.extend(chunk);
        bytes = bytes.get(end + 4 + length..).unwrap_or_default();
    }
    body
}
