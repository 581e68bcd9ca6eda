import { sentence } from '#packages/cli/src/commands/send.ts';

const matched = {
  ...{ accepted: true, event_id: 'order:1', event_type: 'order_created', duplicate: false, matched: true },
  ...{ session_id: 's_1', campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_1' },
};
const shown = (changes: object = {}) =>
  sentence({ ...matched, ...changes } as Parameters<typeof sentence>[0]);

it.each([
  [{}, 'order:1  matched: spring › shoes › ad_1'],
  [{ ad_group: '' }, 'order:1  matched: spring › ad_1'],
  [{ ad_group: '', ad_id: '' }, 'order:1  matched: spring'],
  [{ duplicate: true }, 'order:1  duplicate, matched: spring › shoes › ad_1'],
  [{ matched: false, reason: 'no_ad_click' }, 'order:1  not matched: no_ad_click'],
  [
    {
      warnings: [
        { code: 'w1', fields: ['a', 'b'] },
        { code: 'w2', fields: ['c'] },
      ],
    },
    'order:1  matched: spring › shoes › ad_1\n  warning w1 (a, b)\n  warning w2 (c)',
  ],
])('the result of an event with %j is one line, and one for each warning', (changes, line) => {
  expect(shown(changes)).toBe(line);
});
