import { snippetOf } from '#shared/search/rules/search-snippet.ts';

it.each([
  ['at the start of a text', 0, 30],
  ['in the middle, behind an ellipsis', 300, 300],
  ['behind letters of two units', 150, 30],
])('the marked letters of a result are those that were searched, %s', (place, letters, rest) => {
  const lead = (place.includes('units') ? '😀' : 'a').repeat(letters);
  const text = `${lead}needle${'b'.repeat(rest)}`;
  const start = text.indexOf('needle');
  const { snippet, highlights } = snippetOf({ text, start, end: start + 6 } as never);
  expect(highlights.map((one) => snippet.slice(one.start, one.end))).toEqual(['needle']);
});
