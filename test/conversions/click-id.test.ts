import fc from 'fast-check';
import { clickIdOf } from '#shared/conversions/rules/click-id.ts';

describe('the click id of what was sent', () => {
  const cookie = { sid: 's_1', v: 1 };
  it.each([
    ['the id itself', 's_1', 's_1'],
    ['the id with blanks around', '  s_1\t', 's_1'],
    ['the raw cookie', encodeURIComponent(JSON.stringify(cookie)), 's_1'],
    ['the raw cookie in lower-case escapes', encodeURIComponent(JSON.stringify(cookie)).toLowerCase(), 's_1'],
    ['the decoded cookie', JSON.stringify(cookie), 's_1'],
    ['the decoded cookie with blanks inside', '{ "v": 1, "sid": "s_1" }', 's_1'],
    ['an id that only looks encoded', '%7', '%7'],
    ['a cookie that is cut off', '%7B%22sid%22%3A%22s_1', '%7B%22sid%22%3A%22s_1'],
    ['a cookie with a bad escape', '%7B%ZZ%7D', '%7B%ZZ%7D'],
    ['a cookie with bytes that are no UTF-8', '%7B%22sid%22%3A%22%FF%22%7D', '%7B%22sid%22%3A%22%FF%22%7D'],
    ['a cookie without sid', '{"v":1}', '{"v":1}'],
    ['a cookie whose sid is empty', '{"sid":""}', '{"sid":""}'],
    ['a cookie whose sid is no text', '{"sid":{"a":1}}', '{"sid":{"a":1}}'],
    ['a sid that is inherited', '{"__proto__":{"sid":"s_2"}}', '{"__proto__":{"sid":"s_2"}}'],
    ['nothing', '', ''],
  ])('%s', (_, sent, id) => {
    expect(clickIdOf(sent)).toBe(id);
  });

  it('the click ID is found in a cookie with any ID, and parsing never throws', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (sid) => {
        expect(clickIdOf(encodeURIComponent(JSON.stringify({ sid })))).toBe(sid);
        expect(clickIdOf(JSON.stringify({ sid }))).toBe(sid);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void clickIdOf(`%7B${text}`)));
  });
});
