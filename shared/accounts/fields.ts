import * as z from 'zod';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import { plainLines, plainText } from '#shared/values/plain-text.ts';
import { normalizedWebsite } from '#shared/web/website.ts';

export const Email = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const email = normalizedEmail(text);
    if (email !== null) return email;
    context.addIssue({ code: 'custom', message: 'Not an e-mail address' });
    return z.NEVER;
  });

export const CodeGuess = z.string().max(100).meta({ description: 'Six digits.', example: '042917' });

export const FullName = plainText(100);
export const Company = plainText(200);
export const Role = plainText(100);
export const CompanyShortDesc = plainLines(2000);

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

export const orNull = <I>(field: z.ZodType<string, I>) => field.nullish().transform((text) => text || null);
