import * as z from 'zod';

export type Json = Record<string, unknown>;
/** What a caller sends is described in zod's input form, what it receives in the output form. */
export type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';

/** Gives the schema this name unless it has one, and returns the name. Named schemas become components. */
export function nameOf(schema: z.ZodType, name: string): string {
  const known = z.globalRegistry.get(schema);
  if (!known?.id) z.globalRegistry.add(schema, { ...known, id: name });
  return known?.id ?? name;
}

/** The name of an input form that differs from the output form of the same schema. */
const inputName = (id: string) => `${id}Input`;

/** All named schemas in both forms. `ref` points at one, `components` lists those pointed at. */
export function schemaBook() {
  const forms = { input: formsOf('input'), output: formsOf('output') };
  const isDifferent = differing(forms.input, forms.output);
  const rename = <T>(value: T) => replaceRefs(value, (id) => (isDifferent(id) ? inputName(id) : id));
  const used = new Map<string, Json>();

  function use(id: string, direction: Direction): string {
    const name = direction === 'input' && isDifferent(id) ? inputName(id) : id;
    if (used.has(name)) return name;
    const form = forms[direction][id];
    if (!form) throw new Error(`No schema is called ${id}.`);
    used.set(name, direction === 'input' ? rename(form) : form);
    for (const inner of refsIn(form)) use(inner, direction);
    return name;
  }

  return {
    ref: (id: string, direction: Direction) => ({ $ref: prefix + use(id, direction) }),
    /** An object schema's fields, for parameters: name, schema, required. */
    fields(id: string) {
      const { properties = {}, required = [] } = forms.input[id] as { properties?: Record<string, Json>; required?: string[] };
      for (const inner of refsIn(properties)) use(inner, 'input');
      return Object.entries(rename(properties)).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
    },
    components: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function formsOf(io: Direction): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io,
    uri: (id) => prefix + id,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json, io),
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...form }]) => [id, form as Json]));
}

const plainFormats = ['date', 'date-time', 'email', 'time', 'uri', 'uuid'];

/** The bounds of every JSON integer say nothing, these formats say it all, and an answer may gain fields. */
function tidy(schema: Json, io: Direction) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (plainFormats.includes(schema.format as string)) delete schema.pattern;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Whether the two forms of a schema differ, in themselves or in anything they refer to. */
function differing(input: Record<string, Json>, output: Record<string, Json>) {
  const different = new Set(Object.keys(input).filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])));
  for (let size = -1; size !== different.size; ) {
    size = different.size;
    for (const id of Object.keys(input)) if (refsIn(input[id]).some((inner) => different.has(inner))) different.add(id);
  }
  return (id: string) => different.has(id);
}

const pointer = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(pointer)].map(([, id]) => id as string);

const replaceRefs = <T>(value: T, to: (id: string) => string): T =>
  JSON.parse(JSON.stringify(value).replace(pointer, (_, id: string) => `"$ref":"${prefix}${to(id)}"`)) as T;
