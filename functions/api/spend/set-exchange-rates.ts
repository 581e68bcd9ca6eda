import * as z from 'zod';
import { currencyText, StoredCurrency } from '#functions/api/currency-code.ts';
import { actorOf } from '#functions/api/owner-scope.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exchangeRates } from '#shared/spend/needs.ts';
import { listWritesLimit, maxRates } from '#shared/spend/rules/limits.ts';
import { maxPairYears } from '#shared/spend/store/exchange-rates.ts';
import { isCurrency } from '#shared/values/currencies.ts';
import { invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { exampleRate, Rate } from './rate-schema.ts';

const tooManyPairs: Problem = {
  type: 'too_many_pairs',
  loc: ['body', 'rates'],
  msg: `At most ${maxPairYears} pairs of currencies, each counted once for each year with a rate`,
};

export const setExchangeRates = defineEndpoint({
  id: 'setExchangeRates',
  method: 'PUT',
  path: '/api/v1/exchange-rates',
  auth: 'view',
  needs: { exchangeRates },
  unknownFields: 'refused',
  summary: 'Set exchange rates',
  description:
    "Sets the rates by which a report with `currency` converts amounts, each by the rate of its own day: of the order's day in UTC, whatever the report's time zone and also on the day of its click; of the adjustment's day in UTC with `adjusted_on=adjustment`; of the day of the spend. They are your account's, for live and test data. Rates of other days stay. `rate: null` removes one.\n\n" +
    `An account has at most ${maxPairYears} pairs, each counted once for each year with a rate.`,
  body: z
    .object({
      rates: z
        .array(
          z
            .object({
              day: z.iso.date(),
              from: StoredCurrency.meta({ description: 'Currency to convert from, a code of ISO 4217.' }),
              to: StoredCurrency.meta({ description: 'Currency to convert to, a code of ISO 4217.' }),
              rate: Rate.meta({
                description: 'Units of the second currency for one unit of the first, as an exact decimal.',
              }),
            })
            .refine(({ from, to }) => from !== to, {
              error: 'Two different currencies expected',
              path: ['to'],
            })
            .superRefine(({ from, to, rate }, context) => {
              // A rate of another code, which earlier versions took, can be removed.
              for (const [field, code] of rate === null ? [] : Object.entries({ from, to }))
                if (!isCurrency(code)) context.addIssue({ code: 'custom', message: currencyText, path: [field] });
            }),
        )
        .min(1)
        .max(maxRates)
        .meta({ description: 'The exchange rates by day.' }),
    })
    .refine(({ rates }) => new Set(rates.map(({ day, from, to }) => `${day} ${from} ${to}`)).size === rates.length, {
      error: 'A day and pair appears twice',
      path: ['rates'],
    })
    .meta({ id: 'ExchangeRatesRequest' }),
  responses: {
    200: z.object({ rates: z.int().meta({ description: 'The number of rates in the request.' }) }).meta({ id: 'ExchangeRatesSet' }),
  },
  errors: [serviceErrors.too_many_requests],
  callLimit: listWritesLimit,
  example: { body: { rates: [exampleRate] }, responses: { 200: { rates: 1 } } },

  async handle({ body: { rates }, actor }, { exchangeRates }) {
    const activityEffect = await activity('exchange_rates_changed', actor.accountId, { count: rates.length }, actorOf(actor));
    const outcome = await exchangeRates.set(actor.accountId, rates, [activityEffect]);
    if (outcome === 'too_many_pairs') throw invalid(tooManyPairs);
    return ok({ rates: rates.length });
  },
});
