import {
  emailsBeforeInvalidation,
  invalidatedEmail,
  isReservedEmail,
  normalizedInvalidatedEmail,
} from '#shared/accounts/rules/reserved-email.ts';

const email = 'ada@company.example';

it.each([
  [1, `invalidate_${email}`, [email]],
  [2, `invalidate_2_${email}`, [email, `2_${email}`]],
  [13, `invalidate_13_${email}`, [email, `13_${email}`]],
])('account %i that is invalidated from an e-mail gets it back', (number, invalidated, before) => {
  expect(invalidatedEmail(email, number)).toBe(invalidated);
  expect(emailsBeforeInvalidation(invalidated)).toEqual(before);
});

it.each([
  [' Invalidate_2_ADA@Company.example ', `invalidate_2_${email}`],
  [`invalidate_${email}`, `invalidate_${email}`],
  [email, null],
  ['invalidate_nobody', null],
  ['invalidate_', null],
])('the invalidated e-mail %s is read as %s', (text, expected) => {
  expect(normalizedInvalidatedEmail(text)).toBe(expected);
});

it.each([
  [email, false],
  [`invalidate_${email}`, true],
  ['user+351912345678@operator.example', true],
  ['user+351912345678@company.example', false],
])('nobody registers with the e-mail of an invalidated account or of a phone account: %s', (given, isReserved) => {
  expect(isReservedEmail(given, 'operator.example')).toBe(isReserved);
});
