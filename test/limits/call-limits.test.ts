import { minutes } from '#shared/values/durations.ts';
import { campaign, sendRows } from '#test/api/spend/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

describe('a limit of calls', () => {
  it('600 reports a minute are answered for a read-only key, refused calls count, and the owner has a limit of its own', async () => {
    const app = await startApp(await newWorld());
    const owner = await newAdvertiser(app);
    const { key } = await owner.issue({ name: 'Sheet', kind: 'read', environment: 'live' } as never);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (query: object = {}) => app.reports.reportFunnel({ query: query as never, headers });
    for (let at = 0; at < 300; at++) {
      expect((await ask()).status).toBe(200);
      expect((await ask({ from: 'x' })).status).toBe(422);
    }
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('ratelimit-policy')).toBe('"reports";q=600;w=60');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.reports.reportConversionsCsv({ query: {}, headers })).status).toBe(429);
    const own = await app.reports.reportFunnel({ query: {}, headers: owner.headers });
    expect([own.status, own.headers.get('ratelimit')]).toEqual([200, '"reports";r=599;t=60']);
    app.world.clock.now += minutes(1);
    expect((await ask()).status).toBe(200);
  });

  it('files and rows count together whether they are accepted, refused or tried, and the next is 429 before it is read', async () => {
    const app = await startApp(await newWorld());
    const owner = await newAdvertiser(app);
    const file = (path: string, body: string, type = 'text/csv') =>
      app.send(
        new Request(`http://adtrail.local/api/v1${path}`, {
          method: 'POST',
          body,
          headers: { ...owner.headers, 'content-type': type },
        }),
      );
    const kinds = [
      () => file('/spend/imports?network=meta&currency=USD&dry_run=true', 'x,x\n'),
      () => file('/pixel/reconciliations', 'x,x\n'),
      () => file('/pixel/adjustments', 'x,x\n'),
      () => file('/spend/imports', '{"rows":[', 'application/json'),
    ];
    for (let at = 0; at < 29; at++) for (const send of kinds) expect([400, 422]).toContain((await send()).status);
    for (const dry_run of [true, false, true, true])
      expect([200, 201]).toContain((await sendRows(app, owner.headers, [campaign('c', 1)], { dry_run } as never)).status);
    for (const send of kinds) expect((await send()).status).toBe(429);
    const other = await newAdvertiser(app);
    expect((await sendRows(app, other.headers, [campaign('c', 1)])).status).toBe(201);
    const adjustments = [{ event_id: 'order_created:1', net_value: '1', reason: 'refund' as const }];
    const asJson = await app.adjustments.adjustEvents({
      body: { adjustments },
      query: {},
      headers: owner.headers,
    });
    expect(asJson.status).toBe(202);
  });
});
