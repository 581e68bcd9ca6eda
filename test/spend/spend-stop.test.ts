import { daysBack, type SpendOn, stopOf } from '#shared/spend/rules/spend-stop.ts';
import { dayAfter, dayIn } from '#shared/values/zone-calendar.ts';

const today = dayIn('UTC', Date.parse('2026-11-21T12:00:00Z'));
const ago = (days: number) => dayAfter(today, -days);
/** The ad spends on each of ten days, the last of which is `last` days ago. */
const spentUntil =
  (last: number): SpendOn =>
  async (day) =>
    day <= ago(last) && day > ago(last + 10) ? { spend: '5' as never, currency: 'USD' } : null;
const stopped = async (covered: [from: number, to: number], last: number, earlierLag: number | null = null) =>
  (await stopOf({ from: ago(covered[0]), to: ago(covered[1]) }, { today, present: today }, spentUntil(last), async () => earlierLag))
    ?.stoppedOn ?? null;

describe('the stop of spend', () => {
  it('is never the day of the import, which is not over', async () => {
    expect(await stopped([1, 0], 3)).toBe(ago(1));
    expect(await stopped([0, 0], 3)).toBeNull();
    expect(await stopped([9, 0], 1)).toBeNull();
    expect(await stopped([9, 0], 2)).toBe(ago(1));
  });

  it('is the first covered day after the last day with spend', async () => {
    expect(await stopped([9, 0], 5)).toBe(ago(4));
    expect(await stopped([2, 0], 5)).toBe(ago(2));
  });

  it('is seen in a report that ends with its last spend only if earlier reports were as complete', async () => {
    expect(await stopped([9, 5], 5, null)).toBeNull();
    expect(await stopped([9, 5], 5, 2)).toBe(ago(4));
    expect(await stopped([9, 5], 5, 3)).toBeNull();
    expect(await stopped([9, 3], 3, 1)).toBe(ago(2));
    expect(await stopped([9, 3], 3, 2)).toBeNull();
  });

  it('is no news after so many days', async () => {
    expect(await stopped([daysBack + 5, 0], daysBack)).toBe(ago(daysBack - 1));
    expect(await stopped([daysBack + 5, 0], daysBack + 1)).toBeNull();
  });
});
