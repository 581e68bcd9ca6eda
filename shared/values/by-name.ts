type ByName<T extends { name: string }> = { readonly [N in T['name']]: Extract<T, { name: N }> };

/** Throws if two have the same name. */
export function byName<T extends { name: string }>(declared: readonly T[]): ByName<T> {
  const names = declared.map(({ name }) => name).sort();
  const repeated = names.find((name, at) => name === names[at + 1]);
  if (repeated) throw new Error(`Two declarations are named ${repeated}.`);
  return Object.fromEntries(declared.map((one) => [one.name, one])) as ByName<T>;
}
