import { isAhead } from './ahead.ts';

export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, size: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > size) map.delete(map.keys().next().value as K);
}

export function boundedCache<K, V>(
  readValue: (key: K) => Promise<V>,
  { now, ms, size, keeps }: { now: () => number; ms: number; size: number; keeps?: (value: V) => boolean },
) {
  const cache = new Map<K, { until: number; value: Promise<V> }>();
  return {
    get(key: K): Promise<V> {
      const cached = cache.get(key);
      if (cached && isAhead(cached.until, now(), ms)) return cached.value;
      const value = readValue(key);
      setBounded(cache, key, { until: now() + ms, value }, size);
      const drop = () => cache.get(key)?.value === value && cache.delete(key);
      value.then((result) => keeps?.(result) === false && drop(), drop);
      return value;
    },
    forget: (key: K): void => void cache.delete(key),
  };
}
