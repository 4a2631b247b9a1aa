//! A client of `kawari board` over plain TCP.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time limit for every wait, far above what a slow machine needs.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A running `kawari board`. Dropping it kills the process.
pub struct Board {
    pub child: Child,
    pub address: SocketAddr,
    pub token: String,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Board {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kawari"))
            .args(["board", "--no-open", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let url = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.trim().strip_prefix("http://").map(str::to_owned))
            .expect("an address");
        let (address, token) = url.split_once("/#token=").expect("a token in the fragment");
        let address = address.parse().expect("an address of a socket");
        Self { child, address, token: token.to_owned() }
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the head of a request like those of the page, without `Content-Length` and the
    /// empty line.
    pub fn head(&self, path: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nSec-Fetch-Site: same-origin\r\n\
             Kawari-Token: {}\r\nContent-Type: application/json\r\n",
            self.address,
            self.origin(),
            self.token
        )
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a limit");
        stream
    }

    /// Sends text and reads one response.
    pub fn send(&self, text: &str) -> Response {
        let mut stream = self.connect();
        // The server may reject the request and close before it has read all of it.
        let _ = stream.write_all(text.as_bytes());
        read_response(&mut BufReader::new(stream))
    }

    /// Requests a page like a browser in which a person has opened an address.
    pub fn navigate(&self, host: &str, path: &str) -> Response {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\n\
             Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n\
             Sec-Fetch-Site: none\r\nConnection: close\r\n\r\n"
        ))
    }

    pub fn get(&self, path: &str) -> Response {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        let body = body.to_string();
        let head = self.head(path);
        self.send(&format!(
            "{head}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Returns the response of a request that must succeed.
    #[track_caller]
    pub fn request(&self, path: &str, body: Value) -> Value {
        let response = self.post(path, &body);
        assert_eq!(response.status, 200, "{path} {body}: {}", response.text());
        response.json()
    }

    /// Returns status, code and arguments of a request that must be rejected.
    #[track_caller]
    pub fn rejection(&self, path: &str, body: Value) -> (u16, String, Value) {
        let response = self.post(path, &body);
        let error = &response.json()["error"];
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
        let code = error["code"].as_str().expect("a code").to_owned();
        (response.status, code, error["args"].clone())
    }

    /// Returns all lines of a stream that ends by itself.
    #[track_caller]
    pub fn lines(&self, path: &str, body: Value) -> Vec<Value> {
        let response = self.post(path, &body);
        assert_eq!(response.status, 200, "{path} {body}: {}", response.text());
        assert_eq!(response.header("content-type"), Some("application/x-ndjson"));
        let text = response.text();
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// Starts a search and reads its first line.
    #[track_caller]
    pub fn start_search(&self, body: Value) -> Stream {
        self.start_search_with_line(body).0
    }

    /// Starts a search and returns its first line as well.
    #[track_caller]
    pub fn start_search_with_line(&self, body: Value) -> (Stream, Value) {
        let body = body.to_string();
        let mut stream = self.connect();
        let head = self.head("/api/search");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("a write");
        let mut reader = BufReader::new(stream);
        let (status, _) = read_head(&mut reader);
        assert_eq!(status, 200, "{body}");
        let mut stream = Stream { reader };
        let started = stream.next_line();
        assert_eq!(started["type"], "started", "{started}");
        (stream, started)
    }

    pub fn searches(&self) -> u64 {
        self.request("/api/status", json!({}))["searches"].as_u64().expect("a number")
    }

    /// Waits until exactly `number` searches are running.
    #[track_caller]
    pub fn wait_for_searches(&self, number: u64) {
        wait_until(|| self.searches() == number);
    }
}

#[track_caller]
pub fn wait_until(mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(Instant::now() < end, "timeout");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Response stream of a running search. Dropping it closes the connection.
pub struct Stream {
    reader: BufReader<TcpStream>,
}

impl Stream {
    /// Returns the next line that is not empty.
    #[track_caller]
    pub fn next_line(&mut self) -> Value {
        let end = Instant::now() + TIMEOUT;
        loop {
            assert!(Instant::now() < end, "only empty lines");
            let chunk = read_chunk(&mut self.reader).expect("another chunk");
            let text = String::from_utf8(chunk).expect("UTF-8");
            if !text.trim().is_empty() {
                return serde_json::from_str(&text).expect("one line of JSON");
            }
        }
    }

    /// Sends bytes that the server may reject by closing the connection, then closes the
    /// connection for writing.
    pub fn overfill(&self, bytes: &[u8]) {
        let mut stream = self.reader.get_ref();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
    }

    /// Closes the connection for writing and keeps it open for reading.
    pub fn half_close(&self) {
        self.reader.get_ref().shutdown(Shutdown::Write).expect("half a connection");
    }

    /// Sends bytes before the response is complete.
    pub fn write(&mut self, bytes: &[u8]) {
        self.reader.get_mut().write_all(bytes).expect("a write");
    }
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "header {name} occurs twice");
        value
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.text());
        serde_json::from_slice(&self.body).expect("JSON")
    }

    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().expect("a code").to_owned()
    }
}

fn read_line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    line.trim_end().to_owned()
}

fn read_head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let first = read_line(reader);
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status in `{first}`"));
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader);
        let Some((name, value)) = line.split_once(':') else { return (status, headers) };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// Returns the next chunk of a body, or `None` at its end.
fn read_chunk(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let length = usize::from_str_radix(&read_line(reader), 16).ok()?;
    let mut chunk = vec![0; length];
    reader.read_exact(&mut chunk).ok()?;
    read_line(reader);
    (length > 0).then_some(chunk)
}

pub fn read_response(reader: &mut impl BufRead) -> Response {
    let (status, headers) = read_head(reader);
    let is = |name: &str, value: &str| {
        headers.iter().any(|(header, found)| header == name && found == value)
    };
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: Option<usize> = length.map(|(_, length)| length.parse().expect("a length"));
    let mut body = Vec::new();
    if is("transfer-encoding", "chunked") {
        while let Some(chunk) = read_chunk(reader) {
            body.extend(chunk);
        }
    } else if let Some(length) = length {
        body.resize(length, 0);
        reader.read_exact(&mut body).expect("the whole body");
    } else {
        let _ = reader.read_to_end(&mut body);
    }
    Response { status, headers, body }
}
