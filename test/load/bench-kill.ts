import type { Around } from '#test/bench/around.ts';
import { type KillAndRetry, killAndRetry } from './kill-and-retry.ts';

export async function benchKill(events: number, { signal, onStep }: Around): Promise<KillAndRetry> {
  onStep(`${events} events in batches, with three kills on the way`);
  const seed = Math.floor(Math.random() * 1e9);
  const run = await killAndRetry({ events, seed, kills: 3, signal });
  const [expected, reported] = [
    [run.expected, run.expected, run.expectedInTest],
    [run.reported, run.reportedInZone, run.reportedInTest],
  ].map((rows) => JSON.stringify(rows));
  if (expected !== reported) throw new Error(`Seed ${seed}: the totals are ${reported}, not ${expected}.`);
  if (run.forgotten.length > 0) throw new Error(`Seed ${seed}: forgotten are ${run.forgotten.join(', ')}.`);
  return run;
}

export const printedKill = ({ sent, distinct, batches, kills, retries, duplicates, seconds }: KillAndRetry) =>
  `${sent} events in ${batches} batches over HTTP, ${distinct} of them distinct; killed ${kills} times, ` +
  `${retries} batches sent again.\n${duplicates} items were answered as duplicates. ${seconds.toFixed(1)} s with ` +
  `restarts (${(sent / seconds).toFixed(0)}/s).\nThe report equals the distinct events, to the last decimal, and ` +
  'every event id is a duplicate now.\n';
