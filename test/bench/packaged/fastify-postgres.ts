import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import * as z from 'zod';

// The alternative has no log, totals, late matches, erasure or batches.
const [, , host = '', key = '', click = ''] = process.argv;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const pool = new pg.Pool({ host, user: 'bench', database: 'postgres', max: 16 });
await pool.query(`
  CREATE TABLE keys (hash text PRIMARY KEY, account int NOT NULL);
  CREATE TABLE clicks (id text PRIMARY KEY, account int NOT NULL, campaign text, ad_group text, ad text);
  CREATE TABLE events (account int, id text, click text, type text, value numeric, currency text, at timestamptz,
    properties jsonb, PRIMARY KEY (account, id));`);
await pool.query('INSERT INTO keys VALUES ($1, 1)', [hash(key)]);
await pool.query("INSERT INTO clicks VALUES ($1, 1, 'spring', 'running_shoes', 'ad_42')", [click]);

const Event = z.object({
  event_id: z.string().max(200),
  event_type: z.string().max(64),
  svc_click_id: z.string().max(64),
  occurred_at: z.iso.datetime(),
  value: z.number(),
  currency: z.string().length(3),
  properties: z.record(z.string(), z.union([z.string(), z.number()])),
});
const sql = `
  WITH known AS (SELECT account FROM keys WHERE hash = $1),
    made AS (INSERT INTO events SELECT account, $2, $3, $4, $5, $6, $7, $8 FROM known ON CONFLICT DO NOTHING RETURNING 1)
  SELECT (SELECT count(*) FROM made) AS made, c.campaign, c.ad_group, c.ad
  FROM known k LEFT JOIN clicks c ON c.id = $3 AND c.account = k.account`;

const app = Fastify();
app.post('/api/v1/pixel/server-events', async (request, reply) => {
  const event = Event.parse(request.body);
  const { rows } = await pool.query({
    name: 'accept',
    text: sql,
    values: [
      hash(request.headers.authorization?.slice(7) ?? ''),
      event.event_id,
      event.svc_click_id,
      event.event_type,
      event.value,
      event.currency,
      event.occurred_at,
      event.properties,
    ],
  });
  const [row] = rows;
  if (!row) return reply.code(401).send({ code: 'unauthenticated' });
  const { campaign, ad_group, ad, made } = row;
  return {
    event_id: event.event_id,
    matched: campaign !== null,
    duplicate: made === '0',
    campaign,
    ad_group,
    ad,
  };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
process.stdin.resume().on('close', () => process.exit());
