import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { endpoints } from '#functions/groups.ts';
import { openApiDocument } from '#functions/openapi-document.ts';
import { errors } from '#shared/registry/errors.ts';
import { resolved } from './resolved.ts';

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; description?: string };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, never[]>[];
  parameters?: { name: string; in: string; example?: unknown; description?: string }[];
  requestBody?: { content: Record<string, { examples?: object }> };
  responses: Record<string, { description: string; headers: object; content: Record<string, { examples?: object }> }>;
};

type Described = {
  tags: { name: string; description: string; 'x-displayName'?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'securitySchemes' | 'examples' | 'responses' | 'parameters' | 'headers', Record<string, unknown>> & {
    schemas: Record<string, Schema>;
  };
};
const whole = JSON.parse(JSON.stringify(openApiDocument())) as Described;
const document = resolved<Described>(whole);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the OpenAPI document', () => {
  it('the OpenAPI document is what openapi.json holds', () => {
    const written = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(written === `${JSON.stringify(openApiDocument(), null, 2)}\n` || 'out of date: npm run openapi').toBe(true);
  });

  it('the OpenAPI document resolves every reference, and describes nothing that is not referred to', () => {
    const used = new Set([...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string));
    for (const path of used) expect([path, path.split('/').reduce<unknown>(property, whole)]).not.toEqual([path, undefined]);
    for (const kind of ['schemas', 'responses', 'parameters', 'examples', 'headers'] as const)
      for (const name of Object.keys(whole.components[kind])) expect(used).toContain(`components/${kind}/${name}`);
  });

  it('the OpenAPI document has one operation per endpoint, each with an id of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect([...new Set(ids)].sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(ids).toHaveLength(endpoints.length);
  });

  it('the OpenAPI document names and describes every section, and begins with the Conversion API', () => {
    const names = document.tags.map(({ name }) => name);
    expect([...new Set(operations.flatMap(({ tags }) => tags))].sort()).toEqual([...names].sort());
    expect(names.slice(0, 5)).toEqual(['conversions', 'keys', 'clicks', 'reports', 'spend']);
    for (const tag of document.tags)
      expect(tag).toMatchObject({
        'x-displayName': expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\.$/),
      });
  });

  it('the OpenAPI document describes every operation, parameter and property', () => {
    const undescribed = [
      ...operations.filter(({ description }) => !description).map(({ operationId }) => operationId),
      ...operations.flatMap(({ operationId, parameters = [] }) =>
        parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
      ),
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => undescribedIn(schema, name)),
    ];
    // A failing field needs a `.meta({ description })`, or its name an entry in
    // shared/http/openapi-fields.ts.
    expect(undescribed).toEqual([]);
  });

  it('the OpenAPI document says in words what every status means', () => {
    for (const { operationId, responses } of operations)
      for (const [status, { description }] of Object.entries(responses))
        expect([operationId, status, description]).toEqual([operationId, status, expect.stringMatching(/ .*\.$/s)]);
  });

  it('the OpenAPI document lists 429 for every operation and 503 for every one that uses the store, both with Retry-After', () => {
    for (const { responses } of operations) {
      expect(responses['429']?.headers).toHaveProperty('retry-after');
      if (responses['503']) expect(responses['503'].headers).toHaveProperty('retry-after');
    }
    const send = operations.find(({ operationId }) => operationId === 'sendConversion');
    expect(Object.keys(send?.responses ?? {})).toEqual(['200', '202', '207', '401', '403', '413', '415', '422', '429', '503']);
  });

  it('the OpenAPI document names only security schemes that it describes', () => {
    for (const { security } of operations)
      for (const scheme of security.flatMap(Object.keys)) expect(document.components.securitySchemes).toHaveProperty(scheme);
  });
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s in the OpenAPI document', (id, endpoint) => {
  const operation = operations.find(({ operationId }) => operationId === id) as Operation;

  it('has a summary of one line without a full stop', () => {
    expect(endpoint.summary).toMatch(/^[A-Z].{5,90}[^.]$/);
  });

  it('shows an example of a request, which the endpoint accepts', () => {
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part] as z.ZodType | undefined;
      if (schema) expect(schema.safeParse(asSent(part, endpoint.example[part])).error).toBeUndefined();
    }
    for (const other of Object.values(endpoint.example.others?.body ?? {}))
      expect((endpoint.body as z.ZodType).safeParse(other).error).toBeUndefined();
    if (endpoint.body) expect(operation.requestBody?.content['application/json']?.examples).toHaveProperty('example.value');
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') expect([parameter.name, parameter.example]).not.toEqual([parameter.name, undefined]);
  });

  it('shows an example of every successful answer, which the endpoint could give', () => {
    for (const [status, response] of Object.entries<z.ZodType | { contentType: string }>(endpoint.responses)) {
      const example = endpoint.example.responses[status];
      expect([status, example]).not.toEqual([status, undefined]);
      if ('safeParse' in response) expect(response.safeParse(example).error).toBeUndefined();
      const [content] = Object.values(operation.responses[status]?.content ?? {});
      expect(content?.examples).toHaveProperty('example.value');
    }
  });

  it('lists the errors it declares, each with an example', () => {
    for (const error of endpoint.errors ?? []) {
      const { code, status } = error;
      expect(errors).toContain(error);
      expect(operation.responses[status]?.content['application/json']?.examples).toHaveProperty(code);
    }
  });
});

function undescribedIn(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => undescribedIn(one, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, additionalProperties, allOf, anyOf, oneOf } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${path}.${name}`]),
      ...undescribedIn(field, `${path}.${name}`),
    ]),
    ...[items, additionalProperties, allOf, anyOf, oneOf].flatMap((inner) => undescribedIn(inner, path)),
  ];
}

const property = (value: unknown, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];

const asSent = (part: string, example: unknown) =>
  part === 'body' ? example : Object.fromEntries(Object.entries((example ?? {}) as object).map(([name, value]) => [name, String(value)]));
