import { units } from '#lib/tools/cost/estimate.ts';
import { sealSegments, segmentSize } from '#shared/search/seal-segments.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import { tableAt } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { modelledTable } from './modelled-dynamo.ts';
import type { ItemWrites } from './partitions.ts';
import { populationOf } from './search-population.ts';
import { readingOf, type SearchReading } from './search-reading.ts';

export type SearchOutcome = {
  recordsPerSecond: number;
  bottleneck: string;
  mostWritten: ItemWrites;
  writeUnitsPerRecord: number;
  dollarsPerMillion: number;
  readings: SearchReading[];
};

const writesAtOnce = 64;

/** The simulated table repeats a few real segments. Half a segment of documents is not sealed yet. */
export async function searchAtScale({ segments: segmentCount = 4, queries = 100, records = [1e7, 1e8] } = {}): Promise<SearchOutcome> {
  const model = await modelledTable('analysis', { partitions: 1, refuses: false });
  try {
    const { dynamo, used } = model.client();
    const table = tableAt('analysis', dynamo, async () => {});
    const documents = searchDocumentsIn(table);
    let at = Date.parse('2026-01-01T00:00:00.000Z');
    const segments = searchSegmentsIn(table, { now: () => at++ });
    const population = populationOf(segmentCount * segmentSize + segmentSize / 2, queries);
    for (let from = 0; from < population.documents.length; from += segmentSize) {
      const some = population.documents.slice(from, from + segmentSize);
      await forEachConcurrent(some, writesAtOnce, async (document) => void (await documents.write(document, null)));
      await sealSegments({ documents, segments, segmentSize });
    }
    const { hottest, mostWritten } = model.partitions.tick();
    const [bottleneck = '', share = 0] = hottest[0] ?? [];
    const count = population.documents.length;
    const recordsPerSecond = (0.5 * count) / share;
    const writeUnitsPerRecord = used.writeUnits / count;
    const dollarsPerMillion = 1e6 * units({ writeUnits: writeUnitsPerRecord, readUnits: used.readUnits / count });
    const readings = [];
    for (const total of records) readings.push(await readingOf(total, { table, documents, segments, population, made: segmentCount }));
    return {
      recordsPerSecond,
      bottleneck,
      mostWritten: { ...mostWritten, writes: (mostWritten.writes / count) * recordsPerSecond },
      writeUnitsPerRecord,
      dollarsPerMillion,
      readings,
    };
  } finally {
    model.close();
  }
}
