import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { createTables } from '#lib/local/resources.ts';
import { askedFor, type Population, populationOf } from '#lib/tools/simulate/search-population.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { find } from '#shared/search/find.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import type { Around } from './around.ts';
import { table } from './print.ts';
import { type Design, postingItems, postingsOf, segmentsOf, signaturesOf } from './search-designs.ts';
import { counting } from './search-units.ts';
import { percentile } from './statistics.ts';

export type SearchBudget = { sizes: readonly number[]; calls: number; segmentSizes: readonly number[] };
export const searchBudgets = {
  full: { sizes: [2000, 20_000, 200_000], calls: 200, segmentSizes: [segmentSize] },
  quick: { sizes: [300, 1200], calls: 20, segmentSizes: [256] },
} as const satisfies Record<string, SearchBudget>;

/** The prices are on demand in us-east-1, since November 2024. */
const dollarsPerMillion = { writes: 0.625, reads: 0.125 };

const mostOfOthers = 20_000;

export type SearchRow = {
  design: string;
  records: number;
  query: string;
  calls: number;
  readUnits: number;
  p50Ms: number;
  p95Ms: number;
};
export type SearchWrites = { design: string; records: number; writes: number; writeUnits: number };
export type SearchReport = {
  rows: SearchRow[];
  writes: SearchWrites[];
  postingItems: [size: number, items: number][];
};

type Asked = { query: string; of: readonly string[]; kind?: 'user'; offset?: number };

export async function measureSearch(budget: SearchBudget, around: Around): Promise<SearchReport> {
  const report: SearchReport = { rows: [], writes: [], postingItems: [] };
  const largest = populationOf(Math.max(...budget.sizes), budget.calls);
  for (const size of [1, 64, 256, 1024, 4096]) report.postingItems.push([size, postingItems(largest.documents.slice(0, 4096), size)]);
  for (const records of budget.sizes) {
    const population = populationOf(records, budget.calls);
    const few = population.selective.slice(0, 12);
    const designs = [
      ...budget.segmentSizes.map((size) => (store: Table) => segmentsOf(store, size)),
      // An unbuilt design with many records would take hours.
      ...(records > mostOfOthers ? [] : [signaturesOf, (store: Table) => postingsOf(store, [...few, 'the', ''])]),
    ];
    for (const make of designs) await measure(make, population, few, { report, budget, ...around });
  }
  return report;
}

type Into = Around & { report: SearchReport; budget: SearchBudget };

async function measure(
  make: (store: Table) => Design,
  { documents, selective }: Population,
  few: readonly string[],
  { report, budget, signal, onStep }: Into,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-bench-'));
  const engine = await startEmbedded(directory, { sweepSeconds: 0 });
  try {
    await createTables(engine.call);
    const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
    const { dynamo, units } = counting(signedDynamo({ region: 'us-east-1', endpoint: engine.endpoint, credentials }));
    const design = make(tableAt('analysis', dynamo));
    const records = documents.length;
    const step = segmentSize;
    for (let from = 0; from < records; from += step) {
      signal.throwIfAborted();
      onStep(`${design.label}: ${from} of ${records} records`);
      await design.add(documents.slice(from, from + step));
      engine.streamRecords.trim('analysis', engine.streamRecords.newest('analysis'), 0);
    }
    const isWhole = design.label.startsWith('segments');
    report.writes.push({
      design: design.label,
      records,
      writes: units.writes / records,
      writeUnits: units.writeUnits / records,
    });
    const questions: Asked[] = [
      ...askedFor.map((query, kind) => ({
        query,
        of: (isWhole ? selective : few).filter((_, i) => i % askedFor.length === kind),
      })),
      { query: '"the"', of: ['the'] },
      ...(isWhole
        ? [
            { query: '"the", users', of: ['the'], kind: 'user' as const },
            { query: '"the" from 1000 on', of: ['the'], offset: 1000 },
            { query: 'nothing typed', of: [''] },
            { query: 'one letter', of: ['q', 'e'] },
            { query: 'in no record', of: ['§nothing§', 'zzxqj the'] },
          ]
        : []),
    ];
    for (const { query, of, kind, offset = 0 } of questions) {
      const times: number[] = [];
      const before = { ...units };
      const calls = offset > 0 || !isWhole ? Math.ceil(budget.calls / 10) : budget.calls;
      for (let i = 0; i < calls; i++) {
        const start = performance.now();
        await find({ q: of[i % of.length] ?? '', kind, offset, limit: 20 }, { ...design, now: Date.now });
        times.push(performance.now() - start);
      }
      const row: SearchRow = {
        design: design.label,
        records,
        query,
        calls: (units.calls - before.calls) / calls,
        readUnits: (units.readUnits - before.readUnits) / calls,
        p50Ms: percentile(times, 0.5),
        p95Ms: percentile(times, 0.95),
      };
      report.rows.push(row);
      onStep(JSON.stringify(row));
    }
  } finally {
    await engine.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const printedSearch = ({ rows, writes, postingItems }: SearchReport): string =>
  [
    'First pages of 20, one after the other on the local engine; reads as DynamoDB would count them.',
    '',
    table(
      ['', 'records', 'query', 'calls', 'read units', 'p50 ms', 'p95 ms', '$ per million'],
      rows.map(({ design, records, query, calls, readUnits, p50Ms, p95Ms }) => [
        design,
        String(records),
        query,
        calls.toFixed(1),
        readUnits.toFixed(0),
        p50Ms.toFixed(1),
        p95Ms.toFixed(1),
        (readUnits * dollarsPerMillion.reads).toFixed(2),
      ]),
    ),
    '',
    'What a record costs to write, without its source; of the last design only the grams that were asked for are written.',
    '',
    table(
      ['', 'records', 'items', 'write units', '$ per million'],
      writes.map(({ design, records, writes, writeUnits }) => [
        design,
        String(records),
        writes.toFixed(1),
        writeUnits.toFixed(1),
        (writeUnits * dollarsPerMillion.writes).toFixed(2),
      ]),
    ),
    '',
    'Items for grams and fingerprints a record, by records of a segment (1: an item per gram and document):',
    postingItems.map(([size, items]) => `${size}: ${items.toFixed(0)}`).join(', '),
    '',
  ].join('\n');
