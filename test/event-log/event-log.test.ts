import { entryFactsOf } from '#shared/event-log/rules/event-log.ts';

it.each([
  [
    'a matched entry',
    { outcome: 'matched', channel: 'email', paid: true, traffic: 'bot' },
    { channel: 'email', paid: true, traffic: 'bot' },
  ],
  ['a matched entry without traffic', { outcome: 'matched', channel: 'email' }, { channel: 'email', paid: false }],
  ['a matched entry from before channels', { outcome: 'matched', counted: false }, { channel: 'unknown', paid: false }],
  ['a counted entry from before channels', { outcome: 'matched', counted: true }, { channel: 'unknown', paid: false, traffic: 'human' }],
  ['an unmatched entry', { outcome: 'unmatched', channel: 'email', paid: true, counted: true }, {}],
  ['a rejected entry', { outcome: 'rejected' }, {}],
])('%s has these facts of its click', (_, entry, facts) => {
  expect(entryFactsOf(entry as never)).toEqual(facts);
});
