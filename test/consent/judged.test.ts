import { expect, it } from 'vitest';
import { madeInputs } from '#lib/tools/match-keys/made-inputs.ts';
import { emailHashes, isEmail, phoneForm, phoneHashes } from '#shared/consent/rules/normal-forms.ts';
import judged from './judged.json' with { type: 'json' };

const digits = 8;
const outputOf = (all: string, at: number) => all.slice(at * digits, (at + 1) * digits);
const shown = (hash: string | undefined) => hash?.slice(0, digits) ?? '-'.repeat(digits);
const { emails, phones } = madeInputs();

it('1,000 e-mail addresses have the plain form of both packages of Meta, which refuse the same ones', () => {
  const ours = emails.map((email) => shown(isEmail(email) ? emailHashes(email).plain : undefined));
  expect(ours.map((output, at) => [emails[at], output])).toEqual(emails.map((email, at) => [email, outputOf(judged.sdk.emails, at)]));
  expect(ours.join('')).toBe(judged.builder.emails);
  expect(new Set(ours).size).toBeGreaterThan(500);
  expect(ours.filter((output) => output.startsWith('-')).length).toBeGreaterThan(100);
});

it('1,000 phone numbers have the digits of Meta’s parameter builder, and of its SDK except for dots, which that leaves', async () => {
  const ours = await Promise.all(
    phones.map(async (phone) => {
      const number = await phoneForm(phone, null);
      return shown(number === null ? undefined : phoneHashes(number).digits);
    }),
  );
  expect(ours.join('')).toBe(judged.builder.phones);
  const differing = phones.filter((_, at) => ours[at] !== outputOf(judged.sdk.phones, at));
  expect(differing.length).toBeGreaterThan(100);
  expect(differing.filter((phone) => !phone.includes('.'))).toEqual([]);
});
