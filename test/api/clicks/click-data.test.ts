import { gunzipSync } from 'node:zlib';
import { keyOf } from '#shared/conversions/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { type Advertiser, phone } from './scene.ts';

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const landing = 'https://shop.example/shoes?svc_campaign=spring&utm_source=google&utm_medium=cpc&utm_term=blue&utm_content=a1';
async function click(): Promise<string> {
  const answer = await app.pixel.createSession({
    body: { key: owner.pixelKey, url: landing, referrer: 'https://www.google.com/' },
    headers: { 'user-agent': phone },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.sid;
}
const table = () => tableAt(`${app.world.prefix}attribution`, testDynamo());

describe('an erasure', () => {
  it("an erasure leaves a click's channel, device and verdict, and nothing of its origin", async () => {
    const sid = await click();
    expect((await storedIn(app.world).click(sid))?.facts).toHaveProperty('network');
    const answer = await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
    expect(answer.status).toBeLessThan(300);
    await app.work('erasure');
    const stored = await storedIn(app.world).click(sid);
    expect(stored).toMatchObject({ erasedAt: expect.any(String), landingPage: '' });
    expect(stored?.facts).toEqual({
      channel: 'paid_search',
      paid: true,
      rule: expect.stringMatching(/^paid_medium@/),
      device: 'mobile',
      traffic: 'human',
      hasOwnCampaign: true,
    });
  });

  it('an erasure also covers a click from before facts were stored', async () => {
    const sid = await click();
    await table().update({ key: keyOf.click(sid), update: 'REMOVE facts' });
    await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
    await app.work('erasure');
    const stored = await storedIn(app.world).click(sid);
    expect(stored).toHaveProperty('erasedAt');
    expect(stored).not.toHaveProperty('facts');
  });
});

describe('an account export', () => {
  it("an account export has the sources of clicks and the account's rules, including fields named source", async () => {
    const scene = sceneOf(app);
    const sid = await click();
    await scene.send(owner, { event_id: 'e1', svc_click_id: sid });
    await app.clicks.changeChannelRules({
      body: { rules: [{ id: 'radio', source: 'radio', channel: 'audio' }] },
      headers: owner.headers,
    });
    await app.clicks.changeTrafficRules({
      body: { staff_networks: ['203.0.113.0/24'] },
      headers: owner.headers,
    });
    await app.settle();
    const answer = await app.privacy.exportAccount({ headers: owner.headers });
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
    await app.work('export');
    const file = app.world.objects.files.get(`exports/${owner.id}/${answer.body.export_id}.ndjson.gz`);
    const lines = gunzipSync(file ?? Buffer.alloc(0))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines.find(({ record }) => record === 'event')).toMatchObject({
      event_id: 'e1',
      channel: 'paid_search',
      click: { source: 'google', medium: 'cpc', term: 'blue', content: 'a1', referrer_host: 'google.com' },
    });
    const settings = lines.filter(({ record }) => record === 'settings');
    expect(settings).toContainEqual(
      expect.objectContaining({
        channelRules: [{ id: 'radio', source: 'radio', channel: 'audio' }],
        staffNetworks: ['203.0.113.0/24'],
      }),
    );
    expect(JSON.stringify(lines)).not.toContain(String((await storedIn(app.world).click(sid))?.facts?.network));
  });
});
