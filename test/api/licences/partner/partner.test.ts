import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { created, holders, licence, newKey, operator, own, permutations, send, stateOf } from './partner-scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
let [old, next, last] = ['', '', ''];
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
  [old, next, last] = [newKey(), newKey(), newKey()];
});

type Told = Parameters<typeof send>[1];
const activate = (license_key: string, headers = user.headers) => app.licences.activateLicence({ body: { license_key }, headers });
const set = (body: object) =>
  app.operators.setLicence({
    body: body as Parameters<TestApp['operators']['setLicence']>[0]['body'],
    headers: operator,
  });
const twinReason = { reason: 'Upgraded by the customer' };
const upgraded = (): Told[] => [
  { event: 'purchase', license_key: old, tier: 1, created_at: created },
  { event: 'activate', license_key: old, tier: 1, created_at: created + 10 },
  { event: 'upgrade', license_key: next, prev_license_key: old, tier: 2, created_at: created + 20 },
  { event: 'deactivate', license_key: old, created_at: created + 20, extra: twinReason },
];
const renamed = (events: readonly Told[], names: Map<string, string>): Told[] =>
  JSON.parse(JSON.stringify(events).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (key) => names.get(key) ?? key));

describe('an event of the partner', () => {
  it('an event of the partner is answered with its name and success', async () => {
    const answer = await send(app, { event: 'purchase', license_key: old, tier: 1, created_at: created });
    expect(answer).toMatchObject({ status: 200, body: { event: 'purchase', success: true } });
    expect(await licence(app, old)).toMatchObject({
      license_key: old,
      tier: 1,
      tier_name: 'silver',
      status: 'inactive',
      user_id: null,
      events: [{ event: 'purchase', tier: 1 }],
    });
  });

  it('an event with test: true has the same answer and no effect, with or without a key', async () => {
    const before = await allItems(app.world, 'accounts');
    for (const event of ['purchase', 'activate', 'upgrade', 'deactivate', 'migrate', 'else']) {
      for (const keys of [{}, { license_key: old, prev_license_key: next }]) {
        const answer = await send(app, { event, test: true, tier: 2, created_at: created, ...keys });
        expect(answer).toMatchObject({ status: 200, body: { event, success: true } });
      }
    }
    expect(await allItems(app.world, 'accounts')).toEqual(before);
  });

  it('a repeated event with another event_timestamp changes nothing', async () => {
    const events = upgraded();
    for (const event of events) await send(app, event);
    await activate(old);
    const kept = async () => (await allItems(app.world, 'accounts')).filter(({ kind }) => kind !== 'received_webhook');
    const before = await kept();
    for (const event of [...events, ...events.toReversed()])
      expect(await send(app, { ...event, event_timestamp: Date.now() })).toMatchObject({
        status: 200,
        body: { event: event.event, success: true, message: expect.any(String) },
      });
    expect(await kept()).toEqual(before);
  });

  it('an event has the same effect in seconds and in milliseconds', async () => {
    await send(app, { event: 'activate', license_key: old, tier: 1, created_at: created });
    const again = { event: 'activate', license_key: old, tier: 1, created_at: created * 1000 };
    expect(await send(app, again)).toMatchObject({ body: { message: expect.any(String) } });
    expect((await licence(app, old))?.events).toHaveLength(1);
  });

  it('an unknown kind of event is recorded and changes no licence', async () => {
    expect(await send(app, { event: 'paused', license_key: old, created_at: created })).toMatchObject({
      status: 200,
    });
    expect(await licence(app, old)).toBeNull();
    await send(app, { event: 'activate', license_key: old, tier: 1, created_at: created });
    await send(app, { event: 'paused', license_key: old, created_at: created + 5 });
    expect(await licence(app, old)).toMatchObject({
      status: 'active',
      events: expect.arrayContaining([expect.objectContaining({ event: 'paused' })]),
    });
  });

  it('an event without a key, or of another form, is 422', async () => {
    for (const [body, place] of [
      [{ event: 'purchase' }, 'license_key'],
      [{ event: 'purchase', license_key: null, test: false }, 'license_key'],
      [{ event: 'purchase', license_key: old, tier: 'gold' }, 'tier'],
      [{ event: 'purchase', license_key: old, created_at: 'today' }, 'created_at'],
      [{ event: '', license_key: old }, 'event'],
    ] as const)
      expect(await send(app, body as unknown as Told)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', place] }] },
      });
  });
});

describe("any order of the partner's events", () => {
  const downgraded = (): Told[] => [
    ...upgraded().slice(1, 3),
    { event: 'downgrade', license_key: last, prev_license_key: next, tier: 1, created_at: created + 30 },
    { event: 'deactivate', license_key: next, created_at: created + 30 },
  ];
  const sets: Record<string, { events: () => Told[]; end: object[]; tier: number | null }> = {
    'an upgrade': {
      events: upgraded,
      end: [{ status: 'deactivated' }, { status: 'active', tier: 2 }],
      tier: 2,
    },
    'a downgrade after an upgrade': {
      events: downgraded,
      end: [{ status: 'deactivated' }, { status: 'deactivated' }, { status: 'active', tier: 1 }],
      tier: 1,
    },
    'a refund': {
      events: () => [...upgraded().slice(0, 2), { event: 'deactivate', license_key: old, created_at: created + 20 }],
      end: [{ status: 'deactivated' }],
      tier: null,
    },
  };
  for (const [name, { events, end, tier }] of Object.entries(sets)) {
    it(`${name} has one result in every order`, async () => {
      const told = events();
      const seen = new Set<string>();
      await Promise.all(
        permutations(told).map(async (order) => {
          const names = new Map([old, next, last].map((key) => [key, newKey()]));
          const keys = end.map((_, i) => names.get([old, next, last][i] as string) as string);
          const holder = await newUser(app);
          await set({ license_key: keys[0], status: 'inactive', user_id: holder.id });
          const later = (event: Told) => ({ ...event, created_at: Number(event.created_at) + 1e8 });
          for (const event of renamed(order.map(later), names)) await send(app, event);
          const state = await stateOf(app, keys);
          expect(state).toMatchObject(end.map((one) => ({ ...one, user_id: holder.id })));
          const listed = await own(app, holder.headers);
          expect(listed.tier).toBe(tier);
          expect(listed.licences.map(({ license_key }) => license_key).sort()).toEqual(keys.toSorted());
          let text = JSON.stringify(state).replaceAll(String(holder.id), 'holder');
          for (const [from, to] of names) text = text.replaceAll(to, from);
          seen.add(text);
        }),
      );
      expect([...seen]).toHaveLength(1);
    });
  }

  it('parallel and repeated events of the partner have one result', async () => {
    for (let round = 0; round < 5; round++) {
      const names = new Map([old, next].map((key) => [key, newKey()]));
      const [first = '', second = ''] = names.values();
      await set({ license_key: first, status: 'inactive', user_id: user.id });
      const events = renamed(upgraded(), names).map((event) => ({
        ...event,
        created_at: Number(event.created_at) + 1e8,
      }));
      const answers = await Promise.all([...events, ...events, ...events].map((event) => send(app, event)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await stateOf(app, [first, second])).toMatchObject([
        { status: 'deactivated', user_id: user.id, next_license_key: second },
        { status: 'active', tier: 2, user_id: user.id, prev_license_key: first },
      ]);
      expect((await licence(app, first))?.events).toHaveLength(3);
    }
  });

  it('one holder gets the whole chain, in any order of links and claims', async () => {
    const chain = (names: string[]): Told[] =>
      names.map((license_key, i) => ({
        event: i === 0 ? 'activate' : 'upgrade',
        license_key,
        ...(i > 0 && { prev_license_key: names[i - 1] }),
        tier: Math.min(i + 1, 3),
        created_at: created + i,
      }));
    for (const order of permutations([0, 1, 2, 3])) {
      const names = [newKey(), newKey(), newKey(), newKey()];
      const events = chain(names);
      const holder = await newUser(app);
      for (const [place, i] of order.entries()) {
        await send(app, events[i] as Told);
        if (place === 1) await activate(names[order[0] as number] as string, holder.headers);
      }
      const state = await stateOf(app, names);
      expect(state.map((one) => one?.user_id)).toEqual(names.map(() => holder.id));
      expect(state.map((one) => one?.status)).toEqual(['deactivated', 'deactivated', 'deactivated', 'active']);
      expect((await own(app, holder.headers)).tier).toBe(3);
    }
  });
});

describe('unusual tiers', () => {
  it('a tier outside of 1 to 3, and an add-on, are recorded and give nothing', async () => {
    for (const tier of [0, 4, 99]) {
      const license_key = newKey();
      await send(app, { event: 'activate', license_key, tier, created_at: created });
      expect(await activate(license_key)).toMatchObject({
        status: 200,
        body: { tier: null, tier_name: null, status: 'active' },
      });
      expect(await licence(app, license_key)).toMatchObject({ reported_tier: tier });
    }
    await send(app, {
      event: 'activate',
      license_key: old,
      parent_license_key: next,
      tier: 3,
      created_at: created,
    });
    expect(await activate(old)).toMatchObject({ body: { tier: null, parent_license_key: next } });
    expect((await own(app, user.headers)).tier).toBeNull();
    expect(await holders(app)).not.toContain(user.id);
  });
});
