import { readItems } from '#functions/api/conversions/read-items.ts';

const places = async (item: object) => {
  const [read] = await readItems([item] as never, {}, { accountId: 1 }, { now: () => Date.parse('2026-11-20') } as never);
  const { problems = [] } = read as unknown as { problems?: { loc: unknown[] }[] };
  const rejected = (read as unknown as { rejected?: object }).rejected;
  return [...JSON.stringify(rejected ?? problems).matchAll(/"events",0,"(\w+)"/g)].map(([, field]) => field);
};

it.each<[string, object, string[]]>([
  ['a custom event without a name', { type: 'custom', event_id: 'e1' }, ['custom_event_name']],
  ['an event without a type', { event_id: 'e1' }, ['event_type']],
])('%s has one problem, at the field that its sender knows', async (_, item, expected) => {
  expect(await places(item)).toEqual(expected);
});
