import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { mailsTo } from '#test/mail/scene.ts';
import { run, subscriber, verified } from '#test/webhooks/scene.ts';
import { create, orderIds, orderRow, read, reconciled, sendAll, sendFile, sentOrder } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const problemsOf = (answer: { body: unknown }) =>
  (answer.body as { detail: { type: string; loc: unknown[] }[] }).detail.map(({ type, loc }) => [...loc, type].join(' '));

describe('creating a reconciliation', () => {
  it('lists all problems of rows and unknown fields as 422, by row', async () => {
    const rows = [orderRow(1), orderRow(1, '1e3'), { ...orderRow(2), occurred_at: 'soon', currency: 'US' }, { ...orderRow(3), price: 1 }];
    expect(problemsOf(await create(app, owner, rows.slice(0, 3)))).toEqual([
      'body rows 1 value not_a_number',
      'body rows 1 order_id repeated_order',
      'body rows 2 currency not_a_currency',
      'body rows 2 occurred_at not_a_time',
    ]);
    const sent = await create(app, owner, rows.slice(2).reverse(), { currency: '?' } as object);
    expect(problemsOf(sent)).toEqual([
      'body currency string_pattern_mismatch',
      'body rows 0 price extra_forbidden',
      'body rows 1 currency not_a_currency',
      'body rows 1 occurred_at not_a_time',
    ]);
    const odd = { id_template: 'order', window_hours: -1, time_zone: 'Mars', tolerance: 'x', account: 1 };
    expect(problemsOf(await create(app, owner, [orderRow(1)], odd as object)).sort()).toEqual(
      ['account', 'id_template', 'time_zone', 'tolerance', 'window_hours'].map((name) => expect.stringContaining(`body ${name}`)),
    );
    expect((await create(app, owner, undefined)).status).toBe(422);
    expect(problemsOf(await create(app, owner, [orderRow(1)], { from: '2026-11-21' }))).toEqual(['body rows 0 occurred_at outside_period']);
  });

  it('keeps the digits of an order ID that is a number, which a double would round', async () => {
    const row = `{"order_id":120212345678901234,"occurred_at":"2026-11-20","value":5,"currency":"USD"}`;
    const response = await app.send(
      new Request('http://adtrail.local/api/v1/pixel/reconciliations', {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: `{"rows":[${row}]}`,
      }),
    );
    expect(response.status).toBe(202);
    const { reconciliation_id: id } = (await response.json()) as { reconciliation_id: string };
    await app.work('reconciliation');
    expect(await orderIds(app, owner, id, 'missing')).toEqual(['120212345678901234']);
  });

  it('lists all problems of a file as 422, by line, and takes its facts from the query', async () => {
    const file = 'order_id,occurred_at,value\n1,2026-11-20,5\n2,x,y\n';
    const answer = await sendFile(app, owner.headers, file, { currency: 'usd' });
    expect(problemsOf(answer)).toEqual(['body line 3 value not_a_number', 'body line 3 occurred_at not_a_time']);
    const good = await sendFile(app, owner.headers, file.replace('2,x,y\n', ''), { currency: 'usd' });
    expect(good).toMatchObject({ status: 202, body: { format: 'own', orders: 1 } });
    const misplaced = await app.reconciliation.createReconciliation({
      body: { rows: [orderRow(1)] },
      query: { time_zone: 'UTC' },
      headers: owner.headers,
    });
    expect(problemsOf(misplaced)).toEqual(['query time_zone extra_forbidden']);
  });

  it('refuses days that the calendar does not have, as JSON and as a file', async () => {
    const days = ['2026-02-29', '2026-04-31 10:00', '31.04.2026', 'Feb 30, 2026', '30/02/2026 10:30 PM'];
    const rows = days.map((occurred_at, id) => ({ ...orderRow(id), occurred_at }));
    expect(problemsOf(await create(app, owner, rows))).toEqual(days.map((_, at) => `body rows ${at} occurred_at not_a_time`));
    const lines = days.map((day, id) => `${id};${day};5\n`).join('');
    const sent = await sendFile(app, owner.headers, `order_id;occurred_at;value\n${lines}`, {
      currency: 'USD',
    });
    expect(problemsOf(sent)).toEqual(days.map((_, at) => `body line ${at + 2} occurred_at not_a_time`));
  });

  it('lists `to` before `from` beside other problems, whose rows are not outside of that period', async () => {
    const late = { from: '2026-11-21', to: '2026-11-20' };
    const odd = { ...late, id_template: 'order' };
    const rows = [orderRow(1), orderRow(2, 'x')];
    expect(problemsOf(await create(app, owner, rows, odd))).toEqual([
      'body id_template value_error',
      'body to value_error',
      'body rows 1 value not_a_number',
    ]);
    expect(problemsOf(await create(app, owner, rows, late))).toEqual(['body to value_error', 'body rows 1 value not_a_number']);
    const file = 'order_id,occurred_at,value,currency\n1,2026-11-20,x,USD\n';
    expect(problemsOf(await sendFile(app, owner.headers, file, odd))).toEqual(['query id_template value_error', 'query to value_error']);
    expect(problemsOf(await sendFile(app, owner.headers, file, late))).toEqual(['query to value_error', 'body line 2 value not_a_number']);
    const misplaced = await app.reconciliation.createReconciliation({
      body: { ...late, rows },
      query: { time_zone: 'UTC' },
      headers: owner.headers,
    });
    expect(problemsOf(misplaced)).toEqual(['query time_zone extra_forbidden', 'body to value_error', 'body rows 1 value not_a_number']);
  });

  it.each([
    [-0.01, 'Must not be negative'],
    ['-0.01', 'Must not be negative'],
    [true, 'An amount expected, such as 0.01'],
    ['1,50', 'An amount expected, such as 0.01'],
    ['1000000000000', 'At most 12 digits before the point'],
    [1e12, 'At most 12 digits before the point'],
    [`0.${'1'.repeat(21)}`, 'At most 20 decimals'],
    [1e-21, 'At most 20 decimals'],
  ])('the problem of the tolerance %j names its cause', async (tolerance, msg) => {
    const { body } = await create(app, owner, [orderRow(1)], { tolerance } as object);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'tolerance'], msg }] });
  });

  it('takes a tolerance that a double would round', async () => {
    const response = await app.send(
      new Request('http://adtrail.local/api/v1/pixel/reconciliations', {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: `{"tolerance":0.01000000000000000001,"rows":[${JSON.stringify(orderRow(1))}]}`,
      }),
    );
    expect(response.status).toBe(202);
  });

  it('reads 25.000 as thousands in a file of a currency without decimals', async () => {
    const file = 'order_id,occurred_at,value,currency\n1,2026-11-20,25.000,CLP\n2,2026-11-20,7.990,CLP\n';
    const { body } = await sendFile(app, owner.headers, file);
    await app.work('reconciliation');
    const { values } = await read(app, owner, String(body.reconciliation_id));
    expect(values).toMatchObject([{ currency: 'CLP', shop_value: '32990.00' }]);
  });

  it('columns of rows are 422, and fail an uploaded JSON file', async () => {
    const columns = { order_id: 'Receipt' };
    expect(problemsOf(await create(app, owner, [orderRow(1)], { columns }))).toEqual(['body columns value_error']);
    const json = JSON.stringify({ rows: [orderRow(1)] });
    const sent = await sendFile(app, owner.headers, json, { columns: JSON.stringify(columns) });
    expect([sent.status, problemsOf(sent)]).toEqual([422, [expect.stringContaining('columns')]]);
    const upload_id = 'upload_0123456789abcdefABCDEF';
    app.world.objects.files.set(`uploads/${owner.id}/${upload_id}`, Buffer.from(json));
    const { reconciliation_id: id } = bodyOf(await create(app, owner, undefined, { upload_id, columns }));
    await app.work('reconciliation');
    expect(await read(app, owner, id)).toMatchObject({
      status: 'failed',
      problems: [{ field: 'columns', code: 'extra_forbidden' }],
    });
  });

  it('fails an uploaded file with its problems, and deletes the file', async () => {
    const upload_id = 'upload_0123456789abcdefABCDEF';
    const key = `uploads/${owner.id}/${upload_id}`;
    app.world.objects.files.set(key, Buffer.from('order_id,occurred_at,value,currency\n1,soon,5,USD\n'));
    const { reconciliation_id: id } = bodyOf(await create(app, owner, undefined, { upload_id }));
    await app.work('reconciliation');
    expect(await read(app, owner, id)).toMatchObject({
      status: 'failed',
      problem_count: 1,
      problems: [{ line: 2, field: 'occurred_at', code: 'not_a_time' }],
    });
    expect(app.world.objects.files.has(key)).toBe(false);
    const query = { category: 'ok' as const };
    const rows = await app.reconciliation.listReconciliationRows({
      params: { id },
      query,
      headers: owner.headers,
    });
    expect(rows).toMatchObject({ status: 409, body: { code: 'reconciliation_failed' } });
    expect((await create(app, owner, undefined, { upload_id })).status).toBe(422);
  });

  it('parallel equal requests are one reconciliation, and the eleventh of a day is 429', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(app, owner, [orderRow(1)])));
    expect(new Set(answers.map((answer) => bodyOf(answer).reconciliation_id)).size).toBe(1);
    for (let at = 2; at <= 10; at++) expect((await create(app, owner, [orderRow(at)])).status).toBe(202);
    expect((await create(app, owner, [orderRow(11)])).status).toBe(429);
    expect((await create(app, owner, [orderRow(1)])).status).toBe(202);
  });

  it('equal requests count once for the day while their reconciliation runs, and again after it', async () => {
    for (let at = 1; at <= 10; at++) {
      const [one, other] = [await create(app, owner, [orderRow(1)]), await create(app, owner, [orderRow(1)])];
      expect([one.status, other.status]).toEqual([202, 202]);
      expect(bodyOf(other).reconciliation_id).toBe(bodyOf(one).reconciliation_id);
      await app.work('reconciliation');
    }
    expect((await create(app, owner, [orderRow(1)])).status).toBe(429);
  });

  it("an account's reconciliations run one at a time, and delay no other account", async () => {
    const other = await newAdvertiser(app);
    for (let at = 0; at < 5; at++) await create(app, owner, [orderRow(at)]);
    const { reconciliation_id: id } = bodyOf(await create(app, other, [orderRow(1)]));
    await app.work('reconciliation');
    expect(await read(app, other, id)).toMatchObject({ status: 'completed' });
    const { headers } = owner;
    const all = bodyOf(await app.reconciliation.listReconciliations({ query: { limit: 3 }, headers }));
    expect(all.reconciliations.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const query = { limit: 3, cursor: all.next_cursor ?? '' };
    const rest = bodyOf(await app.reconciliation.listReconciliations({ query, headers }));
    expect(rest).toMatchObject({ reconciliations: [{ orders: 1 }, { orders: 1 }], next_cursor: null });
  });
});

describe('who may call', () => {
  it('another account, a key and the other environment see nothing', async () => {
    const { reconciliation_id: id } = await reconciled(app, owner, [orderRow(1)]);
    const eve = await newUser(app);
    const readBy = (headers: Record<string, string>, query = {}) =>
      app.reconciliation.readReconciliation({ params: { id }, query, headers });
    expect((await readBy(eve.headers)).status).toBe(404);
    expect((await readBy(owner.key)).status).toBe(401);
    expect((await readBy(owner.headers, { environment: 'test' })).status).toBe(404);
    const test = await reconciled(app, owner, [orderRow(1)], { environment: 'test' });
    expect(test).toMatchObject({ environment: 'test', categories: { missing: 1 } });
  });

  it('a linked manager reconciles for a client, and a stranger is 403', async () => {
    const eve = await newUser(app);
    const query = { client_user_id: String(owner.id) } as object;
    const body = { rows: [orderRow(1)] };
    const answer = await app.reconciliation.createReconciliation({ body, query, headers: eve.headers });
    expect(answer.status).toBe(403);
  });
});

describe('what a reconciliation says', () => {
  it('rejected orders have the reason of their newest attempt, and rules exclude orders', async () => {
    const headers = owner.headers;
    const rules = { excluded_statuses: ['Draft'], excluded_channels: ['POS'], exclude_tests: true };
    bodyOf(
      await app.reconciliation.changeReconciliationRules({
        body: { ...rules, coverage_bound: 0.5 },
        headers,
      }),
    );
    await app.conversions.sendConversion({
      body: { ...sentOrder(1), svc_click_id: 's_1', currency: 'DOLLAR' },
      headers: owner.key,
    });
    await app.settle();
    const done = await reconciled(app, owner, [
      orderRow(1),
      orderRow(2, 20, { status: 'draft' }),
      orderRow(3, 20, { channel: 'pos' }),
      orderRow(4, 20, { test: true }),
      orderRow(5, 20, { status: 'pending' }),
    ]);
    expect(done).toMatchObject({
      orders: 5,
      excluded: 4,
      arrived: 0,
      coverage: 0,
      categories: { excluded: 3, unclear_status: 1, rejected: 1, missing: 0 },
      by_sales_channel: [
        { name: null, orders: 4 },
        { name: 'pos', orders: 1 },
      ],
      findings: [{ code: 'orders_rejected' }, { code: 'statuses_unclear', facts: { orders: 1 } }],
    });
    const query = { category: 'rejected' as const };
    const params = { id: done.reconciliation_id };
    const { rows } = bodyOf(await app.reconciliation.listReconciliationRows({ params, query, headers }));
    expect(rows).toMatchObject([{ order_id: '1', reason: 'validation_failed', difference: '20.00' }]);
  });

  it('events inside the period without an order are extra, and rows come in pages and as a file', async () => {
    await sendAll(
      app,
      owner,
      [1, 2, 3, 4, 5].map((id) => sentOrder(id)),
    );
    const period = { from: '2026-11-17', to: '2026-11-22', window_hours: 24 };
    const done = await reconciled(app, owner, [orderRow(1), orderRow('=2', 20)], period);
    const id = done.reconciliation_id;
    expect(done.categories).toMatchObject({ unattributed: 1, missing: 1, extra: 4 });
    expect(await orderIds(app, owner, id, 'extra')).toEqual([2, 3, 4, 5].map((at) => `order_created:${at}`));
    const list = (query: object) =>
      app.reconciliation.listReconciliationRows({
        params: { id },
        query: { category: 'extra', ...query },
        headers: owner.headers,
      });
    const first = bodyOf(await list({ limit: 3 }));
    const next = bodyOf(await list({ limit: 3, cursor: first.next_cursor }));
    expect([first.rows.length, next.rows.length, next.next_cursor, next.total]).toEqual([3, 1, null, 4]);
    const file = await list({ category: 'missing', format: 'csv' });
    expect(String(file.body)).toContain("'=2,order_created:=2,2026-11-20T10:00:00.000Z,20.00,USD,paid");
    let cursor: string | null = '';
    for (const [from, to] of [
      [0, 3],
      [3, 4],
    ]) {
      const page = await list({ limit: 3, format: 'csv', ...(cursor && { cursor }) });
      const lines = String(page.body).trimEnd().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',')[1])).toEqual([2, 3, 4, 5].slice(from, to).map((at) => `order_created:${at}`));
      expect([page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
        'text/csv; charset=utf-8',
        'attachment; filename="orders-extra.csv"',
      ]);
      cursor = page.headers.get('x-next-cursor');
    }
    expect(cursor).toBeNull();
  });

  it('the rows of each category add up to its values, in the list and in the file, with doubles and adjustments', async () => {
    const ofAd = { svc_click_id: await owner.click() };
    const purchase = (id: number, value: string, more = {}) =>
      sentOrder(id, value, {
        event_type: 'purchase_completed',
        event_id: `purchase_completed:${id}`,
        ...ofAd,
        ...more,
      });
    const eur = { currency: 'EUR', occurred_at: '2026-11-20T11:00:00Z' };
    await sendAll(app, owner, [
      sentOrder(1, '20.00', ofAd),
      purchase(1, '20.00'),
      sentOrder(2, '33.00', { ...ofAd, ...eur }),
      purchase(2, '33.00', eur),
      sentOrder(3, '31.50', eur),
      sentOrder(4, '18.50'),
      sentOrder(5),
      sentOrder(6),
      sentOrder(7, '3.00', { occurred_at: '2026-11-19T10:00:00Z' }),
    ]);
    for (const [event_id, net_value] of [
      ['purchase_completed:1', '14.00'],
      ['order_created:4', '17.25'],
    ] as const)
      bodyOf(
        await app.adjustments.adjustEvent({
          params: { event_id },
          query: {},
          headers: owner.headers,
          body: { net_value, reason: 'refund' },
        }),
      );
    await app.settle();
    const rules = { excluded_statuses: ['draft'], excluded_channels: [], exclude_tests: true };
    const body = { ...rules, coverage_bound: 0.5 };
    bodyOf(await app.reconciliation.changeReconciliationRules({ body, headers: owner.headers }));
    const done = await reconciled(
      app,
      owner,
      [
        orderRow(1, '20.00', { channel: 'web' }),
        orderRow(2),
        orderRow(3),
        orderRow(4),
        orderRow(8),
        orderRow(5, '20.00', { status: 'draft' }),
        orderRow(6),
      ],
      { from: '2026-11-18', to: '2026-11-21', window_hours: 0 },
    );
    expect(done.categories).toMatchObject({
      excluded: 1,
      doubled: 2,
      missing: 1,
      currency_differs: 1,
      value_differs: 1,
      unattributed: 1,
      extra: 1,
    });
    const differences: Record<string, (string | null)[]> = {};
    for (const { category, values } of done.by_category) {
      const list = (more: object) =>
        app.reconciliation.listReconciliationRows({
          params: { id: done.reconciliation_id },
          query: { category, ...more },
          headers: owner.headers,
        });
      const { rows } = bodyOf(await list({}));
      differences[category] = rows.map(({ difference }) => difference);
      const sums = new Map<string, { shop: number; adtrail: number }>();
      const add = (currency: string | null, name: 'shop' | 'adtrail', value: string | null) => {
        if (currency === null) return;
        const sum = sums.get(currency) ?? { shop: 0, adtrail: 0 };
        sums.set(currency, { ...sum, [name]: sum[name] + Number(value) });
      };
      for (const row of rows) {
        add(row.currency, 'shop', row.value);
        for (const event of [row.event ?? [], row.doubles].flat()) add(event.currency, 'adtrail', event.net_value);
      }
      expect({ category, sums: [...sums].sort() }).toEqual({
        category,
        sums: values.map(({ currency, shop_value, adtrail_value }) => [
          currency,
          { shop: Number(shop_value), adtrail: Number(adtrail_value) },
        ]),
      });
      const [head = '', ...lines] = String((await list({ format: 'csv' })).body)
        .trimEnd()
        .split('\r\n');
      const file = lines.map((line) => {
        const cells = line.split(',');
        return Object.fromEntries(head.split(',').map((name, at) => [name, cells[at]]));
      });
      const expected = rows.map(({ event, doubles, ...order }) => ({
        ...order,
        doubles: doubles.map(({ event_id }) => event_id).join(' '),
        channel: event?.channel,
        pixel_key: event?.pixel_key,
        event_type: event?.event_type,
        event_value: event?.value,
        event_net_value: event?.net_value,
        event_currency: event?.currency,
        event_occurred_at: event?.occurred_at,
      }));
      const textsOf = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]));
      expect(file).toEqual(expected.map(textsOf));
    }
    expect(differences).toMatchObject({
      doubled: ['-14.00', null],
      currency_differs: [null],
      value_differs: ['2.75'],
      excluded: ['0.00'],
      missing: ['20.00'],
      unattributed: ['0.00'],
      extra: ['-3.00'],
    });
  });

  it('the days of a reconciliation are those of its first and last order in the zone of the shop', async () => {
    const rows = ['2026-11-19T20:00:00Z', '2026-11-20T20:00:00Z'].map((occurred_at, at) => orderRow(at, '20.00', { occurred_at }));
    for (const [time_zone, from, to] of [
      ['Asia/Kolkata', '2026-11-20', '2026-11-21'],
      ['UTC', '2026-11-19', '2026-11-20'],
    ] as const)
      expect(await reconciled(app, owner, rows, { time_zone })).toMatchObject({ time_zone, from, to });
  });

  it('the same file twice has equal figures, and its rows in another order, too', async () => {
    await sendAll(app, owner, [sentOrder(1), sentOrder(2, 15)]);
    const rows = [orderRow(1), orderRow(2), orderRow(3)];
    const figuresOf = async (some: typeof rows) => {
      const { reconciliation_id: _, status_url: __, created_at: ___, ...rest } = await reconciled(app, owner, some);
      return { ...rest, completed_at: null };
    };
    const first = await figuresOf(rows);
    expect(await figuresOf(rows)).toEqual(first);
    expect(await figuresOf(rows.toReversed())).toEqual(first);
  });
});

it('reconciliation.coverage_low is sent with an e-mail, once for a live file of at least 20 orders', async () => {
  const subscribed = await subscriber(app);
  const headers = await app.signIn(subscribed.id);
  const rows = (count: number) => Array.from({ length: count }, (_, at) => orderRow(at));
  const low = await reconciled(app, { headers }, rows(20));
  await reconciled(app, { headers }, rows(19));
  await app.work('reconciliation');
  await run(app);
  const events = verified(app, subscribed.endpoint.secret).filter(({ type }) => type === 'reconciliation.coverage_low');
  expect(events.map(({ data }) => data)).toEqual([
    {
      reconciliation_id: low.reconciliation_id,
      from: '2026-11-20',
      to: '2026-11-20',
      orders: 20,
      arrived: 0,
      missing: 20,
      rejected: 0,
      coverage: 0,
      bound: 0.9,
    },
  ]);
  const mails = mailsTo(app, subscribed.email).filter(({ subject }) => subject.startsWith('Only '));
  expect(mails.map(({ subject }) => subject)).toEqual(['Only 0 % of your orders arrived']);
  expect(low.findings).toMatchObject([{ code: 'coverage_low', severity: 'critical' }]);
  const later = await reconciled(app, { headers }, rows(21));
  await run(app);
  const last = verified(app, subscribed.endpoint.secret).at(-1);
  expect(last?.data).toMatchObject({ reconciliation_id: later.reconciliation_id, orders: 21 });
  expect(mailsTo(app, subscribed.email).filter(({ subject }) => subject.startsWith('Only '))).toHaveLength(2);
});

itRefusesUnknownIds('reconciliation', () => app, ['closeReconciliationMonth', 'reopenReconciliationMonth']);
