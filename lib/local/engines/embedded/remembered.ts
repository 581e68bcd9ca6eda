const maxRemembered = 2000;

/** Works out what follows from a text once: a service has some hundred expressions, and sends each again and again. */
export function remembered<T>(find: (text: string) => T): (text: string) => T {
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
