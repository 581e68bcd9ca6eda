import { subscribe } from 'node:diagnostics_channel';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import { isPublic, publicInternet } from './public-internet.ts';
import { visits } from './visits.ts';

// A separate process measures the memory of fetching alone.
const [, , ports = '{}'] = process.argv;
let sockets = 0;
subscribe('net.client.socket', () => void sockets++);

const alive = setInterval(() => {}, 1000);
const internet = publicInternet(JSON.parse(ports));
const all = Object.values(visits).flat();
const ends: Record<string, number> = {};
const surprises: string[] = [];

async function visit({ url, kind = 'page', end: wanted }: (typeof all)[number]): Promise<void> {
  // Only visits that must time out have a short timeout, because a busy machine is slow.
  const timeoutSeconds = wanted === 'timeout' ? 1.5 : 30;
  const end = await internet.web.fetch({ url, kind, timeoutSeconds }).then(
    ({ status }) => String(status),
    (error) => {
      if (error instanceof AddressRefused) return 'refused';
      if (error instanceof SiteUnreachable) return error.reason;
      throw error;
    },
  );
  if (end !== String(wanted) && !(url.startsWith('https:') || url.includes('upgrade'))) surprises.push(`${url}: ${end}`);
  ends[end] = (ends[end] ?? 0) + 1;
}

const peak = () => process.resourceUsage().maxRSS * 1024;

const atStart = peak();
const wellMeaning = all.filter(({ end }) => typeof end === 'number');
const hostile = all.filter(({ end }) => typeof end !== 'number');
for (const one of wellMeaning) await visit(one);
const [before, started, cpu] = [peak(), performance.now(), process.cpuUsage()];
for (const one of hostile) await visit(one);
const oneByOne = peak() - before;
await Promise.all(hostile.filter(({ kind }) => kind !== 'image').map(visit));
const { user, system } = process.cpuUsage(cpu);
const report = {
  visits: all.length,
  ends,
  surprises,
  sockets,
  dialled: internet.dialled.length,
  notPublic: internet.dialled.flatMap(({ addresses }) => addresses).filter(({ address }) => !isPublic(address)),
  atStartMb: Math.round(atStart / 1e6),
  beforeMb: Math.round(before / 1e6),
  grownMb: Math.round(oneByOne / 1e6),
  grownAtOnceMb: Math.round((peak() - before) / 1e6),
  seconds: Math.round((performance.now() - started) / 100) / 10,
  cpuSeconds: Math.round((user + system) / 1e5) / 10,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
clearInterval(alive);
