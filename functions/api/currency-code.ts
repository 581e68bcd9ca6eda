import * as z from 'zod';
import { isCurrency } from '#shared/values/currencies.ts';

/** A code that was stored before codes were checked stays readable. */
export const StoredCurrency = z.string().regex(/^[A-Z]{3}$/, { error: 'Three capital letters expected, such as USD', abort: true });

export const currencyText = 'A currency of ISO 4217 expected, such as USD';
export const CurrencyCode = StoredCurrency.refine(isCurrency, currencyText);
