import * as z from 'zod';
import { nearestName } from './nearest-name.ts';

export const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** An empty text, `1e3` and `0x10` are no whole numbers. */
export const whole = (min: number, max: number) => digits(/^\d{1,15}$/, 'not a whole number in digits').pipe(z.number().min(min).max(max));

export const decimal = (min: number, max: number) =>
  digits(/^\d{1,15}(\.\d{1,15})?$/, 'not a decimal number in digits').pipe(z.number().min(min).max(max));

const digits = (form: RegExp, error: string) => z.string().trim().regex(form, { error }).transform(Number);

export const bool = () => z.enum(['true', 'false'], { error: 'not `true` or `false`' });

export const jsonObject = <S extends z.ZodType>(schema: () => S, what: string) =>
  z.string().transform((text, context): z.output<S> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: `not a JSON object of ${what}` });
      return z.NEVER;
    }
    const form = schema();
    const parsed = form.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      for (const message of worded(issue, form, what)) context.addIssue({ code: 'custom', path: issue.path, message });
    return z.NEVER;
  });

function worded(issue: z.core.$ZodIssue, form: z.ZodType, what: string): string[] {
  const knownNames = issue.code === 'unrecognized_keys' && form instanceof z.ZodObject ? Object.keys(form.shape) : null;
  if (!knownNames) return [`not a JSON object of ${what}`];
  const { keys } = issue as z.core.$ZodIssueUnrecognizedKeys;
  return keys.map((name) => {
    const nearest = nearestName(name, knownNames);
    return `unknown name "${name}"${nearest ? `, did you mean ${nearest}?` : '.'} Known: ${knownNames.join(', ')}`;
  });
}

export const someOf = <const N extends string, S extends z.ZodType>(names: readonly N[], value: () => S) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.optional(value())]))) as unknown as z.ZodType<
    Partial<Record<N, z.output<S>>>
  >;

export const zone = () =>
  z.string().refine(
    (name) => {
      try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
      } catch {
        return false;
      }
    },
    { error: 'not a time zone' },
  );

export const country = () =>
  z
    .string()
    .refine(
      (code) =>
        /^[A-Z]{2}$/.test(code) &&
        Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
        new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined,
      { error: 'not a country in ISO 3166' },
    );
