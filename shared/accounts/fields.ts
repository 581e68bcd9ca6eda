import * as z from 'zod';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import { plainLines, plainText } from '#shared/values/plain-text.ts';
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

/** What people say of themselves and their company; a blank text says nothing. */
export const FullName = plainText(100);
export const Company = plainText(200);
export const Role = plainText(100);
export const CompanyShortDesc = plainLines(2000);

/** An http(s) URL, or a host as people write it: handlers see a URL, or a blank text. */
export const CompanyWebsite = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const url = text.trim() && normalizedWebsite(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'Not the http(s) URL of a website' });
    return z.NEVER;
  })
  .meta({
    description: 'An http(s) URL; `https://` is optional.',
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
