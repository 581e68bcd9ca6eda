const maxTables = 256;
const counters = { begun: 0, synced: 1, held: 2, tables: 3, news: 4 } as const;
const waitersFrom = 8;
const countersBytes = 64;

export type SharedState = ReturnType<typeof sharedState>;
export type SharedBuffer = SharedArrayBuffer;

export function sharedState(buffer: SharedBuffer = new SharedArrayBuffer(countersBytes + 8 * maxTables)) {
  const counts = new Int32Array(buffer, 0, countersBytes / 4);
  const published = new BigInt64Array(buffer, countersBytes);
  const load = (name: keyof typeof counters) => Atomics.load(counts, counters[name]);
  const store = (name: keyof typeof counters, value: number) => {
    Atomics.store(counts, counters[name], value);
    // A notification that wakes no thread costs as much as parsing a request, so waiting threads are counted.
    if (Atomics.load(counts, waitersFrom + counters[name]) > 0) Atomics.notify(counts, counters[name]);
  };
  const changed = async (name: keyof typeof counters, from: number) => {
    Atomics.add(counts, waitersFrom + counters[name], 1);
    await Atomics.waitAsync(counts, counters[name], from).value;
    Atomics.sub(counts, waitersFrom + counters[name], 1);
  };
  /** The difference of two counters survives an overflow of 32 bits. */
  const ahead = (a: number, b: number) => (a - b) | 0;

  return {
    buffer,
    startCommit: () => void Atomics.add(counts, counters.begun, 1),
    commits: () => load('begun'),
    synced: (commits: number) => store('synced', commits),
    async untilSynced(): Promise<void> {
      const seen = load('begun');
      for (let synced = load('synced'); ahead(seen, synced) > 0; synced = load('synced')) await changed('synced', synced);
    },
    /** Readers wait while SQLite's log is emptied. */
    hold: (isHeld: boolean) => store('held', isHeld ? 1 : 0),
    async untilReleased(): Promise<void> {
      while (load('held') === 1) await changed('held', 1);
    },
    tablesChanged: () => void Atomics.add(counts, counters.tables, 1),
    tablesVersion: () => load('tables'),
    news: () => store('news', load('news') + 1),
    async followNews(listen: () => void, everyMs: number): Promise<never> {
      for (let seen = load('news'); ; ) {
        await changed('news', seen);
        seen = load('news');
        listen();
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    },
    /** The memory begins with 0, which means no record, so stored numbers are higher by 1. */
    published: {
      get(id: number): number | undefined {
        const value = id < maxTables ? Number(Atomics.load(published, id)) : 0;
        return value === 0 ? undefined : value - 1;
      },
      set: (id: number, seq: number) => void (id < maxTables && Atomics.store(published, id, BigInt(seq + 1))),
      delete: (id: number) => void (id < maxTables && Atomics.store(published, id, 0n)),
    },
  };
}
