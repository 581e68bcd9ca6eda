import { lines, oneLine, visible, visibleJson } from '#packages/cli/src/visible.ts';

const escapes: [what: string, text: string, shown: string][] = [
  ['a control character', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
  ['a line', 'a\nb', 'a\\u{a}b'],
  ['a mark of direction', 'a\u202eb', 'a\\u{202e}b'],
  ['a separator of lines', 'a\u2028b', 'a\\u{2028}b'],
  ['a separator of paragraphs', 'a\u2029b', 'a\\u{2029}b'],
  ['a filler that is invisible', 'a\u3164b', 'a\\u{3164}b'],
  ['a tag outside of the basic plane', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['a joiner between letters', 'a\u200db', 'a\\u{200d}b'],
  ['a variant of a letter', 'a\ufe0fb', 'a\\u{fe0f}b'],
];

describe('a text for a terminal', () => {
  it.each(escapes)('%s is escaped', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(JSON.parse(visibleJson({ text }))).toEqual({ text });
    expect(visibleJson({ text })).toMatch(/^[ -~]*$/);
  });

  it.each(['Größe 日本', '👩‍🚒', '❤️', '1️⃣', '👩🏽‍🚒'])('%s is not changed', (text) => {
    expect([visible(text), oneLine(text), JSON.parse(visibleJson(text))]).toEqual([text, text, text]);
    expect(visibleJson(text)).toBe(JSON.stringify(text));
  });

  it('a character of two units is two escapes in JSON', () => {
    expect(visibleJson('\u{e0041}')).toBe('"\\udb40\\udc41"');
    expect(visibleJson('\u200b')).toBe('"\\u200b"');
    expect(visibleJson('\u007f')).toBe('"\\u007f"');
  });

  it('one line has blanks for control characters, and an absent value is empty', () => {
    expect(oneLine('a\r\n\tb\u202e')).toBe('a   b\\u{202e}');
    expect([oneLine(undefined), oneLine(null), oneLine(0)]).toEqual(['', '', '0']);
  });

  it('lines stay lines', () => {
    expect(lines('a\u0007\nb')).toBe('a\\u{7}\nb');
  });
});
