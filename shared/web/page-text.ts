import { cutText } from '#shared/values/cut-text.ts';

const inline = new Set('abbr b bdi bdo code em font i ins kbd mark q s small span strong sub sup u wbr'.split(' '));
const unread = new Set('canvas iframe math noscript object script select style svg template textarea'.split(' '));
const hidden = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

export function textCollector(maxCharacters: number) {
  let text = '';
  let inside = '';
  let nested = 0;
  const add = (part: string) => {
    if (!inside && text.length < maxCharacters * 2) text += part.slice(0, maxCharacters * 2);
  };
  return {
    add,
    open(name: string, attributes: Record<string, string>) {
      if (inside) {
        if (name === inside) nested++;
        return;
      }
      if (empty.has(name)) return void add(name === 'wbr' ? '' : '\n');
      const isUnread = unread.has(name) || 'hidden' in attributes || hidden.test(attributes.style ?? '');
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

export function plainText(text: string, maxCharacters: number): string {
  const lines = text
    .replace(/[^\S\n]|\p{C}/gu, (sign) => (sign === '\n' ? sign : ' '))
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean);
  return cutText(lines.join('\n'), maxCharacters);
}
