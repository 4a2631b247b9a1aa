# Kawari in a container: USI and analyses through pipes, and the board.
#
#     docker build --tag kawari .
#     docker run --rm --interactive kawari analyse --variant yari < positions.txt
#     docker run --rm --interactive --tty --init --network host kawari board --no-open
#
# The board accepts connections only from the loopback address. With the network of the host, that
# is the host's; a published port (`--publish`) would not reach it.
FROM rust:1-bookworm AS build
WORKDIR /kawari
COPY . .
RUN cargo build --release --locked --bin kawari && strip target/release/kawari

# The C library and nothing else: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /kawari/target/release/kawari /usr/local/bin/kawari
COPY --from=build /kawari/LICENSE /usr/share/doc/kawari/
WORKDIR /home/nonroot
ENTRYPOINT ["/usr/local/bin/kawari"]
