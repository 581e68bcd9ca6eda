/** Tables that a reader in another thread can follow; the service has three. */
const maxTables = 256;
const counters = { begun: 0, synced: 1, held: 2, tables: 3, news: 4 } as const;
/** Behind the counters: how many wait for a change of each. */
const waitersFrom = 8;
const countersBytes = 64;

export type SharedState = ReturnType<typeof sharedState>;
/** What the thread that writes lets the others know: in memory that both see. */
export type SharedBuffer = SharedArrayBuffer;

/**
 * What an engine in one thread and its readers in others (`reader.ts`) know of each other: which commits are on the disk,
 * up to where each stream may be read, whether the log is being brought into the file, and whether tables have changed.
 */
export function sharedState(buffer: SharedBuffer = new SharedArrayBuffer(countersBytes + 8 * maxTables)) {
  const counts = new Int32Array(buffer, 0, countersBytes / 4);
  const published = new BigInt64Array(buffer, countersBytes);
  const load = (name: keyof typeof counters) => Atomics.load(counts, counters[name]);
  const store = (name: keyof typeof counters, value: number) => {
    Atomics.store(counts, counters[name], value);
    // Waking nobody costs as much as a request's own parsing.
    if (Atomics.load(counts, waitersFrom + counters[name]) > 0) Atomics.notify(counts, counters[name]);
  };
  const changed = async (name: keyof typeof counters, from: number) => {
    Atomics.add(counts, waitersFrom + counters[name], 1);
    await Atomics.waitAsync(counts, counters[name], from).value;
    Atomics.sub(counts, waitersFrom + counters[name], 1);
  };
  /** By how much a counter is ahead of another one, also once both have begun at their lowest again. */
  const ahead = (one: number, other: number) => (one - other) | 0;

  return {
    buffer,
    /** Before a commit, so that a reader that sees it never takes it for one that is on the disk. */
    beginCommit: () => void Atomics.add(counts, counters.begun, 1),
    /** The commits so far: what a sync that begins now brings to the disk. */
    commits: () => load('begun'),
    synced: (commits: number) => store('synced', commits),
    /** Until everything that can be seen now is on the disk. */
    async untilSynced(): Promise<void> {
      const seen = load('begun');
      for (let synced = load('synced'); ahead(seen, synced) > 0; synced = load('synced'))
        await changed('synced', synced);
    },
    /** Readers begin nothing while the log is to be emptied. */
    hold: (isHeld: boolean) => store('held', isHeld ? 1 : 0),
    async untilReleased(): Promise<void> {
      while (load('held') === 1) await changed('held', 1);
    },
    tablesChanged: () => void Atomics.add(counts, counters.tables, 1),
    tablesVersion: () => load('tables'),
    news: () => store('news', load('news') + 1),
    /** Calls `listen` after news of any stream, and not again within `everyMs`: what came meanwhile is heard of then. */
    async followNews(listen: () => void, everyMs: number): Promise<never> {
      for (let seen = load('news'); ; ) {
        await changed('news', seen);
        seen = load('news');
        listen();
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    },
    /** The last number of each table's stream that may be read; stored one higher, since 0 is none yet. */
    published: {
      get(id: number): number | undefined {
        const value = id < maxTables ? Number(Atomics.load(published, id)) : 0;
        return value === 0 ? undefined : value - 1;
      },
      set: (id: number, seq: number) =>
        void (id < maxTables && Atomics.store(published, id, BigInt(seq + 1))),
      delete: (id: number) => void (id < maxTables && Atomics.store(published, id, 0n)),
    },
  };
}
