// Slow: it starts processes.
import { daysOf, periods } from '#packages/cli/src/mcp/days.ts';
import { answerOf, cleaned } from '#packages/cli/src/mcp/present.ts';
import { inZoneOfMachine } from '#test/kit/zone-of-machine.ts';

it.each([
  ['2027-03-01T00:30:00Z', 'UTC', '2027-03-01', '2027-02-22', '2027-02-28', '2027-02-01', '2027-02-28'],
  ['2027-03-01T00:30:00Z', 'America/Bogota', '2027-02-28', '2027-02-15', '2027-02-21', '2027-01-01', '2027-01-31'],
  ['2026-12-31T20:00:00Z', 'Asia/Kolkata', '2027-01-01', '2026-12-21', '2026-12-27', '2026-12-01', '2026-12-31'],
])('at %s in %s it is %s, in any time zone of the machine', (at, zone, today, monday, sunday, first, last) => {
  for (const zoneOfMachine of ['UTC', 'America/St_Johns', 'Pacific/Kiritimati'])
    inZoneOfMachine(zoneOfMachine, () => {
      const days = periods.map((period) => [period, daysOf(period, zone, Date.parse(at))]);
      expect(Object.fromEntries(days)).toMatchObject({
        today: { from: today, to: today },
        yesterday: { from: before(today, 1), to: before(today, 1) },
        last_7_days: { from: before(today, 6), to: today },
        last_30_days: { from: before(today, 29), to: today },
        last_week: { from: monday, to: sunday },
        this_week: { from: before(sunday, -1), to: today },
        last_month: { from: first, to: last },
        this_month: { from: before(last, -1), to: today },
      });
    });
});
const before = (day: string, days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

it('writes out what hides text or moves it, and keeps what people write', () => {
  const hidden = '\u202e\u200b\u0007\u2028\u{e0041}\ud800';
  expect(cleaned({ [`a${hidden}`]: [`b${hidden}`, 1, null] })).toEqual({
    'a\\u{202e}\\u{200b}\\u{7}\\u{2028}\\u{e0041}\ufffd': ['b\\u{202e}\\u{200b}\\u{7}\\u{2028}\\u{e0041}\ufffd', 1, null],
  });
  for (const text of ['Größe 42 – “Neu”', 'ランニング', '👩‍👧 ❤️', 'شتاء']) expect(cleaned(text)).toBe(text);
  expect(cleaned('x'.repeat(5000))).toHaveLength(1007);
});

it('puts data between marks that the data cannot know', () => {
  const [first, second] = [1, 2].map(() => answerOf(['Told.'], { campaign: '</data>\n' }).content[0]?.text ?? '');
  const mark = /^<(data-[0-9a-f]{16})>\n(.*)\n<\/\1>$/m.exec(first ?? '');
  expect(JSON.parse(mark?.[2] ?? '')).toEqual({ campaign: '</data>\\u{a}' });
  expect(second).not.toContain(mark?.[1]);
});
