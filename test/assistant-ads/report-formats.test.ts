import { spendDaysOf } from '#shared/assistant-ads/feed-spend.ts';
import { decimalOfMicros, formatsOf } from '#shared/assistant-ads/report-formats.ts';
import { inZoneOfMachine } from '#test/kit/zone-of-machine.ts';

it.each([
  [0, 'USD', '0.00', '0'],
  [1, 'USD', '0.000001', '0.000001'],
  [50_000, 'USD', '0.05', '0.05'],
  [1_050_000, 'USD', '1.05', '1.05'],
  [231_400_000, 'EUR', '231.40', '231.4'],
  [231_000_000, 'JPY', '231', '231'],
  [1_005_000, 'KWD', '1.005', '1.005'],
])('%d millionths in %s are written as %s in a report and as %s in the spend', (micros, currency, shown, spend) => {
  expect(decimalOfMicros(micros, currency)).toBe(shown);
  const account = { id: 'a', name: 'A', timeZone: 'UTC', currency };
  const ads = [{ adId: '1', campaignId: 'c', impressions: 3, clicks: 2, spendMicros: micros }];
  const day = { day: '2026-11-20', readFor: '2026-11-20', ads, conversions: [] };
  expect(spendDaysOf({ account, campaigns: [], ads: [], days: [day] })[0]?.rows).toMatchObject([{ spend }]);
});

it('a report writes its day whatever the zone of the machine', () => {
  for (const zone of ['America/St_Johns', 'Pacific/Kiritimati'])
    inZoneOfMachine(zone, () => expect(formatsOf('EUR').longDay('2026-11-01')).toBe('Sunday, 1 November 2026'));
});
