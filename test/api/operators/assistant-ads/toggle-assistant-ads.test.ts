import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeAll(async () => {
  const SECRETS_JSON = secretsJson({ assistant: { assistant_northwind: 'a-key' } });
  app = await startApp(await newWorld(), { env: { SECRETS_JSON } });
});
type Body = Parameters<TestApp['operators']['toggleAssistantAds']>[0]['body'];
const toggle = (body: Body) => app.operators.toggleAssistantAds({ body, headers });
const enabledIds = async (after?: number) => {
  const range = after === undefined ? {} : { after };
  const listed = await Array.fromAsync(app.viewDeps().assistantAds.enabled(range));
  return listed.map(({ userId }) => userId);
};

it('ad accounts are listed by user, enabled or not, in pages, and the view is recorded', async () => {
  const users = [await newUser(app), await newUser(app)].sort((a, b) => a.id - b.id);
  for (const [at, { id }] of users.entries()) await toggle({ user_id: id, enabled: at === 0, account_id: `act_${at}` });
  const list = async (query: { limit?: number; cursor?: string }) => {
    const { status, body } = await app.operators.listAssistantAds({ query: query as never, headers });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const first = await list({ limit: 1 });
  const rest = await list({ cursor: first.next_cursor ?? '' });
  const found = [...first.accounts, ...rest.accounts].filter(({ user_id }) => users.some(({ id }) => id === user_id));
  expect(found).toMatchObject(users.map(({ id, email }, at) => ({ user_id: id, email, enabled: at === 0, account_id: `act_${at}` })));
  expect([first.accounts.length, rest.next_cursor]).toEqual([1, null]);
  const { body } = await app.operators.listAudit({ query: { action: 'list_assistant_ads' }, headers });
  expect(body).toMatchObject({ entries: [{}, {}] });
});

describe('turning assistant ads on and off', () => {
  it('turning assistant ads on and off is shown in the user record, keeps the ad account, and is recorded', async () => {
    const { id, email, headers: own } = await newUser(app);
    const named = { account_id: 'act_1', credential_ref: 'assistant_northwind' };
    const isShown = async () => {
      const { body } = await app.accounts.readMe({ headers: own });
      return 'assistant_ads_enabled' in body && body.assistant_ads_enabled;
    };
    for (const [body, answer] of [
      [
        { email, enabled: true },
        { assistant_ads_enabled: true, account_id: null, credential_ref: null },
      ],
      [
        { user_id: id, enabled: true, ...named },
        { assistant_ads_enabled: true, ...named },
      ],
      [
        { email, enabled: false },
        { assistant_ads_enabled: false, ...named },
      ],
      [
        { email, enabled: true, account_id: 'act_2' },
        { assistant_ads_enabled: true, ...named, account_id: 'act_2' },
      ],
    ] as const) {
      expect(await toggle(body)).toMatchObject({ status: 200, body: { user_id: id, ...answer } });
      expect(await isShown()).toBe(body.enabled);
      expect((await enabledIds()).includes(id)).toBe(body.enabled);
      app.world.clock.now += 1;
    }
    const { body } = await app.operators.listAudit({ query: { user_id: id }, headers });
    expect('entries' in body && body.entries.map(({ action, details }) => ({ action, details }))).toEqual(
      [{ enabled: true, account_id: 'act_2' }, { enabled: false }, { enabled: true, ...named }, { enabled: true }].map((details) => ({
        action: 'toggle_assistant_ads',
        details,
      })),
    );
  });

  it('turning assistant ads on lists the enabled accounts by user, from any position', async () => {
    const before = new Set(await enabledIds());
    const ids = [];
    for (let i = 0; i < 5; i++) {
      const { id } = await newUser(app);
      await toggle({ user_id: id, enabled: true });
      ids.push(id);
    }
    ids.sort((a, b) => a - b);
    const [off = 0] = ids.splice(2, 1);
    await toggle({ user_id: off, enabled: false });
    expect((await enabledIds()).filter((id) => !before.has(id))).toEqual(ids);
    expect((await enabledIds(ids[1])).filter((id) => !before.has(id))).toEqual(ids.slice(2));
  });

  it('turning assistant ads on refuses a value that looks like a key, and reports every problem', async () => {
    const { email } = await newUser(app);
    const body = { email, enabled: 'yes', account_id: 'a b', credential_ref: 'sk-proj-abc123' };
    const answer = await toggle(body as unknown as Body);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect([answer.status, detail.map(({ loc }) => loc[1]).sort()]).toEqual([422, ['account_id', 'credential_ref', 'enabled']]);
    expect(JSON.stringify(answer.body)).not.toContain('sk-proj');
  });

  it('turning assistant ads on refuses a credential that the secret lacks', async () => {
    const { id, email } = await newUser(app);
    for (const credential_ref of ['assistant_nobody', 'assistant_constructor']) {
      const answer = await toggle({ email, enabled: true, account_id: 'act_1', credential_ref });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'credential_ref'] }] } });
    }
    expect((await app.users.byId(id))?.assistantAdsEnabled).toBe(false);
    const { body } = await app.operators.listAudit({ query: { user_id: id }, headers });
    expect(body).toMatchObject({ entries: [] });
  });

  it('turning assistant ads on is 404 for an unknown user', async () => {
    expect(await toggle({ user_id: 2 ** 50, enabled: true })).toMatchObject({ status: 404 });
    expect(await enabledIds()).not.toContain(2 ** 50);
  });
});
