import { inboxPolicy } from '#lib/local/engines/inbox-page.ts';
import { inboxScript } from '#lib/local/engines/inbox-script.ts';

/** A script's deeds, each with the directive without which the policy `default-src 'none'` forbids it. */
const needs: readonly (readonly [RegExp, string])[] = [
  [/\bfetch\(/, "connect-src 'self'"],
  [/\biframe\b/, "style-src 'unsafe-inline'"],
];

it("the inbox may do what its script does, by its page's own policy", () => {
  const needed = needs.filter(([use]) => use.test(inboxScript)).map(([, directive]) => directive);
  expect(needed).toHaveLength(needs.length);
  expect(inboxPolicy.split('; ')).toEqual(expect.arrayContaining(needed));
});
