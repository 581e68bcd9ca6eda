import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { customersDocument } from '#functions/api/docs/customers-document.ts';
import { openApiDocument } from '#functions/openapi-document.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: object[];
  responses: Record<string, Response>;
};
type Response = { content?: Record<string, unknown> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const whole = JSON.parse(JSON.stringify(openApiDocument()));
const document = customersDocument(whole) as unknown as Document;
const text = JSON.stringify(document);
const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((item) => Object.values(item));
const operations = operationsOf(document);

const mostBytesEach = 4400;

describe('the OpenAPI document of customers', () => {
  it(`the OpenAPI document of customers has at most ${mostBytesEach} bytes for each operation`, () => {
    expect(Buffer.byteLength(text) / operations.length).toBeLessThanOrEqual(mostBytesEach);
  });

  it('the OpenAPI document of customers has every operation but those of operators and of incoming webhooks', () => {
    const left = operationsOf(whole).filter(({ operationId }) => !operations.some((one) => one.operationId === operationId));
    expect(new Set(left.flatMap(({ tags }) => tags))).toEqual(new Set(['operators', 'tracing', 'people', 'billing', 'licences']));
    for (const one of ['sendConversion', 'reportConversions', 'createKey', 'login', 'discover'])
      expect(operations.map(({ operationId }) => operationId)).toContain(one);
    const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)));
    expect([...schemes].sort()).toEqual(['conversionKey', 'readKey', 'user']);
  });

  it('the OpenAPI document of customers tells nothing of operators’ tokens', () => {
    const secret = /.{0,60}(?:x-svc-dev-token|X-Dev-Token|x-audience|x-cors).{0,20}/g;
    expect(text.match(secret) ?? []).toEqual([]);
    expect(Object.keys(document.components.securitySchemes ?? {}).sort()).toEqual(['conversionKey', 'readKey', 'user']);
  });

  it('the OpenAPI document of customers resolves every reference, and describes nothing that is not referred to', () => {
    const used = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string));
    for (const path of used) {
      const part = path.split('/').reduce<unknown>((of, key) => (of as Record<string, unknown>)?.[key], document);
      expect([path, part]).not.toEqual([path, undefined]);
    }
    const { securitySchemes: _, ...kinds } = document.components;
    for (const [kind, parts] of Object.entries(kinds))
      for (const name of Object.keys(parts)) expect(used).toContain(`components/${kind}/${name}`);
  });

  it('the OpenAPI document of customers passes the strict rules of the linter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adtrail-openapi-'));
    try {
      const file = join(folder, 'openapi-customers.json');
      await writeFile(file, text);
      const linted = promisify(execFile)('node_modules/.bin/redocly', ['lint', file, '--config', 'redocly.yaml', '--format', 'json'], {
        env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
      }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
      expect(JSON.parse(await linted)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the document for generators of typed clients', () => {
  it('an answer in JSON has no other media type, so that its type is no union', () => {
    for (const { operationId, responses } of operationsOf(whole))
      for (const [status, { content = {} }] of Object.entries(responses))
        expect([operationId, status, Object.keys(content).length]).toEqual([operationId, status, Math.min(1, Object.keys(content).length)]);
  });

  it('every array says what its items are', () => {
    const without: string[] = [];
    JSON.stringify({ paths: whole.paths, schemas: whole.components.schemas }, (key, value) => {
      if (value?.type === 'array' && !('items' in value) && !('prefixItems' in value)) without.push(key);
      return key === 'examples' || key === 'example' ? undefined : value;
    });
    expect(without).toEqual([]);
  });

  it('a report is a file in an operation of its own', () => {
    const typeOf = (id: string) => {
      const { responses = {} } = operations.find(({ operationId }) => operationId === id) ?? {};
      return Object.keys(responses['200']?.content ?? {});
    };
    for (const id of ['reportConversions', 'reportFunnel', 'readKeywordPlan']) {
      expect([id, typeOf(id)]).toEqual([id, ['application/json']]);
      expect([id, typeOf(`${id}Csv`)]).toEqual([id, ['text/csv; charset=utf-8']]);
    }
  });
});
