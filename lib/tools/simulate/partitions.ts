import { sha256 } from '#shared/values/ids.ts';

const limits = { writeUnits: 1000, readUnits: 3000 } as const;
const splitFrom = 0.45;
/** A partition may later use the capacity that it left unused in the last 300 seconds. */
const savedSeconds = 300;
const splitBytes = 10 * 2 ** 30;

type Load = { writeUnits: number; readUnits: number };
type Partition = {
  id: string;
  from: number;
  load: Load;
  saved: number;
  keys: Map<string, Load>;
  bytes: number;
};
export type ItemWrites = { item: string; writes: number };

const placeOf = (pk: string) => Number.parseInt(sha256(pk).slice(0, 12), 16) / 2 ** 48;
/** DynamoDB may even split the rows of a single key, so this model is stricter. */
export function partitionsOf(count: number, { refuses = true } = {}) {
  const mostSaved = savedSeconds * limits.writeUnits;
  const shareOf = ({ writeUnits, readUnits }: Load) => Math.max(writeUnits / limits.writeUnits, readUnits / limits.readUnits);
  let list: Partition[] = Array.from({ length: count }, (_, i) => newPartition(`p${i}`, i / count));
  let refused = 0;
  let written = new Map<string, number>();

  function find(pk: string): Partition {
    const place = placeOf(pk);
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((list[middle] as Partition).from <= place) low = middle;
      else high = middle - 1;
    }
    return list[low] as Partition;
  }

  function halves(partition: Partition): Partition[] {
    const keys = [...partition.keys].map(([pk, load]) => ({ place: placeOf(pk), share: shareOf(load) }));
    keys.sort((a, b) => a.place - b.place);
    let sum = 0;
    const whole = keys.reduce((all, { share }) => all + share, 0);
    for (const { place, share } of keys) {
      if (place > partition.from && sum + share / 2 >= whole / 2)
        return [newPartition(`${partition.id}a`, partition.from), newPartition(`${partition.id}b`, place)];
      sum += share;
    }
    return [partition];
  }

  return {
    shardOf: (pk: string) => `shardId-${find(pk).id.padStart(20, '0')}-0123abcd`,

    wrote(pk: string, sk: string): void {
      const item = `${pk}\n${sk}`;
      written.set(item, (written.get(item) ?? 0) + 1);
    },

    take(pk: string, units: Partial<Load>, bytes = 0): boolean {
      const { writeUnits = 0, readUnits = 0 } = units;
      const partition = find(pk);
      const { load } = partition;
      const isFull = load.writeUnits + writeUnits > limits.writeUnits + partition.saved || load.readUnits + readUnits > limits.readUnits;
      if (isFull && refuses) {
        refused++;
        return false;
      }
      const keyLoad = partition.keys.get(pk) ?? { writeUnits: 0, readUnits: 0 };
      partition.keys.set(pk, keyLoad);
      for (const usage of [load, keyLoad]) {
        usage.writeUnits += writeUnits;
        usage.readUnits += readUnits;
      }
      partition.bytes += bytes;
      return true;
    },

    tick() {
      const busiest = list.reduce((most, partition) => (shareOf(partition.load) > shareOf(most.load) ? partition : most));
      const hottest = new Map<string, number>();
      for (const { keys } of list)
        for (const [pk, load] of keys) {
          const kind = pk.split('#')[0] ?? '';
          hottest.set(kind, Math.max(hottest.get(kind) ?? 0, shareOf(load)));
        }
      const second = {
        partitions: list.length,
        busiest: shareOf(busiest.load),
        hottest: [...hottest].sort(([, a], [, b]) => b - a),
        mostWritten: mostOf(written),
        refused,
        writeUnits: list.reduce((sum, { load }) => sum + load.writeUnits, 0),
        readUnits: list.reduce((sum, { load }) => sum + load.readUnits, 0),
      };
      list = list.flatMap((partition) =>
        shareOf(partition.load) > splitFrom || partition.bytes > splitBytes ? halves(partition) : [partition],
      );
      for (const partition of list) {
        partition.saved = Math.min(mostSaved, Math.max(0, partition.saved + limits.writeUnits - partition.load.writeUnits));
        partition.load = { writeUnits: 0, readUnits: 0 };
        partition.keys = new Map();
      }
      refused = 0;
      written = new Map();
      return second;
    },
  };
}

export type Partitions = ReturnType<typeof partitionsOf>;
export type Second = ReturnType<Partitions['tick']>;

function newPartition(id: string, from: number): Partition {
  return { id, from, saved: 0, load: { writeUnits: 0, readUnits: 0 }, keys: new Map(), bytes: 0 };
}

function mostOf(written: ReadonlyMap<string, number>): ItemWrites {
  let most: ItemWrites = { item: '', writes: 0 };
  for (const [key, writes] of written) if (writes > most.writes) most = { item: key, writes };
  const [pk = '', sk = ''] = most.item.split('\n');
  return { ...most, item: `${pk.split('#')[0]} ${sk.split('#')[0]}` };
}
