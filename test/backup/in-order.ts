/** The engine returns attributes in any order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, (name === 'SS' || name === 'NS') && Array.isArray(inner) ? [...inner].sort() : inOrder(inner)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
