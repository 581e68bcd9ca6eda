import { createHash } from 'node:crypto';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { clickCases } from '../../click-cases.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let next = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  await app.keys.changeSettings({
    query: {},
    body: { identity_attribution: 'answer' },
    headers: advertiser.headers,
  });
});

type Answer = {
  status: number;
  reason?: string;
  session_id?: string;
  event_id?: string;
  duplicate?: boolean;
  warnings?: { code: string; fields: string[] }[];
  error?: { detail?: { loc: (string | number)[]; msg: string }[] };
};
const event = (more: object = {}) => ({ event_type: 'order_created', event_id: `id-${++next}`, ...more });
const single = async (more: object): Promise<Answer> => {
  const body = event({ svc_click_id: 's_none', ...more });
  const answer = await app.conversions.sendConversion({ body, headers: advertiser.key } as never);
  return { ...(answer.body as object), status: answer.status };
};
const batch = async (more: object): Promise<Answer> => {
  const body = { events: [event(more)] };
  const answer = await app.conversions.sendConversion({ body, headers: advertiser.key } as never);
  return (answer.body as unknown as { results: Answer[] }).results[0] as Answer;
};
const channel = async ({ event_id, ...more }: { event_id?: string; [name: string]: unknown }) => {
  const item = { id: event_id ?? `id-${++next}`, type: 'order_created', data: more };
  const answer = await app.conversions.sendConversion({
    body: { events: [item] },
    headers: advertiser.key,
  } as never);
  return (answer.body as unknown as { results: Answer[] }).results[0] as Answer;
};
const forms = { single, batch, channel };
const codes = ({ warnings = [] }: Answer) => warnings.map(({ code, fields }) => [code, ...fields]);

describe('a changed click ID', () => {
  it.each(Object.entries(forms))('a changed click ID is found in every shared case: %s', async (_, send) => {
    const sid = await advertiser.click();
    for (const { name, value, click } of clickCases.values) {
      const answer = await send({ svc_click_id: value.replaceAll(click, sid) });
      expect([name, answer.status, answer.session_id]).toEqual([name, 200, sid]);
    }
  });

  it('the newest of two clicks in a whole Cookie header counts, and a foreign cookie has none', async () => {
    const [sid, old] = [await advertiser.click(), await advertiser.click('svc_campaign=old')];
    const [first, second] = clickCases.headers.filter(({ name }) => name.startsWith('two of one name, the newest'));
    for (const { header = '', click = '' } of [first, second].map((one) => ({
      ...one,
      click: one?.click ?? '',
    }))) {
      const sent = header.replaceAll(click, sid).replaceAll(`s_${'OldClick00'.repeat(2)}cd`, old);
      expect(await single({ svc_click_id: sent })).toMatchObject({ status: 200, session_id: sid });
    }
    expect(await single({ svc_click_id: `other=${sid}; x=1` })).toMatchObject({
      status: 202,
      reason: 'unreadable_svc_click_id',
    });
  });
});

describe('an unreadable click ID', () => {
  it.each(Object.entries(forms))('an unreadable click ID is accepted and reported, in every shared case: %s', async (_, send) => {
    for (const { name, value, reason: expected = 'unreadable_svc_click_id' } of clickCases.unreadable) {
      const { status, reason } = await send({ svc_click_id: value });
      expect([name, status, reason]).toEqual([name, 202, expected]);
    }
  });

  it('a repeat of an unreadable click ID is no other event, and receipt and log keep its reason', async () => {
    const svc_click_id = `{"cut":"${'x'.repeat(3000)}`;
    const body = event({ svc_click_id });
    expect(await single(body)).toMatchObject({ status: 202, reason: 'unreadable_svc_click_id' });
    expect(await single(body)).toMatchObject({
      status: 200,
      duplicate: true,
      reason: 'unreadable_svc_click_id',
    });
    expect((await single(body)).warnings).toBeUndefined();
    const { event_id } = body as unknown as { event_id: string };
    const receipt = await app.events.readConversion({
      params: { event_id },
      query: {},
      headers: advertiser.headers,
    });
    expect(receipt.body).toMatchObject({ matched: false, reason: 'unreadable_svc_click_id' });
  });

  it('an event with an unreadable click ID is attributed to the last click of its user', async () => {
    await single({ svc_click_id: await advertiser.click(), external_user_id: 'known-user' });
    await app.settle();
    expect(await single({ svc_click_id: '{"cut', external_user_id: 'known-user' })).toMatchObject({
      status: 200,
      campaign: 'spring',
    });
  });

  it("an unknown click ID, and a network's click ID, are not unreadable", async () => {
    for (const svc_click_id of ['s_unknown', 'gclid:Cj0K"x', 'abc-DEF_1.2~3'])
      expect(await single({ svc_click_id })).toMatchObject({ status: 202, reason: 'unknown_svc_click_id' });
  });
});

describe('a placeholder for a user', () => {
  const placeholders = [
    '',
    ' ',
    '0',
    '-1',
    'null',
    'NULL',
    'undefined',
    'none',
    'None',
    'nil',
    'NaN',
    'n/a',
    'N/A',
    'guest',
    'Guest',
    ' anonymous ',
    '[object Object]',
    '[object Promise]',
    '-',
    '00000000-0000-0000-0000-000000000000',
  ];
  it.each(Object.entries(forms))('a placeholder for a user links no user and causes a warning: %s', async (_, send) => {
    const sid = await advertiser.click();
    for (const external_user_id of placeholders) {
      const first = await send({ svc_click_id: sid, external_user_id });
      expect([external_user_id, first.status, codes(first)]).toEqual([
        external_user_id,
        200,
        [['placeholder_ignored', 'external_user_id']],
      ]);
    }
    await app.settle();
    for (const external_user_id of placeholders) {
      const { status, reason } = await send({ svc_click_id: 's_none', external_user_id });
      expect([external_user_id, status, reason]).toEqual([external_user_id, 202, 'unknown_svc_click_id']);
    }
  });

  it('a hashed placeholder is recognized in lower and upper case', async () => {
    const sid = await advertiser.click();
    for (const word of ['', 'null', 'None', 'guest', '0', '-1', '[object Object]', 'NaN']) {
      const hash = createHash('sha256').update(word).digest('hex');
      for (const external_ids_sha256 of [[hash], [hash.toUpperCase()]]) {
        const item = { svc_click_id: sid, user: { external_ids_sha256 } };
        expect(codes(await batch(item))).toEqual([['placeholder_ignored', 'external_user_id']]);
      }
      expect(codes(await single({ svc_click_id: sid, external_user_id: `sha256:${hash}` }))).toEqual([
        ['placeholder_ignored', 'external_user_id'],
      ]);
    }
  });

  it('the pixel links no placeholder either', async () => {
    const sid = await advertiser.click();
    const identify = (external_user_id: string) =>
      app.pixel.identify({ body: { key: advertiser.pixelKey, sid, external_user_id } } as never);
    for (const placeholder of placeholders)
      expect(await identify(placeholder)).toMatchObject({
        status: 202,
        body: { warnings: [{ code: 'placeholder_ignored', fields: ['external_user_id'] }] },
      });
    expect((await identify(' real-user ')).body).toEqual({ accepted: true });
    await app.settle();
    expect(await single({ external_user_id: 'guest' })).toMatchObject({ reason: 'unknown_svc_click_id' });
    expect(await single({ external_user_id: 'real-user' })).toMatchObject({
      status: 200,
      campaign: 'spring',
    });
  });

  it('a placeholder leaves the user of another place of a batch item', async () => {
    await single({ svc_click_id: await advertiser.click(), external_user_id: 'sign-up-7' });
    await app.settle();
    expect(await batch({ external_user_id: '', data: { external_user_id: 'sign-up-7' } })).toMatchObject({
      status: 200,
      campaign: 'spring',
    });
  });

  it('these IDs are no placeholders', async () => {
    for (const external_user_id of ['guest-17', 'null@1', '00', 'nonesuch', '10'])
      expect(codes(await single({ external_user_id }))).toEqual([]);
  });
});

describe('an ID', () => {
  it('an ID is trimmed alike in every form, so it is the same event and the same user', async () => {
    const sid = await advertiser.click();
    const event_id = `trim-${++next}`;
    const sent = [event_id, ` ${event_id}`, `${event_id}\t`, `\n ${event_id} \r\n`];
    const answers: Answer[] = [];
    for (const send of Object.values(forms)) for (const id of sent) answers.push(await send({ event_id: id, svc_click_id: ` ${sid}\n` }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((one) => one.event_id))).toEqual(new Set([event_id]));
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    await single({ svc_click_id: sid, external_user_id: 'trimmed-user ' });
    await app.settle();
    for (const send of Object.values(forms))
      expect(await send({ svc_click_id: 's_none', external_user_id: ' trimmed-user\n' })).toMatchObject({
        status: 200,
      });
  });

  it('an ID of blanks is refused in every form', async () => {
    for (const send of Object.values(forms)) expect((await send({ event_id: ' \t' })).status).toBe(422);
  });

  it.each([
    'order_created:undefined',
    'order_created::7',
    'order_created:None',
    'order_created:[object Object]',
    'order_created:00000000-0000-0000-0000-000000000000',
    'null',
  ])('an ID with a missing part causes a warning: %s', async (event_id) => {
    for (const send of Object.values(forms)) expect(codes(await send({ event_id }))[0]).toEqual(['placeholder_suspected', 'event_id']);
  });
});

describe('surplus or ambiguous fields', () => {
  const problems = ({ error }: Answer) => (error?.detail ?? []).map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`);
  it('a batch refuses two IDs, two types, and invalid data', async () => {
    expect(problems(await batch({ id: 'another' }))).toEqual(['event_id: Sent twice, and not the same']);
    expect(problems(await batch({ type: 'signup_completed' }))).toEqual(['event_type: Sent twice, and not the same']);
    expect(problems(await batch({ data: 'x' }))).toEqual(['data: Input should be a JSON object']);
    const same = event();
    expect(await batch({ ...same, id: ` ${same.event_id}`, type: 'Order-Created' })).toMatchObject({
      status: 202,
    });
  });

  it('an unread amount is refused, because the sale would be 0', async () => {
    const message = 'amount: Send `value` in units of the currency, or in a batch `data.amount` in minor units';
    expect(problems(await batch({ amount: 2599 }))).toEqual([message]);
    const answer = await app.conversions.sendConversion({
      body: event({ svc_click_id: 's_none', amount: 2599 }),
      headers: advertiser.key,
    } as never);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain('data.amount');
    expect(await single({ amount: 2599, value: 25.99 })).toMatchObject({ status: 202 });
  });
});

it('an erasure covers IDs with any surrounding blanks, also in earlier events', async () => {
  const sid = await advertiser.click();
  await single({ event_id: 'erase-1', svc_click_id: sid, external_user_id: ' erased-user ' });
  await app.settle();
  const { body } = await app.privacy.erase({
    body: { external_user_id: '  erased-user' },
    headers: advertiser.headers,
  });
  expect(body).toMatchObject({ erased_events: 1 });
});
