/** The ports hold bytes as base64 and times as seconds, as AWS sends them; the SDK has bytes and dates. */
export const toSdk = (input: object): object =>
  mapped(input, (value) => (isBinaryValue(value) ? { B: Buffer.from(value.B, 'base64') } : undefined)) as object;

export const fromSdk = (output: object): object =>
  mapped(output, (value) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    return value instanceof Date ? value.getTime() / 1000 : undefined;
  }) as object;

const isBinaryValue = (value: object): value is { B: string } =>
  'B' in value && typeof value.B === 'string' && Object.keys(value).length === 1;

function mapped(value: unknown, replacementOf: (value: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const replacement = replacementOf(value);
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, replacementOf));
  // Unlike an assignment, `fromEntries` also creates a field named `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapped(entry, replacementOf)]));
}
