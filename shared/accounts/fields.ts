import * as z from 'zod';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import { normalizedWebsite } from '#shared/web/website.ts';

/** An e-mail address, normalised: what handlers see is the form that accounts are known by. */
export const Email = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const email = normalizedEmail(text);
    if (email !== null) return email;
    context.addIssue({ code: 'custom', message: 'Not an e-mail address' });
    return z.NEVER;
  });

/** A guess at a code. Whatever it is, it counts as a try; only its length is bounded here. */
export const CodeGuess = z.string().max(100).meta({ description: 'Six digits.', example: '042917' });

const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);
const line = (most: number) =>
  z.string().trim().max(most).refine(isPlain, 'Control characters are not allowed');
const lines = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => isPlain(text.replace(/[\t\r\n]/g, '')), 'Control characters are not allowed');

/** What people say of themselves and their company; a blank text says nothing. */
export const FullName = line(100);
export const Company = line(200);
export const Role = line(100);
export const CompanyShortDesc = lines(2000);

/** An http(s) URL, or a host as people write it: handlers see a URL, or a blank text. */
export const CompanyWebsite = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const url = text.trim() && normalizedWebsite(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'Not the http(s) address of a website' });
    return z.NEVER;
  })
  .meta({
    description: 'An http(s) URL; `https://` may be left out.',
    example: 'https://northwind.example/',
  });

/** A time zone by its IANA name; handlers see it as the database spells it, or a blank text. */
export const TimeZone = z
  .string()
  .max(100)
  .transform((text, context) => {
    const zone = text.trim() && normalizedTimeZone(text);
    if (zone !== null) return zone;
    context.addIssue({ code: 'custom', message: 'Not the IANA name of a time zone' });
    return z.NEVER;
  })
  .meta({ description: 'An IANA name.', example: 'Europe/Lisbon' });

/** A field that need not be there: handlers see `null` for it, and for a blank text. */
export const orNull = <I>(field: z.ZodType<string, I>) => field.nullish().transform((text) => text || null);
