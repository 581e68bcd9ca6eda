# The local host, for a small shop that runs the service by itself. docs/guides/self-hosting.md says how and with which limits.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without scripts: the package "node" would bring a second Node, and no other one needs its script to run.
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node
COPY bin/setup.mjs bin/
COPY functions/api/docs/scalar* functions/api/docs/
RUN node bin/setup.mjs docs
COPY . .
RUN node bin/console.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3007
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3007/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--heap-growing-percent=100", "bin/image.ts"]
CMD ["--empty"]
