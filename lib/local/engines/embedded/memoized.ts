const maxRemembered = 2000;

/** Caches a result per text: the service has about a hundred expressions and repeats each of them. */
export function memoized<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    if (known.size >= maxRemembered) known.clear();
    const first = find(text);
    known.set(text, first);
    return first;
  };
}
