import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ExportWindow, TableExports } from '#shared/backup/table-exports.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import type { World } from '#test/kit/harness.ts';
import { dynamo } from './scene.ts';

const keyOf = ({ pk, sk }: WireMap) => JSON.stringify([pk, sk]);

/** A gap follows unless an export begins where another export ended. */
export function changingExports(world: World) {
  const windows: (ExportWindow & { table: string })[] = [];
  const states = new Map<string, Map<string, WireMap>>();
  const written = new Map<string, string>();
  const put = (key: string, body: string | Buffer) => world.backups.files.set(key, Buffer.from(body));

  const exports: TableExports = {
    async start(tableName, { prefix, window }) {
      const { at, since } = window;
      const table = tableName.slice(world.prefix.length);
      windows.push({ table, ...window });
      const { items } = await tableScan(tableName, dynamo())({ segment: 0, segments: 1 }, { start: undefined, limit: 100_000 });
      const state = new Map(items.map((item) => [keyOf(item), item]));
      states.set(`${table} ${at}`, state);
      const lines = since === null ? linesOf(items) : changesOf(states.get(`${table} ${since}`), state);
      const id = `0169${String(windows.length).padStart(10, '0')}-a1b2c3d4`;
      const folder = `${prefix}/AWSDynamoDB`;
      const half = Math.ceil(lines.length / 2);
      const files = [lines.slice(0, half), lines.slice(half)].map((some, i) => {
        const body = some.length > 0 ? gzipSync(some.map((line) => `${line}\n`).join('')) : Buffer.alloc(0);
        const name = `${'ab'[i]}${windows.length}wxyz.json.gz`;
        const dataFileS3Key = since === null ? `${folder}/${id}/data/${name}` : `${folder}/data/${name}`;
        put(dataFileS3Key, body);
        const md5Checksum = createHash('md5').update(body).digest('base64');
        return { itemCount: some.length, md5Checksum, etag: 'x-1', dataFileS3Key };
      });
      const summary = {
        version: since === null ? '2020-06-30' : '2023-08-01',
        itemCount: lines.length,
        manifestFilesS3Key: `${folder}/${id}/manifest-files.json`,
        outputFormat: 'DYNAMODB_JSON',
        ...(since !== null && { exportType: 'INCREMENTAL_EXPORT', outputView: 'NEW_IMAGE' }),
      };
      for (const [name, json] of [
        ['manifest-files', files.map((file) => `${JSON.stringify(file)}\n`).join('')],
        ['manifest-summary', JSON.stringify(summary)],
      ] as const) {
        put(`${folder}/${id}/${name}.json`, json);
        put(`${folder}/${id}/${name}.md5`, createHash('md5').update(json).digest('base64'));
      }
      written.set(id, `${folder}/${id}/manifest-summary.json`);
      return id;
    },
    look: async (id) => ({ state: 'completed', manifestKey: written.get(id) ?? '' }),
  };
  return { exports, windows };
}

const linesOf = (items: readonly WireMap[]) => items.map((Item) => JSON.stringify({ Item }));

function changesOf(before: Map<string, WireMap> | undefined, after: Map<string, WireMap>): string[] {
  if (!before) throw new Error('No export was of the moment that this one begins at.');
  const line = (item: WireMap, image?: WireMap) =>
    JSON.stringify({
      Metadata: { WriteTimestampMicros: { N: '1680109764000000' } },
      Keys: { pk: item.pk, sk: item.sk },
      ...(image && { NewImage: image }),
    });
  const changed = [...after].filter(([key, item]) => JSON.stringify(before.get(key)) !== JSON.stringify(item));
  const gone = [...before].filter(([key]) => !after.has(key));
  return [...changed.map(([, item]) => line(item, item)), ...gone.map(([, item]) => line(item))];
}
