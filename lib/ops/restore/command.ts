import { everyDay, recount } from '#lib/ops/recount.ts';
import { type BackupSource, bucketSource, folderSource } from './backup-source.ts';
import { backupNamed, describeBackups } from './list-backups.ts';
import { commandOf, type From, type Options } from './options.ts';
import { type Closers, placesIn } from './places.ts';
import { restoreBackup } from './restore-backup.ts';
import { RestoreRefused } from './restore-refused.ts';
import { verifyBackup } from './verify-backup.ts';

type Around = { signal: AbortSignal; onStep(step: string): void };

export async function runRestore(options: Options, around: Around): Promise<string> {
  const { action, from, to } = options;
  const closers: Closers = [];
  try {
    const places = placesIn(closers);
    if (action === 'list') return await list(from, places);
    const source = await sourceOf(from, places);
    if (action === 'verify') {
      const { manifest, links, contents } = await verifyBackup(source, around);
      await source.verified?.(new Date().toISOString());
      const items = [...contents.values()].reduce((sum, { itemCount }) => sum + itemCount, 0);
      const needs = links.length > 1 ? `, with the ${links.length - 1} that it needs` : '';
      return `The backup ${manifest.id} of ${manifest.startedAt} is whole${needs}: ${items} items.`;
    }
    const target = await places.target(to);
    let events = 0;
    let recountSeconds = 0;
    const { backupId, items, erased, verifySeconds, writeSeconds } = await restoreBackup(source, target, {
      ...around,
      isImported: options.isImported ?? false,
      commandOf: (id) => commandOf(options, id),
      // The recount includes events that the backup stored before they were counted.
      async finish() {
        const began = performance.now();
        const { dynamo, tableNames } = target;
        ({ events } = await recount({ dynamo, tableName: tableNames.attribution, ...everyDay }, around));
        recountSeconds = (performance.now() - began) / 1000;
        await source.verified?.(new Date().toISOString());
      },
    });
    return (
      `Restored ${backupId}: ${items} items, and the tables hold exactly those; then ${events} events were recounted. ` +
      `${erased.erasures} erasures of visitors were applied again: ${erased.events} events and ${erased.clicks} clicks. ` +
      `Verified in ${verifySeconds.toFixed(1)} s, written and compared in ${writeSeconds.toFixed(1)} s, recounted in ${recountSeconds.toFixed(1)} s.`
    );
  } finally {
    for (const close of closers) await close();
  }
}

type Places = ReturnType<typeof placesIn>;

async function sourceOf(from: From, places: Places): Promise<BackupSource> {
  if (from.kind === 'folder') return folderSource(from.folder);
  const store = await places.store(from);
  return bucketSource(store, await backupNamed(from.backupId, store));
}

async function list(from: From, places: Places): Promise<string> {
  if (from.kind === 'folder') throw new RestoreRefused('--list requires --from s3://BUCKET.');
  const store = await places.store(from);
  const lines = await describeBackups(store);
  return lines.join('\n') || 'There is no completed backup there.';
}
