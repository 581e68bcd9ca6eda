import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod';
import { groups } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { errorCodes } from '#shared/http/errors.ts';
import { openApi } from '#shared/http/openapi.ts';
import { tagDescriptions } from '#shared/http/openapi-info.ts';

type Operation = {
  operationId: string;
  security: Record<string, never[]>[];
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { examples?: object }> };
  responses: Record<string, { content: Record<string, { examples?: object }> }>;
};

const document = JSON.parse(JSON.stringify(openApi(groups))) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'securitySchemes' | 'examples', Record<string, unknown>>;
};
const endpoints: AnyEndpoint[] = Object.values(groups).flatMap((group) => Object.values(group));
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the OpenAPI document', () => {
  it('is what openapi.json holds', () => {
    const written = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    // Compared as text, so that the check cannot pass on another order; the message stays short.
    expect(
      written === `${JSON.stringify(openApi(groups), null, 2)}\n` || 'out of date: npm run openapi',
    ).toBe(true);
  });

  it('resolves every reference, and describes nothing that is not referred to', () => {
    const used = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string),
    );
    for (const path of used)
      expect([path, path.split('/').reduce<unknown>(property, document)]).not.toEqual([path, undefined]);
    for (const kind of ['schemas', 'examples'] as const)
      for (const name of Object.keys(document.components[kind]))
        expect(used).toContain(`components/${kind}/${name}`);
  });

  it('has one operation per endpoint, each with an id of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect([...new Set(ids)].sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(ids).toHaveLength(endpoints.length);
  });

  it('says of every group what it is for', () => {
    expect(Object.keys(tagDescriptions)).toEqual(expect.arrayContaining(Object.keys(groups)));
  });

  it('names only security schemes that it describes', () => {
    for (const { security } of operations)
      for (const scheme of security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
  });
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s in the OpenAPI document',
  (id, endpoint) => {
    const operation = operations.find(({ operationId }) => operationId === id) as Operation;

    it('has a summary of one line without a full stop', () => {
      expect(endpoint.summary).toMatch(/^[A-Z].{5,90}[^.]$/);
    });

    it('shows an example of a request, which the endpoint accepts', () => {
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = endpoint[part] as z.ZodType | undefined;
        if (schema) expect(schema.safeParse(asSent(part, endpoint.example[part])).error).toBeUndefined();
      }
      if (endpoint.body)
        expect(operation.requestBody?.content['application/json']?.examples).toHaveProperty('example.value');
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path')
          expect([parameter.name, parameter.example]).not.toEqual([parameter.name, undefined]);
    });

    it('shows an example of every successful answer, which the endpoint could give', () => {
      for (const [status, response] of Object.entries<z.ZodType | { contentType: string }>(
        endpoint.responses,
      )) {
        const example = endpoint.example.responses[status];
        expect([status, example]).not.toEqual([status, undefined]);
        if ('safeParse' in response) expect(response.safeParse(example).error).toBeUndefined();
        const [content] = Object.values(operation.responses[status]?.content ?? {});
        expect(content?.examples).toHaveProperty('example.value');
      }
    });

    it('lists the errors it declares, each with an example', () => {
      for (const code of endpoint.errors ?? []) {
        const status = errorCodes[code as keyof typeof errorCodes][0];
        expect(operation.responses[status]?.content['application/json']?.examples).toHaveProperty(code);
      }
    });
  },
);

const property = (value: unknown, key: string): unknown =>
  (value as Record<string, unknown> | undefined)?.[key];

/** Path and query arrive as text. */
const asSent = (part: string, example: unknown) =>
  part === 'body'
    ? example
    : Object.fromEntries(
        Object.entries((example ?? {}) as object).map(([name, value]) => [name, String(value)]),
      );
