import { linkOf } from './page-address.ts';

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Code in a page may contain text that looks like a link, and the text of a link may contain code. */
const codeOrLink = /^```[\s\S]*?^```|\[((?:`[^`\n]*`|[^\]`])+)\]\(([^)\s]+)\)|`[^`\n]*`/gm;

export const servedMarkdown = (file: string, markdown: string, files: ReadonlySet<string>): string =>
  markdown.replaceAll(codeOrLink, (whole, text?: string, href?: string) => {
    if (text === undefined || href === undefined) return whole;
    const target = linkOf(href, { file, files, ending: '.md' });
    return target === null ? text : `[${text}](${target})`;
  });

const plain = (text: string): string =>
  text.replaceAll(link, '$1').replaceAll(/[`*]/g, '').replaceAll('|', ' ').replaceAll(/\s+/g, ' ').trim();

export const titleOf = (markdown: string): string => plain(/^# (.+)$/m.exec(markdown)?.[1] ?? 'Guides');

export function summaryOf(markdown: string): string {
  const [paragraph = ''] = markdown.split(/\n{2,}/).filter((block) => /^(?![#|`>-])\S/.test(block));
  const [sentence = ''] = plain(paragraph).split(/(?<=[.?!:]) /);
  return sentence.replace(/:$/, '.');
}

export type Section = { heading: string; text: string };

export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ heading: '', text: '' }];
  for (const [i, part] of markdown.split(/(^```[\s\S]*?^```)/m).entries())
    for (const line of part.split('\n')) {
      const [, heading] = i % 2 === 0 ? (/^##+ (.+)$/.exec(line) ?? []) : [];
      if (heading !== undefined) sections.push({ heading: plain(heading), text: '' });
      else if (!line.startsWith('# ')) (sections.at(-1) as Section).text += `${line}\n`;
    }
  return sections.map(({ heading, text }) => ({ heading, text: plain(text) }));
}
