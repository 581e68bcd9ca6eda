import fc from 'fast-check';
import { renewalDayIn, renewalsDue } from '#shared/credits/rules/credit-calendar.ts';
import { dayAfter, dayIn, monthIn, spanOf } from '#shared/values/zone-calendar.ts';

const india = 'Asia/Kolkata';
const at = (iso: string) => Date.parse(iso);
const iso = (epoch: number) => new Date(epoch).toISOString();

const zones = [
  'UTC',
  india,
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Asuncion',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const anyZone = fc.constantFrom(...zones);
const instants = fc.integer({ min: at('1970-01-02'), max: at('2099-12-30') });

describe('a day in a zone', () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['2024-02-28T18:30:00.000Z', '2024-02-29'],
    ['2026-12-31T18:30:00.000Z', '2027-01-01'],
    ['0999-05-05T12:00:00.000Z', '0999-05-05'],
  ])('%s is %s in India', (instant, day) => {
    expect(dayIn(india, at(instant))).toBe(day);
    expect(monthIn(india, at(instant))).toBe(day.slice(0, 7));
  });

  it.each([
    ['2026-11-21', india, '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    // On these dates a day has 23 or 25 hours.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Clocks went from 00:00 to 01:00, where the day begins.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // Clocks went from 1:00 back to midnight.
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    // Clocks went from midnight back to 23:00.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T03:00:00.000Z'],
    // Samoa crossed the date line.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ])('%s of %s spans from %s to %s', (day, zone, start, end) => {
    const span = spanOf(day, zone);
    expect([iso(span.start), iso(span.end)]).toEqual([start, end]);
  });

  it('a day in a zone contains exactly the instants of its span, in every zone, and spans of days adjoin', () => {
    fc.assert(
      fc.property(instants, anyZone, (instant, zone) => {
        const day = dayIn(zone, instant);
        const { start, end } = spanOf(day, zone);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, end - 1)).toBe(day);
        expect(dayIn(zone, start - 1) < day).toBe(true);
        expect(dayIn(zone, end) > day).toBe(true);
        expect(spanOf(dayAfter(day), zone).start).toBe(end);
        if (instant < start || instant >= end)
          expect([zone, Math.min(Math.abs(instant - start), Math.abs(instant - end)) < 7_200_000]).toEqual(['America/St_Johns', true]);
      }),
      { numRuns: 500 },
    );
  });
});

const renewals = (createdAt: string, now: string, after: string | null = null) => renewalsDue(createdAt, after, at(now), india);

describe('the renewals that are due', () => {
  it('renewals are due on the sign-up day of the month, or its last day', () => {
    expect(renewals('2027-01-31T06:00:00Z', '2027-07-01T00:00:00Z')).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ]);
    expect(renewals('2028-01-31T06:00:00Z', '2028-03-01T00:00:00Z')).toEqual(['2028-02-29']);
    expect(renewals('2024-02-29T06:00:00Z', '2025-03-28T00:00:00Z', '2024-12-29')).toEqual(['2025-01-29', '2025-02-28']);
  });

  it('renewals are due neither on the sign-up day nor before it', () => {
    expect(renewals('2026-11-21T06:00:00Z', '2026-11-21T10:00:00Z')).toEqual([]);
    expect(renewals('2026-11-21T06:00:00Z', '2026-12-20T18:29:59Z')).toEqual([]);
    expect(renewals('2026-11-21T06:00:00Z', '2026-12-20T18:30:00Z')).toEqual(['2026-12-21']);
    expect(renewals('2026-11-21T06:00:00Z', '2026-12-21T06:00:00Z', '2026-01-01')).toEqual(['2026-12-21']);
  });

  it("the sign-up day of renewals is the zone's day: after 18:30 UTC it is the next day", () => {
    expect(renewals('2026-11-30T18:29:59Z', '2026-12-31T10:00:00Z')).toEqual(['2026-12-30']);
    expect(renewals('2026-11-30T18:30:00Z', '2027-01-01T10:00:00Z')).toEqual(['2027-01-01']);
  });

  it('missed renewals are caught up, once', () => {
    const created = '2026-08-10T06:00:00Z';
    expect(renewals(created, '2026-11-21T00:00:00Z', '2026-08-31')).toEqual(['2026-09-10', '2026-10-10', '2026-11-10']);
    expect(renewals(created, '2026-11-21T00:00:00Z', '2026-11-10')).toEqual([]);
  });

  it('one renewal is due a month, whenever and however often it is checked', () => {
    const spans = fc.tuple(instants, fc.integer({ min: 0, max: 900 }), fc.array(fc.nat(900), { maxLength: 8 }));
    fc.assert(
      fc.property(spans, anyZone, ([created, days, looks], zone) => {
        const createdAt = iso(created);
        const signedUpOn = dayIn(zone, created);
        const end = created + days * 86_400_000;
        const done: string[] = [];
        for (const look of [...looks.filter((day) => day < days), days].sort((a, b) => a - b))
          done.push(...renewalsDue(createdAt, done.at(-1) ?? null, created + look * 86_400_000, zone));
        expect(done).toEqual(renewalsDue(createdAt, null, end, zone));
        const months = done.map((day) => day.slice(0, 7));
        expect(new Set(months).size).toBe(months.length);
        for (const day of done) {
          expect(day > signedUpOn && day <= dayIn(zone, end)).toBe(true);
          expect(day).toBe(renewalDayIn(day.slice(0, 7), signedUpOn));
          expect(iso(at(day)).slice(0, 10)).toBe(day);
        }
        const whole = (monthIn(zone, end) < signedUpOn.slice(0, 7) ? 0 : monthsBetween(signedUpOn, dayIn(zone, end))) - 1;
        expect(done.length).toBeGreaterThanOrEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});

const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
