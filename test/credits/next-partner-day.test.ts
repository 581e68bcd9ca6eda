import { nextPartnerDay } from '#shared/credits/rules/next-partner-day.ts';

const zone = 'Asia/Kolkata';
const on = (day: string, time = '12:00') => Date.parse(`${day}T${time}:00+05:30`);
const next = (today: number, { signedUp = '2026-01-15', isMonthPaid = false } = {}) =>
  nextPartnerDay(new Date(on(signedUp)).toISOString(), { now: today, zone, isMonthPaid });

describe('the next monthly credits of a licence', () => {
  it.each([
    ['before the renewal', '2026-11-14', '2026-11-15'],
    ['on the renewal itself, whose run is still to come', '2026-11-15', '2026-11-15'],
    ['after it, when the top-up pays', '2026-11-16', '2026-11-30'],
  ])('%s', (_, today, day) => {
    expect(next(on(today))).toBe(day);
  });

  it('the next monthly credits of a licence come on the day of the zone of credits, not of UTC', () => {
    expect(next(on('2026-11-16', '00:10'))).toBe('2026-11-30');
    expect(next(on('2026-11-15', '23:50'))).toBe('2026-11-15');
  });

  it('the next monthly credits of a licence come never on the day of the sign-up', () => {
    expect(next(on('2026-11-15'), { signedUp: '2026-11-15' })).toBe('2026-11-30');
  });

  it('the next monthly credits of a licence come in the next month when this one is paid', () => {
    expect(next(on('2026-11-15'), { isMonthPaid: true })).toBe('2026-12-15');
  });
});
