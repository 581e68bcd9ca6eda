import * as z from 'zod';
import { decimalOf, decimalPlaces } from '#shared/values/decimal.ts';
import { plainDecimal, withExactNumbers } from '#shared/values/exact-numbers.ts';

const maxDigits = 12;
const form = /^\d{1,12}(\.\d{1,12})?$/;
const message = `A number above 0 expected, with at most ${maxDigits} digits on each side`;

const Literal = z.union([z.string(), z.number()], message).transform((sentRate, context) => {
  const text = plainDecimal(String(sentRate).trim());
  const rate = form.test(text) ? decimalOf(text) : '0';
  if (rate !== '0' && decimalPlaces(rate) <= maxDigits) return rate;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const Rate = withExactNumbers(Literal.nullable());

export const exampleRate = { day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.0825' };
