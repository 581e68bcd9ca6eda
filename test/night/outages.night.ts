import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { eventsOfRun, type Measured, measure, type Outage, runs } from '#test/outages/measure.ts';
import type { Fault } from '#test/outages/service.ts';
import { packed } from '#test/packages/install.ts';

const peers = ['posthog-node@5.70.0', '@segment/analytics-node@3.1.0'];
const clients = ['adtrail', 'adtrail with a spool', 'posthog-node', '@segment/analytics-node'] as const;

/** In each, the process lives for at least 5 s after the service is back, but in the last two. */
const outages: Outage[] = [
  { fault: 'closed', seconds: 5, terminatedAt: 2 },
  { fault: 'closed', seconds: 25, terminatedAt: 22 },
  { fault: 'closed', seconds: 32, terminatedAt: 34 },
  { fault: '503', seconds: 60, terminatedAt: 57 },
  { fault: 'closed', seconds: 90, terminatedAt: 112 },
  { fault: 'hangs', seconds: 20, terminatedAt: 17 },
  { fault: 'proxy page', seconds: 45, terminatedAt: 45 },
  { fault: { status: 503, retryAfter: 10 }, seconds: 30, terminatedAt: 37 },
  { fault: { status: 429, retryAfter: 60 }, seconds: 20, terminatedAt: 60 },
  { fault: 'closed', seconds: 60, terminatedAt: 2 },
  { fault: '503', seconds: 30, terminatedAt: 10 },
];
const isLost = ({ seconds, terminatedAt }: Outage) => terminatedAt + 8 < seconds;

const base = temporaryFolder();
const measured = new Map<string, Measured>();
const all = runs * eventsOfRun;

beforeAll(async () => {
  const { file } = await packed('node', base);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', base];
  execFileSync('npm', ['install', ...flags, file, ...peers], { cwd: base });
  copyFileSync('test/outages/shop.mjs', join(base, 'shop.mjs'));
  // More processes at once would measure the machine.
  const queue = [...outages.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, outage] = next;
      await Promise.all(
        clients.map(async (client) => {
          const folder = join(base, `spool-${at}`);
          measured.set(`${at} ${client}`, await measure(client, outage, { project: base, folder }));
        }),
      );
    }
  };
  await Promise.all([worker(), worker()]);
  process.stdout.write(`${table()}\n`);
}, 1_200_000);

const outcome = (at: number, client: string) => measured.get(`${at} ${client}`) as Measured;

const describeFault = (fault: Fault): string =>
  typeof fault === 'object'
    ? `\`${fault.status}\` with \`Retry-After: ${fault.retryAfter}\``
    : { closed: 'port closed', hangs: 'no answer', '503': '`503`', 'proxy page': '`502` of a proxy' }[fault];

function table(): string {
  const rows = outages.map(({ fault, seconds, terminatedAt }, at) => {
    const cells = clients.map((client) => {
      const { received, afterRestart } = outcome(at, client);
      return received === afterRestart ? `${received}` : `${received}, ${afterRestart} after a restart`;
    });
    return `| ${[describeFault(fault), `${seconds} s`, `${terminatedAt} s`, ...cells].join(' | ')} |`;
  });
  return [
    `| Outage | Lasts | SIGTERM at | ${clients.map((client) => `\`${client}\``).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(clients.length)}`,
    ...rows,
  ].join('\n');
}

describe.each(outages.map((outage, at) => [at, outage] as const))('outage %i, %j', (at, outage) => {
  it.skipIf(isLost(outage))('every event arrives before the process ends', () => {
    expect(outcome(at, 'adtrail').received).toBe(all);
    expect(outcome(at, 'adtrail with a spool').received).toBe(all);
  });

  it('every event of a spool arrives, at the latest with the next process', () => {
    expect(outcome(at, 'adtrail with a spool').afterRestart).toBe(all);
  });
});

it('the README shows what was measured of adtrail', () => {
  const readme = readFileSync('packages/node/README.md', 'utf8');
  for (const line of table().split('\n').slice(2)) {
    const [, fault, lasts, terminated, ...cells] = line.split('|').map((cell) => cell.trim());
    const row = readme.split('\n').find((text) => text.startsWith(`| ${fault} | ${lasts} | ${terminated} |`));
    const shown = row?.split('|').map((cell) => cell.trim());
    expect(shown?.slice(4, 6)).toEqual(cells.slice(0, 2));
  }
});
