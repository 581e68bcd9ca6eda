/**
 * Every table: its keys, indexes and the consumers of its stream. CDK creates them in the cloud, the local host on
 * its engine, and a test compares both with this page. All tables have `pk` and `sk` (strings), are billed on demand
 * and expire items by `ttl` (epoch seconds; it tidies, it never decides).
 */
export type StreamConsumer = {
  /** The function's folder under `functions/`. */
  function: string;
  /** Only items whose attribute `name` is one of the strings `values`; without `values`: that have the string attribute at all. */
  filter: { name: string; values?: readonly string[] };
  /** Also removals of such items; without it a consumer hears of new and changed ones. */
  hearsOfRemovals?: boolean;
  batchSize: number;
  /** How long to gather a batch, in seconds. */
  gatherSeconds: number;
  /** Asks Lambda for the shard id in every event (a tumbling window's envelope), which per-shard bookkeeping needs. */
  needsShardId: boolean;
  timeoutSeconds: number;
  /**
   * How often a record that keeps failing is retried. Then it goes to the failure destination and the shard continues.
   * Without it, the shard waits until the record succeeds or is too old: for what must be applied in order.
   */
  maxAttempts?: number;
};

export type Index = { name: string; partitionKey: string; sortKey: string; projection: 'ALL' | 'KEYS_ONLY' };
export type TableDescription = { indexes: readonly Index[]; stream: readonly StreamConsumer[] };

const outbox: StreamConsumer = {
  function: 'outbox',
  filter: { name: 'effects' },
  batchSize: 50,
  gatherSeconds: 0,
  needsShardId: false,
  timeoutSeconds: 60,
  // Some minutes: longer than the outbox itself waits for a queue.
  maxAttempts: 60,
};

/** What the search finds; its own documents and postings are none of these, so that it does not wake itself. */
const searchIndex = (...kinds: string[]): StreamConsumer => ({
  function: 'search-index',
  filter: { name: 'kind', values: kinds },
  hearsOfRemovals: true,
  batchSize: 100,
  gatherSeconds: 0,
  needsShardId: false,
  timeoutSeconds: 120,
  maxAttempts: 30,
});

/** Active users and licences by when they came, each over some partitions, so that none takes all the writes. */
export const activeIndex: Index = {
  name: 'active',
  partitionKey: 'activeShard',
  sortKey: 'createdAt',
  projection: 'KEYS_ONLY',
};

export const tables = {
  /** Users, e-mail claims, codes, operators, notifications, credits, licences, audit, receipts of effects. */
  accounts: { indexes: [activeIndex], stream: [outbox, searchIndex('user')] },
  /** Keys, clicks, conversions, totals. */
  attribution: {
    indexes: [],
    stream: [
      {
        function: 'conversion-totals',
        filter: { name: 'kind', values: ['conversion', 'session', 'user_click', 'pixel_event', 'tally'] },
        batchSize: 1000,
        gatherSeconds: 1,
        needsShardId: true,
        timeoutSeconds: 60,
      },
      outbox,
    ],
  },
  /** Competitors, ads, tasks, keyword plans, conversations, prompts, model calls, search postings. */
  analysis: {
    indexes: [],
    stream: [outbox, searchIndex('content_session', 'image_conversation', 'stored_prompt')],
  },
} as const satisfies Record<string, TableDescription>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];
