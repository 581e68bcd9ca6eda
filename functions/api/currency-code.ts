import * as z from 'zod';

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Three capital letters expected, such as USD');
