import { rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, copiesIn, factsOfClick } from './scene.ts';

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const put = (rules: unknown, headers = owner.headers, by = app) => by.clicks.changeChannelRules({ body: { rules } as never, headers });
const read = async (headers = owner.headers) => {
  const answer = await app.clicks.readChannelRules({ query: {}, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const compare = { id: 'compare', host: 'Compare.Example', channel: 'affiliate' };
const radio = { id: 'radio', source: 'Radio', campaign_prefix: 'spring', channel: 'audio' };
const click = (query: string, referrer?: string, key = owner.pixelKey) =>
  factsOfClick(app, key, { url: `https://shop.example/${query}`, ...(referrer && { referrer }) });

describe('channel rules of an account', () => {
  it('channel rules of an account are empty at first and precede the default rules and their version', async () => {
    const rules = await read();
    expect(rules).toMatchObject({ version: 0, rules: [], list: { version: rulesVersion } });
    expect(rules.default_rules.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(rules.default_rules.find(({ id }) => id === 'paid_medium')?.channels).toContainEqual({
      channel: 'paid_search',
      paid: true,
    });
  });

  it('channel rules of an account precede the default rules, in their order, for later clicks', async () => {
    expect((await click('?gclid=a', 'https://www.compare.example/shoes')).channel).toBe('paid_search');
    expect(await put([compare, radio])).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await click('?gclid=a', 'https://www.compare.example/shoes')).toMatchObject({
      channel: 'affiliate',
      paid: false,
      rule: 'account.compare@1',
    });
    expect(await click('?utm_source=RADIO&utm_campaign=Spring_1')).toMatchObject({
      channel: 'audio',
      rule: 'account.radio@1',
    });
    expect(await click('?utm_source=radio&utm_campaign=autumn')).toMatchObject({ channel: 'other_campaign' });
    await put([]);
    expect((await click('?gclid=a', 'https://compare.example/')).rule).toBe(`search_click_id@${rulesVersion}`);
    expect(await read()).toMatchObject({ version: 2, rules: [] });
  });

  it('channel rules of an account apply to every public key of the account, also to later keys', async () => {
    const test = await owner.issue({ name: 'T', kind: 'public', environment: 'test' });
    await put([compare]);
    const later = await owner.issue({ name: 'L', kind: 'public', environment: 'live' });
    for (const key of [owner.pixelKey, String(test.key), String(later.key)])
      expect((await click('', 'https://compare.example/', key)).rule).toBe('account.compare@1');
    const other = await newAdvertiser(app);
    expect((await click('', 'https://compare.example/', other.pixelKey)).channel).toBe('referral');
    expect((await read(other.headers)).rules).toEqual([]);
  });

  it('rules hold from the time that their change names, in every process and without a further read of a click', async () => {
    const other = await startApp(app.world);
    const clickThere = async () => {
      const url = 'https://shop.example/?utm_source=radio&utm_campaign=spring';
      const { body } = await other.pixel.createSession({ body: { key: owner.pixelKey, url } });
      return (await storedIn(app.world).click((body as { sid: string }).sid))?.facts?.channel;
    };
    expect(await clickThere()).toBe('other_campaign');
    const { body } = await put([radio]);
    const { holds_from } = body as { holds_from: string };
    const waitMs = Date.parse(holds_from) - app.world.clock.now;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    app.world.clock.now += waitMs;
    other.calls.length = 0;
    expect(await clickThere()).toBe('audio');
    const reads = other.calls.filter(({ operation }) => operation === 'GetItem').length;
    other.calls.length = 0;
    await clickThere();
    expect(other.calls.filter(({ operation }) => operation === 'GetItem').length).toBeLessThan(reads);
    const traffic = await app.clicks.changeTrafficRules({
      body: { staff_networks: ['203.0.113.0/24'] },
      headers: owner.headers,
    });
    expect(traffic.body).toMatchObject({ holds_from: new Date(app.world.clock.now + waitMs).toISOString() });
  });

  it('channel rules of an account that are sent again change neither version nor log', async () => {
    await put([compare, radio]);
    const { last_application: _, ...first } = await read();
    expect(await put([{ channel: 'affiliate', host: 'compare.example', id: 'compare' }, radio])).toMatchObject({ body: first });
    await app.settle();
    const log = await app.activity.listActivity({ query: {}, headers: owner.headers });
    if (log.status !== 200) throw new Error('no log');
    const acts = log.body.entries.filter(({ type }) => type === 'channel_rules_changed');
    expect(acts).toMatchObject([{ details: { version: 1, rules: 2 } }]);
  });

  it('channel rules of an account are refused with every problem at once', async () => {
    const answer = await put([
      { id: 'Not A Name', host: 'no host', channel: 'affiliate' },
      { id: 'empty', channel: 'sms' },
      { id: 'b', source: 's', channel: 'unknown', page: '/x' },
    ]);
    expect(answer.status).toBe(422);
    const places = (answer.body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join('.'));
    for (const place of ['rules.0.id', 'rules.0.host', 'rules.2.channel', 'rules.2.page']) expect(places).toContain(`body.${place}`);
    expect((await put([{ id: 'empty', channel: 'sms' }])).status).toBe(422);
    expect((await put([compare, compare])).status).toBe(422);
    expect((await put(Array.from({ length: 51 }, (_, at) => ({ ...compare, id: `r${at}` })))).status).toBe(422);
    expect((await app.clicks.changeChannelRules({ body: { rules: [] } })).status).toBe(401);
  });

  it('parallel changes of channel rules leave the last change on every key', async () => {
    const rules = Array.from({ length: 6 }, (_, at) => ({ ...compare, id: `rule_${at}` }));
    const issue = () => owner.issue({ name: 'K', kind: 'public', environment: 'live' });
    await Promise.all(rules.flatMap((rule) => [put([rule]), issue()]));
    const { version, rules: stored } = await read();
    expect(version).toBe(rules.length);
    const copies = await copiesIn(app.world);
    expect(copies).toHaveLength(rules.length + 1);
    for (const copy of copies) expect(copy).toMatchObject({ revision: version, channelRules: [{ id: stored[0]?.id }] });
  });

  it("a linked manager can change channel rules, and the log has the manager's name", async () => {
    const manager = await newUser(app);
    const query = { client_user_id: owner.id };
    const change = () => app.clicks.changeChannelRules({ query, body: { rules: [radio as never] }, headers: manager.headers });
    expect((await change()).status).toBe(403);
    await app.operators.linkManagedClient({
      body: { manager_user_id: manager.id, client_user_id: owner.id },
      headers: operator,
    });
    expect((await change()).status).toBe(200);
    expect((await read()).rules).toHaveLength(1);
    await app.settle();
    const log = await app.activity.listActivity({ query: {}, headers: owner.headers });
    expect(JSON.stringify(log.body)).toContain(`"id":"${manager.id}"`);
  });
});

describe('the preview of a link', () => {
  const preview = async (url: string, referrer?: string) => {
    const query = { url, ...(referrer && { referrer }) };
    const answer = await app.clicks.previewChannel({ query, headers: owner.headers });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };

  it("the preview of a link returns the channel, its rule and the read values, by the account's rules", async () => {
    expect(await preview('https://shop.example/?oppref=x&amp;utm_source=chatgpt.com')).toEqual({
      channel: 'assistant_paid',
      paid: true,
      rule: `assistant_click_id@${rulesVersion}`,
      source: 'chatgpt.com',
      medium: '',
      campaign: '',
      referrer_host: '',
      network_click_ids: ['oppref'],
      link_fault: null,
    });
    expect(await preview('https://shop.example/', 'https://chatgpt.com/c/1')).toMatchObject({
      channel: 'assistant_organic',
      referrer_host: 'chatgpt.com',
    });
    await put([compare]);
    expect(await preview('https://shop.example/', 'https://compare.example/')).toMatchObject({
      rule: 'account.compare@1',
    });
  });

  it('the preview of a link is the result of a click with this link', async () => {
    await put([radio]);
    for (const rest of [
      '?utm_source=radio&utm_campaign=spring',
      '?fbclid=a',
      '?gad_source=1&gad_campaignid=22555',
      '#/?gclid=b',
      '?utm_medium=email',
    ])
      expect((await preview(`https://shop.example/${rest}`)).rule).toBe((await click(rest)).rule);
  });

  it('the preview of a link refuses an invalid address', async () => {
    const answer = await app.clicks.previewChannel({ query: { url: 'shop' }, headers: owner.headers });
    expect(answer.status).toBe(422);
  });
});
