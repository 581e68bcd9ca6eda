import * as z from 'zod';
import { decimalOf, decimalPlaces } from '#shared/values/decimal.ts';

const maxDigits = 12;
const form = /^\d{1,12}(\.\d{1,12})?$/;
export const Rate = z
  .union([z.string(), z.number()])
  .transform((sentRate, context) => {
    const text = String(sentRate).trim();
    const rate = form.test(text) ? decimalOf(text) : '0';
    if (rate !== '0' && decimalPlaces(rate) <= maxDigits) return rate;
    context.addIssue({
      code: 'custom',
      message: `A number above 0 expected, with at most ${maxDigits} digits on each side`,
    });
    return z.NEVER;
  })
  .meta({ description: 'The value of one unit of `from` in `to` on that day, as an exact decimal.' });

export const exampleRate = { day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.0825' };
