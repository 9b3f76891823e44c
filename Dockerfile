# Nametag as an image: the commands of the README, then only what the running service needs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The address that the world sees: the documentation is drawn for it while building.
ARG PUBLIC_URL
RUN npm run build
RUN npm prune --omit=dev
# Compilers that only building needs, and a folder that may be empty and so missing.
RUN rm -rf .next/cache node_modules/@next/swc-* node_modules/@swc/core* && mkdir -p public

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 DATA_DIR=/data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/public ./public
COPY --from=build /app/messages ./messages
COPY --from=build /app/CHANGELOG.md ./
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist/lib ./dist/lib
COPY --from=build /app/dist/server ./dist/server
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/start.js"]
