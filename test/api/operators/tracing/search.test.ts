// Slow: it works on much data.
import type { Audit } from '#shared/operators/store/audit.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { filledWith, idOf } from './filled.ts';
import { named, operator, search, sourcesOf } from './scene.ts';

let app: TestApp;
let sources: ReturnType<typeof sourcesOf>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  sources = sourcesOf(app);
});

async function customer(company: string) {
  const user = await newUser(app, { company });
  app.world.clock.now += 60_000;
  const session = sources.session(user.id, { texts: ['You look at ads.', 'A waterproof trail shoe.'] });
  await sources.putSession(session);
  app.world.clock.now += 60_000;
  const conversation = sources.conversation(user.id, { texts: ['Make it look wet.'] });
  await sources.putConversation(conversation);
  await sources.putPrompt(sources.prompt(conversation, { prompt: 'Trail shoe on granite', elements: ['Granite'] }));
  return { ...user, session, conversation };
}

it("a search for a company finds its users' conversations and images too, newest first", async () => {
  const { id, session, conversation } = await customer('Strideworks');
  await customer('Northwind');
  await app.settleSearch();
  const found = await search(app, { q: 'sTRIDEw' });
  expect(named(found)).toEqual([`image ${conversation.id}`, `conversation ${session.id}`, `user ${id}`]);
  expect(found).toMatchObject({ total_estimate: 3, limit: 20, offset: 0, has_more: false });
  expect(found.results.map(({ matched_field }) => matched_field)).toEqual(['user.company', 'user.company', 'company']);
});

it('a hit is marked in a part of the text, with its owner and field', async () => {
  const { id, session } = await customer('Northwind');
  await app.settleSearch();
  const { results } = await search(app, { q: 'WATERPROOF' });
  const [result] = results;
  expect(results).toHaveLength(1);
  expect(result).toEqual({
    kind: 'conversation',
    id: session.id,
    user_id: id,
    title: session.title,
    snippet: 'A waterproof trail shoe.',
    highlights: [{ start: 2, end: 12 }],
    matched_field: 'step',
    created_at: session.createdAt,
  });
});

it('a snippet of a long text shows markup as text', async () => {
  const { id } = await newUser(app);
  const text = `${'before '.repeat(40)}<b>😀 NEEDLE</b>${' after'.repeat(60)}`;
  await sources.putSession(sources.session(id, { texts: [text] }));
  await app.settleSearch();
  const [result] = (await search(app, { q: '😀 needle' })).results;
  const { snippet = '', highlights: [at] = [] } = result ?? {};
  expect(snippet.slice(at?.start, at?.end)).toBe('😀 NEEDLE');
  expect(snippet).toMatch(/^….*<b>.*…$/s);
  expect(snippet.length).toBeLessThan(210);
});

it('a search filters by kind and by user', async () => {
  const { id, conversation } = await customer('Northwind');
  const other = await customer('Northwind');
  await app.settleSearch();
  expect((await search(app, { q: 'northwind', kind: 'user' })).results).toHaveLength(2);
  expect(named(await search(app, { q: 'granite', user_id: id }))).toEqual([`image ${conversation.id}`]);
  expect(named(await search(app, { q: '', user_id: other.id, kind: 'user' }))).toEqual([`user ${other.id}`]);
  expect((await search(app, { q: 'northwind', user_id: 1 })).results).toEqual([]);
});

it('a search follows changes and removals', async () => {
  const { id, session, conversation } = await customer('Strideworks');
  await app.settleSearch();
  await app.users.change(id, { company: 'Kupferbach' });
  await sources.removeSession(session);
  await app.settleSearch();
  expect((await search(app, { q: 'strideworks' })).results).toEqual([]);
  expect(named(await search(app, { q: 'kupferbach' }))).toEqual([`image ${conversation.id}`, `user ${id}`]);
});

it('a search never finds a hash of a password', async () => {
  const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';
  await newUser(app, { passwordHash });
  await app.settleSearch();
  for (const q of ['argon2id', passwordHash]) expect((await search(app, { q })).results).toEqual([]);
});

it('a search costs the same reads among 3000 records as among 300', async () => {
  const fill = filledWith(app, 300);
  const readsOf = async (query: Parameters<typeof search>[1]) => {
    const before = app.calls.length;
    await search(app, query);
    const calls = app.calls.slice(before).filter(({ table }) => table === 'analysis');
    return [query.q, ...calls.map(({ operation }) => operation).sort()];
  };
  const queries = [
    { q: `mail.${idOf(150)}@` },
    { q: `${idOf(207)}@of` },
    { q: 'the', limit: 10 },
    { q: '', limit: 10 },
    { q: 'e', limit: 10 },
    { q: 'nothing of it' },
    { q: 'linen', user_id: idOf(3) },
  ];
  const reads = async () => {
    const all = [];
    for (const query of queries) all.push(await readsOf(query));
    return all;
  };
  await fill(300);
  expect(named(await search(app, { q: `mail.${idOf(150)}@` }))).toEqual([`user ${idOf(150)}`]);
  const few = await reads();
  await fill(3000);
  expect(named(await search(app, { q: `mail.${idOf(150)}@` }))).toEqual([`user ${idOf(150)}`]);
  expect(await reads()).toEqual(few);
  expect(Math.max(...few.map((calls) => calls.length))).toBeLessThanOrEqual(30);
});

it('a search stops after two seconds, and continues with its cursor', async () => {
  const size = 3;
  await filledWith(app, size)(150);
  const whole = named(await search(app, { q: 'the', limit: 100 }));
  expect(whole).toHaveLength(100);
  // Each read of the clock is two seconds later.
  const { clock } = app.world;
  const began = clock.now;
  const seen: string[] = [];
  let cursor: string | undefined;
  let answers = 0;
  do {
    let looks = 0;
    Object.defineProperty(clock, 'now', { configurable: true, get: () => began + 700 * looks++ });
    const { status, body } = await app.operators.searchTraces({
      query: { q: 'the', limit: 100, ...(cursor && { cursor }) },
      ...operator,
    });
    Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: began });
    if (status !== 200) throw new Error(JSON.stringify(body));
    answers++;
    seen.push(...named(body));
    expect(body.partial).toBe(body.cursor !== null);
    if (body.partial) expect(body.has_more).toBe(true);
    cursor = body.cursor ?? undefined;
  } while (cursor !== undefined);
  expect(answers).toBeGreaterThan(1);
  expect(new Set(seen).size).toBe(150);
  expect(seen.slice(0, 90)).toEqual(whole.slice(0, 90));
});

it.each(['x', 'bm90IGEgc2VnbWVudA'])('a search refuses a foreign cursor: %s', async (cursor) => {
  expect(await app.operators.searchTraces({ query: { cursor }, ...operator })).toMatchObject({ status: 422 });
});

describe('users', () => {
  it('users are found by a part of their e-mail in any letter case', async () => {
    const one = await newUser(app, { email: 'Ada.One@north.example'.toLowerCase(), company: 'two.example' });
    const two = await newUser(app, { email: 'bob@two.example' });
    await app.settleSearch();
    const find = async (query: object) => {
      const { body } = await app.operators.searchUsers({ query, ...operator });
      return 'users' in body ? body.users.map(({ id }) => id) : body;
    };
    expect(await find({ email: 'DA.ONE@' })).toEqual([one.id]);
    expect(await find({ email: 'two.ex' })).toEqual([two.id]);
    expect(await find({ user_id: one.id })).toEqual([one.id]);
    expect(await find({ user_id: one.id, email: 'bob' })).toEqual([]);
    expect(await find({ user_id: 1 })).toEqual([]);
    expect((await find({})) as number[]).toHaveLength(2);
  });

  it('the count of users is the same on a page past the end', async () => {
    const { id, email } = await newUser(app);
    await app.settleSearch();
    for (const query of [{ user_id: id }, { email }, { user_id: id, email }])
      expect((await app.operators.searchUsers({ query: { ...query, offset: 5 }, ...operator })).body).toMatchObject({
        users: [],
        total_estimate: 1,
        has_more: false,
      });
    expect((await app.operators.searchUsers({ query: { user_id: 1, offset: 5 }, ...operator })).body).toMatchObject({
      users: [],
      total_estimate: 0,
    });
  });

  it('users are found by ID with one read, with and without the index', async () => {
    const { id } = await newUser(app);
    app.calls.length = 0;
    await app.operators.searchUsers({ query: { user_id: id }, ...operator });
    expect(app.calls.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
  });

  it('users are shown with their number of sessions, which takes two reads', async () => {
    const { id, email } = await newUser(app);
    const [session, other] = [sources.session(id, { imageConversationId: 5 }), sources.session(id)];
    for (const one of [session, other]) await sources.sessions.keep(one, []);
    app.calls.length = 0;
    const { body } = await app.operators.readTracedUser({ params: { user_id: id }, ...operator });
    expect(body).toMatchObject({
      user: { id, email },
      session_counts: { content_sessions: 2, image_conversations: 1 },
    });
    // Only field names are searched for "hash", because a random ID may contain it.
    expect(JSON.stringify(body)).not.toMatch(/ash\w*":/);
    expect(app.calls).toHaveLength(3);
    expect((await app.operators.readTracedUser({ params: { user_id: 1 }, ...operator })).status).toBe(404);
  });
});

it('the whole conversation of a content agent is shown', async () => {
  const { id } = await newUser(app);
  const session = sources.session(id, { texts: ['You look at ads.', '{"prompt":"a shoe"}'] });
  await sources.putSession(session);
  const read = (session_id: string) => app.operators.readContentSession({ params: { session_id }, ...operator });
  expect((await read(session.id)).body).toMatchObject({
    session_id: session.id,
    user_id: id,
    status: 'completed',
    image_conversation_id: null,
    steps: [{ content: 'You look at ads.' }, { content: '{"prompt":"a shoe"}', milliseconds: 5 }],
  });
  expect((await read('cs_none')).status).toBe(404);
});

it('an image conversation is shown as its customer sees it, with links of an hour', async () => {
  const { id } = await newUser(app);
  const image = {
    role: 'ad',
    sha256: 'ab12',
    contentType: 'image/png',
    sizeBytes: 7,
    sourceUrl: null,
  } as const;
  const conversation = sources.conversation(id, { texts: ['Make it look wet.'] });
  const [message] = conversation.messages;
  if (message) Object.assign(message, { images: [image] });
  await sources.putConversation(conversation);
  await sources.putPrompt(sources.prompt(conversation, { prompt: 'a prompt with its trace' }));
  const read = (session_id: number) => app.operators.readImageConversation({ params: { session_id }, ...operator });
  const { body } = await read(conversation.id);
  expect(body).toMatchObject({
    session_id: conversation.id,
    user_id: id,
    content_session_id: 'cs_1',
    messages: [
      {
        text: 'Make it look wet.',
        images: [{ role: 'ad', url: `https://files.example/images/${id}/ab12.png?seconds=3600` }],
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('trace');
  expect((await read(1)).status).toBe(404);
});

describe('the audit', () => {
  const entries = async (userId: number | null) => {
    const { audit } = app.viewDeps() as unknown as { audit: Audit };
    return (await audit.page({ userId, limit: 10 })).entries;
  };

  it('the audit shows every view of a customer, in both logs', async () => {
    const { id, session, conversation } = await customer('Northwind');
    const [user_id, content] = [id, session.id];
    await app.operators.readTracedUser({ params: { user_id }, ...operator });
    await app.operators.readContentSession({ params: { session_id: content }, ...operator });
    await app.operators.readImageConversation({ params: { session_id: conversation.id }, ...operator });
    await search(app, { q: 'x', user_id });
    await app.operators.searchUsers({ query: { user_id }, ...operator });
    const wanted = ['read_content_session', 'read_image_conversation', 'read_user', 'search_traces', 'search_users'];
    for (const list of [await entries(id), await entries(null)]) {
      expect(list.map(({ action }) => action).sort()).toEqual(wanted);
      expect(list.every(({ actor }) => actor.kind === 'operator_token')).toBe(true);
    }
  });

  it('the audit shows views of unknown records, without the typed text', async () => {
    const typed = 'ada@northwind.example';
    await app.operators.readTracedUser({ params: { user_id: 7 }, ...operator });
    app.world.clock.now += 1;
    await app.operators.readContentSession({ params: { session_id: typed }, ...operator });
    app.world.clock.now += 1;
    await app.operators.readImageConversation({ params: { session_id: 8 }, ...operator });
    const list = await entries(null);
    expect(list.map(({ action, userId, details }) => [action, userId, details])).toEqual([
      ['read_image_conversation', null, { session_id: 8, found: false }],
      ['read_content_session', null, { found: false }],
      ['read_user', 7, { found: false }],
    ]);
  });

  it("the audit shows the users in a search's result, and its text only as a hash", async () => {
    const { id, email } = await customer('Northwind');
    await app.settleSearch();
    await search(app, { q: email });
    await search(app, { q: email.toUpperCase(), kind: 'user' });
    const list = await entries(null);
    expect(JSON.stringify(list)).not.toContain(email);
    expect(list.map(({ details }) => details.shown_user_ids)).toEqual([[id], [id]]);
    expect(list.map(({ details }) => details.kind)).toContain('user');
    expect(new Set(list.map(({ details }) => details.q_hash)).size).toBe(1);
  });

  it('the audit entry precedes the answer: without it nothing is shown', async () => {
    const { id } = await newUser(app);
    const dark = await startApp(app.world, { fault: { at: 3, mode: 'dies_before' } });
    const { status, body } = await dark.operators.readTracedUser({ params: { user_id: id }, ...operator });
    expect(status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(body)).not.toContain('example');
  });
});

describe('a search for a whole key', () => {
  it('a search for a whole key finds the account by the ID of any key, also a revoked key, and by a public key', async () => {
    const owner = await newAdvertiser(app);
    const other = await newAdvertiser(app);
    const { id: readId } = await owner.issue({ name: 'Weekly sheet', kind: 'read', environment: 'live' });
    await app.keys.revokeKey({ params: { id: owner.secretKeyId }, headers: owner.headers });
    for (const q of [owner.secretKeyId, readId, owner.pixelKey]) {
      const found = await search(app, { q });
      expect(named(found)).toEqual([`user ${owner.id}`]);
      expect(found).toMatchObject({ total_estimate: 1, has_more: false, partial: false });
      expect(found.results[0]).toMatchObject({ matched_field: 'key', highlights: [] });
    }
    expect((await search(app, { q: readId })).results[0]?.snippet).toMatch(/^Weekly sheet \(rk_live_…\w{4}\)$/);
    expect(named(await search(app, { q: readId, kind: 'user', user_id: owner.id }))).toHaveLength(1);
    for (const query of [
      { q: readId, kind: 'image' as const },
      { q: readId, user_id: other.id },
      { q: readId, offset: 1 },
      { q: readId.slice(0, -1) },
      { q: `${owner.pixelKey.slice(0, -1)}${owner.pixelKey.endsWith('x') ? 'y' : 'x'}` },
    ])
      expect(named(await search(app, query))).toEqual([]);
  });

  it('a search for a whole key is recorded as a keyed hash with the shown account', async () => {
    const { id, secretKeyId } = await newAdvertiser(app);
    await search(app, { q: secretKeyId });
    const { body } = await app.operators.listAudit({ query: { action: 'search_traces' }, ...operator });
    expect(JSON.stringify(body)).not.toContain(secretKeyId);
    expect(body).toMatchObject({ entries: [{ details: { shown_user_ids: [id] } }] });
  });
});
