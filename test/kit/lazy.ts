/** Makes a value when it is first needed. Most tests need a few parts of the service that they start. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
