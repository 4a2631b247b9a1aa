//! A server on a thread, and requests to it over plain TCP.

use std::future;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use kawari_board::Server;
use serde_json::Value;

/// A running server. Its thread ends with the process.
pub struct Board {
    address: String,
    token: String,
}

impl Board {
    /// Starts a server on a free port.
    pub fn start() -> Self {
        let server = Server::bind(Some(0)).expect("a free port");
        let url = server.url();
        let (address, token) = url
            .strip_prefix("http://")
            .and_then(|url| url.split_once("/#token="))
            .expect("an address with a token");
        let board = Self { address: address.to_owned(), token: token.to_owned() };
        thread::spawn(|| server.run(|| Ok(future::pending::<()>())));
        board
    }

    /// Sends a request and returns the status and the body of the response.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let Self { address, token } = self;
        let body = body.to_string();
        let request = format!(
            "POST /api/{path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Sec-Fetch-Site: same-origin\r\nKawari-Token: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("a sent request");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        let (head, body) = response.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), serde_json::from_str(body).expect("a JSON body"))
    }
}
