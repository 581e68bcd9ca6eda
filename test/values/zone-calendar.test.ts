import { hours, minutes } from '#shared/values/durations.ts';
import { dayAfter, dayIn, monthIn, spanOf } from '#shared/values/zone-calendar.ts';

describe('the calendar of a time zone', () => {
  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', 24],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z', 24],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2027-03-14', '2027-03-14T05:00:00.000Z', 23],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('a day of %s, %s, begins at %s and has %d hours', (zone, day, start, length) => {
    expect(new Date(spanOf(day, zone).start).toISOString()).toBe(start);
    expect(spanOf(day, zone).end).toBe(Date.parse(start) + hours(length));
    expect(spanOf(day, zone).end).toBe(spanOf(dayAfter(day), zone).start);
  });

  it('has the day and the month of the last and of the first millisecond', () => {
    const { start } = spanOf('2027-01-01', 'Asia/Tokyo');
    expect([dayIn('Asia/Tokyo', start - 1), dayIn('Asia/Tokyo', start)]).toEqual(['2026-12-31', '2027-01-01']);
    expect([monthIn('Asia/Tokyo', start - 1), monthIn('Asia/Tokyo', start)]).toEqual(['2026-12', '2027-01']);
    expect(dayIn('UTC', start)).toBe('2026-12-31');
    expect(dayIn('UTC', Date.parse('2026-12-31T23:59:00Z') + minutes(1))).toBe('2027-01-01');
  });

  it('counts days over the ends of months and years, in both directions', () => {
    expect(dayAfter('2027-02-28')).toBe('2027-03-01');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
    expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
    expect(dayAfter('2026-10-25', 7)).toBe('2026-11-01');
  });
});
