import { measured } from '#lib/tools/cost/measured.ts';
import { maxRows } from '#shared/credits/store/daily-rows.ts';
import { operator } from '#test/credits/grants/scene.ts';
import { engine } from '#test/kit/engine.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { actsOf, dataCentre, dataCentreFile } from '#test/traffic/scene.ts';

type Units = Record<string, { readUnits: number; writeUnits: number }>;
type Prepared = () => Promise<unknown>;

async function unitsOf(times: number, prepare: (app: TestApp) => Promise<Prepared>, env: Record<string, string> = {}): Promise<Units> {
  const units: Units = {};
  let counts = false;
  const app = await startApp(await newWorld(), {
    env,
    consumed: ({ by, operation }, used) => {
      if (!counts) return;
      units[by] ??= { readUnits: 0, writeUnits: 0 };
      const of = units[by];
      of[/^(Get|Query|Scan|BatchGet)/.test(operation) ? 'readUnits' : 'writeUnits'] += used / times;
    },
  });
  const run = await prepare(app);
  await app.settle();
  counts = true;
  await run();
  await app.settle();
  counts = false;
  for (const of of Object.values(units))
    for (const name of ['readUnits', 'writeUnits'] as const) of[name] = Math.round(of[name] * 100) / 100;
  return units;
}

const order = (number: number, svc_click_id: string, external_user_id?: string) => ({
  event_type: 'order_created',
  event_id: `order_created:${number}`,
  value: 25.99,
  currency: 'USD',
  svc_click_id,
  ...(external_user_id && { external_user_id }),
});
/** A click of a bot costs two more read units per batch, for the traffic rules. */
async function inUse(app: TestApp) {
  const advertiser = await newAdvertiser(app);
  const { sid: click } = await actsOf(app, advertiser).click();
  const send = (number: number, user?: string) =>
    app.conversions.sendConversion({ body: order(number, click, user), headers: advertiser.key });
  await send(0);
  return { advertiser, click, send };
}
const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('the measured usage of a conversion', () => {
  const { hot, hotInBatchOf100, followUpAlone, followUpTogether, followUpOfOwnClick, followUpWithUser } = measured.conversion;

  it('a single conversion uses the measured units', async () => {
    const units = await unitsOf(1, async (app) => {
      const { send } = await inUse(app);
      return () => send(1);
    });
    expect(units).toEqual({ conversions: hot, 'conversion-totals': followUpAlone });
  });

  it('one of a hundred successive conversions uses the measured units', async () => {
    const units = await unitsOf(100, async (app) => {
      const { send } = await inUse(app);
      return async () => {
        for (const number of range(100)) await send(number);
      };
    });
    expect(units).toEqual({ conversions: hot, 'conversion-totals': followUpTogether });
  });

  it('one of a hundred conversions with a click of its own uses the measured units', async () => {
    const units = await unitsOf(100, async (app) => {
      const { advertiser } = await inUse(app);
      const { click } = actsOf(app, advertiser);
      const clicks: string[] = [];
      for (const _ of range(100)) clicks.push((await click()).sid);
      return async () => {
        for (const [at, svc_click_id] of clicks.entries())
          await app.conversions.sendConversion({ body: order(at + 1, svc_click_id), headers: advertiser.key });
      };
    });
    expect(units).toEqual({ conversions: hot, 'conversion-totals': followUpOfOwnClick });
  });

  it('a conversion of a user with three events uses the measured units', async () => {
    const units = await unitsOf(99, async (app) => {
      const { send } = await inUse(app);
      return async () => {
        for (const number of range(99)) await send(number, `customer-${Math.floor((number - 1) / 3)}`);
      };
    });
    expect(units).toEqual({ conversions: hot, 'conversion-totals': followUpWithUser });
  });

  it('a batch of a hundred conversions uses the measured units', async () => {
    const units = await unitsOf(100, async (app) => {
      const { advertiser, click } = await inUse(app);
      const events = range(100).map((number) => ({
        id: `order_created:${number}`,
        type: 'order_created' as const,
        svc_click_id: click,
        data: { value: 5, currency: 'USD' },
      }));
      const sent = { params: { collection: 'events' as const }, body: { events }, headers: advertiser.key };
      return async () => expect((await app.conversions.sendChannelEvents(sent)).status).toBe(200);
    });
    expect(units).toEqual({ conversions: hotInBatchOf100, 'conversion-totals': followUpTogether });
  });

  it.each([false, true])('stored bytes are as measured, with a user: %s', async (hasUser) => {
    const world = await newWorld();
    const app = await startApp(world);
    const { send } = await inUse(app);
    await app.settle();
    const before = await stored(world);
    for (const number of range(99)) await send(number, hasUser ? `customer-${Math.floor((number - 1) / 3)}` : undefined);
    await app.settle();
    const after = await stored(world);
    const kept = hasUser ? measured.conversion.withUser : measured.conversion;
    for (const name of ['bytesForEver', 'bytesForAWhile'] as const)
      expect(Math.abs((after[name] - before[name]) / 99 - kept[name])).toBeLessThan(40);
  });

  it('stored bytes of a click and of a page view are as measured', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const { advertiser } = await inUse(app);
    const acts = actsOf(app, advertiser);
    const view = async (sid: string) =>
      await app.pixel.sendPixelEvents({
        body: { key: advertiser.pixelKey, sid, events: [{ event_type: 'page_viewed', url: 'https://shop.example/shoes/17' }] },
      });
    const { sid } = await acts.click();
    await view(sid);
    const added = async (once: () => Promise<unknown>) => {
      await app.settle();
      const before = await stored(world);
      for (const _ of range(100)) await once();
      await app.settle();
      const after = await stored(world);
      return (['bytesForEver', 'bytesForAWhile'] as const).map((name) => (after[name] - before[name]) / 100);
    };
    const isNear = (bytes: readonly number[], kept: { bytesForEver: number; bytesForAWhile: number }) =>
      expect(
        [kept.bytesForEver, kept.bytesForAWhile].map((figure, at) => Math.abs(figure - (bytes[at] ?? 0)) < 40),
        `measured: ${bytes.join(', ')}`,
      ).toEqual([true, true]);
    isNear(await added(() => acts.click()), measured.storedClick);
    isNear(await added(() => view(sid)), measured.storedBrowserEvent);
  });
});

it('a request logs a line as long as lib/tools/cost says', async () => {
  const app = await startApp(await newWorld());
  const { send } = await inUse(app);
  const write = vi.spyOn(process.stdout, 'write');
  await send(1);
  const lines = write.mock.calls.map(([chunk]) => String(chunk)).filter((line) => line.includes('sendConversion'));
  write.mockRestore();
  expect(lines).toHaveLength(1);
  expect(Math.abs((lines[0]?.length ?? 0) - measured.conversion.logBytes)).toBeLessThan(20);
});

describe('the measured usage of other work', () => {
  it('a click uses the measured units', async () => {
    const units = await unitsOf(100, async (app) => {
      const advertiser = await newAdvertiser(app);
      await advertiser.click();
      return async () => {
        for (const _ of range(100)) await advertiser.click();
      };
    });
    expect(sum(units)).toEqual(measured.click);
  });

  it('a click from a data centre that becomes a bot uses the measured units', async () => {
    const env = { DATA_CENTRES_FILE: dataCentreFile() };
    const units = await unitsOf(
      100,
      async (app) => {
        const acts = actsOf(app, await newAdvertiser(app));
        await acts.click({ address: dataCentre });
        await acts.judged();
        return async () => {
          for (const at of range(100)) await acts.click({ address: `2001:db8:dc:${(at * 256).toString(16)}::1` });
          await acts.judged();
        };
      },
      env,
    );
    expect(sum(units)).toEqual(measured.candidate);
  });

  it('a browser event uses the measured units', async () => {
    const units = await unitsOf(100, async (app) => {
      const { pixelKey: key, click } = await newAdvertiser(app);
      const sid = await click();
      const body = { key, sid, events: [{ event_type: 'page_viewed', url: 'https://shop.example/' }] };
      const view = async () => expect((await app.pixel.sendPixelEvents({ body })).status).toBe(202);
      await view();
      return async () => {
        for (const _ of range(100)) await view();
      };
    });
    expect(sum(units)).toEqual(measured.browserEvent);
  });

  it('a canary run uses the measured units, with the removal of the previous run', async () => {
    let requests = 0;
    const units = await unitsOf(1, async (app) => {
      const walk = () =>
        app.walkStage({
          async fetch(url, init) {
            requests++;
            return await app.send(new Request(url, init));
          },
        });
      await walk();
      await app.settle();
      app.world.clock.now += 3_600_000;
      requests = 0;
      return walk;
    });
    const { readUnits, writeUnits } = sum(units);
    expect(requests).toBe(measured.canary.requests);
    expect(Math.abs(readUnits - measured.canary.readUnits)).toBeLessThan(5);
    expect(Math.abs(writeUnits - measured.canary.writeUnits)).toBeLessThan(5);
  });

  it('daily credits of a user use the measured units', async () => {
    const units = await unitsOf(100 * maxRows, async (app) => {
      for (const _ of range(100)) await newUser(app);
      const nights = async () => {
        for (const _ of range(maxRows)) {
          await app.operators.grantDailyCredits({ headers: operator });
          app.world.clock.now += 86_400_000;
        }
      };
      await nights();
      return nights;
    });
    const { readUnits, writeUnits } = sum(units);
    expect(Math.abs(readUnits - measured.dailyCredits.readUnits)).toBeLessThan(0.3);
    expect(Math.abs(writeUnits - measured.dailyCredits.writeUnits)).toBeLessThan(0.3);
  });
});

async function stored({ tables, prefix }: Awaited<ReturnType<typeof newWorld>>) {
  const bytes = { bytesForEver: 0, bytesForAWhile: 0 };
  for (const { name } of tables) {
    const { Items = [] } = (await engine('Scan', { TableName: `${prefix}${name}` })) as { Items?: Item[] };
    for (const item of Items) bytes[item.ttl ? 'bytesForAWhile' : 'bytesForEver'] += sizeOf(item);
  }
  return bytes;
}

type Item = Record<string, { S?: string; N?: string; M?: Item; L?: Item[string][]; BOOL?: boolean }>;
const sizeOf = (item: Item): number => Object.entries(item).reduce((bytes, [name, value]) => bytes + name.length + sizeOfValue(value), 0);
function sizeOfValue({ S, N, M, L }: Item[string]): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (L) return 3 + L.reduce((bytes, one) => bytes + 1 + sizeOfValue(one), 0);
  return M ? 3 + sizeOf(M) + Object.keys(M).length : 1;
}

const sum = (units: Units) => {
  const total = (name: 'readUnits' | 'writeUnits') => Math.round(Object.values(units).reduce((all, one) => all + one[name], 0) * 100) / 100;
  return { readUnits: total('readUnits'), writeUnits: total('writeUnits') };
};
