/**
 * CDK and the local host create these tables, with `pk` and `sk` (strings), on-demand billing and `ttl`
 * (epoch seconds; expiry never decides).
 */
export type StreamConsumer = {
  function: string;
  filter: { name: string; values?: readonly string[] };
  /** Without `subscribesToRemovals`, a consumer receives only new and changed items. */
  subscribesToRemovals?: boolean;
  batchSize: number;
  gatherSeconds: number;
  /** Lambda adds the shard's ID to batches only with a tumbling window. */
  needsShardId: boolean;
  timeoutSeconds: number;
  /** Without it, the shard waits up to `maxRetryHours`, because changes must stay in order. */
  maxAttempts?: number;
};

/**
 * A failure report has only the position of its records, so they fail before the stream removes them after 24 hours.
 */
export const maxRetryHours = 20;

export type Index = { name: string; partitionKey: string; sortKey: string; projection: 'ALL' | 'KEYS_ONLY' };
export type TableDescription = { indexes: readonly Index[]; stream: readonly StreamConsumer[] };

const outbox: StreamConsumer = {
  function: 'outbox',
  filter: { name: 'effects' },
  batchSize: 50,
  gatherSeconds: 0,
  needsShardId: false,
  timeoutSeconds: 60,
  // The outbox itself waits some minutes for a queue, which is less than these attempts take.
  maxAttempts: 60,
};

/** The search index consumes only listed kinds of items, so that it does not trigger itself. */
const searchIndex = (...kinds: string[]): StreamConsumer => ({
  function: 'search-index',
  filter: { name: 'kind', values: kinds },
  subscribesToRemovals: true,
  batchSize: 100,
  gatherSeconds: 0,
  needsShardId: false,
  timeoutSeconds: 120,
  maxAttempts: 30,
});

/** Several partitions share the writes of the index. */
export const activeIndex: Index = {
  name: 'active',
  partitionKey: 'activeShard',
  sortKey: 'createdAt',
  projection: 'KEYS_ONLY',
};

export const tables = {
  accounts: { indexes: [activeIndex], stream: [outbox, searchIndex('user')] },
  attribution: {
    indexes: [],
    stream: [
      {
        function: 'conversion-totals',
        filter: {
          name: 'kind',
          values: ['conversion', 'session', 'user_click', 'pixel_event', 'tally', 'alias', 'pending_adjustments'],
        },
        batchSize: 1000,
        gatherSeconds: 1,
        needsShardId: true,
        timeoutSeconds: 60,
      },
      outbox,
    ],
  },
  analysis: {
    indexes: [],
    stream: [outbox, searchIndex('content_session', 'image_conversation', 'stored_prompt')],
  },
  /** No backup, recovery in time, restore or move copies its items, so an item that is removed is gone. */
  transient: { indexes: [], stream: [] },
} as const satisfies Record<string, TableDescription>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

export type DurableTableName = Exclude<TableName, 'transient'>;
export const isDurable = (name: string): name is DurableTableName => name !== 'transient';
export const durableTableNames = tableNames.filter(isDurable);
