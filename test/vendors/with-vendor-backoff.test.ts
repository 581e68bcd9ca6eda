import { tableAt } from '#shared/store/table.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { withVendorBackoff } from '#shared/vendors/with-vendor-backoff.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
let waits: ReturnType<typeof vendorCooldownsIn>;
beforeAll(async () => {
  const table = tableAt(`${(await newWorld()).prefix}accounts`, testDynamo());
  waits = vendorCooldownsIn(table, { now: () => clock.now });
});
let calls = 0;
const call = (vendor: string, error?: Error) =>
  withVendorBackoff(vendor, waits, async () => {
    calls++;
    if (error) throw error;
    return 'answer';
  }).catch((reason) => reason);

describe('a vendor', () => {
  it.each(['no_answer', 'failed', 'refused', 'unreadable'] as const)(
    'a vendor whose call ended as %s is asked again at once',
    async (failure) => {
      const error = new VendorUnavailable(failure, failure);
      expect(await call(failure, error)).toBe(error);
      expect(await call(failure)).toBe('answer');
    },
  );

  it('a vendor whose call failed in our own code is asked again at once', async () => {
    const error = new Error('A fault');
    expect(await call('other', error)).toBe(error);
    expect(await call('other')).toBe('answer');
  });

  it.each([
    [undefined, 60],
    [5, 5],
    [3600, 3600],
    [86_400, 3600],
  ])('a busy vendor that asks for %s seconds rests for %s, and no other vendor does', async (asked, rest) => {
    const vendor = `asks ${asked}`;
    await call(vendor, new VendorUnavailable(vendor, 'busy', { retryAfterSeconds: asked }));
    clock.now += (rest - 1) * 1000;
    const before = calls;
    expect(await call(vendor)).toMatchObject({ failure: 'busy', code: 'resting', retryAfterSeconds: 1 });
    expect(calls).toBe(before);
    expect(await call(`not ${vendor}`)).toBe('answer');
    clock.now += 1000;
    expect(await call(vendor)).toBe('answer');
  });
});
