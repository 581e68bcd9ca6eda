import { gunzipSync } from 'node:zlib';
import { type Message, queues } from '#functions/queues.ts';
import { writeExport } from '#functions/workers/export/write-export.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { context, sqsEvent } from '#test/worker/lambda-events.ts';
import { sceneOf } from './scene.ts';

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
let app: TestApp;
let owner: Advertiser;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});

const order = (body: object = {}, by: Pick<Advertiser, 'headers'> = owner) =>
  app.events.createExport({
    body: { from: '2026-11-01', to: '2026-11-30', ...body } as never,
    headers: by.headers,
  });
const ordered = async (body: object = {}) => {
  const answer = await order(body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.export_id;
};
const read = (id: string, by: Pick<Advertiser, 'headers'> = owner) => app.events.readExport({ params: { id }, headers: by.headers });
const linesOf = (id: string, accountId = owner.id) => {
  const file = app.world.objects.files.get(`exports/${accountId}/${id}.ndjson.gz`);
  if (!file) throw new Error('no file');
  const text = gunzipSync(file).toString();
  return text
    ? text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};
const sendMany = async (count: number, day = 0) => {
  const sid = await owner.click();
  const events = Array.from({ length: count }, (_, i) => ({
    id: `d${day}e${i}`,
    type: 'order_created',
    svc_click_id: sid,
    external_user_id: 'ada@shop',
    data: { value: i + 0.25, currency: 'EUR', note: `order ${i}` },
  }));
  await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
  await app.settle();
};

describe('an export', () => {
  it('an export has every accepted event of its days with the fields of its receipt, in the order of arrival', async () => {
    await sendMany(250);
    app.world.clock.now += 50_000_000;
    await sendMany(3, 1);
    const answer = await order({ to: '2026-11-22', format: 'ndjson' });
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    const { export_id: id, status_url } = answer.body as { export_id: string; status_url: string };
    expect(status_url).toBe(`/api/v1/pixel/exports/${id}`);
    const pending = await read(id);
    expect(pending).toMatchObject({ status: 200, body: { export_id: id, status: 'pending', rows: 0 } });
    expect(pending.body).not.toHaveProperty('url');
    await app.work('export');
    await app.settle();
    expect(app.world.mails.map(({ subject }) => subject)).not.toContain('The export of your data is ready');
    const expires_at = new Date(app.world.clock.now + 3_600_000).toISOString();
    const done = await read(id);
    expect(done).toMatchObject({
      body: { status: 'completed', rows: 253, url: expect.stringContaining(`${id}.ndjson.gz`), expires_at },
    });
    const lines = linesOf(id);
    const idsOf = (day: number, count: number) => Array.from({ length: count }, (_, i) => `d${day}e${i}`).sort();
    const ids = lines.map(({ event_id }) => event_id as string);
    expect(ids.slice(0, 250).sort(), 'what arrived first').toEqual(idsOf(0, 250));
    expect(ids.slice(250).sort(), 'what arrived a day later').toEqual(idsOf(1, 3));
    const receipt = await app.events.readConversion({
      params: { event_id: 'd0e7' },
      query: {},
      headers: owner.headers,
    });
    const { log_id: _, ...fields } = receipt.body as Record<string, unknown>;
    expect(lines.find(({ event_id }) => event_id === 'd0e7')).toEqual(fields);
    const text = JSON.stringify(lines);
    expect(text).not.toContain('ada@shop');
    expect(text).not.toContain(await app.userHash(owner.id, 'ada@shop'));
    expect(app.world.objects.files.get(`exports/${owner.id}/${id}.ndjson.gz`)?.length).toBe(
      (done.body as { size_bytes: number }).size_bytes,
    );
  });

  it.each([
    { zone: 'UTC', booked: '2026-11-19' },
    { zone: 'Asia/Tokyo', booked: '2026-11-20' },
    { zone: 'America/Los_Angeles', booked: '2026-11-19' },
  ])('an export has events by their day of arrival with their booked day, both in $zone', async ({ zone, booked }) => {
    const arrived = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(app.world.clock.now);
    await sceneOf(app).send(owner, {
      event_id: 'two-days',
      svc_click_id: await owner.click(),
      occurred_at: '2026-11-19T23:30:00Z',
    });
    await app.settle();
    const exported = async (day: string) => {
      const id = await ordered({ from: day, to: day, time_zone: zone });
      await app.work('export');
      return linesOf(id).map(({ event_id, booked_on }) => ({ event_id, booked_on }));
    };
    expect(await exported(booked), `the day it occurred, ${booked}`).toEqual([]);
    expect(await exported(arrived), `the day it arrived, ${arrived}`).toEqual([{ event_id: 'two-days', booked_on: booked }]);
  });

  it('an export of one pixel has the events of its clicks, and an export of the account has all', async () => {
    const { key: second } = await owner.issue({ name: 'Second', kind: 'public', environment: 'live' });
    const send = async (event_id: string, svc_click_id: string) => await sceneOf(app).send(owner, { event_id, svc_click_id });
    await send('of the first', await owner.click());
    for (const id of ['of the second', 'of the second, too']) await send(id, await owner.click('svc_campaign=spring', second));
    await send('of none', 's_nobody');
    await app.settle();
    const exported = async (pixel_key?: string) => {
      const id = await ordered({ ...(pixel_key && { pixel_key }) });
      await app.work('export');
      return linesOf(id)
        .map(({ event_id }) => event_id)
        .sort();
    };
    expect(await exported(owner.pixelKey), 'of the first pixel').toEqual(['of the first']);
    expect(await exported(second), 'of the second pixel').toEqual(['of the second', 'of the second, too']);
    expect(await exported(), 'of the account').toHaveLength(4);
  });

  it('an export of days without events, of the other environment or of rejected events is an empty file', async () => {
    await sendMany(2);
    await app.conversions.sendConversion({ body: { event_type: 'X' } as never, headers: owner.key });
    await app.settle();
    for (const body of [{ to: '2026-11-19' }, { environment: 'test' }]) {
      const id = await ordered(body);
      await app.work('export');
      expect(linesOf(id)).toEqual([]);
      expect(await read(id)).toMatchObject({ body: { status: 'completed', rows: 0 } });
    }
  });

  it('a manager can read an export of a client, and only the owner can order it', async () => {
    await sendMany(1);
    const id = await ordered();
    const [manager, stranger] = [await newUser(app), await newUser(app)];
    await app.operators.linkManagedClient({
      body: { manager_user_id: manager.id, client_user_id: owner.id },
      headers: { 'x-svc-dev-token': operatorToken },
    });
    const readAs = async ({ headers }: Pick<Advertiser, 'headers'>) =>
      (await app.events.readExport({ params: { id }, query: { client_user_id: owner.id }, headers })).status;
    expect([await readAs(manager), await readAs(stranger)]).toEqual([200, 403]);
    const ordering = await app.events.createExport({
      body: { from: '2026-11-01', to: '2026-11-30' },
      headers: { ...manager.headers, 'x-assume-user-id': String(owner.id), 'x-svc-dev-token': operatorToken },
    });
    expect(ordering).toMatchObject({ status: 403, body: { code: 'not_for_clients' } });
  });

  it('an export marks erased events, without their data', async () => {
    await sendMany(1);
    await app.privacy.erase({ body: { external_user_id: 'ada@shop' }, headers: owner.headers });
    const id = await ordered();
    await app.work('export');
    expect(linesOf(id)).toEqual([expect.objectContaining({ erased: true, properties: null })]);
    expect(linesOf(id)[0]).not.toHaveProperty('svc_click_id');
  });

  it('an export is written once, however often its message is delivered', async () => {
    await sendMany(120);
    const id = await ordered();
    const message = app.world.messages.find(({ queue }) => queue === 'export');
    if (!message) throw new Error();
    app.world.messages.push({ ...message }, { ...message });
    const other = await app.restart();
    await Promise.all([app.work('export').catch(() => {}), other.work('export').catch(() => {})]);
    app.world.clock.now += 61_000;
    await app.work('export');
    const ids = Array.from({ length: 120 }, (_, i) => `d0e${i}`);
    expect(
      linesOf(id)
        .map(({ event_id }) => event_id)
        .sort(),
    ).toEqual(ids.sort());
    const files = [...app.world.objects.files.keys()].filter((key) => key.includes(id));
    expect(files).toHaveLength(1);
    expect(app.world.objects.uploads.size).toBe(0);
  });

  it.each([0, 0.5, 0.999999])('an export whose workers die is written soon after the last lease: chance %d', async (random) => {
    await sendMany(3);
    const id = await ordered();
    const sent = app.world.messages.pop();
    const message = sent?.message as Message<'export'>;
    const { clock } = app.world;
    let waited = 0;
    const holdBack = async (_: object, __: string, seconds: number) => {
      waited = seconds;
    };
    const deps = { ...app.exportDeps(), random: () => random };
    const living = queueWorker(exportQueue, () => ({ ...deps, queues: { ...deps.queues, holdBack } }), writeExport);
    const received = async (tries: number) => (await living(sqsEvent({ body: message, tries }), context)).batchItemFailures.length === 0;

    const { environment, from, to, created_at: createdAt } = message;
    const order = { id, accountId: owner.id, environment, from, to, createdAt };
    let tries = 0;
    let diedAt = 0;
    for (let deaths = 1; deaths <= 6; deaths++) {
      tries++;
      expect(await deps.exports.claim(order, `dead ${deaths}`)).toMatchObject({ id });
      diedAt = clock.now;
      if (deaths < 6)
        while (clock.now <= diedAt + 60_000) {
          expect([++tries, await received(tries)]).toEqual([tries, false]);
          clock.now += waited * 1000;
        }
    }
    while (!(await received(++tries))) clock.now += waited * 1000;
    expect(clock.now - diedAt).toBeGreaterThanOrEqual(60_000);
    expect(clock.now - diedAt).toBeLessThanOrEqual(80_000);
    expect(tries).toBeLessThan(queues.export.maxReceives);
    expect(linesOf(id)).toHaveLength(3);
  });

  it('a large export is continued by further messages', async () => {
    const world = await newWorld();
    world.exportSizes = { pageRows: 10, partBytes: 1 };
    const large = await startApp(world);
    const { headers, key, id: accountId } = await newAdvertiser(large);
    const events = Array.from({ length: 405 }, (_, i) => ({ id: `e${i}`, type: 'a', svc_click_id: 's_x' }));
    await large.conversions.sendConversion({ body: { events } as never, headers: key });
    await large.settle();
    const body = { from: '2026-11-01', to: '2026-11-30' };
    const answer = await large.events.createExport({ body, headers });
    const from = large.calls.length;
    await large.work('export');
    const operations = large.calls.slice(from).map(({ operation }) => operation);
    expect(operations.filter((operation) => operation === 'UploadPart')).toHaveLength(42);
    expect(operations.filter((operation) => operation === 'SendMessage')).toHaveLength(2);
    const { export_id } = answer.body as { export_id: string };
    const file = world.objects.files.get(`exports/${accountId}/${export_id}.ndjson.gz`);
    const lines = gunzipSync(file ?? Buffer.alloc(0))
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(405);
    expect(new Set(lines).size).toBe(405);
  });

  it('an export that cannot be written fails after seven attempts, and its message goes to the dead letters', async () => {
    const id = await ordered();
    const { uploads } = app.world.objects;
    app.world.objects.uploads = {
      set() {
        throw new Error('Object storage is gone.');
      },
    } as unknown as typeof uploads;
    for (let tries = 1; tries <= 8; tries++) {
      expect((await read(id)).body).toMatchObject({ status: tries === 1 ? 'pending' : 'running' });
      await expect(app.work('export')).rejects.toThrow('has failed');
      app.world.clock.now += 61_000;
    }
    app.world.objects.uploads = uploads;
    expect((await read(id)).body).toMatchObject({ status: 'failed', rows: 0 });
    await expect(app.work('export')).rejects.toThrow('has failed');
    expect((await read(id)).body).toMatchObject({ status: 'failed' });
  });

  it('an export without a worker fails after a day', async () => {
    const id = await ordered();
    app.world.messages.length = 0;
    app.world.clock.now += 86_400_001;
    const later = { headers: await app.signIn(owner.id) };
    expect((await read(id, later)).body).toMatchObject({ status: 'failed' });
  });

  it('an export is hidden from other accounts, and its link ends with its file', async () => {
    const id = await ordered();
    await app.work('export');
    expect(await read(id, await newUser(app))).toMatchObject({ status: 404, body: { code: 'not_found' } });
    app.world.clock.now += 7 * 86_400_000 - 60_000;
    const later = { headers: await app.signIn(owner.id) };
    expect(await read(id, later)).toMatchObject({
      body: { expires_at: new Date(app.world.clock.now + 60_000).toISOString() },
    });
    app.world.clock.now += 61_000;
    expect(await read(id, later)).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect((await read(id, later)).body).not.toHaveProperty('url');
  });

  it.each([
    [{ from: 'x', to: undefined, environment: 'prod', format: 'csv' }, ['environment', 'format', 'from', 'to']],
    [{ from: '2026-11-02', to: '2026-11-01', environment: 'prod' }, ['environment', 'to']],
    [{ from: '2026-08-01', to: '2026-11-01' }, ['to']],
  ])('an export ordered as %j is refused with every problem, and nothing is stored', async (body, fields) => {
    const sent = app.world.messages.length;
    const answer = await order(body);
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(fields.map((field) => `body.${field}`));
    expect(app.world.messages).toHaveLength(sent);
  });
});
