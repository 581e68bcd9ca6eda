type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  anyOf?: Schema[];
  enum?: (string | number)[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Described = {
  operationId?: string;
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
export type Description = {
  paths: Record<string, Record<string, Described>>;
  components?: { schemas?: Record<string, Schema> };
};

/** The fields of request bodies by operation, which the forms of operators show (`operations.d.ts` of the console). */
export function operatorFields({ paths, components }: Description, isMeant: (path: string) => boolean) {
  const resolved = (schema: Schema = {}): Schema =>
    schema.$ref ? resolved(components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']) : schema;
  const operations = Object.entries(paths)
    .filter(([path]) => isMeant(path))
    .flatMap(([, methods]) => Object.values(methods));
  return Object.fromEntries(
    operations.flatMap(({ operationId, requestBody }) => {
      const { properties, required = [] } = resolved(requestBody?.content?.['application/json']?.schema);
      if (!operationId || !properties) return [];
      const fields = Object.entries(properties).flatMap(([name, schema]) => {
        const field = fieldOf(schema);
        return field ? [[name, { ...field, isRequired: required.includes(name) }]] : [];
      });
      return [[operationId, Object.fromEntries(fields)]];
    }),
  );
}

/** A form has no input for a flag such as `dry_run`, or for a list. */
function fieldOf(schema: Schema) {
  const types = schema.anyOf ?? [schema];
  const [inner, ...others] = types.filter(({ type }) => type !== 'null');
  if (!inner || others.length > 0 || !['string', 'integer', 'number'].includes(inner.type ?? '')) return null;
  const { type, format, enum: choices, minimum, maximum, maxLength } = inner;
  return {
    type: choices ? 'choice' : type === 'string' ? (format ?? type) : 'number',
    isNullable: types.length > 1,
    text: inner.description ?? schema.description,
    start: schema.default,
    isNumber: type !== 'string',
    choices,
    minimum,
    maximum,
    maxLength,
  };
}
