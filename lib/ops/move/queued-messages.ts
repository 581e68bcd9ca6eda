import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failedRecordsFile } from '#lib/local/start-workers.ts';
import { MoveRefused } from './move-refused.ts';
import type { OpenMessage } from './moved-folder.ts';
import { isOfFailures } from './stage.ts';

type Row = { queue_name: string; body: string; delay_until: number | null };

export function refuseGivenUp(directory: string): void {
  for (const name of [failedRecordsFile, `${failedRecordsFile}.redriving`])
    if (existsSync(join(directory, name)))
      throw new MoveRefused(
        `${join(directory, name)} holds records that were given up. Start the host, run "npm run ops -- redrive effects-failed" (docs/runbook.md), and stop the host.`,
      );
}

/** Messages are read from the engine's file, because a receive would count as an attempt. */
export function queuedMessages(directory: string): OpenMessage[] {
  const file = join(directory, 'queues', 'fauxqs.db');
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare('SELECT queue_name, body, delay_until FROM sqs_messages ORDER BY sent_timestamp, message_id')
      .all() as Row[];
    const failed = rows.find(({ queue_name }) => isOfFailures(queue_name));
    if (failed)
      throw new MoveRefused(
        `The queue ${failed.queue_name} holds what was given up. Start the host, do it again or delete it on the operators' page Queues, and stop the host.`,
      );
    return rows.map(({ queue_name: queue, body, delay_until: notBefore }) => ({ queue, body, notBefore }));
  } finally {
    database.close();
  }
}
