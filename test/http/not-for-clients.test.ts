import { endpoints } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import { ask } from './ask.ts';
import { withCredentials } from './credentials.ts';

const ofCaller = endpoints.filter(({ method, auth }) => method !== 'GET' && (auth === 'user' || auth === 'optionalUser'));
const ofClients = endpoints.filter(({ method, auth }) => method !== 'GET' && auth === 'view');

let scene: Awaited<ReturnType<typeof withCredentials>>;
let client: { id: number };
beforeAll(async () => {
  scene = await withCredentials();
  client = await newUser(scene.app);
  await scene.app.operators.linkManagedClient({
    body: { manager_user_id: scene.advertiser.id, client_user_id: client.id },
    headers: { 'x-svc-dev-token': operatorToken },
  });
});

const code = ({ json }: { json: unknown }) => (json as { code?: string }).code;

describe('a write that acts on the caller is 403 not_for_clients when the request names another account', () => {
  it('a write that acts on the caller is 403 not_for_clients when the request names another account is tried for every such write', () => {
    expect(ofCaller.length).toBeGreaterThan(40);
  });

  for (const endpoint of ofCaller)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      const { app, good } = scene;
      const credentials = good[endpoint.auth as Auth]();
      const before = await allItems(app.world);
      const answers = [
        await ask(app.send, endpoint, { credentials, query: { client_user_id: client.id } }),
        await ask(app.send, endpoint, {
          credentials,
          headers: { 'x-assume-user-id': String(client.id), 'x-svc-dev-token': operatorToken },
        }),
        await ask(app.send, endpoint, { credentials, headers: { 'x-assume-user-id': 'nobody' } }),
      ];
      if (endpoint.body)
        answers.push(
          await ask(app.send, endpoint, {
            credentials,
            raw: JSON.stringify({ ...endpoint.example.body, client_user_id: client.id }),
          }),
        );
      expect(answers.map((answer) => [answer.status, code(answer)])).toEqual(answers.map(() => [403, 'not_for_clients']));
      expect(await allItems(app.world)).toEqual(before);
    });
});

it('an anonymous caller who names a client is refused for the unknown parameter', async () => {
  const endpoint = endpoints.find(({ id }) => id === 'sendVerification') as AnyEndpoint;
  const answer = await ask(scene.app.send, endpoint, { query: { client_user_id: 1 } });
  expect(answer.status).toBe(422);
});

describe('a write that takes a client', () => {
  it.each(ofClients.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s still takes client_user_id from the query, and refuses it in the body',
    async (_, endpoint) => {
      const { app, good } = scene;
      const inQuery = await ask(app.send, endpoint, {
        credentials: good.view(),
        query: { client_user_id: client.id },
      });
      expect([code(inQuery), inQuery.status]).not.toEqual(['not_for_clients', 403]);
      if (!endpoint.body) return;
      const inBody = await ask(app.send, endpoint, {
        credentials: good.view(),
        raw: JSON.stringify({ ...endpoint.example.body, client_user_id: client.id }),
      });
      expect([inBody.status, (inBody.json as { detail: object[] }).detail]).toEqual([
        422,
        [
          {
            type: 'extra_forbidden',
            loc: ['body', 'client_user_id'],
            msg: 'Unknown field. Send `client_user_id` in the query.',
          },
        ],
      ]);
    },
  );
});

it('an erasure that an agency asks for a client erases nothing of the agency', async () => {
  const app = await startApp(await newWorld());
  const agency = await newUser(app);
  const answer = await app.privacy.erase({
    body: { external_user_id: 'customer-1' },
    headers: { ...agency.headers, 'x-assume-user-id': '1' },
  });
  expect([answer.status, app.world.messages]).toEqual([403, []]);
});
