import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compared } from '#lib/ops/upgrade/compare.ts';
import { corrections } from '#lib/ops/upgrade/corrections.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { emulatedStage } from '#test/move/emulated-stage.ts';
import { runMove } from '#test/move/run-move.ts';
import { allAnswers } from '#test/upgrade/answers.ts';
import { contentOf } from '#test/upgrade/folder-content.ts';
import { environmentAt, type RunningHost, startHostOf } from '#test/upgrade/host-of.ts';
import { unpackFolder } from '#test/upgrade/packed-folder.ts';
import { askedAt, commits, folderOf, recordedAnswers } from '#test/upgrade/recorded.ts';
import { sourcesOf } from '#test/upgrade/sources-of.ts';

const start = (sources: string, directory: string) => startHostOf(sources, directory, { at: askedAt, args: ['--empty'] });

async function run(command: readonly string[], killAt?: RegExp, onText = async (_: string) => {}) {
  const child = spawn(process.execPath, [...command], { env: environmentAt(askedAt, temporaryFolder()) });
  let text = '';
  const hear = (chunk: Buffer) => {
    text += chunk;
    void onText(text);
    if (killAt?.test(text)) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = await once(child, 'close');
  return { code, text };
}

async function differencesIn(directory: string, recorded = answers, explained = corrections): Promise<string[]> {
  const host = await start('.', directory);
  try {
    return compared(recorded, await allAnswers(host.facts), explained).differences;
  } finally {
    await host.stop();
  }
}
let answers: ReturnType<typeof recordedAnswers>;

describe.each(commits)('the data folder of %s', (commit) => {
  let sources: string;
  beforeAll(() => {
    answers = recordedAnswers(commit);
    sources = sourcesOf(commit, temporaryFolder());
  });
  const folder = () => {
    const directory = temporaryFolder();
    unpackFolder(folderOf(commit), directory);
    return directory;
  };

  it('is opened by npm start and answered as that commit answered it', async () => {
    expect(await differencesIn(folder())).toEqual([]);
  });

  it('is upgraded while that commit serves it, after the command was killed at each step, and can go back', async () => {
    const directory = folder();
    const old: RunningHost = await start(sources, directory);
    const command = ['bin/upgrade.ts', '--data', directory, '--service', old.facts.api];
    for (const step of ['checked', 'copied', 'opened', 'compared', 'Stop']) {
      const { code, text } = await run(command, new RegExp(`upgrade: ${step}`));
      expect([step, code, text.includes('kept')]).toEqual([step, null, false]);
      expect((await fetch(`${old.facts.api}/health`)).status).toBe(200);
      expect(readdirSync(directory)).not.toContain('earlier');
    }
    let stopped: Promise<void> | undefined;
    const { code, text } = await run(command, undefined, async (heard) => {
      if (heard.includes('upgrade: Stop')) stopped ??= old.stop();
    });
    await stopped;
    expect(text).toContain('of 1 accounts: the same.');
    expect(code).toBe(0);
    const [, earlier = ''] = /--data (\S+)\./.exec(text) ?? [];
    expect(contentOf(earlier)).toEqual(contentOf(directory));
    expect(await differencesIn(directory)).toEqual([]);
    const back = await start(sources, earlier);
    const answersAfter = await allAnswers(back.facts);
    await back.stop();
    expect(compared(answers, answersAfter, []).differences).toEqual([]);
  });

  it('is backed up and restored, and answered as that commit answered it', async () => {
    const directory = folder();
    const host = await start('.', directory);
    const headers = { 'x-svc-dev-token': host.facts.operator_token, 'content-type': 'application/json' };
    const dev = async (path: string, init = {}) =>
      (await (await fetch(`${host.facts.api}/api/v1/dev/${path}`, { headers, ...init })).json()) as {
        task_id: string;
        status: string;
      };
    const { task_id } = await dev('backup-database', { method: 'POST', body: '{}' });
    await expect.poll(async () => (await dev(`tasks/${task_id}`)).status).toBe('completed');
    await host.stop();
    const restored = temporaryFolder();
    const command = ['bin/restore.ts', '--from', 'latest', '--backups', directory, '--data', restored];
    expect(await run(command)).toMatchObject({ code: 0 });
    symlinkSync(join(directory, 'secrets.json'), join(restored, 'secrets.json'));
    const again = await start('.', directory);
    const rehearsal = ['bin/upgrade.ts', '--data', restored, '--service', again.facts.api, '--rehearse'];
    const { text } = await run(rehearsal);
    await again.stop();
    expect(text).toContain('of 1 accounts: the same.');
    symlinkSync(join(directory, 'demo.json'), join(restored, 'demo.json'));
    const ofBackup = {
      question: /^dev\/audit/,
      field: /entries: 15 entries instead of 14$/,
      reason: 'The backup is an entry.',
    };
    expect(await differencesIn(restored, answers, [...corrections, ofBackup])).toEqual([]);
  });

  it('is moved to a stage, and answered as that commit answered it', async () => {
    const directory = folder();
    const stageFolder = temporaryFolder();
    const stage = await emulatedStage(stageFolder);
    const moved = await runMove(['--data', directory, '--outputs', stage.outputsFile], {
      ...environmentAt(askedAt, temporaryFolder()),
      ...stage.env,
    });
    await stage.stop();
    expect([moved.code, moved.stderr]).toEqual([0, expect.any(String)]);
    execFileSync('cp', [join(directory, 'demo.json'), stageFolder]);
    expect(readFileSync(join(stageFolder, 'secrets.json'), 'utf8')).toContain('root');
    const ofStage = {
      question: /^dev\/audit/,
      field: /actor\.id/,
      reason: 'The stage has another operator token, whose hash this is.',
    };
    expect(await differencesIn(stageFolder, answers, [...corrections, ofStage])).toEqual([]);
  });
});
