// Slow: it tries every endpoint.
import { endpoints } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { isRaw } from '#shared/http/endpoint.ts';
import { refusesUnknownQuery } from '#shared/http/unknown-query.ts';
import { type Answer, ask } from './ask.ts';
import { withCredentials } from './credentials.ts';

const isDataGet = ({ method, path, responses }: AnyEndpoint) =>
  method === 'GET' && responses[200] !== undefined && (!isRaw(responses[200]) || path.endsWith('.csv'));
/** These documents accept unknown parameters, which some tools add. */
const openDocuments = ['/openapi.json', '/openapi-customers.json'];
const lenientWrites = /^(\/api\/v1\/pixel\/(server-events|sessions|events$|identify|interactions|consent$)|\/m\/)/;
const strictReads = endpoints.filter((one) => isDataGet(one) && !openDocuments.includes(one.path));
const strictWrites = endpoints.filter(({ method, path }) => method !== 'GET' && !lenientWrites.test(path));
const strict = [...strictReads, ...strictWrites];

let app: Awaited<ReturnType<typeof withCredentials>>['app'];
let good: Awaited<ReturnType<typeof withCredentials>>['good'];
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});
const asked = (endpoint: AnyEndpoint, query: object, more: object = {}) => {
  if (endpoint.callLimit) app.world.clock.now += 1000;
  return ask(app.send, endpoint, { credentials: good[endpoint.auth as Auth](), query, ...more });
};
const named = (id: string) => endpoints.find((one) => one.id === id) as AnyEndpoint;
type Detail = { type: string; loc: string[]; msg: string }[];
const problems = ({ json }: Answer) => (json as { detail: Detail }).detail;
const unknown = ({ json }: Answer) => {
  const { detail } = (json ?? {}) as { detail?: Detail | string };
  return Array.isArray(detail) ? detail.filter(({ type }) => type === 'extra_forbidden') : [];
};

describe('an unknown query parameter of an operation that answers data is 422', () => {
  for (const endpoint of strict)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      expect(refusesUnknownQuery(endpoint)).toBe(true);
      const answer = await asked(endpoint, { 'zzzz-nothing-like-it': 'what-was-sent' });
      expect(answer.status).toBe(422);
      expect(problems(answer)).toContainEqual({
        type: 'extra_forbidden',
        loc: ['query', 'zzzz-nothing-like-it'],
        msg: expect.stringMatching(/^Unknown parameter\. (Known parameters: `|This operation has no query)/),
      });
      expect(answer.text).not.toContain('what-was-sent');
    });

  it('an unknown query parameter of an operation that answers data is 422 of every operation but the open documents, server-events, the pixel and links in mails', () => {
    expect([strictReads.length > 30, strictWrites.length > 80]).toEqual([true, true]);
    expect(endpoints.filter((one) => refusesUnknownQuery(one) !== strict.includes(one))).toEqual([]);
  });
});

describe('every known query parameter is accepted, and its misspelling names it', () => {
  for (const endpoint of strictReads) {
    const names = [
      ...Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}),
      ...(['view', 'report', 'viewOrKey'].includes(endpoint.auth) ? ['client_user_id'] : []),
    ];
    if (names.length > 0)
      it(`${endpoint.path}`, async () => {
        expect(unknown(await asked(endpoint, Object.fromEntries(names.map((name) => [name, '1']))))).toEqual([]);
        for (const name of names.filter((one) => one.length > 3)) {
          const answer = await asked(endpoint, { [`${name}x`]: '1' });
          expect(unknown(answer)).toEqual([
            {
              type: 'extra_forbidden',
              loc: ['query', `${name}x`],
              msg: `Unknown parameter. Did you mean \`${name}\`?`,
            },
          ]);
        }
      });
  }
});

describe('the message', () => {
  const messages = async (id: string, ...names: string[]) =>
    problems(await asked(named(id), Object.fromEntries(names.map((name) => [name, 'x'])))).map(({ msg }) => msg);

  it('the message names the parameter that was probably meant', async () => {
    const answers = await messages('reportConversions', 'groupby', 'group-by', 'groupBy', 'group', 'form');
    expect(answers.slice(0, 3)).toEqual(Array(3).fill('Unknown parameter. Did you mean `group_by`?'));
    expect(answers[4]).toBe('Unknown parameter. Did you mean `from`?');
  });

  it('the message lists the known ones when none is near, and says when there are none', async () => {
    const [listed = '', none] = [...(await messages('listCredits', 'page')), ...(await messages('readMe', 'expand'))];
    expect(listed).toMatch(/^Unknown parameter\. Known parameters: `limit`, `cursor`/);
    expect(none).toBe('Unknown parameter. This operation has no query parameters.');
  });

  it.each(['__proto__', 'constructor', 'toString', '☃', ' ', '', 'a'.repeat(4000)])('the message of %j too', async (name) => {
    const url = `/api/v1/credits?${encodeURIComponent(name)}=secret-value`;
    const headers = good.user().headers ?? {};
    const response = await app.send(new Request(`http://adtrail.local${url}`, { headers }));
    const text = await response.text();
    const shown = name.length > 200 ? expect.stringMatching(/^a{100,300}…$/) : name;
    expect([response.status, JSON.parse(text).detail]).toEqual([
      422,
      [{ type: 'extra_forbidden', loc: ['query', shown], msg: expect.stringContaining('`limit`') }],
    ]);
    expect(text).not.toContain('secret-value');
  });
});

describe('unknown query parameters', () => {
  it("unknown query parameters come together with the request's other problems", async () => {
    const answer = await asked(named('listCredits'), { limit: 'many', groupby: 'x', cursorr: 'y' });
    expect(problems(answer).map(({ loc }) => loc.join('.'))).toEqual(['query.limit', 'query.groupby', 'query.cursorr']);
  });

  it('unknown query parameters are not looked at before the caller is known', async () => {
    const isOpen = ({ auth }: AnyEndpoint) => auth === 'none' || auth === 'optionalUser';
    for (const endpoint of strict.filter((one) => !isOpen(one))) {
      const { status } = await ask(app.send, endpoint, { query: { nothing: '1' } });
      expect([endpoint.id, status]).toEqual([endpoint.id, endpoint.auth.endsWith('Signature') ? 400 : 401]);
    }
  });

  it('unknown query parameters are allowed everywhere under the name `_`, which front ends add against caches, also twice', async () => {
    for (const endpoint of strict) {
      const answer = await asked(endpoint, { _: '1795000000000' });
      expect([endpoint.path, unknown(answer)]).toEqual([endpoint.path, []]);
    }
    const url = 'http://adtrail.local/api/v1/credits?_=1&_=2';
    expect((await app.send(new Request(url, { headers: good.user().headers ?? {} }))).status).toBe(200);
  });

  it('unknown query parameters are ignored by every other operation', async () => {
    for (const endpoint of endpoints.filter((one) => !strict.includes(one))) {
      const answer = await asked(endpoint, { nothing: '1' });
      expect([endpoint.path, unknown(answer)]).toEqual([endpoint.path, []]);
    }
  });
});

describe('a query parameter that is given twice', () => {
  const send = async (path: string, method = 'GET', headers = good.user().headers ?? {}) => {
    const response = await app.send(new Request(`http://adtrail.local${path}`, { method, headers }));
    return { status: response.status, body: (await response.json()) as { detail: Detail } };
  };

  it('a query parameter that is given twice is 422 on reads and on writes, whether or not both values are the same', async () => {
    for (const [path, method, name] of [
      ['/api/v1/credits?limit=1&limit=2', 'GET', 'limit'],
      ['/api/v1/pixel/reports/conversions?group_by=day&group_by=day', 'GET', 'group_by'],
      ['/api/v1/dev/managed-clients?manager_user_id=1&client_user_id=2&client_user_id=3', 'DELETE', 'client_user_id'],
    ] as const) {
      const headers = method === 'DELETE' ? good.operator().headers : good.user().headers;
      const { status, body } = await send(path, method, headers ?? {});
      expect([path, status, body.detail]).toEqual([
        path,
        422,
        [{ type: 'value_error', loc: ['query', name], msg: 'Given more than once' }],
      ]);
    }
  });

  it('a query parameter that is given twice is listed with the other problems', async () => {
    const { body } = await send('/api/v1/credits?limit=many&limit=2&cursorr=x&cursorr=y');
    expect(body.detail.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['query.limit', 'value_error'],
      ['query.cursorr', 'extra_forbidden'],
    ]);
  });
});
