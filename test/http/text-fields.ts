import type { AnyEndpoint } from '#shared/http/endpoint.ts';

type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
};
export type Document = {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: Body }>>;
  components: { schemas: Record<string, Schema> };
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema };
type Body = { content: Record<string, { schema: Schema }> };

export type TextField = { in: 'body' | 'path' | 'query' | 'header'; path: (string | number)[] };

const maxDepth = 12;

export function textFieldsOf({ method, path }: AnyEndpoint, document: Document, types: readonly string[] = ['string']): TextField[] {
  const operation = document.paths[path]?.[method.toLowerCase()];
  const fields = (operation?.parameters ?? []).flatMap(({ name, in: place, schema }): TextField[] =>
    pathsIn(schema, document, types).length > 0 ? [{ in: place, path: [name] }] : [],
  );
  for (const { schema } of Object.values(operation?.requestBody?.content ?? {}))
    fields.push(...pathsIn(schema, document, types).map((found): TextField => ({ in: 'body', path: found })));
  return [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
}

export function requiredOf({ method, path }: AnyEndpoint, document: Document): string[] {
  const [body] = Object.values(document.paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  const named = body?.schema.$ref?.split('/').at(-1);
  const schema = named ? document.components.schemas[named] : body?.schema;
  return schema?.required ?? [];
}

function pathsIn(schema: Schema, document: Document, types: readonly string[], depth = 0): (string | number)[][] {
  if (depth > maxDepth) return [];
  const inner = (next: Schema) => pathsIn(next, document, types, depth + 1);
  const under = (name: string | number, next: Schema) => inner(next).map((path) => [name, ...path]);
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target ? inner(target) : [];
  }
  const found: (string | number)[][] = [];
  const ownTypes = [schema.type].flat();
  const isOpen = Object.keys(schema).every((name) => ['description', 'default', 'examples'].includes(name));
  if (ownTypes.some((type) => types.includes(String(type))) || isOpen) found.push([]);
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    for (const part of (schema[name] as Schema[] | undefined) ?? []) found.push(...inner(part));
  for (const [name, part] of Object.entries(schema.properties ?? {})) found.push(...under(name, part));
  if (schema.items) found.push(...under(0, schema.items));
  const { additionalProperties: free } = schema;
  if (free === true) found.push(['text']);
  else if (free) found.push(...under('text', free));
  return found;
}

export function withText(body: unknown, [name, ...rest]: (string | number)[], text: unknown): unknown {
  if (name === undefined) return text;
  if (typeof name === 'number') {
    const list = Array.isArray(body) ? [...body] : [];
    list[name] = withText(list[name], rest, text);
    return list;
  }
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...fields, [name]: withText((fields as Record<string, unknown>)[name], rest, text) };
}

export const textAt = (body: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], body);
