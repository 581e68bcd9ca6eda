// Night: it waits for parts that hang.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '#functions/groups.ts';
import { served } from '#functions/served.ts';
import type { Facts } from '#lib/local/host.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { billingSignature, partnerSignature } from '#shared/http/webhook-signatures.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { pathOf } from './ask.ts';
import type { Credentials } from './credentials-sent.ts';

const own: readonly AnyEndpoint[] = Object.values(served.auth);
const isFirst = (endpoint: AnyEndpoint) => ['user', 'view', 'report', 'viewOrKey'].includes(endpoint.auth) && !own.includes(endpoint);
const inTurn = [endpoints.filter(isFirst), endpoints.filter((endpoint) => !isFirst(endpoint))];
const modelEndpoints = ['generateAdPrompt', 'generateTemplatePrompt'];
const slowEndpoints = ['discoverOwnPage'];
const conversionApi = ['sendConversion', 'sendChannelEvents'];
const atOnce = 60;

const folder = temporaryFolder();
/** After SIGUSR2 the named ports accept requests and never respond, like a paused process. */
const pausing = (shutPorts: string) => `import http from 'node:http'; import fs from 'node:fs';
  let shut = []; process.on('SIGUSR2', () => { shut = JSON.parse(fs.readFileSync(${JSON.stringify(shutPorts)}, 'utf8')); });
  const real = http.Server.prototype.emit;
  http.Server.prototype.emit = function (name, request, ...rest) {
    const isShut = (name === 'request' || name === 'checkContinue') && shut.includes(request.socket.localPort);
    return isShut || real.call(this, name, request, ...rest);
  };`;

let starts = 0;
interface Running {
  facts: Facts;
  pause(...addresses: string[]): void;
}
async function withHost(run: (running: Running) => Promise<void>) {
  const mark = starts++;
  const shutPorts = join(folder, `shut-ports-${mark}.json`);
  const host = spawnHost(['--port', '0', '--data', join(folder, `data-${mark}`), '--json'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pausing(shutPorts))}`,
  });
  try {
    await run({
      facts: await host.ready(),
      pause(...addresses) {
        writeFileSync(shutPorts, JSON.stringify(addresses.map((address) => Number(new URL(address).port))));
        host.child.kill('SIGUSR2');
      },
    });
  } finally {
    await host.end('SIGKILL');
  }
}

const vendors = ['messaging', 'channel', 'social', 'social_gap', 'llm', 'search', 'moderation', 'billing', 'partner', 'assistant', 'sites'];

const parts: [part: string, hang: (running: Running) => Promise<void> | void, needing: string[]][] = [
  [
    'queue, object storage and mail service',
    ({ facts, pause }) => pause(facts.engines.sqs, facts.engines.s3, facts.inbox),
    ['erase', 'createExport', 'backupDatabase', 'sendDeckCode'],
  ],
  [
    'vendors and identity provider',
    async ({ facts, pause }) => {
      pause(facts.engines.oidc);
      for (const vendor of vendors) {
        const body = JSON.stringify({ vendor, delay_ms: 120_000, times: 10_000 });
        await fetch(new URL('/faults', facts.vendors), { method: 'POST', body });
      }
    },
    ['validateCompanyDescription', 'receiveBillingEvent', 'signInWithIdp', 'signUpWithIdp', ...modelEndpoints],
  ],
];

it.concurrent.each(parts)('while the %s hang, every endpoint answers in time', (_, hang, needing) =>
  withHost(async (running) => {
    const { facts } = running;
    const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } });
    const { demo, operator_token } = facts;
    const operator = { headers: { 'x-svc-dev-token': operator_token } };
    const now = Date.now();
    const created = await fetch(new URL('/api/v1/pixel/keys', facts.api), {
      method: 'POST',
      headers: bearer(demo.access_token).headers ?? {},
      body: JSON.stringify({ name: 'Assistant', kind: 'read', environment: 'live' }),
    });
    const { key: readKey } = (await created.json()) as { key: string };
    const good: Record<Auth, Credentials> = {
      none: {},
      user: bearer(demo.access_token),
      optionalUser: {},
      view: bearer(demo.access_token),
      report: bearer(demo.access_token),
      viewOrKey: bearer(demo.access_token),
      operator,
      devToken: { headers: { 'x-dev-token': operator_token } },
      devUser: bearer('nobody'),
      readKey: bearer(readKey),
      conversionKey: bearer(demo.secret_key),
      pixelKey: { body: { key: demo.public_key } },
      billingSignature: {
        sign: (raw) => ({ 'billing-signature': billingSignature(raw, { secret: 'whsec_local', now }) }),
      },
      partnerSignature: {
        sign(raw) {
          const { timestamp, signature } = partnerSignature(raw, { secret: 'local', now });
          return { 'x-partner-timestamp': timestamp, 'x-partner-signature': signature };
        },
      },
    };
    const send = (endpoint: AnyEndpoint) => {
      const { headers, body, sign } = good[endpoint.auth as Auth];
      const raw = endpoint.body ? JSON.stringify({ ...endpoint.example.body, ...body }) : '';
      return fetch(new URL(pathOf(endpoint), facts.api), {
        method: endpoint.method,
        headers: { ...headers, ...sign?.(raw) },
        redirect: 'manual',
        signal: AbortSignal.timeout(40_000),
        ...(endpoint.method !== 'GET' && { body: raw }),
      });
    };
    await hang(running);
    const answers: { id: string; status: number; after: string | null; ms: number }[] = [];
    const batches = inTurn.flatMap((all) =>
      Array.from({ length: Math.ceil(all.length / atOnce) }, (_, i) => all.slice(i * atOnce, (i + 1) * atOnce)),
    );
    for (const batch of batches)
      await Promise.all(
        batch.map(async (endpoint) => {
          const started = performance.now();
          const { status, headers } = await send(endpoint);
          const ms = Math.round(performance.now() - started);
          answers.push({ id: endpoint.id, status, after: headers.get('retry-after'), ms });
        }),
      );
    const first = endpoints.filter(isFirst).map(({ id }) => id);
    expect(answers.filter(({ id, status }) => first.includes(id) && status === 401)).toEqual([]);
    const busy = busyness();
    const limitOf = (id: string) => busy * (conversionApi.includes(id) ? 5000 : slowEndpoints.includes(id) ? 28_000 : 10_000);
    expect(answers.filter(({ id, ms }) => ms > limitOf(id))).toEqual([]);
    const failed = answers.filter(({ status }) => status >= 500);
    expect(failed.filter(({ status, after }) => ![502, 503].includes(status) || !after)).toEqual([]);
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(needing));
    if (needing.includes('generateAdPrompt'))
      for (const { id, status } of answers.filter((answer) => modelEndpoints.includes(answer.id))) expect([id, status]).toEqual([id, 503]);
    const conversion = endpoints.find(({ id }) => id === 'sendConversion') as AnyEndpoint;
    if (answers.some(({ id, status }) => id === 'sendConversion' && status >= 300))
      await until(async () => (await send(conversion)).status < 300, 20);
  }),
);
