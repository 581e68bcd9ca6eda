import * as z from 'zod';
import { endpoints } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import type { Event } from '#shared/http/response-middleware.ts';

const shapeOf = ({ query }: AnyEndpoint): Record<string, unknown> => query?.shape ?? {};
const paged = endpoints.filter((endpoint) => Object.hasOwn(shapeOf(endpoint), 'cursor'));

/** A place in the list of each operation, as its handler writes it. */
const places: Record<string, string> = {
  listActivity: '2026-11-21T12:00:00.000Z#act_0123456789abcdef012345',
  listPrompts: 'before.2',
  listCredits: 'before.2',
  listAccountCredits: 'before.2',
  listAssistantReports: '2026-11-21#rep',
  listAccountActivity: '2026-11-21T12:00:00.000Z#act_0123456789abcdef012345',
  listAssistantAds: '12',
  listAudit: `2026-11-21T12:00:00.000Z#audit_${'a'.repeat(22)}`,
  searchTraces: '1795253402120#1795253402120#aB3dE6gH',
  searchUsers: '1795253402120#1795253402120#aB3dE6gH',
  listWaitlist: `USER#${'1'.repeat(16)}`,
  listReceivedWebhooks: `2026-11-21T12:00:00.000Z#in_${'a'.repeat(22)}`,
  listEvents: '["2026-11-15","2026-11-21"]',
  listReconciliationRows: 'row.100',
  listReconciliationMonths: '2026-10',
  listReconciliations: 'recon_0123456789abcdefghijABC',
  listSpendImports: 'spend_0123456789abcdefghijABC',
  reportConversions: '2026-11-01 2026-11-30 ["a"]',
  reportConversionsCsv: '2026-11-01 2026-11-30 ["a"]',
  reportPerformance: '["settings","2026-11-01","2026-11-30",null,"[]"]',
  reportPerformanceCsv: '["settings","2026-11-01","2026-11-30",null,"[]"]',
  listWebhookDeliveries: `2026-11-21T12:00:00.000Z#evt_${'a'.repeat(32)}`,
};

/** Two values of each parameter that is no choice. */
const texts: Record<string, [string, string]> = {
  from: ['2026-11-01', '2026-11-02'],
  to: ['2026-11-30', '2026-11-29'],
  time_zone: ['UTC', 'Asia/Tokyo'],
  group_by: ['day', 'ad_id'],
  sort: ['clicks', '-clicks'],
  currency: ['USD', 'EUR'],
  email: ['a@b.example', 'c@d.example'],
  user_id: ['12', '13'],
};

function valuesOf({ query }: AnyEndpoint, name: string): string[] {
  const schema = z.toJSONSchema(query.shape[name], { io: 'input', unrepresentable: 'any' });
  const choices = (of: typeof schema): string[] => [
    ...(of.enum ?? (of.const === undefined ? [] : [of.const])).map(String),
    ...(of.anyOf ?? []).flatMap((one) => choices(one as typeof schema)),
  ];
  return choices(schema).length > 0 ? choices(schema) : (texts[name] ?? ['abc', 'abd']);
}
const free = { limit: ['20', '30'], offset: ['0', '20'], format: ['json', 'csv'], bom: ['true', 'false'] };

function pagesOf(endpoint: AnyEndpoint) {
  const textOf = Buffer.from(places[endpoint.id] ?? '').toString('base64url');
  const isFile = 'contentType' in (endpoint.responses[200] as object);
  const example = endpoint.example.responses[200];
  const field = isFile || 'next_cursor' in example ? 'next_cursor' : 'cursor';
  const stub = {
    ...endpoint,
    auth: 'none',
    rateLimit: undefined,
    callLimit: undefined,
    check: undefined,
    handle: async () =>
      isFile
        ? { status: 200, body: 'a,b', headers: { 'x-next-cursor': textOf } }
        : { status: 200, body: { ...example, [field]: textOf }, headers: {} },
  } as unknown as AnyEndpoint;
  const handler = httpLambda([stub], () => ({}));
  return async (query: Record<string, string>, params = endpoint.example.params ?? {}) => {
    const event = {
      httpMethod: 'GET',
      path: endpoint.path,
      resource: endpoint.path,
      headers: {},
      body: null,
      queryStringParameters: query,
      pathParameters: params,
      isBase64Encoded: false,
      requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
    } as unknown as Event;
    const { statusCode, body, headers = {} } = await handler(event, {} as never);
    if (statusCode !== 200) return { status: statusCode, problems: JSON.parse(body).detail };
    const next = isFile ? headers['x-next-cursor'] : JSON.parse(body)[field];
    return { status: statusCode, next: String(next) };
  };
}

describe.each(paged.map((endpoint) => [endpoint.id, endpoint] as const))('a cursor of %s', (id, endpoint) => {
  it('leads to the next page of its request, with any limit, and to no page of another request', async () => {
    const page = pagesOf(endpoint);
    const names = Object.keys(shapeOf(endpoint)).filter((name) => name !== 'cursor');
    const bound = names.filter((name) => !Object.hasOwn(free, name));
    const query = Object.fromEntries(bound.map((name) => [name, valuesOf(endpoint, name)[0] ?? '']));
    const { next = '', ...first } = await page(query);
    expect([id, first]).toEqual([id, { status: 200 }]);
    for (const [name, of] of Object.entries(free).filter(([one]) => names.includes(one)))
      for (const value of of) expect([name, await page({ ...query, [name]: value, cursor: next })]).toMatchObject([name, { next }]);
    for (const name of bound)
      for (const other of [{ ...query, [name]: valuesOf(endpoint, name)[1] ?? query[name] ?? '' }, without(query, name)])
        if (isAnother(endpoint.query.safeParse(other), endpoint.query.parse(query)))
          expect([name, await page({ ...other, cursor: next })]).toMatchObject([name, refused]);
    const { id: named } = endpoint.example.params ?? {};
    if (named) expect(await page({ ...query, cursor: next }, { id: named.replace(/.$/, '0') })).toMatchObject(refused);
    const [place = ''] = next.split('.');
    expect(await page({ ...query, cursor: place })).toMatchObject(refused);
    expect(await page({ ...query, cursor: `${place}.0123456789abcdef` })).toMatchObject(refused);
  });
});

const refused = { status: 422, problems: [{ type: 'cursor_of_another_request', loc: ['query', 'cursor'] }] };
const without = (query: object, name: string) => Object.fromEntries(Object.entries(query).filter(([one]) => one !== name));
const isAnother = ({ success, data }: { success: boolean; data?: unknown }, query: unknown) =>
  success && JSON.stringify(data) !== JSON.stringify(query);
