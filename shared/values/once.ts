/** Makes something when it is first used, and keeps it: what a process may not need takes no time while it starts. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
