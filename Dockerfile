# Nametag as an image: the commands of the README, then only the files that the running service reads.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Traced where it will run: native programs of other platforms stay behind.
RUN node scripts/assemble-image.mjs /image

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /app
# The C library keeps freed memory for each thread: with two arenas, 20 MB less.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /image ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Docker gives containers the proxies of its user, which fetch() may use for every URL: an agent of its own does not.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/api/health', agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Node 24 would let the young generation grow to twice the size, for the same speed and 50 MB more.
CMD ["node", "--max-semi-space-size=16", "dist/server/start.js"]
