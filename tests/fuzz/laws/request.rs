//! The law of the board's server, for whoever reaches its port.

use std::future;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use kawari_board::Server;
use serde_json::Value;

/// Longer than any answer may take, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// A stream that is silent for so long has said enough.
const SILENCE: Duration = Duration::from_millis(40);
/// So much of a stream is enough.
const ENOUGH: usize = 64 << 10;

/// The server that all bytes are sent to.
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

/// What came back.
struct Response {
    status: u16,
    is_stream: bool,
    is_json: bool,
    body: Vec<u8>,
}

/// Bytes that begin with `/` are a path and, from the next line on, a body, which the page
/// sends: they are answered, in JSON, and no search is left behind. All others are a whole
/// request, in which `HOST`, `ORIGIN` and `TOKEN` stand for what they should be: who
/// does not know the token learns nothing, and nothing is the server's own fault.
pub fn request(bytes: &[u8]) {
    let board = board();
    if bytes.starts_with(b"/") {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (path, body) = bytes.split_at(end);
        let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'/';
        if path.iter().all(is_path) {
            board.page_sends(&String::from_utf8_lossy(path), body.get(1..).unwrap_or_default());
        }
    } else {
        board.anybody_sends(bytes);
    }
}

impl Board {
    fn page_sends(&self, path: &str, body: &[u8]) {
        let response = self.post(path, body);
        let text = String::from_utf8_lossy(&response.body).into_owned();
        match response.status {
            200 => {
                let lines = text.split_inclusive('\n').filter(|line| !line.trim().is_empty());
                // The last line of a stream that was left may be half a line.
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
        let end = Instant::now() + PATIENCE;
        loop {
            let status: Value =
                serde_json::from_slice(&self.post("/api/status", b"{}").body).expect("JSON");
            if status["searches"] == 0 {
                break;
            }
            assert!(Instant::now() < end, "a search is left: {path}");
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
        // It may be refused before all of it is read.
        let _ = stream.write_all(&request);
        let mut heard = Vec::new();
        listen(&mut stream, &mut heard, PATIENCE, |heard| {
            !read(heard).is_some_and(|so_far| so_far.is_stream)
        });
        listen(&mut stream, &mut heard, SILENCE, |heard| heard.len() < ENOUGH);
        read(&heard).unwrap_or_else(|| panic!("no answer to {path}"))
    }

    fn anybody_sends(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let knows_token = text.contains("TOKEN");
        let origin = format!("http://{}", self.host);
        let request = text
            .replace("ORIGIN", &origin)
            .replace("HOST", &self.host)
            .replace("TOKEN", &self.token);
        let mut stream = self.connect();
        let _ = stream.write_all(request.as_bytes());
        let mut heard = Vec::new();
        listen(&mut stream, &mut heard, SILENCE, |heard| heard.len() < ENOUGH);
        drop(stream);
        if let Some(response) = read(&heard) {
            assert_ne!(response.status, 500, "{request:?}");
            let is_answer = response.status == 200 && (response.is_json || response.is_stream);
            assert!(knows_token || !is_answer, "{request:?} is let in");
        }
        assert_eq!(self.post("/api/status", b"{}").status, 200, "after {request:?}");
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.host).expect("a connection")
    }
}

/// Reads on until the end, a silence, or until it is no longer wanted.
fn listen(
    stream: &mut TcpStream,
    heard: &mut Vec<u8>,
    silence: Duration,
    is_wanted: impl Fn(&[u8]) -> bool,
) {
    stream.set_read_timeout(Some(silence)).expect("a limit");
    let mut buffer = [0; 4096];
    while is_wanted(heard) {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => heard.extend(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // Silence, or a connection that was cut because something was left unread.
            Err(_) => return,
        }
    }
}

/// The answer in these bytes, as far as it goes; `None` while its head is not whole.
fn read(heard: &[u8]) -> Option<Response> {
    let end = heard.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let (head, body) = heard.split_at(end);
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
