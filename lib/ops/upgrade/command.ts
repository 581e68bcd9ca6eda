import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { HostError } from '#lib/local/host-error.ts';
import { refuseMoved } from '#lib/local/refuse-moved.ts';
import { askAt, isRunning } from './ask.ts';
import { type Compared, compared, steadyPart } from './compare.ts';
import { copyFolder, inFolder, requireSpace } from './copy-folder.ts';
import { corrections } from './corrections.ts';
import type { Options } from './options.ts';
import { type Answers, answersOf, periodAt } from './questions.ts';
import type { Trial } from './trial.ts';
import { UpgradeRefused } from './upgrade-refused.ts';

export type Around = {
  signal: AbortSignal;
  onStep(step: string): void;
  open(copy: string): Promise<Trial>;
  now?: () => number;
  /** The owner has this long to stop the service. */
  stopMs?: number;
};

const [maxAccounts, shownDifferences] = [200, 20];
const bounds = { maxPages: 3, maxDetails: 8 };

/** Until the folder is kept, nothing in it changes, so the earlier version goes on after any failure. */
export async function runUpgrade(options: Options, around: Around): Promise<string> {
  const { directory, service, isRehearsal, isCompared } = options;
  const { onStep } = around;
  if (!existsSync(join(directory, 'dynamodb')))
    throw new UpgradeRefused(`The folder ${directory} holds no tables: set --data to a data folder.`);
  refuseMoved(directory);
  if (isCompared && !(await isRunning(service)))
    throw new UpgradeRefused(
      `No service answers at ${service}. Start the earlier version on ${directory}, so that its answers can be compared, or set --service. Without a comparison: --no-comparison.`,
    );
  requireSpace(directory, isRehearsal ? 1 : 2);
  onStep('checked');
  const report = await tried(options, around);
  if (isRehearsal) return `${report}\nNothing was changed.`;

  onStep('Stop the service now (with "docker stop", "systemctl stop" or Ctrl-C). The upgrade waits for it.');
  const close = await lockedFolder(directory, around);
  let earlierFolder: string;
  try {
    earlierFolder = keep(directory, around);
    onStep('kept');
  } catch (error) {
    const { message } = error as Error;
    throw new UpgradeRefused(`The folder could not be kept (${message}). Nothing in it was changed: start the earlier version again.`);
  } finally {
    close();
  }
  return `${report}
The folder is kept as it was in ${earlierFolder}. Start this version on ${directory} now.
To go back: stop it, and start the earlier version with --data ${earlierFolder}. What arrives from now on is in ${directory} alone.`;
}

function keep(directory: string, { signal, now = Date.now }: Around): string {
  signal.throwIfAborted();
  const name = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-');
  const earlier = join(directory, inFolder.earlier);
  const folder = join(earlier, name);
  mkdirSync(earlier, { recursive: true, mode: 0o700 });
  // Only a whole copy has a name without `.part`.
  for (const cutOff of readdirSync(earlier).filter((file) => file.endsWith('.part'))) rmSync(join(earlier, cutOff), { recursive: true });
  copyFolder(directory, `${folder}.part`);
  signal.throwIfAborted();
  renameSync(`${folder}.part`, folder);
  return folder;
}

async function tried(options: Options, around: Around): Promise<string> {
  const { directory, isCompared } = options;
  const { signal, onStep } = around;
  const copy = join(directory, inFolder.trial);
  try {
    copyFolder(directory, copy);
    onStep('copied');
    signal.throwIfAborted();
    const trial = await around.open(copy);
    try {
      onStep('opened by this version');
      if (!isCompared) return 'This version opens a copy of the folder. Nothing was compared.';
      const report = await comparedAll(trial, options, around);
      onStep('compared');
      return report;
    } finally {
      await trial.stop();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function comparedAll(
  trial: Trial,
  { service, acceptsDifferences }: Options,
  { signal, onStep, now = Date.now }: Around,
): Promise<string> {
  const accounts = (await trial.accounts()).slice(0, maxAccounts);
  const period = periodAt(now());
  const sum: Compared = { answers: 0, differences: [], corrected: new Map() };
  for (const [place, accountId] of accounts.entries()) {
    signal.throwIfAborted();
    const token = await trial.tokenOf(accountId);
    const ask = (at: string) => answersOf(askAt(at, token, signal), period, bounds);
    const [before, actual, after] = [await ask(service), await ask(trial.api), await ask(service)];
    if (before['auth/me']?.status === 401) throw new UpgradeRefused(`The service at ${service} does not use the secrets of the folder.`);
    // The service itself answers some questions differently by now, which is no difference of the versions.
    const result = compared(steadyPart(before, after) as Answers, actual, corrections);
    sum.answers += result.answers;
    sum.differences.push(...result.differences.map((line) => `account ${accountId}: ${line}`));
    for (const [reason, count] of result.corrected) sum.corrected.set(reason, (sum.corrected.get(reason) ?? 0) + count);
    if ((place + 1) % 10 === 0) onStep(`compared ${place + 1} of ${accounts.length} accounts`);
  }
  const corrected = [...sum.corrected].map(([reason, count]) => `  ${count} values: ${reason}`);
  const { length } = sum.differences;
  const lines = [
    `Compared ${sum.answers} answers of ${accounts.length} accounts: ${length === 0 ? 'the same' : `${length} differences`}.`,
    ...(corrected.length > 0 ? ['Corrected since the earlier version:', ...corrected] : []),
    ...sum.differences.slice(0, shownDifferences).map((line) => `  ${line}`),
  ];
  if (length === 0 || acceptsDifferences) return lines.join('\n');
  throw new UpgradeRefused(
    `${lines.join('\n')}\nNothing was changed, and the service continues. Report this, or accept it with --accept-differences.`,
  );
}

async function lockedFolder(directory: string, { signal, stopMs = 600_000 }: Around): Promise<() => void> {
  const end = Date.now() + stopMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return openDataFolder(directory);
    } catch (error) {
      if (!(error instanceof HostError) || !/Another host/.test(error.message)) throw error;
      if (Date.now() > end) throw new UpgradeRefused('The service was not stopped, so nothing was changed. Run the command again.');
    }
    await delay(200, undefined, { signal });
  }
}
