import { catalogueOf, expiryOf } from './catalogue.ts';
import { DynamoError } from './dynamo-error.ts';
import type { EngineSettings } from './engine-settings.ts';
import { checkParameters, type Operation } from './parameters.ts';
import { type BatchInput, type PreparedRows, preparesWith } from './prepare-writes.ts';
import { readsOf } from './reads.ts';
import type { SharedState } from './shared-state.ts';
import { openStore } from './store.ts';
import { streamsOf } from './streams.ts';

export type Writer = {
  call(operation: string, input: object): Promise<object>;
  writeRows(rows: PreparedRows): Promise<object>;
};

const reported = ['ReturnConsumedCapacity', 'ReturnItemCollectionMetrics'] as const;

/**
 * Reads and streams in another thread cost the writer nothing. No answer leaves before the data that it saw
 * is synced.
 */
export function openReader(
  path: string,
  shared: SharedState,
  { hasSubscriber, writer }: Pick<EngineSettings, 'hasSubscriber'> & { writer: Writer },
) {
  const store = openStore(path);
  const catalogue = catalogueOf(store, (id) => streams.forget(id));
  const reads = readsOf(() => store, catalogue);
  const streams = streamsOf(store, catalogue, { published: shared.published, keeps: 'read' });
  const prepare = preparesWith(catalogue);
  const onRead = { ...reads.operations, ...catalogue.reads, ...streams.reads } as Record<string, (input: never) => object>;
  let tablesVersion = shared.tablesVersion();

  function reloadTables(): void {
    const version = shared.tablesVersion();
    if (version === tablesVersion) return;
    tablesVersion = version;
    catalogue.load();
    store.records.forget();
    for (const { id } of catalogue.tables.values()) streams.forgetKept(id);
  }

  function rowsOf(input: BatchInput): PreparedRows | undefined {
    if (reported.some((name) => name in input)) return undefined;
    checkParameters('BatchWriteItem', input);
    const cells: PreparedRows['cells'] = [];
    const prepared = prepare.batch(input.RequestItems);
    const [{ table } = {}] = prepared;
    if (!table || table.indexes.length > 0 || !hasSubscriber) return undefined;
    for (const { table: other, key, ifNew: written } of prepared) {
      if (!written || other !== table || hasSubscriber(table, undefined, written.item)) return undefined;
      cells.push(key.pk, key.sk, written.text, expiryOf(table, written.item));
    }
    return { table: table.name, cells };
  }

  async function call(operation: string, input: object): Promise<object> {
    await shared.untilReleased();
    reloadTables();
    const read = Object.hasOwn(onRead, operation) ? onRead[operation] : undefined;
    if (!read) {
      const rows = operation === 'BatchWriteItem' ? rowsOf(input as BatchInput) : undefined;
      return rows ? await writer.writeRows(rows) : await writer.call(operation, input);
    }
    try {
      checkParameters(operation as Operation, input);
      const answer = read(input as never);
      if (operation !== 'GetRecords') await shared.untilSynced();
      return answer;
    } catch (error) {
      if (error instanceof DynamoError) await shared.untilSynced();
      throw error;
    }
  }

  return {
    call,
    newestOf: (name: string) => streams.newestOf(catalogue.of(name).id),
    close: () => store.close(),
  };
}
