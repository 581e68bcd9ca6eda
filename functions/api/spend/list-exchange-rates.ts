import * as z from 'zod';
import { StoredCurrency } from '#functions/api/currency-code.ts';
import { maxReportDays, Period, periodOf } from '#functions/api/period.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exchangeRates } from '#shared/spend/needs.ts';
import { exampleRate } from './rate-schema.ts';

export const listExchangeRates = defineEndpoint({
  id: 'listExchangeRates',
  method: 'GET',
  path: '/api/v1/exchange-rates',
  auth: 'view',
  needs: { exchangeRates },
  summary: 'List exchange rates',
  description: 'Returns the rates of a period, by pair and day.',
  query: Period,
  responses: {
    200: z
      .object({
        rates: z
          .array(
            z.object({
              day: z.iso.date(),
              from: StoredCurrency.meta({ description: 'Currency to convert from.' }),
              to: StoredCurrency.meta({ description: 'Currency to convert to.' }),
              rate: z.string().meta({
                description: 'Units of the second currency for one unit of the first, as an exact decimal.',
              }),
            }),
          )
          .meta({ description: 'The exchange rates by day.' }),
      })
      .meta({ id: 'ExchangeRates' }),
  },
  example: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    responses: { 200: { rates: [exampleRate] } },
  },

  async handle({ query, actor }, { exchangeRates, now }) {
    const { from, to } = periodOf({ ...query, time_zone: 'UTC' }, now(), { most: maxReportDays });
    return ok({ rates: await exchangeRates.between(actor.accountId, from, to) });
  },
});
