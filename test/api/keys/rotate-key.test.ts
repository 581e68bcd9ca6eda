import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});

const rotateAs = (headers: { authorization: string }, id: string, grace_seconds?: number) =>
  app.keys.rotateKey({
    params: { id },
    body: { ...(grace_seconds !== undefined && { grace_seconds }) },
    headers,
  });
const rotated = async (grace_seconds?: number, id = owner.secretKeyId) => {
  const answer = await rotateAs(owner.headers, id, grace_seconds);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { ...answer.body, headers: { authorization: `Bearer ${answer.body.key}` } };
};
let event = 0;
const works = async (headers: { authorization: string }) => {
  const body = { event_type: 'a', event_id: `e${++event}`, svc_click_id: 's_x' };
  return (await app.conversions.sendConversion({ body, headers })).status === 202;
};
const record = async (id = owner.secretKeyId) => {
  const answer = await app.keys.listKeys({ headers: owner.headers });
  return answer.status === 200 ? answer.body.keys.find((key) => key.id === id) : undefined;
};

describe('rotating a key', () => {
  it('rotating a key returns a new secret once, and the previous secret works until the grace ends', async () => {
    expect(await works(owner.key)).toBe(true);
    const before = await record();
    const next = await rotated(3600);
    const rotated_at = new Date(app.world.clock.now).toISOString();
    const previous_expires_at = new Date(app.world.clock.now + 3_600_000).toISOString();
    expect(next).toMatchObject({
      ...before,
      key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{49}$/),
      last4: next.key.slice(-4),
      rotated_at,
      previous_expires_at,
    });
    expect(await record()).toEqual({ ...before, last4: next.last4, rotated_at, previous_expires_at });
    expect(JSON.stringify(await record())).not.toContain(next.key);
    app.world.clock.now += 3_599_000;
    expect([await works(owner.key), await works(next.headers)]).toEqual([true, true]);
    app.world.clock.now += 1000;
    expect([await works(owner.key), await works(next.headers)]).toEqual([false, true]);
    expect(await record()).toMatchObject({ previous_expires_at: null });
  });

  it('rotating a key without a grace stops the previous secret within the time of the key cache', async () => {
    expect(await works(owner.key)).toBe(true);
    const next = await rotated();
    expect(next.previous_expires_at).toBe(new Date(app.world.clock.now).toISOString());
    app.world.clock.now += 30_000;
    expect([await works(owner.key), await works(next.headers)]).toEqual([false, true]);
  });

  it('a second rotation during a grace ends every older secret, and prolongs none', async () => {
    const second = await rotated(600);
    const third = await rotated(3600);
    app.world.clock.now += 601_000;
    expect([await works(owner.key), await works(second.headers), await works(third.headers)]).toEqual([false, true, true]);
    const fourth = await rotated(0);
    app.world.clock.now += 60_000;
    expect([await works(second.headers), await works(third.headers), await works(fourth.headers)]).toEqual([false, false, true]);
  });

  it('at most ten previous secrets of a key work', async () => {
    const secrets = [owner.key];
    for (let i = 0; i < 12; i++) secrets.push((await rotated(604_800)).headers);
    app.world.clock.now += 60_000;
    const working = await Promise.all(secrets.map(works));
    expect(working).toEqual([false, false, ...Array(11).fill(true)]);
  });

  it('revoking a rotated key ends all its secrets', async () => {
    const next = await rotated(3600);
    await app.keys.revokeKey({ params: { id: owner.secretKeyId }, headers: owner.headers });
    app.world.clock.now += 60_000;
    expect([await works(owner.key), await works(next.headers)]).toEqual([false, false]);
    expect(await record()).toMatchObject({ previous_expires_at: null });
    expect(await rotateAs(owner.headers, owner.secretKeyId)).toMatchObject({
      status: 409,
      body: { code: 'not_rotatable' },
    });
  });

  it('rotating a key notifies the owner how long the previous secret works, without a secret', async () => {
    await app.settle();
    app.world.mails.length = 0;
    const one = await rotated(3600);
    const two = await rotated();
    await app.settle();
    expect(app.world.mails.map(({ subject, to }) => [subject, to])).toEqual([
      ['A Conversion API key was rotated', owner.email],
      ['A Conversion API key was rotated', owner.email],
    ]);
    expect(app.world.mails.some(({ text }) => text.includes('works until 20'))).toBe(true);
    expect(app.world.mails.some(({ text }) => text.includes('stop working within a minute'))).toBe(true);
    for (const { text, html } of app.world.mails) for (const secret of [one.key, two.key]) expect(text + html).not.toContain(secret);
  });

  it("rotating a public key is 409, another account's 404 and with a bad grace 422, without a change", async () => {
    const answer = await app.keys.listKeys({ headers: owner.headers });
    const keys = answer.status === 200 ? answer.body.keys : [];
    const publicId = keys.find(({ kind }) => kind === 'public')?.id ?? '';
    expect(await rotateAs(owner.headers, publicId)).toMatchObject({
      status: 409,
      body: { code: 'not_rotatable', detail: expect.stringContaining('pages') },
    });
    expect(await rotateAs((await newUser(app)).headers, owner.secretKeyId)).toMatchObject({ status: 404 });
    for (const grace of [-1, 604_801, 0.5]) {
      expect(await rotateAs(owner.headers, owner.secretKeyId, grace)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'grace_seconds'] }] },
      });
    }
    expect((await app.keys.listKeys({ headers: owner.headers })).body).toEqual(answer.body);
  });

  it('30 parallel rotations happen in some order, and one secret is current', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => rotateAs(owner.headers, owner.secretKeyId, 3600)));
    const won = answers.flatMap((answer) => (answer.status === 200 ? [answer.body] : []));
    expect(won.length).toBeGreaterThan(0);
    for (const answer of answers)
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, body: { code: 'rotated_meanwhile' } });
    const current = await record();
    expect(won.map(({ last4 }) => last4)).toContain(current?.last4);
    for (const { key } of won) expect(await works({ authorization: `Bearer ${key}` })).toBe(true);
    await rotated(0);
    app.world.clock.now += 60_000;
    for (const { key } of won) expect(await works({ authorization: `Bearer ${key}` })).toBe(false);
  });

  it('parallel rotations and revocations leave no working secret', async () => {
    const [rotations] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => rotateAs(owner.headers, owner.secretKeyId, 3600))),
      app.keys.revokeKey({ params: { id: owner.secretKeyId }, headers: owner.headers }),
    ]);
    app.world.clock.now += 60_000;
    for (const answer of rotations)
      if (answer.status === 200) expect(await works({ authorization: `Bearer ${answer.body.key}` })).toBe(false);
    expect(await works(owner.key)).toBe(false);
    expect((await record())?.revoked_at).not.toBeNull();
  });
});
