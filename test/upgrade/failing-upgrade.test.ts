import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { type Around, runUpgrade } from '#lib/ops/upgrade/command.ts';
import { optionsFrom } from '#lib/ops/upgrade/options.ts';
import { UpgradeRefused } from '#lib/ops/upgrade/upgrade-refused.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { contentOf } from './folder-content.ts';

const now = () => Date.parse('2026-11-26T06:00:00Z');
let [oldAnswer, newAnswer, health] = [{ count: 1 } as object, { count: 1, more: 2 } as object, 200];
const server = createServer((request, response) => {
  const isOld = !request.headers.authorization?.endsWith('trial') || request.headers.host !== trialHost;
  response.writeHead(request.url === '/health' ? health : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isOld ? oldAnswer : newAnswer));
});
await once(server.listen(0), 'listening');
const { port } = server.address() as AddressInfo;
const [service, trialHost] = [`http://127.0.0.1:${port}`, `localhost:${port}`];
afterAll(() => server.close());
beforeEach(() => {
  [oldAnswer, newAnswer, health] = [{ count: 1 }, { count: 1, more: 2 }, 200];
});

function dataFolder(): string {
  const directory = temporaryFolder();
  for (const folder of ['dynamodb', 'queues', 'checkpoints']) mkdirSync(join(directory, folder));
  for (const file of ['dynamodb/engine.sqlite', 'queues/fauxqs.db']) {
    const database = new DatabaseSync(join(directory, file));
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE items (name TEXT); INSERT INTO items VALUES (1), (2)');
    database.close();
  }
  writeFileSync(join(directory, 'secrets.json'), '{}');
  return directory;
}

type Change = Partial<Around> & { args?: readonly string[]; afterStep?(step: string): void };
const opened: string[] = [];
function upgrade(directory: string, { args = [], afterStep = () => {}, ...around }: Change = {}) {
  const steps: string[] = [];
  const run = runUpgrade(optionsFrom(['--data', directory, '--service', service, ...args], '/'), {
    signal: new AbortController().signal,
    onStep(step) {
      steps.push(step);
      afterStep(step);
    },
    async open(copy) {
      opened.push(copy);
      const stop = async () => {};
      return { api: `http://${trialHost}`, accounts: async () => [1], tokenOf: async () => 'trial', stop };
    },
    now,
    stopMs: 100,
    ...around,
  });
  return { run, steps };
}
/** The lock is free, so that the earlier version can go on or start again. */
function expectUsable(directory: string, before: Record<string, string>): void {
  openDataFolder(directory)();
  expect(contentOf(directory)).toEqual(before);
}
const keptIn = (directory: string) => (existsSync(join(directory, 'earlier')) ? readdirSync(join(directory, 'earlier')) : []);

describe('an upgrade', () => {
  it('keeps the folder as it was, after the service was stopped, and says how to go back', async () => {
    const directory = dataFolder();
    const before = contentOf(directory);
    const close = openDataFolder(directory);
    const { run, steps } = upgrade(directory, {
      stopMs: 10_000,
      afterStep: (step) => step.startsWith('Stop') && setTimeout(close, 300),
    });
    expect(await run).toContain(`--data ${join(directory, 'earlier', '2026-11-26T06-00-00')}`);
    expect(steps.map((step) => step.split(' ')[0])).toEqual(['checked', 'copied', 'opened', 'compared', 'Stop', 'kept']);
    expect(contentOf(join(directory, 'earlier', '2026-11-26T06-00-00'))).toEqual(before);
    expectUsable(directory, before);
  });

  it('copies what a running service has written and not yet brought from its log into its database', async () => {
    const directory = dataFolder();
    const live = new DatabaseSync(join(directory, 'dynamodb/engine.sqlite'));
    live.exec('PRAGMA wal_autocheckpoint = 0; INSERT INTO items VALUES (3)');
    const counts: unknown[] = [];
    const open: Around['open'] = async (copy) => {
      const database = new DatabaseSync(join(copy, 'dynamodb/engine.sqlite'));
      counts.push(database.prepare('SELECT count(*) AS count FROM items').get()?.count);
      database.close();
      throw new Error('enough');
    };
    await expect(upgrade(directory, { open }).run).rejects.toThrow('enough');
    live.close();
    expect(counts).toEqual([3]);
  });

  it.each(['checked', 'copied', 'opened', 'compared', 'Stop', 'kept'])(
    'that fails after the step %s leaves the folder as it was, and can be repeated',
    async (name) => {
      const directory = dataFolder();
      const before = contentOf(directory);
      const afterStep = (step: string) => {
        if (step.startsWith(name)) throw new Error('killed');
      };
      const args = name === 'compared' ? [] : ['--no-comparison'];
      await expect(upgrade(directory, { args, afterStep }).run).rejects.toThrow('killed');
      expectUsable(directory, before);
      expect(keptIn(directory).length).toBe(name === 'kept' ? 1 : 0);
      const again = upgrade(directory, { args: ['--no-comparison'], now: () => now() + 60_000 });
      expect(await again.run).toContain('Start this version');
      expect(keptIn(directory)).toContain('2026-11-26T06-01-00');
      expectUsable(directory, before);
    },
  );

  it('whose copy of the folder was cut off counts no such copy, and makes it again', async () => {
    const directory = dataFolder();
    mkdirSync(join(directory, 'earlier/2026-11-25T06-00-00.part'), { recursive: true });
    mkdirSync(join(directory, 'trial'));
    writeFileSync(join(directory, 'trial/left'), '');
    await upgrade(directory, { args: ['--no-comparison'] }).run;
    expect(keptIn(directory)).toEqual(['2026-11-26T06-00-00']);
    expect(existsSync(join(directory, 'trial'))).toBe(false);
  });

  it('whose service is not stopped changes nothing', async () => {
    const directory = dataFolder();
    const before = contentOf(directory);
    const close = openDataFolder(directory);
    const { run } = upgrade(directory, { args: ['--no-comparison'] });
    await expect(run).rejects.toThrow('was not stopped');
    close();
    expect(keptIn(directory)).toEqual([]);
    expectUsable(directory, before);
  });

  it('that answers differently is refused with the difference, unless it is accepted', async () => {
    newAnswer = { count: 2 };
    const directory = dataFolder();
    const { run } = upgrade(directory);
    await expect(run).rejects.toThrow('account 1: auth/me .body.count: 2 instead of 1');
    expect(keptIn(directory)).toEqual([]);
    expect(await upgrade(directory, { args: ['--accept-differences'] }).run).toContain('differences.');
    expect(keptIn(directory)).toHaveLength(1);
  });

  it('needs the earlier version to compare with, unless it is told to do without', async () => {
    health = 503;
    const directory = dataFolder();
    await expect(upgrade(directory).run).rejects.toThrow('Start the earlier version');
    expect(await upgrade(directory, { args: ['--no-comparison'] }).run).toContain('Nothing was compared.');
  });

  it('that is a rehearsal ends after the comparison', async () => {
    const directory = dataFolder();
    const { run, steps } = upgrade(directory, { args: ['--rehearse'] });
    expect(await run).toContain('Nothing was changed.');
    expect(steps.at(-1)).toBe('compared');
    expect(keptIn(directory)).toEqual([]);
  });
});

it('an upgrade refuses a folder without tables, and one that was moved to AWS', async () => {
  await expect(upgrade(temporaryFolder()).run).rejects.toThrow('holds no tables');
  const directory = dataFolder();
  mkdirSync(join(directory, 'move'));
  await expect(upgrade(directory).run).rejects.toThrow('was moved to AWS');
});

it.each([
  [['--service', 'ftp://x'], '--service takes an address'],
  [['--rehearse', '--no-comparison'], 'A rehearsal compares'],
  [['--unknown'], 'Usage: npm run upgrade'],
])('an upgrade refuses the options %j', (args, message) => {
  expect(() => optionsFrom(args, '/')).toThrow(message);
  expect(() => optionsFrom(args, '/')).toThrow(UpgradeRefused);
});
