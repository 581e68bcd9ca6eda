import { isRawNumber, parseExactly } from '#shared/values/json.ts';

describe('parseExactly', () => {
  it.each(['1e-400', '1E-0999', '0.1e-399', '123.456e-1000', '5e-325'])('parseExactly keeps %s, which a double would make 0', (literal) => {
    const { value } = parseExactly(`{"value":${literal}}`) as { value: unknown };
    expect(isRawNumber(value) && value.rawJSON).toBe(literal);
  });

  it.each([
    ['0e-400', 0],
    ['0.00e-999', 0],
    ['1e-100', 1e-100],
    ['25.90', 25.9],
  ])('parseExactly reads %s as the number that it is', (literal, number) => {
    expect(parseExactly(`[${literal}]`)).toEqual([number]);
  });
});
