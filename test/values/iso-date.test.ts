import fc from 'fast-check';
import { dayOf, epochOf } from '#shared/values/iso-date.ts';

const utc = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts);

describe('a date-time', () => {
  it.each([
    ['2026-11-21T09:30:00Z', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21t09:30:00z', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21 09:30:00Z', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21T09:30:00', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21T09:30', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21', utc(2026, 10, 21)],
    ['2026-11-21T00:00:00Z', utc(2026, 10, 21)],
    ['2026-11-21T23:59:59.999Z', utc(2026, 10, 21, 23, 59, 59, 999)],
    ['2026-11-21T09:30:00.1Z', utc(2026, 10, 21, 9, 30, 0, 100)],
    ['2026-11-21T09:30:00,25Z', utc(2026, 10, 21, 9, 30, 0, 250)],
    ['2026-11-21T09:30:00.123999999Z', utc(2026, 10, 21, 9, 30, 0, 123)],
    ['2026-11-21T09:30:00+05:30', utc(2026, 10, 21, 4, 0)],
    ['2026-11-21T09:30:00+0530', utc(2026, 10, 21, 4, 0)],
    ['2026-11-21T09:30:00-08', utc(2026, 10, 21, 17, 30)],
    ['2026-11-21 09:30:00 -08:00', utc(2026, 10, 21, 17, 30)],
    ['2026-11-21T00:30:00+14:00', utc(2026, 10, 20, 10, 30)],
    ['2026-12-31T23:30:00-01:00', utc(2027, 0, 1, 0, 30)],
    ['2026-11-21T09:30:00+00:00', utc(2026, 10, 21, 9, 30)],
    ['2026-11-21T09:30:00-00:00', utc(2026, 10, 21, 9, 30)],
    ['2024-02-29', utc(2024, 1, 29)],
    ['2000-02-29', utc(2000, 1, 29)],
    ['1969-12-31T23:59:59Z', -1000],
    ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
    ['0099-12-31', Date.parse('0099-12-31T00:00:00Z')],
    ['9999-12-31T23:59:59.999Z', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('%s is understood', (text, epoch) => {
    expect(epochOf(text)).toBe(epoch);
  });

  it.each([
    ...[
      '0000-01-01T00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      '2026-11-21T24:00:00.000Z',
      '',
      'now',
      'yesterday',
      '21.11.2026',
      '11/21/2026',
      '20261121',
      '2026-11',
      '2026',
      '2026-W47-6',
      '2026-325',
    ],
    ...[
      '2026-02-29',
      '1900-02-29',
      '2100-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-00-10',
      '2026-13-01',
      '2026-11-00',
      '2026-11-32',
    ],
    ...[
      '2026-11-21T24:00:00Z',
      '2026-11-21T24:00:01Z',
      '2026-11-21T25:00Z',
      '2026-11-21T10:60Z',
      '2026-11-21T10:00:61Z',
      '2026-11-21T10Z',
    ],
    ...[
      '2026-11-21T10:00:00+24:00',
      '2026-11-21T10:00:00+05:60',
      '2026-11-21T10:00:00+5',
      '2026-11-21T10:00:00 UTC',
      '2026-11-21T10:00:00ZZ',
    ],
    ...[
      '2026-11-21Z',
      '2026-11-21T',
      '2026-11-21T10:00:00.Z',
      '2026-11-21T10:00:00.1234567890Z',
      ' 2026-11-21',
      '2026-11-21\n',
      '+2026-11-21',
    ],
    ...['-2026-11-21', '02026-11-21', '1763712000', '２０２６-11-21'],
    // Outside of the years 0001 to 9999, in UTC, there is no four-digit form to answer with.
    ...['0000-01-01', '0000-12-31T23:59:59Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'],
  ])('%j is none', (text) => {
    expect(epochOf(text)).toBeNull();
  });

  it('is read as the platform reads it, for every instant and offset', () => {
    const instants = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }), (instant, offset) => {
        expect(epochOf(instant.toISOString())).toBe(instant.getTime());
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
          String(n).padStart(2, '0'),
        );
        const local = new Date(instant.getTime() + offset * 60_000).toISOString();
        if (/^\d{4}-/.test(local)) {
          expect(epochOf(local.replace('Z', `${offset < 0 ? '-' : '+'}${hours}:${minutes}`))).toBe(
            instant.getTime(),
          );
        }
      }),
    );
  });

  it('of any text is a four-digit year in UTC or nothing', () => {
    const near = fc
      .tuple(
        fc.nat(9999),
        fc.nat(14),
        fc.nat(33),
        fc.nat(26),
        fc.nat(62),
        fc.constantFrom('', 'Z', '+23:59', '-23:59'),
      )
      .map(
        ([y, mo, d, h, mi, zone]) =>
          `${pad(y, 4)}-${pad(mo, 2)}-${pad(d, 2)}T${pad(h, 2)}:${pad(mi, 2)}${zone}`,
      );
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        const epoch = epochOf(text);
        if (epoch !== null) expect(new Date(epoch).toISOString()).toMatch(/^\d{4}-/);
      }),
      { numRuns: 1000 },
    );
  });
});

const pad = (n: number, length: number) => String(n).padStart(length, '0');

it('the day of a date-time is its UTC day', () => {
  expect(dayOf('2026-11-21T23:59:59.999Z')).toBe('2026-11-21');
});
