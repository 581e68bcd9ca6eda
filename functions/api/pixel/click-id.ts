import * as z from 'zod';

/** Browsers make these 131 random bits. */
export const ClickId = z
  .string()
  .regex(/^s_[0-9A-Za-z]{22}$/, 'A click id expected: s_ and 22 letters or digits');
