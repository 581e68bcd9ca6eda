type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): Schema[] => Object.values(value ?? {}).filter(isSchema);

/** In a strict schema, objects must require all their fields and allow no other fields. */
export function strictnessFault(schema: Schema): string | null {
  const { properties, required, additionalProperties } = schema;
  if (properties !== undefined) {
    const names = Object.keys(properties as object);
    if (additionalProperties !== false) return "'additionalProperties' is required to be false.";
    if (names.some((name) => !(required as string[] | undefined)?.includes(name)))
      return "'required' is required to include every key in properties.";
  }
  const inner = [schema.properties, schema.$defs, schema.anyOf, { items: schema.items }].flatMap(schemasIn);
  return inner.map(strictnessFault).find(Boolean) ?? null;
}

export function sampleOf(schema: Schema, root: Schema = schema): unknown {
  const { type, properties, items, anyOf, $ref } = schema;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof $ref === 'string') return sampleOf(referred(root, $ref), root);
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema, root);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, Schema>).map(([name, of]) => [name, sampleOf(of, root)]),
      );
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleOf(items as Schema, root));
    case 'string':
      return 'sample'.padEnd(Number(schema.minLength ?? 0), '.').slice(0, Number(schema.maxLength ?? 1000));
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 0);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

const referred = (root: Schema, ref: string) =>
  ref
    .split('/')
    .slice(1)
    .reduce<Schema>((at, name) => at[name] as Schema, root);
