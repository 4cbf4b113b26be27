# callmap as a server for agents, or as a command:
#   docker build -t callmap .
#   docker run --rm -i -v "$PWD":/repo:ro -v callmap:/data callmap                 MCP over stdin and stdout
#   docker run --rm -v "$PWD":/repo:ro -v callmap:/data callmap callers parse      any command
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/callmap && /opt/callmap/bin/pip install --no-cache-dir /source

FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 callmap && mkdir /data /repo && chown callmap /data
COPY --from=build /opt/callmap /opt/callmap
ENV PATH=/opt/callmap/bin:$PATH CALLMAP_ROOT=/repo CALLMAP_DATA=/data
USER callmap
VOLUME /data
WORKDIR /repo
ENTRYPOINT ["callmap"]
CMD ["serve"]
