// Night: it kills whole processes by random faults.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Adtrail } from '#packages/node/src/index.ts';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { seeded } from '#test/chaos/seeded.ts';
import { type Service, startService } from '#test/chaos/service.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { faults, faultyNetwork } from './faulty-network.ts';

const folder = temporaryFolder();
/** `FAULTS_SEED=… npm test -- test/packages/node/faults.test.ts` repeats the faults of an earlier run. */
const seed = process.env.FAULTS_SEED ?? crypto.randomUUID();
const below = seeded(seed);
let service: Service;
let network: Awaited<ReturnType<typeof faultyNetwork>>;
let click: string;
let campaign: string;

beforeAll(async () => {
  service = await startService(join(folder, 'data'), {
    INGEST_EVENTS_PER_SECOND: '100000',
    INGEST_BURST: '100000',
  });
});
afterAll(() => service.stop());
beforeEach(async ({ onTestFailed }) => {
  onTestFailed(() => void process.stderr.write(`The seed of these faults: FAULTS_SEED=${seed}\n`));
  network = await faultyNetwork(() => service.facts().api, below);
  const { public_key } = service.facts().demo;
  campaign = `c-${crypto.randomUUID()}`;
  const url = `https://shop.example/?svc_campaign=${campaign}`;
  const answer = await service.ask({ path: '/api/v1/pixel/sessions', body: { key: public_key, url } });
  click = answer?.body.sid as string;
});
afterEach(() => network.close());

async function kills(times: number) {
  for (let kill = 0; kill < times; kill++) {
    await delay(1000 + below(2000));
    await service.end('SIGKILL');
    await service.start();
  }
}
const headers = () => ({ authorization: `Bearer ${service.facts().demo.access_token}` });
async function counted(): Promise<number> {
  const answer = await service.ask({
    method: 'GET',
    path: '/api/v1/pixel/reports/conversions?group_by=campaign',
    headers: headers(),
  });
  const rows = (answer?.body.rows ?? []) as { campaign: string; count: number }[];
  return rows.find((row) => row.campaign === campaign)?.count ?? 0;
}
const isStored = async (orderId: string) => {
  const path = `/api/v1/pixel/events/${encodeURIComponent(`order_created:${orderId}`)}`;
  const answer = await service.ask({ method: 'GET', path, headers: headers() });
  return answer?.status === 200;
};

it('delivers every event exactly once through kills of the service and a faulty network', async () => {
  const client = new Adtrail({
    secretKey: service.facts().demo.secret_key,
    baseUrl: network.url,
    timeoutMs: 3000,
    batchSize: 25,
    maxQueue: 100_000,
    retryForMs: 600_000,
    onResult({ duplicate }) {
      duplicates += Number(duplicate);
    },
  });
  let duplicates = 0;
  const most = 20_000;
  const isTried = () => faults.every((fault) => network.met[fault]) && duplicates > 0 && sent.length > 200;
  const sent: ReturnType<Adtrail['order']>[] = [];
  let isSelling = true;
  const selling = (async () => {
    while (isSelling || (!isTried() && sent.length < most)) {
      sent.push(client.order({ orderId: `memory-${sent.length}`, value: 1, click }));
      await delay(below(20));
    }
  })();
  await kills(3);
  isSelling = false;
  await selling;
  network.heal();
  const results = await Promise.all(sent);
  expect({ met: network.met, duplicates, sold: sent.length, isTried: isTried() }).toMatchObject({
    isTried: true,
  });
  expect(results.filter(({ accepted, matched }) => !accepted || !matched)).toEqual([]);
  await until(async () => (await counted()) >= sent.length, 30);
  await delay(2000);
  expect(await counted()).toBe(sent.length);
});

it('loses no event that the spool has confirmed, when the shop is killed as well', async () => {
  const lines: string[] = [];
  const shop = (run: string): ChildProcess => {
    const child = spawn(process.execPath, ['test/packages/node/shop-process.ts', join(folder, 'spool'), run, click], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...plainEnvironment(),
        ADTRAIL_BASE_URL: network.url,
        ADTRAIL_SECRET_KEY: service.facts().demo.secret_key,
      },
    });
    let rest = '';
    child.stdout?.on('data', (chunk) => {
      const parts = `${rest}${chunk}`.split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
    return child;
  };
  const named = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  const killing = kills(2);
  const neighbour = shop('neighbour');
  for (let run = 0; run < 3; run++) {
    const child = shop(`run${run}`);
    await until(() => lines.includes(`safe run${run}-50`), 60);
    await delay(below(1200));
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  neighbour.kill('SIGKILL');
  await once(neighbour, 'close');
  await killing;
  network.heal();
  await once(shop('drain'), 'close');
  expect(named('undelivered')).toEqual(['0']);

  const safe = named('safe');
  expect(safe.length).toBeGreaterThan(150);
  const stored: string[] = [];
  for (const orderId of named('made')) if (await isStored(orderId)) stored.push(orderId);
  expect(safe.filter((orderId) => !stored.includes(orderId))).toEqual([]);
  await until(async () => (await counted()) >= stored.length, 30);
  await delay(2000);
  expect(await counted()).toBe(stored.length);
});
