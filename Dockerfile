# The server in a container that has nothing but the program: no shell, no libraries, no files but those of /data.
#
#   docker build -t plywood .
#   docker run -p 7777:7777 -v plywood:/data plywood
#
# `docker run plywood COMMAND` is any other command of the program.
FROM rust:1-alpine AS build
# mimalloc is C.
RUN apk add --no-cache build-base
WORKDIR /plywood
COPY . .
RUN cargo build --release --locked -p plywood-cli \
    && mkdir -p /image/data \
    && cp target/release/plywood /image/plywood

FROM scratch
COPY --from=build /image/plywood /plywood
COPY --from=build --chown=65532:65532 /image/data /data
USER 65532:65532
VOLUME /data
EXPOSE 7777
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/plywood", "serve", "--check"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/plywood"]
CMD ["serve", "--listen", "0.0.0.0:7777", "--data", "/data"]
