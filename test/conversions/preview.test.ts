import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});

const send = async (event: object, headers: Record<string, string> = advertiser.key) => {
  const body = { event_type: 'order_created', value: 5, ...event } as never;
  return app.conversions.sendConversion({ body, headers });
};
const previewOf = (event: object, headers?: Record<string, string>) => send({ ...event, validate_only: true }, headers);
const would = (match: boolean, duplicate: boolean, count: boolean) => ({
  validate_only: true,
  would_match: match,
  would_duplicate: duplicate,
  would_count: count,
});

describe('validate_only of one event', () => {
  it('a preview predicts the answer of each outcome, and no preview is stored', async () => {
    const svc_click_id = await advertiser.click();
    const organic = await advertiser.click('ref=newsletter');
    const cases: [object, Record<string, boolean>][] = [
      [{ event_id: 'p1', svc_click_id }, would(true, false, true)],
      [{ event_id: 'p2', svc_click_id, event_type: 'items_added' }, would(true, false, false)],
      [{ event_id: 'p3', svc_click_id: 's_unknown' }, would(false, false, false)],
      [{ event_id: 'p4', svc_click_id: organic }, would(false, false, false)],
    ];
    for (const [event, expected] of cases) {
      const previews = [await previewOf(event), await previewOf(event)];
      for (const { status, body } of previews) expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
      const { body } = await send(event);
      expect(body).toMatchObject({ matched: expected.would_match, duplicate: false });
      expect(body).not.toHaveProperty('would_match');
      const repeated = await previewOf(event);
      const matched = expected.would_match === true;
      expect(repeated).toMatchObject({
        status: 200,
        body: { ...would(matched, true, false), duplicate: true },
      });
    }
  });

  it('a preview of a click or an event of somebody else is refused as the event itself', async () => {
    const other = await newAdvertiser(app);
    const foreign = { event_id: 'p5', svc_click_id: await other.click() };
    expect(await previewOf(foreign)).toMatchObject({ status: 403, body: { code: 'click_id_out_of_scope' } });
    expect(await previewOf(foreign, other.key)).toMatchObject({
      status: 200,
      body: would(true, false, true),
    });
  });
});
