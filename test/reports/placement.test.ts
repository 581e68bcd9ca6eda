import type { ConversionChange } from '#shared/conversions/conversion-changes.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { asFirst, placementOf } from '#shared/reports/placement.ts';
import type { Recount } from '#shared/reports/rules/recounts.ts';
import { type Claim, claimedAfterMs, nameOf } from '#shared/reports/store/recounts.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const at = (epoch: number) => new Date(epoch).toISOString();
const open: Recount = { generation: 3, from: '2026-11-01', to: '2026-11-10', openedAt: at(now) };
const closedAgo = (ms: number, changes: Partial<Recount> = {}): Recount => ({
  ...open,
  generation: 2,
  closedAt: at(now - ms),
  ...changes,
});
const conversion = (changes: Partial<Conversion> = {}) =>
  ({
    eventId: 'e1',
    eventType: 'order_created',
    accountId: 7,
    environment: 'live',
    counts: true,
    value: '5',
    currency: 'USD',
    occurredAt: '2026-11-05T12:00:00.000Z',
    receivedAt: '2026-11-05T12:00:00.000Z',
    clickId: 's_1',
    click: {
      campaign: 'spring',
      adGroup: '',
      adId: '',
      pixelKey: 'pk',
      clickedAt: '2026-11-05T11:00:00.000Z',
    },
    ...changes,
  }) as unknown as Conversion;
const change = (after: Conversion, before: Conversion | null = null) => ({ sequence: '1', before, after }) as unknown as ConversionChange;

async function placed(recounts: readonly Recount[], changes: readonly ConversionChange[], { isClaimed = false } = {}) {
  const claimed: Claim[] = [];
  const deps = {
    now: () => now,
    recounts: {
      of: async (accounts: readonly number[]) => new Map(recounts.length > 0 && accounts.includes(7) ? [[7, recounts]] : []),
      async claimLive(claims: readonly Claim[]) {
        claimed.push(...claims);
        return new Set(isClaimed ? [] : claims.map(nameOf));
      },
    },
  } as unknown as Parameters<typeof placementOf>[1];
  return { placement: await placementOf(changes, deps), claimed };
}
const claimOf = (generation: number, part: string) => ({
  accountId: 7,
  environment: 'live',
  generation,
  eventId: 'e1',
  part,
});

describe('the generations that count an event', () => {
  it('without changes and without recounts it is the first', async () => {
    expect((await placed([open], [])).placement).toBe(asFirst);
    expect((await placed([], [change(conversion())])).placement).toBe(asFirst);
    const { placement } = await placed([open], [change(conversion())]);
    expect(placement('another', 'accepted', '2026-11-05')).toEqual([0]);
  });

  it.each([
    ['2026-10-31', [0]],
    ['2026-11-01', [0, 3]],
    ['2026-11-10', [0, 3]],
    ['2026-11-11', [0]],
  ])('with a running recount of ten days, %s is counted in %j', async (day, generations) => {
    const { placement } = await placed([open], [change(conversion())]);
    expect(placement('1', 'accepted', day)).toEqual(generations);
  });

  it('an event that the recount has counted is not added to it', async () => {
    const { placement } = await placed([open], [change(conversion())], { isClaimed: true });
    expect(placement('1', 'accepted', '2026-11-05')).toEqual([0]);
  });

  it('an event is claimed if the recount covers one of its days', async () => {
    const late = conversion({
      receivedAt: '2026-11-11T00:10:00.000Z',
      occurredAt: '2026-11-10T23:50:00.000Z',
    });
    const { claimed } = await placed([open], [change(late)]);
    expect(claimed).toEqual([claimOf(3, 'accepted')]);
    const after = conversion({
      receivedAt: '2026-12-01T00:00:00.000Z',
      occurredAt: '2026-12-01T00:00:00.000Z',
      click: { ...conversion().click, clickedAt: '2026-12-01T00:00:00.000Z' } as never,
    });
    expect((await placed([open], [change(after)])).claimed).toEqual([]);
  });

  it('only the new parts of a changed event are claimed', async () => {
    const before = conversion({
      click: null as never,
      reason: 'unknown_svc_click_id' as never,
      counts: false,
    });
    const matchedAt = '2026-11-06T00:00:00.000Z';
    const matched = conversion({ matchedAt, reason: 'unknown_svc_click_id' as never });
    expect((await placed([open], [change(matched, before)])).claimed).toEqual([claimOf(3, 'matched')]);
    expect((await placed([open], [change(matched)])).claimed).toEqual([claimOf(3, 'accepted'), claimOf(3, 'matched')]);
    expect((await placed([open], [change(matched, matched)])).claimed).toEqual([]);
  });

  it.each([
    [claimedAfterMs - 1, [claimOf(2, 'accepted')], []],
    [claimedAfterMs, [], [2]],
  ])('a recount that closed %d ms ago is claimed, or counts as it is', async (ms, claims, generations) => {
    const { claimed, placement } = await placed([closedAgo(ms)], [change(conversion())], { isClaimed: true });
    expect(claimed).toEqual(claims);
    expect(placement('1', 'accepted', '2026-11-05')).toEqual(generations);
  });

  it('of closed recounts the newest counts, and a dropped recount never does', async () => {
    const recounts = [closedAgo(claimedAfterMs, { generation: 1 }), closedAgo(claimedAfterMs), { ...open, isDropped: true as const }];
    const { placement, claimed } = await placed(recounts, [change(conversion())]);
    expect(placement('1', 'accepted', '2026-11-05')).toEqual([2]);
    expect(claimed).toEqual([]);
  });
});
