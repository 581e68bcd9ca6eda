import { sampleOf, strictnessFault } from '#lib/local/vendors/llm-schema.ts';

const text = { type: 'string' };
const strict = (properties: Record<string, object>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const open = { additionalProperties: true };
const short = { required: ['a'] };

it.each<[string, Record<string, unknown>, RegExp | null]>([
  ['strict', strict({ a: text, b: text }), null],
  ['open', strict({ a: text }, open), /additionalProperties/],
  ['without one of its fields', strict({ a: text, b: text }, short), /required/],
  ['without any field', strict({ a: text }, { required: undefined }), /required/],
  ['open within a field', strict({ a: strict({ b: text }, open) }), /additionalProperties/],
  ['open within a list', strict({ a: { type: 'array', items: strict({ b: text }, open) } }), /additionalProperties/],
  ['open within a choice', strict({ a: { anyOf: [text, strict({ b: text }, open)] } }), /additionalProperties/],
  ['open within a definition', strict({ a: text }, { $defs: { x: strict({ b: text }, open) } }), /additionalProperties/],
])('a schema that is %s', (_, schema, fault) => {
  const found = strictnessFault(schema);
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeNull();
});

it.each<[Record<string, unknown>, unknown]>([
  [{ const: 7 }, 7],
  [{ enum: ['b', 'a'] }, 'b'],
  [{ anyOf: [{ type: 'null' }, text] }, null],
  [{ type: ['string', 'null'] }, 'sample'],
  [{ type: 'string', minLength: 8 }, 'sample..'],
  [{ type: 'string', maxLength: 3 }, 'sam'],
  [{ type: 'integer', minimum: 3 }, 3],
  [{ type: 'number' }, 0],
  [{ type: 'boolean' }, true],
  [{ type: 'array', items: text, minItems: 2 }, ['sample', 'sample']],
  [{ type: 'array', items: text }, []],
  [strict({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { const: 1 } } }), { a: 1 }],
])('a sample of %j is %j', (schema, sample) => expect(sampleOf(schema)).toEqual(sample));
