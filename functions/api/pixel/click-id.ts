import * as z from 'zod';

/** A click ID contains 131 random bits, which the visitor's browser makes. */
export const ClickId = z.string().regex(/^s_[0-9A-Za-z]{22}$/, 'A click ID expected: s_ and 22 letters or digits');
