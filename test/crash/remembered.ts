export function remembered(roots: readonly unknown[], except: readonly object[] = []): () => void {
  const seen = new Set<object>(except);
  const restorers: (() => void)[] = [];

  function remember(value: unknown): void {
    if (typeof value !== 'object' || value === null || seen.has(value) || Object.isFrozen(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      const items = [...value];
      restorers.push(() => void value.splice(0, Number.POSITIVE_INFINITY, ...items));
      items.forEach(remember);
    } else if (value instanceof Map || value instanceof Set) {
      const entries = [...value];
      restorers.push(() => {
        value.clear();
        for (const entry of entries)
          if (value instanceof Map) value.set(...(entry as [unknown, unknown]));
          else value.add(entry);
      });
      for (const entry of entries) remember(entry);
    } else if (Object.getPrototypeOf(value) === Object.prototype) {
      const properties = { ...value };
      restorers.push(() => {
        for (const name of Object.keys(value)) if (!(name in properties)) Reflect.deleteProperty(value, name);
        Object.assign(value, properties);
      });
      Object.values(properties).forEach(remember);
    }
  }

  roots.forEach(remember);
  return () => {
    for (const restore of restorers) restore();
  };
}
