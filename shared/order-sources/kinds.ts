import { stripe } from './stripe/source.ts';

/** Each kind is a folder. */
export const orderSources = { stripe } as const;
