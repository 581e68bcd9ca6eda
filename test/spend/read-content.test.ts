import { readContent } from '#shared/spend/read-content.ts';

it('a report of spend without rows is refused with a problem of the whole report', () => {
  const facts = { currency: 'EUR', timeZone: 'UTC', pixelKey: null } as never;
  expect(readContent({ rows: [] }, facts, Date.parse('2026-11-20T12:00:00Z'))).toEqual({
    problems: [{ line: null, field: null, code: 'no_rows', message: 'There are no rows' }],
  });
});
