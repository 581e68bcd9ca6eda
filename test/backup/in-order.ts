/**
 * Equal values of DynamoDB's JSON as equal JSON: the engine hands attributes over in any order. By a rule of its own, so
 * that a test does not lean on the digest that it is to hold.
 */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, inner]) => [
      name,
      (name === 'SS' || name === 'NS') && Array.isArray(inner) ? [...inner].sort() : inOrder(inner),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
