import * as z from 'zod';
import type { Json } from './openapi-fields.ts';
import { withDescriptions } from './openapi-fields.ts';

export type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';

export function nameOf(schema: z.ZodType, name: string): string {
  const registered = z.globalRegistry.get(schema);
  if (!registered?.id) z.globalRegistry.add(schema, { ...registered, id: name });
  return registered?.id ?? name;
}

export type Stated = Record<'bodies' | 'closed' | 'parameters' | 'answers', readonly string[]>;

export function schemaBook({ bodies, closed, parameters, answers }: Stated) {
  const input = formsOf('input');
  const output = formsOf('output');
  const sentIds = reached(input, [...bodies, ...parameters.flatMap((id) => refsIn(input[id]))]);
  const received = reached(output, answers);
  const isDifferent = differing(input, output, sentIds.intersection(received));
  const sentName = (id: string) => (isDifferent(id) ? `${id}Input` : id);
  const asSent = <T>(form: T) => replaceRefs(form, sentName);
  const closedForm = (id: string) => ({
    ...asSent(input[id]),
    ...(closed.includes(id) && { additionalProperties: false }),
  });

  return {
    ref: (id: string, direction: Direction) => ({
      $ref: prefix + (direction === 'input' ? sentName(id) : id),
    }),
    fields(id: string) {
      const { properties = {}, required = [] } = asSent(input[id]) as {
        properties?: Record<string, Json>;
        required?: string[];
      };
      return Object.entries(properties).map(([name, schema]) => ({
        name,
        schema,
        required: required.includes(name),
      }));
    },
    components(): Record<string, Json | undefined> {
      const both = [
        ...[...received].map((id) => [id, output[id]] as const),
        ...[...sentIds].map((id) => [sentName(id), closedForm(id)] as const),
      ];
      return Object.fromEntries(both.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

function formsOf(io: Direction): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io,
    uri: (id) => prefix + id,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema as Json, io);
      if (io === 'input') declareDefault(zodSchema._zod.def, jsonSchema as Json);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...form }]) => [id, withDescriptions(form as Json)]));
}

/** zod omits the default of a field that it parses from text, so this adds it. */
function declareDefault(def: { type: string; defaultValue?: unknown }, schema: Json) {
  if (def.type !== 'default') return;
  const { defaultValue } = def;
  if (['string', 'number', 'boolean'].includes(typeof defaultValue)) schema.default ??= defaultValue;
}

const plainFormats = ['date', 'date-time', 'email', 'time', 'uri', 'uuid'];

const largestInt32 = 2 ** 31 - 1;

function tidy(schema: Json, io: Direction) {
  // Without `int64`, generators of typed clients use 32 bits, which IDs exceed.
  if (schema.type === 'integer' && !(Number(schema.maximum) <= largestInt32)) schema.format = 'int64';
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (plainFormats.includes(schema.format as string)) delete schema.pattern;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}

function reached(forms: Record<string, Json>, from: readonly string[]): Set<string> {
  const reachedIds = new Set(from);
  for (const id of reachedIds) {
    if (!forms[id]) throw new Error(`No schema is called ${id}.`);
    for (const inner of refsIn(forms[id])) reachedIds.add(inner);
  }
  return reachedIds;
}

function differing(input: Record<string, Json>, output: Record<string, Json>, among: ReadonlySet<string>) {
  const isOwn = (id: string) => JSON.stringify(input[id]) !== JSON.stringify(output[id]);
  const different = new Set([...among].filter((id) => [...reached(input, [id])].some(isOwn)));
  return (id: string) => different.has(id);
}

const pointer = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const refsIn = (value: unknown): string[] => [...JSON.stringify(value ?? null).matchAll(pointer)].map(([, id]) => id as string);

const replaceRefs = <T>(value: T, to: (id: string) => string): T =>
  JSON.parse(JSON.stringify(value).replace(pointer, (_, id: string) => `"$ref":"${prefix}${to(id)}"`)) as T;
