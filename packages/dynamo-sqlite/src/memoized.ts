const maxRemembered = 2000;

export function memoized<T>(find: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const cached = results.get(text);
    if (cached) return cached;
    if (results.size >= maxRemembered) results.clear();
    const first = find(text);
    results.set(text, first);
    return first;
  };
}
