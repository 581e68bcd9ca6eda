import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { steadyPart } from '#lib/ops/upgrade/compare.ts';
import type { Answers } from '#lib/ops/upgrade/questions.ts';
import { allAnswers } from './answers.ts';
import { startHostOf } from './host-of.ts';
import { compressed, packFolder, unpackFolder } from './packed-folder.ts';
import { askedAt, folderOf } from './recorded.ts';
import { addScene } from './scene.ts';
import { root, sourcesOf } from './sources-of.ts';

const [commit = ''] = process.argv.slice(2);
// `README.md` of this folder explains the command.
if (!/^[0-9A-Za-z][\w.-]+$/.test(commit)) {
  process.stderr.write('Usage: npm run upgrade:record -- TAG (or the first 8 digits of a commit)\n');
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'adtrail-record-'));
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

say('Taking the sources …');
const sources = sourcesOf(commit, work);

if (!existsSync(folderOf(commit))) await makeFolder();

const answers: Answers[] = [];
for (const seconds of [0, 40]) {
  say('Asking …');
  const copy = join(work, `copy-${seconds}`);
  unpackFolder(folderOf(commit), copy);
  const at = new Date(Date.parse(askedAt) + seconds * 1000).toISOString();
  const asked = await startHostOf(sources, copy, { at, args: ['--empty'] });
  answers.push(await allAnswers(asked.facts));
  await asked.stop();
}
const [first = {}, second] = answers;
const steady = Object.entries(steadyPart(first, second) as Answers).filter(([, { status }]) => status !== 404);
const recorded = compressed(JSON.stringify(Object.fromEntries(steady)));
writeFileSync(join(root, 'test/upgrade/folders', `${commit}.answers`), recorded);
say(`${steady.length} answers take ${recorded.length} bytes.`);
rmSync(work, { recursive: true, force: true });

async function makeFolder(): Promise<void> {
  say('Making 30 days of data …');
  const data = join(work, 'data');
  mkdirSync(data);
  const host = await startHostOf(sources, data, { at: '2026-11-20T10:00:00Z' });
  await delay(40_000);
  await addScene(host.facts, say);
  await delay(10_000);
  await host.stop();
  // The job that seals runs at 23:30 UTC. The second night removes what the first has sealed.
  for (const day of ['2026-11-24', '2026-11-25']) {
    say(`Sealing in the night of ${day} …`);
    const night = await startHostOf(sources, data, { at: `${day}T23:29:50Z`, args: ['--empty'] });
    await delay(30_000);
    await night.stop();
  }
  for (const file of ['dynamodb/engine.sqlite', 'queues/fauxqs.db']) shrink(join(data, file));
  for (const file of ['service.log', 'host.pid', 'host.lock', 'host.lock-journal', 'clock']) rmSync(join(data, file), { force: true });
  const packed = packFolder(data);
  writeFileSync(folderOf(commit), packed);
  say(`The folder takes ${packed.length} bytes.`);
}

function shrink(file: string): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}
