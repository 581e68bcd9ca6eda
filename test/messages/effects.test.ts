import { MailEffect } from '#shared/messages/effects.ts';

/** A stop of spend names the network, the ad account and the day; a pressed button an idempotency key. */
it('an effect has an ID of at most 200 letters', () => {
  const taken = (length: number) =>
    MailEffect.safeParse({ kind: 'mail', id: 'x'.repeat(length), to_user: 1, template: 'welcome', data: {} }).success;
  expect([taken(0), taken(1), taken(200), taken(201)]).toEqual([false, true, true, false]);
});
