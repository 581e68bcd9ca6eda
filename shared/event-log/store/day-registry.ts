import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

/** More partitions than this are not remembered; forgetting one costs a write. */
const knownPartitions = 10_000;

/**
 * Which day partitions exist, so that the prune finds old ones without a scan. Note a day before the first write to
 * it, so that there is no partition which the prune does not know of.
 */
export function dayRegistryIn(table: Table) {
  const noted = new Map<string, Promise<void>>();
  return {
    /** One write per day, account and function instance. */
    note(day: string, accountId: number, environment: Environment): Promise<void> {
      const key = keyOf.pixelDay(day, accountId, environment);
      const name = `${key.pk}#${key.sk}`;
      const known = noted.get(name);
      if (known) return known;
      if (noted.size >= knownPartitions) noted.clear();
      const written = table.put({ ...key, kind: 'pixel_day' });
      noted.set(name, written);
      written.catch(() => noted.delete(name));
      return written;
    },
  };
}
