import { newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const params = { queue: 'notices' as const };
const fill = () =>
  app.world.deadLetters.set('notices', [
    JSON.stringify({ id: 'n1', text: 'Ada (ada@northwind.example, +1 202 555 0143) has registered.' }),
    JSON.stringify({ id: 'n2', text: 'A second one' }),
  ]);
const actions = async () => {
  const { body } = await app.operators.listAudit({ query: {}, headers });
  return 'entries' in body ? body.entries.map(({ action, details }) => [action, details]) : [];
};
const deadCount = async () => {
  const { body } = await app.operators.listQueues({ headers });
  return 'queues' in body ? body.queues.find(({ name }) => name === 'notices')?.dead : null;
};

describe('dead letters', () => {
  it('dead letters are counted and shown without addresses and phone numbers, and the view is recorded', async () => {
    fill();
    expect(await deadCount()).toBe(2);
    const { status, body } = await app.operators.listDeadLetters({ params, query: {}, headers });
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(body.messages.map(({ message }) => message)).toEqual([
      { id: 'n1', text: expect.not.stringMatching(/ada@|555/) },
      { id: 'n2', text: 'A second one' },
    ]);
    expect(await actions()).toContainEqual(['read_dead_letters', { queue: 'notices' }]);
  });

  it('dead letters hide codes, tokens and links', async () => {
    app.world.deadLetters.set('effects', [
      JSON.stringify({ effect: { kind: 'mail', data: { code: '123456', reset_link: 'https://x.example' } } }),
      'not JSON at all',
    ]);
    const { body } = await app.operators.listDeadLetters({
      params: { queue: 'effects' as const },
      query: {},
      headers,
    });
    expect(JSON.stringify(body)).not.toMatch(/123456|x\.example|not JSON at all/);
  });

  it('dead letters return to their queue once, with the reason in the audit', async () => {
    fill();
    const body = { reason: 'The channel works again' };
    const sent = await app.operators.redriveDeadLetters({ params, body, headers });
    expect(sent.body).toEqual({ queue: 'notices', count: 2, is_empty: true });
    expect(app.world.messages.map(({ queue }) => queue)).toEqual(['notices', 'notices']);
    expect(await deadCount()).toBe(0);
    const again = await app.operators.redriveDeadLetters({ params, body, headers });
    expect(again.body).toMatchObject({ count: 0 });
    expect(await actions()).toContainEqual(['redrive_dead_letters', { queue: 'notices', ...body }]);
    await app.work('notices');
    expect(app.world.notices.join()).toContain('A second one');
  });

  it('dead letters are deleted on request and never delivered', async () => {
    fill();
    const { body } = await app.operators.deleteDeadLetters({ params, body: { reason: 'Old' }, headers });
    expect(body).toEqual({ queue: 'notices', count: 2, is_empty: true });
    expect([await deadCount(), app.world.messages.length]).toEqual([0, 0]);
  });

  it('a read-only operator can neither redrive nor delete dead letters', async () => {
    fill();
    const account = { email: 'reader@operator.example', password: 'correct horse battery staple' };
    await app.operators.createDevUser({
      body: { ...account, role: 'read' },
      headers: { 'x-dev-token': operatorToken },
    });
    const signedIn = await app.operators.loginDevUser({ body: account });
    if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
    const token = { 'x-svc-dev-token': signedIn.body.access_token };
    for (const call of [app.operators.redriveDeadLetters, app.operators.deleteDeadLetters])
      expect((await call({ params, body: {}, headers: token })).status).toBe(403);
    expect(await deadCount()).toBe(2);
  });
});
