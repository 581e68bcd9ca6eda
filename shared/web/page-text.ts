import { cutText } from '#shared/values/cut-text.ts';

/** Inline elements: their text is part of the word before. */
const inline = new Set(
  'abbr b bdi bdo code em font i ins kbd mark q s small span strong sub sup u wbr'.split(' '),
);
/** Elements whose content nobody reads as text. */
const unread = new Set(
  'canvas iframe math noscript object script select style svg template textarea'.split(' '),
);
const hidden = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** They have no closing tag, so hiding one hides nothing after it. */
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Gathers the text that a visitor reads, at most so many characters, fed by an HTML parser. */
export function textCollector(maxCharacters: number) {
  let text = '';
  /** The unread element that everything is inside of, and how many of its name are open. */
  let inside = '';
  let nested = 0;
  const add = (part: string) => {
    if (!inside && text.length < maxCharacters * 2) text += part.slice(0, maxCharacters * 2);
  };
  return {
    add,
    open(name: string, given: Record<string, string>) {
      if (inside) {
        if (name === inside) nested++;
        return;
      }
      if (empty.has(name)) return void add(name === 'wbr' ? '' : '\n');
      const isUnread = unread.has(name) || 'hidden' in given || hidden.test(given.style ?? '');
      if (!inline.has(name)) add(name === 'a' ? ' ' : '\n');
      if (isUnread) {
        inside = name;
        nested = 1;
      }
    },
    close(name: string) {
      if (inside) {
        if (name === inside && --nested === 0) inside = '';
        return;
      }
      if (!inline.has(name)) add(name === 'a' ? ' ' : '\n');
    },
    text: () => plainText(text, maxCharacters),
  };
}

/** Text without control characters and needless white space, at most so many characters, lines kept. */
export function plainText(text: string, maxCharacters: number): string {
  const lines = text
    .replace(/[^\S\n]|\p{C}/gu, (sign) => (sign === '\n' ? sign : ' '))
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean);
  return cutText(lines.join('\n'), maxCharacters);
}
